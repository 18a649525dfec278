# Compiles for arm64 with Debian's cross compiler and the :arm64 libraries, which
# ./check --arm64 installs (presets arm64 and arm64-static).
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
# libevent-dev can be installed for one architecture alone: ./check unpacks it.
cmake_path(SET libevent NORMALIZE ${CMAKE_CURRENT_LIST_DIR}/../build/libevent-arm64)
set(ENV{PKG_CONFIG_SYSROOT_DIR} ${libevent})
set(ENV{PKG_CONFIG_LIBDIR} ${libevent}/usr/lib/aarch64-linux-gnu/pkgconfig)

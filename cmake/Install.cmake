# find_package(semilin) and pkg-config for programs that link the library.

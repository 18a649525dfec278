# What programs are linked with that need no library of this system but glibc:
# the others statically. Only GCC's OpenMP cannot be part of a shared library: it
# lies beside the Python package's (python/CMakeLists.txt).
set(CMAKE_FIND_LIBRARY_SUFFIXES .a)
set(SEMILIN_MPI OFF)
set(SEMILIN_SERVER OFF)  # cpp-httplib is a shared library, which needs OpenSSL
file(REAL_PATH ${OpenMP_gomp_LIBRARY} SEMILIN_SHARED_OPENMP)
find_library(SEMILIN_STATIC_OPENMP gomp REQUIRED
  HINTS ${CMAKE_CXX_IMPLICIT_LINK_DIRECTORIES})
mark_as_advanced(SEMILIN_STATIC_OPENMP)
set_target_properties(OpenMP::OpenMP_CXX PROPERTIES INTERFACE_LINK_LIBRARIES
  "$<IF:$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>,\
${SEMILIN_STATIC_OPENMP},${SEMILIN_SHARED_OPENMP}>")

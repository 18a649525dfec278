# What `mpirun semilin` is built with: MPI's C functions, from C++. Sets
# SEMILIN_MPI to ON or OFF where it is IF_FOUND.
if(SEMILIN_MPI)
  set(needed REQUIRED)
  if(SEMILIN_MPI STREQUAL "IF_FOUND")
    set(needed QUIET)
  endif()
  set(MPI_CXX_SKIP_MPICXX ON)
  find_package(MPI ${needed} COMPONENTS CXX)
  set(SEMILIN_MPI ${MPI_CXX_FOUND})
endif()

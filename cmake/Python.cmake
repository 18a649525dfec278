# What the Python package is tested with. Sets SEMILIN_BUILD_PYTHON to ON or OFF
# where it is IF_FOUND. Debian's python3 has numpy; another one that comes first
# may not.
if(NOT Python_EXECUTABLE AND EXISTS /usr/bin/python3)
  set(Python_EXECUTABLE /usr/bin/python3)
endif()
set(needed REQUIRED)
if(SEMILIN_BUILD_PYTHON STREQUAL "IF_FOUND")
  set(needed QUIET)
endif()
find_package(Python 3.9 ${needed} COMPONENTS Interpreter)
set(SEMILIN_BUILD_PYTHON OFF)
if(Python_FOUND)
  set(SEMILIN_BUILD_PYTHON ON)
endif()

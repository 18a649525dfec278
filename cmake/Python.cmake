# What the Python package is built with. Sets SEMILIN_BUILD_PYTHON to ON or OFF
# where it is IF_FOUND. Debian's python3 has numpy and pybind11; another one
# that comes first may not.
if(NOT Python_EXECUTABLE AND EXISTS /usr/bin/python3)
  set(Python_EXECUTABLE /usr/bin/python3)
endif()
set(needed REQUIRED)
if(SEMILIN_BUILD_PYTHON STREQUAL "IF_FOUND")
  set(needed QUIET)
endif()
find_package(Python 3.9 ${needed} COMPONENTS Interpreter Development.Module)
if(Python_FOUND)  # which pybind11 then uses
  find_package(pybind11 2.10 CONFIG ${needed})
endif()
set(SEMILIN_BUILD_PYTHON OFF)
if(Python_FOUND AND pybind11_FOUND)
  set(SEMILIN_BUILD_PYTHON ON)
endif()

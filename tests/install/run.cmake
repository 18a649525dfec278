# One check of an installed copy; tests/install/tests.cmake lists them.
#   CHECK       find_package | pkg_config | folders | exports | other_linkage |
#               quickstart
#   PREFIX      where the package is installed
#   WORK        an empty folder to build in
#   SOURCE_DIR  the top of our sources
#   BUILD_DIR   where PREFIX was built
#   SETTINGS    generator and compiler, as arguments of cmake
#   PREBUILT    what other_linkage is linked from; nothing: it is compiled
set(example ${SOURCE_DIR}/tests/install)

function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# Runs the example and compares what it prints.
function(expect_example_works program)
  set(ENV{LD_LIBRARY_PATH} ${libdir})
  execute_process(COMMAND ${program} ${example}/example.svm
    OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE "\n" " " output "${output}")
  # eight rows, by an annealed and by a graph model
  string(REPEAT "sport music " 8 expected)
  if(NOT output STREQUAL expected)
    message(FATAL_ERROR "the example printed ${output}")
  endif()
endfunction()

function(check_find_package)
  run(${CMAKE_COMMAND} -S ${example} -B ${WORK} -D CMAKE_PREFIX_PATH=${PREFIX}
    ${SETTINGS})
  run(${CMAKE_COMMAND} --build ${WORK})
  expect_example_works(${WORK}/example)
  file(COPY ${example}/news.csv ${example}/more.csv DESTINATION ${WORK})
  execute_process(COMMAND ${WORK}/news WORKING_DIRECTORY ${WORK}
    OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
  if(NOT output STREQUAL "sport\nmoney\n")
    message(FATAL_ERROR "the smallest program printed ${output}")
  endif()
endfunction()

# A shared library shows no name but ours: what a program links of the libraries
# inside it may be another version.
function(check_exports)
  execute_process(COMMAND nm -D --defined-only ${libdir}/libsemilin.so
    OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL "[^\n]+" symbols "${symbols}")
  set(strangers ${symbols})
  list(FILTER strangers EXCLUDE REGEX " (_Z(T[ISV]N?|NK?)7semilin|T semilin_)")
  list(LENGTH symbols count)
  if(strangers OR count EQUAL 0)
    message(FATAL_ERROR "of ${count} names not ours: ${strangers}")
  endif()
endfunction()

# $1: further arguments of pkg-config
function(check_pkg_config)
  find_program(PKG_CONFIG pkg-config)
  if(NOT PKG_CONFIG)
    message("SKIPPED: needs pkg-config")
    return()
  endif()
  set(ENV{PKG_CONFIG_PATH} ${libdir}/pkgconfig)
  execute_process(COMMAND ${PKG_CONFIG} --cflags --libs ${ARGN} semilin
    OUTPUT_VARIABLE flags OUTPUT_STRIP_TRAILING_WHITESPACE
    COMMAND_ERROR_IS_FATAL ANY)
  separate_arguments(flags UNIX_COMMAND "${flags}")
  run(${COMPILER} -std=c++20 ${example}/example.cc -o ${WORK}/example ${flags})
  expect_example_works(${WORK}/example)
  run(${C_COMPILER} -std=c99 -pedantic-errors ${SOURCE_DIR}/examples/documents.c
    -o ${WORK}/documents ${flags} -lstdc++ -lm)
  execute_process(COMMAND ${WORK}/documents WORKING_DIRECTORY ${WORK}
    ERROR_QUIET COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# Text files that we install name neither the sources nor the build folder: as
# a whole path, since "/semilin" alone is part of many.
function(check_folders)
  foreach(folder IN ITEMS ${SOURCE_DIR} ${BUILD_DIR} ${PREFIX})
    string(REGEX REPLACE "([.+*?^$()|{}]|\\[)" "\\\\\\1" escaped ${folder})
    execute_process(COMMAND grep -rIlE
        "(^|[^[:alnum:]_./}>-])${escaped}($|[^[:alnum:]_.-])" ${PREFIX}
      OUTPUT_VARIABLE files RESULT_VARIABLE status)
    if(NOT status EQUAL 1)
      message(FATAL_ERROR "${folder} is named in ${files}")
    endif()
  endforeach()
endfunction()

# The same checks for the kind of library that BUILD_DIR did not build.
function(check_other_linkage)
  run(${CMAKE_COMMAND} -S ${SOURCE_DIR} -B ${WORK}/build
    -D CMAKE_BUILD_TYPE=Debug -D BUILD_SHARED_LIBS=${OTHER_SHARED}
    -D SEMILIN_PREBUILT=${PREBUILT}
    -D SEMILIN_BUILD_TESTS=OFF -D SEMILIN_BUILD_TOOLS=OFF
    -D CMAKE_INSTALL_LIBDIR=${OTHER_LIBDIR} ${SETTINGS})
  run(${CMAKE_COMMAND} --build ${WORK}/build -j 2)
  run(${CMAKE_COMMAND} --install ${WORK}/build --prefix ${PREFIX})
  set(BUILD_DIR ${WORK}/build)
  set(libdir ${PREFIX}/${OTHER_LIBDIR})
  set(WORK ${WORK}/example)
  if(OTHER_SHARED)
    check_exports()
  endif()
  check_find_package()
  check_pkg_config()
  check_pkg_config(--static)
  check_folders()
endfunction()

# Installs after ./quickstart, which builds the command and its library alone:
# no C interface, no manual page.
function(check_quickstart)
  run(${CMAKE_COMMAND} -S ${SOURCE_DIR} -B ${WORK} -D SEMILIN_BUILD_C=OFF
    -D SEMILIN_BUILD_TESTS=OFF -D SEMILIN_HELP2MAN=/bin/false ${SETTINGS})
  file(COPY ${BUILD_DIR}/tools/semilin DESTINATION ${WORK}/tools)
  file(COPY ${PREBUILT} DESTINATION ${WORK}/src)
  run(${CMAKE_COMMAND} --install ${WORK} --prefix ${PREFIX})
  run(${PREFIX}/bin/semilin --version)
endfunction()

foreach(needed IN ITEMS PREFIX WORK SOURCE_DIR BUILD_DIR LIBDIR OTHER_LIBDIR)
  if("${${needed}}" STREQUAL "")
    message(FATAL_ERROR "run.cmake: ${needed} is not set")
  endif()
endforeach()
file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK})
set(libdir ${PREFIX}/${LIBDIR})
cmake_language(CALL check_${CHECK})

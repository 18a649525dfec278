# Builds and runs a stranger's program against an installed copy, with
# find_package and with pkg-config, static and shared.
set(prefix ${CMAKE_CURRENT_BINARY_DIR}/install/prefix)
set(settings -G ${CMAKE_GENERATOR} -D CMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER}
  -D CMAKE_CXX_COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER}
  -D CMAKE_TOOLCHAIN_FILE=${CMAKE_TOOLCHAIN_FILE})
# A shared library can be linked from the static one, not the reverse.
set(other_shared ON)
set(prebuilt $<TARGET_FILE:semilin>)
if(BUILD_SHARED_LIBS)
  set(other_shared OFF)
  set(prebuilt "")
endif()
set(other_libdir lib/${CMAKE_LIBRARY_ARCHITECTURE})

add_test(NAME "install: the package installs"
  COMMAND ${CMAKE_COMMAND} --install ${PROJECT_BINARY_DIR} --prefix ${prefix})
set_tests_properties("install: the package installs" PROPERTIES
  LABELS slow FIXTURES_SETUP installed)

function(semilin_install_test name check prefix)
  add_test(NAME "install: ${name}"
    COMMAND ${CMAKE_COMMAND} -D CHECK=${check} -D PREFIX=${prefix}
      -D LIBDIR=${CMAKE_INSTALL_LIBDIR} -D COMPILER=${CMAKE_CXX_COMPILER}
      -D C_COMPILER=${CMAKE_C_COMPILER}
      -D OTHER_SHARED=${other_shared} -D OTHER_LIBDIR=${other_libdir}
      -D WORK=${CMAKE_CURRENT_BINARY_DIR}/install/${check}
      -D SOURCE_DIR=${PROJECT_SOURCE_DIR} -D BUILD_DIR=${PROJECT_BINARY_DIR}
      -D "SETTINGS=${settings}" -D PREBUILT=${prebuilt}
      -P ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/run.cmake)
  set_tests_properties("install: ${name}" PROPERTIES
    LABELS slow FIXTURES_REQUIRED installed
    SKIP_REGULAR_EXPRESSION "SKIPPED: needs pkg-config")
endfunction()

semilin_install_test("a program builds and runs with find_package"
  find_package ${prefix})
semilin_install_test("a program builds and runs with pkg-config"
  pkg_config ${prefix})
if(BUILD_SHARED_LIBS)
  semilin_install_test("the shared library shows our names only"
    exports ${prefix})
endif()
semilin_install_test("no installed text names a folder of the build"
  folders ${prefix})
semilin_install_test("static and shared libraries both serve"
  other_linkage ${CMAKE_CURRENT_BINARY_DIR}/install/other_prefix)

if(prebuilt AND SEMILIN_BUILD_TOOLS)
  semilin_install_test("what ./quickstart builds installs"
    quickstart ${CMAKE_CURRENT_BINARY_DIR}/install/quickstart_prefix)
  add_test(NAME "install: the command is one file"
    COMMAND ${CMAKE_CURRENT_LIST_DIR}/static_file.sh ${prebuilt}
      ${CMAKE_CURRENT_BINARY_DIR}/install/static_file)
  set_tests_properties("install: the command is one file" PROPERTIES
    LABELS data SKIP_REGULAR_EXPRESSION "SKIPPED: needs static")
endif()

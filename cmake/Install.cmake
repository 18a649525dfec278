# What `cmake --install` installs: the library, its headers, the command, its
# manual pages and completions (tools/CMakeLists.txt), and find_package(semilin)
# and pkg-config for programs that link it. The installed tree can be moved: it
# names no folder above itself.
include(CMakePackageConfigHelpers)

set(SEMILIN_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/semilin)
set_target_properties(semilin PROPERTIES
  VERSION ${PROJECT_VERSION}
  SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
install(TARGETS semilin EXPORT semilinTargets
  LIBRARY COMPONENT library NAMELINK_COMPONENT devel
  ARCHIVE COMPONENT devel
  FILE_SET HEADERS COMPONENT devel)
install(EXPORT semilinTargets NAMESPACE semilin::
  DESTINATION ${SEMILIN_CMAKE_DIR} COMPONENT devel)

# The shared library, seen from what links it.
function(semilin_find_library_from target folder)
  if(TARGET ${target} AND BUILD_SHARED_LIBS)
    file(RELATIVE_PATH up "/${folder}" "/${CMAKE_INSTALL_LIBDIR}")
    set_target_properties(${target} PROPERTIES INSTALL_RPATH "$ORIGIN/${up}")
  endif()
endfunction()
semilin_find_library_from(semilin_command ${CMAKE_INSTALL_BINDIR})

configure_package_config_file(cmake/semilinConfig.cmake.in
  semilinConfig.cmake INSTALL_DESTINATION ${SEMILIN_CMAKE_DIR})
write_basic_package_version_file(semilinConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/semilinConfig.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/semilinConfigVersion.cmake
  cmake/Findutf8proc.cmake cmake/Findlibstemmer.cmake DESTINATION ${SEMILIN_CMAKE_DIR} COMPONENT devel)

# pkg-config: a static library's own needs are every program's needs; a shared
# library's are private (--static asks for them).
set(SEMILIN_PC_SYSTEM "-lstemmer")  # has no file of pkg-config
foreach(name IN LISTS OpenMP_CXX_LIB_NAMES)
  string(APPEND SEMILIN_PC_SYSTEM " -l${name}")
endforeach()
string(STRIP "${SEMILIN_PC_SYSTEM}" SEMILIN_PC_SYSTEM)
if(BUILD_SHARED_LIBS)
  set(SEMILIN_PC_PRIVATE ".private")
  set(SEMILIN_PC_LIBS "")
else()
  set(SEMILIN_PC_PRIVATE "")
  set(SEMILIN_PC_LIBS " ${SEMILIN_PC_SYSTEM}")
endif()
file(RELATIVE_PATH SEMILIN_PC_PREFIX "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
string(REGEX REPLACE "/$" "" SEMILIN_PC_PREFIX "${SEMILIN_PC_PREFIX}")
configure_file(cmake/semilin.pc.in semilin.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/semilin.pc
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT devel)

install(FILES LICENSE README.md DESTINATION ${CMAKE_INSTALL_DOCDIR}
  COMPONENT command)
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DOCDIR}
  COMPONENT command)
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/docs
  COMPONENT command FILES_MATCHING PATTERN "*.md" PATTERN "*.svg")

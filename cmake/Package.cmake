# Debian packages, by cpack after preset `package`: the command (semilin), the
# library (libsemilinX.Y), its headers (libsemilin-dev), the Python package
# (python3-semilin).
set(library libsemilin${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
set(SEMILIN_MAINTAINER "The semilin developers <semilin@packages.debian.org>"
  CACHE STRING "Who made the Debian packages")
set(release 1)
set(same "${library} (= ${PROJECT_VERSION}-${release})")

set(CPACK_GENERATOR DEB)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_PACKAGE_NAME semilin)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT ${SEMILIN_MAINTAINER})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "semi-supervised classification")
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE
  OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_COMPONENTS_ALL command library devel)
if(TARGET semilin_engine)
  list(APPEND CPACK_COMPONENTS_ALL python)
endif()

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE ${release})
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${CMAKE_CURRENT_BINARY_DIR}/src)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)

# semilin_package(COMPONENT NAME SECTION DEPENDS SUMMARY DESCRIPTION)
function(semilin_package component name section depends summary description)
  string(TOUPPER ${component} upper)
  set(prefix CPACK_DEBIAN_${upper}_PACKAGE)
  set(${prefix}_NAME ${name} PARENT_SCOPE)
  set(${prefix}_SECTION ${section} PARENT_SCOPE)
  set(${prefix}_DEPENDS "${depends}" PARENT_SCOPE)
  set(CPACK_DEBIAN_${upper}_DESCRIPTION "${summary}\n${description}"
    PARENT_SCOPE)
endfunction()

set(what "semilin learns from a handful of labeled rows together with any
number of unlabeled ones, for two classes or many and for millions of
sparse rows.
")
semilin_package(command semilin science "${same}"
  "semi-supervised classification of documents" "${what}This is the command.")
semilin_package(library ${library} libs ""
  "semi-supervised classification (library)" "${what}This is the library.")
semilin_package(devel libsemilin-dev libdevel "${same}"
  "semi-supervised classification (headers)"
  "${what}These are the headers, and files for CMake and pkg-config.")
semilin_package(python python3-semilin python
  "${same}, python3, python3-numpy, python3-scipy, python3-sklearn"
  "semi-supervised classification inside scikit-learn"
  "${what}This is the package for Python.")

file(CONFIGURE OUTPUT package/triggers CONTENT "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA
  ${CMAKE_CURRENT_BINARY_DIR}/package/triggers)

# What every package has in /usr/share/doc.
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
file(CONFIGURE OUTPUT package/changelog.Debian CONTENT
"semilin (@PROJECT_VERSION@-@release@) unstable; urgency=medium

  * CHANGELOG.md in /usr/share/doc/semilin says what is new.

 -- @SEMILIN_MAINTAINER@  @date@
" @ONLY)
foreach(component IN LISTS CPACK_COMPONENTS_ALL)
  string(TOUPPER ${component} upper)
  set(doc ${CMAKE_INSTALL_DATADIR}/doc/${CPACK_DEBIAN_${upper}_PACKAGE_NAME})
  install(FILES LICENSE DESTINATION ${doc} RENAME copyright
    COMPONENT ${component} EXCLUDE_FROM_ALL)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/package/changelog.Debian
    DESTINATION ${doc} COMPONENT ${component} EXCLUDE_FROM_ALL)
endforeach()
install(FILES CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR}
  COMPONENT command)
file(CONFIGURE OUTPUT package/compress.cmake CONTENT [[
# Debian wants these compressed, without a date.
file(GLOB_RECURSE files "${CPACK_TEMPORARY_DIRECTORY}/*/usr/share/man/*.1"
  "${CPACK_TEMPORARY_DIRECTORY}/*/changelog.Debian")
foreach(file IN LISTS files)
  execute_process(COMMAND gzip -9nf "${file}" COMMAND_ERROR_IS_FATAL ANY)
endforeach()
]] @ONLY)
set(CPACK_PRE_BUILD_SCRIPTS
  ${CMAKE_CURRENT_BINARY_DIR}/package/compress.cmake)
include(CPack)

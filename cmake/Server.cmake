# What `semilin label --serve` is built with: cpp-httplib, compiled as Debian
# does it. Sets SEMILIN_SERVER to ON or OFF where it is IF_FOUND.
if(SEMILIN_SERVER)
  set(needed REQUIRED)
  if(SEMILIN_SERVER STREQUAL "IF_FOUND")
    set(needed QUIET)
  endif()
  find_package(PkgConfig ${needed})
  if(PKG_CONFIG_FOUND)
    pkg_check_modules(httplib ${needed} IMPORTED_TARGET cpp-httplib)
  endif()
  set(SEMILIN_SERVER ${httplib_FOUND})
endif()

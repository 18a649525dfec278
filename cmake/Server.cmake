# What `semilin serve` and `label --serve` are built with: libevent. Sets
# SEMILIN_SERVER to ON or OFF where it is IF_FOUND.
if(SEMILIN_SERVER)
  set(needed REQUIRED)
  if(SEMILIN_SERVER STREQUAL "IF_FOUND")
    set(needed QUIET)
  endif()
  find_package(PkgConfig ${needed})
  if(PKG_CONFIG_FOUND)
    pkg_check_modules(libevent ${needed} IMPORTED_TARGET libevent_extra
      libevent_core)
  endif()
  if(libevent_FOUND)
    set(SEMILIN_SERVER ON)
  else()
    set(SEMILIN_SERVER OFF)
  endif()
endif()

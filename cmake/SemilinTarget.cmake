# What every target of ours is compiled with; nothing leaks to its users.
function(semilin_target target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow
    -Wconversion -Wno-sign-conversion
    # GCC 12 takes std::string's own operator+ for an overlap (its bug 105329)
    $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>
    # meant for headers, it takes the sources of a unity build for some
    $<$<AND:$<CXX_COMPILER_ID:GNU>,$<BOOL:${CMAKE_UNITY_BUILD}>>:-Wno-subobject-linkage>
    # a * b + c is rounded twice, wherever it stands (CONTRIBUTING.md, Numbers)
    -ffp-contract=off
    # nobody reads the flags of floating-point exceptions: a choice between two
    # numbers may compute both, so that loops with one are vectorized
    -fno-trapping-math
    # __FILE__ says src/..., not where it was built
    -fmacro-prefix-map=${PROJECT_SOURCE_DIR}/=
    # GCC collects no garbage below 4 GB, and no file takes more than 1.5: saves a
    # tenth of the time
    $<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=4000000>
    # enough for a stack with lines, and cheap to compile
    $<$<CONFIG:RelWithDebInfo>:-g1>
    $<$<BOOL:${SEMILIN_WERROR}>:-Werror>
    $<$<BOOL:${SEMILIN_NATIVE}>:-march=native>
    $<$<BOOL:${SEMILIN_ASSERTIONS}>:-UNDEBUG -D_GLIBCXX_ASSERTIONS>
    $<$<BOOL:${SEMILIN_SANITIZE}>:-DSEMILIN_SANITIZED>)
  foreach(sanitizer IN LISTS SEMILIN_SANITIZE)
    # -O1: compiled in 60 % of the time. GCC takes values for uninitialized
    # where the sanitizers' checks hide from it that they are set.
    target_compile_options(${target} PRIVATE -fsanitize=${sanitizer}
      -fno-omit-frame-pointer -fno-sanitize-recover=all
      $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>
      $<$<CONFIG:Release,RelWithDebInfo>:-O1>)
    target_link_options(${target} PRIVATE -fsanitize=${sanitizer})
  endforeach()
endfunction()

# Targets that would gain nothing by running fast: the command, which reads
# options and prints, and the tests. -Og compiles in two thirds of the time of -O1.
function(semilin_compile_quickly target)
  target_compile_options(${target}
    PRIVATE $<$<CONFIG:Release,RelWithDebInfo>:-Og>)
endfunction()

# semilin_sources(target name a.cc b.cc ...) adds the files of one folder to a
# target. In a unity build (presets release, check, asan) those of one folder are
# compiled as one, but for those that SEMILIN_UNITY_json or SEMILIN_UNITY_eigen
# lists. Groups that SEMILIN_PLAIN_GROUPS lists belong to the target named
# <target>_plain. A name in an anonymous namespace must be unique in its group.
function(semilin_sources target name)
  foreach(file IN LISTS ARGN)
    set(group ${name})
    foreach(other json eigen)
      if("${name}/${file}" IN_LIST SEMILIN_UNITY_${other})
        set(group ${other})
      endif()
    endforeach()
    set(part ${target})
    if(group IN_LIST SEMILIN_PLAIN_GROUPS)
      set(part ${target}_plain)
    endif()
    target_sources(${part} PRIVATE ${file})
    set_target_properties(${part} PROPERTIES UNITY_BUILD_MODE GROUP)
    set_source_files_properties(${file} TARGET_DIRECTORY ${part}
      PROPERTIES UNITY_GROUP ${group})
  endforeach()
endfunction()

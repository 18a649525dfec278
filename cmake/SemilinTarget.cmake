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
    # numbers may compute both, so that loops with one are vectorised
    -fno-trapping-math
    # __FILE__ says src/..., not where it was built
    -fmacro-prefix-map=${PROJECT_SOURCE_DIR}/=
    # enough for a stack with lines, and cheap to compile
    $<$<CONFIG:RelWithDebInfo>:-g1>
    $<$<BOOL:${SEMILIN_WERROR}>:-Werror>
    $<$<BOOL:${SEMILIN_NATIVE}>:-march=native>
    $<$<BOOL:${SEMILIN_ASSERTIONS}>:-UNDEBUG -D_GLIBCXX_ASSERTIONS>
    $<$<BOOL:${SEMILIN_SANITIZE}>:-DSEMILIN_SANITIZED>)
  foreach(sanitizer IN LISTS SEMILIN_SANITIZE)
    # -O1: compiled in 60 % of the time. GCC takes values for uninitialised
    # where the sanitizers' checks hide from it that they are set.
    target_compile_options(${target} PRIVATE -fsanitize=${sanitizer}
      -fno-omit-frame-pointer -fno-sanitize-recover=all
      $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>
      $<$<CONFIG:Release,RelWithDebInfo>:-O1>)
    target_link_options(${target} PRIVATE -fsanitize=${sanitizer})
  endforeach()
endfunction()

# For targets that would gain nothing by running fast, as the library does the
# work: the command (it reads options and prints), the Python module, the tests.
function(semilin_compile_quickly target)
  target_compile_options(${target}
    PRIVATE $<$<CONFIG:Release,RelWithDebInfo>:-O1>)
endfunction()

# semilin_sources(target name a.cc b.cc ...) adds the files of one folder to a
# target. In a unity build (presets release, check, asan) they are compiled in
# groups of SEMILIN_UNITY_FILES: those of one folder together, but for files that
# include what a regular expression of SEMILIN_UNITY_GROUPS (name regex ...)
# matches; these form a group of that name across folders. A name in an anonymous
# namespace must be unique in its group.
function(semilin_sources target name)
  target_sources(${target} PRIVATE ${ARGN})
  set_target_properties(${target} PROPERTIES UNITY_BUILD_MODE GROUP)
  foreach(file IN LISTS ARGN)
    set(group ${name})
    set(shared ${SEMILIN_UNITY_GROUPS})
    while(shared)
      list(POP_FRONT shared other regex)
      file(STRINGS ${file} found REGEX "^#include ${regex}")
      if(found)
        set(group ${other})
      endif()
    endwhile()
    get_target_property(count ${target} SEMILIN_FILES_${group})
    if(NOT count)
      set(count 0)
    endif()
    math(EXPR batch "${count} / ${SEMILIN_UNITY_FILES}")
    math(EXPR count "${count} + 1")
    set_target_properties(${target} PROPERTIES SEMILIN_FILES_${group} ${count})
    set_source_files_properties(${file} TARGET_DIRECTORY ${target}
      PROPERTIES UNITY_GROUP "${group}_${batch}")
  endforeach()
endfunction()

# Run after a doctest program is built: asks it for its test cases and tells
# ctest, in LIST.cmake, of one test for each source file, so that a file's cases
# share a process and what they read. The cases of a file that are in the suite
# "slow" or "data" are a test of their own with that label, all others "fast".
#   LIST.tsv    for tools/scripts/list_cases.sh: each test's name, its log (see
#               main.cc) and its number of cases
#
#   PROGRAM     the doctest program
#   PREFIX      what the tests' names begin with
#   WORK        the folder to run in
#   ENVIRONMENT what to run in, NAME=VALUE...
#   LOGS        where the logs go
#   LIST        where the lists go, without .cmake and .tsv
execute_process(COMMAND ${PROGRAM} --list-test-cases --reporters=xml
  OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
# Names may hold what CMake takes for lists.
string(REGEX REPLACE " name=\"[^\"]*\"" "" output "${output}")
string(REGEX MATCHALL "<TestCase [^\n]*" cases "${output}")
if(NOT cases)
  message(FATAL_ERROR "${PROGRAM} names no test cases")
endif()

set(tests)
foreach(case IN LISTS cases)
  string(REGEX MATCH " filename=\"([^\"]*)\"" _ "${case}")
  set(file ${CMAKE_MATCH_1})
  set(label fast)
  if(case MATCHES " testsuite=\"(slow|data)\"")
    set(label ${CMAKE_MATCH_1})
  endif()
  list(APPEND tests ${label}/${file})
  math(EXPR count_${label}/${file} "0${count_${label}/${file}} + 1")
endforeach()
list(REMOVE_DUPLICATES tests)

set(script "")
set(table "")
foreach(test IN LISTS tests)
  string(REGEX MATCH "^([a-z]+)/(.*)" _ ${test})
  set(label ${CMAKE_MATCH_1})
  set(file ${CMAKE_MATCH_2})
  cmake_path(GET file STEM stem)
  if(label STREQUAL fast)
    set(name "${PREFIX}: ${stem}")
    set(suites --test-suite-exclude=slow,data)
  else()
    set(name "${PREFIX}: ${stem}, ${label}")
    set(suites --test-suite=${label})
  endif()
  set(log ${LOGS}/${PREFIX}-${stem}-${label}.log)
  # A filter that matches no case would run nothing and succeed.
  string(APPEND script "add_test([==[${name}]==] [==[${PROGRAM}]==] "
    "--no-colors --duration=true [==[--source-file=${file}]==] ${suites})\n"
    "set_tests_properties([==[${name}]==] PROPERTIES LABELS ${label} "
    "WORKING_DIRECTORY [==[${WORK}]==] "
    "FAIL_REGULAR_EXPRESSION [==[test cases: *0 ]==] "
    "ENVIRONMENT [==[${ENVIRONMENT};SEMILIN_TEST_LOG=${log}]==])\n")
  string(APPEND table "${name}\t${log}\t${count_${test}}\n")
endforeach()
file(WRITE ${LIST}.cmake "${script}")
file(WRITE ${LIST}.tsv "${table}")

# Run after a doctest program is built: asks it for its test cases and writes
# OUTPUT, which tells ctest of each. Those of the suite "slow" get that label,
# all others "fast".
#
# (doctest's own doctest_discover_tests() of 2.4.9 cannot select by suite and
# splits properties that are lists.)
set(script "")
foreach(label IN ITEMS fast slow)
  if(label STREQUAL slow)
    set(filter --test-suite=slow)
  else()
    set(filter --test-suite-exclude=slow)
  endif()
  execute_process(COMMAND ${PROGRAM} --no-colors --list-test-cases ${filter}
    OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCH "current filters: ([0-9]+)" _ "${output}")
  set(expected ${CMAKE_MATCH_1})
  string(REGEX REPLACE "\\[doctest\\][^\n]*\n" "" output "${output}")
  string(REGEX REPLACE "====+\n" "" output "${output}")
  string(REPLACE ";" "\\;" output "${output}")
  string(REGEX REPLACE "\n$" "" output "${output}")
  string(REPLACE "\n" ";" names "${output}")
  list(LENGTH names found)
  if(NOT found EQUAL expected)
    message(FATAL_ERROR "${PROGRAM} has ${expected} ${label} test cases, "
      "${found} can be read: is there a [ or ] in a name?")
  endif()
  foreach(name IN LISTS names)
    string(REPLACE "," "\\," pattern "${name}")
    set(test "[==[${PREFIX}: ${name}]==]")
    # A skipped test says so and has not failed. A name that matches no case
    # would run nothing and succeed.
    string(APPEND script "add_test(${test} [==[${PROGRAM}]==] --no-colors "
      "[==[--test-case=${pattern}]==])\n"
      "set_tests_properties(${test} PROPERTIES LABELS ${label} "
      "WORKING_DIRECTORY [==[${WORK}]==] "
      "SKIP_REGULAR_EXPRESSION [==[SKIPPED:.*Status: SUCCESS!]==] "
      "FAIL_REGULAR_EXPRESSION [==[test cases: *0 ]==] "
      "ENVIRONMENT [==[${ENVIRONMENT}]==])\n")
  endforeach()
endforeach()
file(WRITE ${OUTPUT} "${script}")

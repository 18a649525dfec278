#!/bin/sh
# After a run of ctest: every test case, one per line, as
#
#   passed | failed | skipped <TAB> seconds <TAB> test: case
#
#   list_cases.sh BUILD_DIR
#
# BUILD_DIR holds ctest's junit.xml and, under tests, for each doctest program a
# list of its tests (tests/support/discover.cmake): name, log, number of cases.
# A case that ctest was to run and that did not end has failed. Tests of ctest
# that are no doctest programs are one case each.
set -eu
# shellcheck disable=SC2046  # a list of files
exec awk -F '\t' '
  function report(result, seconds, name) {
    printf "%s\t%.2f\t%s\n", result, seconds, name
    failures += result == "failed"
  }
  # The cases of one test, from its log.
  function report_cases(    line, field, ended, open) {
    failures = ended = 0
    while ((getline line < logs[test]) > 0) {
      split(line, field, "\t")
      open = field[1] == "begun" ? field[3] ": did not end" : ""
      if (open) continue
      ++ended
      report(field[1], field[2], test ": " field[3])
    }
    close(logs[test])
    for (; ended < cases[test]; ++ended) {
      report("failed", 0, test ": " (open ? open : "a case that was not reached"))
      open = ""
    }
    if (status != "run" && failures == 0)
      report("failed", 0, test ": the program failed (" status ")")
  }
  function report_test() {
    if (test in logs) report_cases()
    else if (test) report(status == "run" ? "passed" : status, seconds, test)
  }
  FILENAME ~ /_list\.tsv$/ {
    logs[$1] = $2
    cases[$1] = $3
  }
  # <testcase name="" classname="" time="" status="">
  /<testcase / {
    report_test()
    split($0, attribute, "\"")
    test = attribute[2]
    seconds = attribute[6]
    status = attribute[8] == "run" ? "run" : "failed"
  }
  # ctest says "notrun" of a test that it could not start, too.
  /<skipped message="SKIP_/ { status = "skipped" }
  END { report_test() }
' $(find "$1/tests" -name '*_tests_list.tsv') "$1/junit.xml"

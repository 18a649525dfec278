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
lists=$(find "$1/tests" -name '*_tests_list.tsv')
# shellcheck disable=SC2086  # a list of files
exec awk -F '\t' '
  function attribute(line, name,    start) {
    start = index(line, " " name "=\"")
    if (!start) return ""
    line = substr(line, start + length(name) + 3)
    line = substr(line, 1, index(line, "\"") - 1)
    gsub(/&lt;/, "<", line)
    gsub(/&gt;/, ">", line)
    gsub(/&quot;/, "\"", line)
    gsub(/&amp;/, "\\&", line)
    return line
  }
  function report(result, seconds, name) {
    printf "%s\t%.2f\t%s\n", result, seconds, name
    if (result == "failed") ++failures
  }

  # The cases of one test, from its log.
  function report_cases(test,    line, field, ended, open) {
    failures = ended = 0
    open = ""
    while ((getline line < logs[test]) > 0) {
      split(line, field, "\t")
      open = field[3]
      if (field[1] == "begun") continue
      open = ""
      ++ended
      report(field[1], field[2], test ": " field[3])
    }
    close(logs[test])
    if (open != "" && ended < cases[test]) {
      ++ended
      report("failed", 0, test ": " open ": did not end")
    }
    for (; ended < cases[test]; ++ended)
      report("failed", 0, test ": a case that was not reached")
    if (status != "run" && failures == 0)
      report("failed", 0, test ": the program failed (" status ")")
  }

  function report_test() {
    if (test == "") return
    if (test in logs) report_cases(test)
    else if (status == "run") report("passed", seconds, test)
    else report(status == "skipped" ? "skipped" : "failed", seconds, test)
  }

  NF == 3 && FILENAME ~ /_list\.tsv$/ {
    logs[$1] = $2
    cases[$1] = $3
  }
  /<testcase / {
    report_test()
    test = attribute($0, "name")
    seconds = attribute($0, "time")
    status = attribute($0, "status")
  }
  # ctest says "notrun" of a test that it could not start, too.
  /<skipped message="SKIP_/ { status = "skipped" }
  END { report_test() }
' $lists "$1/junit.xml"

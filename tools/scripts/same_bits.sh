#!/bin/sh
# Do results depend on the number of threads, or of ranks, whatever compiles
# them? Builds the numerical layers' tests with each compiler at each level of
# optimization, and runs those of their cases that compare bits.
#
#   tools/scripts/same_bits.sh [COMPILER...]     default: g++ and clang++, installed
#
# Prints a line for each build, in build/bits; status 1 if any case failed. It
# takes minutes for each of the six; JOBS says how many compilers run at a time.
set -u
cd "$(dirname "$0")/../.." || exit 1
. tools/scripts/common.sh

layers="matrix solvers linear graph kernel learn"
cases="*threads*,*ranks*,*bits*"

# build_and_run COMPILER FLAGS: a line for the build
build_and_run() {
  build=build/bits/$(basename "$1")$(echo "$2" | tr -d ' ')
  use_logs "$build/logs"
  configure "$build" -D CMAKE_CXX_COMPILER="$1" -D CMAKE_BUILD_TYPE=None \
    -D CMAKE_CXX_FLAGS="$2" -D CMAKE_UNITY_BUILD=ON \
    -D SEMILIN_ASSERTIONS=ON -D SEMILIN_BUILD_TOOLS=OFF >/dev/null
  # shellcheck disable=SC2046,SC2086  # lists of words
  build_with_progress "$build" $(printf '%s_tests ' $layers)
  for layer in $layers; do
    "$build/tests/$layer/${layer}_tests" --test-case="$cases" ||
      echo "FAILED: $layer"
  done >"$logs/tests.log" 2>&1
  passed=$(sed -n 's/.*test cases: *[0-9]* | *\([0-9]*\) passed.*/\1/p' \
    "$logs/tests.log" | awk '{ sum += $1 } END { print sum + 0 }')
  failed=$(sed -n 's/^FAILED: //p' "$logs/tests.log" | paste -s -d ' ')
  echo "$("$1" --version | head -n 1), $2: $passed passed${failed:+,}" \
    "${failed:+failed in $failed, see $logs/tests.log}"
  [ -z "$failed" ]
}

use_logs build/bits/logs
# shellcheck disable=SC2086  # lists of words
[ $# -gt 0 ] || {
  install_missing $build_packages $test_packages $sanitizer_packages
  set -- g++ clang++
}
status=0
for compiler; do
  for flags in "-O2" "-O3" "-O3 -march=native"; do
    build_and_run "$compiler" "$flags" || status=1
  done
done
exit $status

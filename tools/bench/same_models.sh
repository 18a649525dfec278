#!/bin/sh
# Do two builds of the command train the same models? Trains with both, and
# compares to the last bit what the models say: all outputs of the training
# rows, and the labels that training settled on. The new build also reads the
# old one's models and must say the same with them.
#
#   tools/bench/same_models.sh OLD NEW DATA...
#
# OLD, NEW: the command `semilin` of each build. DATA: svmlight text or stores
# with labelled and unlabelled rows. METHODS: which, all by default. Prints a
# line per training; status 1 if any differs.
set -eu
[ $# -ge 3 ] || {
  sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p;}' "$0" >&2
  exit 2
}
old=$1 new=$2
shift 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0
for data; do
  for method in ${METHODS:-rls svm tsvm da lap-rls tv-rls cheeger-rls}; do
    for build in old new; do
      eval "command=\$$build"
      "$command" train "$data" --method "$method" --quiet ${OPTIONS:-} \
        -o "$work/$build.model" --labels-out "$work/$build.labels" \
        --summary "$work/$build.json"
      "$command" predict "$work/$build.model" "$data" --scores --quiet \
        -o "$work/$build.scores"
    done
    "$new" predict "$work/old.model" "$data" --scores --quiet \
      -o "$work/across.scores"
    if ! grep -q '"fell_back": true' "$work/old.json" &&
      grep -q '"fell_back": true' "$work/new.json"; then
      echo "$data $method: falls back to the supervised SVM, not compared"
      continue
    fi
    verdict=same
    for pair in "old.scores new.scores" "old.scores across.scores" \
      "old.labels new.labels"; do
      # shellcheck disable=SC2086  # two words
      (cd "$work" && cmp -s $pair) || verdict="differ: $pair"
    done
    [ "$verdict" = same ] || status=1
    echo "$data $method: $verdict"
  done
done
exit $status

#!/bin/sh
# Do two builds of the command train the same models? Trains with both, and
# compares to the last bit what the models say: all outputs of the training
# rows, and the labels that training settled on. The new build also reads the
# old one's models and must say the same with them.
#
#   tools/bench/same_models.sh OLD NEW DATA...
#
# OLD, NEW: the command `semilin` of each build. DATA: svmlight text or stores
# with labeled and unlabeled rows, multi-label data, too. METHODS: which, all
# by default; OPTIONS: further ones of train. Prints a line per training, of
# models that differ with both objectives and the number of labels that differ;
# what both builds refuse, they must refuse in the same words. Status 1 if any
# differs.
set -eu
[ $# -ge 3 ] || {
  sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p;}' "$0" >&2
  exit 2
}
old=$1 new=$2
shift 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
all="rls svm tsvm da nb-em lap-rls lap-svm tv-rls tv-svm cheeger-rls \
cheeger-svm committee"

# train_with BUILD: leaves BUILD.model, .labels, .scores, or BUILD.refused.
train_with() {
  eval "command=\$$1"
  rm -f "$work/$1".*
  "$command" train "$data" --method "$method" --quiet ${OPTIONS:-} \
    -o "$work/$1.model" --labels-out "$work/$1.labels" \
    --summary "$work/$1.json" \
    2>"$work/$1.refused" || return 0
  rm "$work/$1.refused"
  "$command" predict "$work/$1.model" "$data" --scores --quiet \
    -o "$work/$1.scores"
}

how_far() {
  objectives=$(for build in old new; do
    sed -n 's/^ *"objective": \([^,]*\),*$/\1/p' "$work/$build.json" | sed 1q
  done | paste -s -d ' ')
  paste "$work/old.labels" "$work/new.labels" |
    awk -F '\t' -v objectives="$objectives" '$1 != $2 { n++ }
      END { print "objectives " objectives ", " n + 0 " of " NR " labels" }'
}

verdict() {
  if [ -e "$work/old.refused" ] || [ -e "$work/new.refused" ]; then
    cmp -s "$work/old.refused" "$work/new.refused" && echo "same refusal" ||
      echo "differ: refused"
    return
  fi
  "$new" predict "$work/old.model" "$data" --scores --quiet \
    -o "$work/across.scores"
  for pair in "old.scores new.scores" "old.scores across.scores" \
    "old.labels new.labels"; do
    # shellcheck disable=SC2086  # two words
    (cd "$work" && cmp -s $pair) || {
      echo "differ: $pair, $(how_far)"
      return
    }
  done
  echo same
}

status=0
for data; do
  for method in ${METHODS:-$all}; do
    train_with old
    train_with new
    found=$(verdict)
    case $found in differ*) status=1 ;; esac
    echo "$data $method: $found"
  done
done
exit $status

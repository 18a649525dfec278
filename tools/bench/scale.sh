#!/usr/bin/env bash
# What many made-up documents cost, from text to classifiers, and whether what
# comes out is right:
#
#   scale.sh BUILD [--documents N] [--classes K] [--labels L] [--draws D] [PART...]
#
# Makes N documents (1000000) of 70 words in K classes (20), turns them into a
# store, keeps L labels (10) of each class, drawn D times (1), and trains the
# supervised SVM. Then come the PARTs, all if none is named:
#
#   early      annealing with all rows at all temperatures, and with a sample of
#              them at the early ones
#   graph      approximate neighbors, and their recall
#   tv-rls     total variation on that graph
#   committee  the default method; and with tv-rls, if it has none by itself
#   ranks      the SVM and annealing under mpirun (mpi_scale.sh)
#
# BUILD: a build folder with the command, datasets/ and neighbors_bench. A row for
# each training has its seconds, reading included, the most memory, the accuracy
# on the hidden labels and the objective.
#
# Ends with status 1 if a command fails; if a method makes more mistakes than the
# SVM, which sees no unlabeled row, or of more than two classes, where these rows
# tell more, three quarters of them; if the recall is below 0.7; if ranks label
# rows otherwise than a single process does (annealing: more than one in 50).
set -euo pipefail
usage() {
  sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p;}' "$0" >&2
  exit 2
}

documents=1000000 classes=20 labels=10 draws=1 build='' parts=''
while [ $# -gt 0 ]; do
  case $1 in
    --documents | --classes | --labels | --draws)
      [ $# -gt 1 ] || usage
      printf -v "${1#--}" %s "$2"
      shift
      ;;
    early | graph | tv-rls | committee | ranks) parts="$parts $1" ;;
    -*) usage ;;
    *)
      [ -z "$build" ] || usage
      build=$1
      ;;
  esac
  shift
done
[ -n "$build" ] || usage
: "${parts:=early graph tv-rls committee ranks}"
semilin=$build/tools/semilin
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

fail() {
  echo "scale.sh: $*" >&2
  failed=1
}

# holds EXPRESSION, of awk
holds() { awk "BEGIN { exit !($1) }"; }

has() { [[ " $parts " == *" $1 "* ]]; }

# number FILE NAME
number() { sed -n "s/^ *\"$2\": \([-+.0-9e]*\),*\$/\1/p" "$1" | sed 1q; }

# timed COMMAND...: sets wall and user
timed() {
  local TIMEFORMAT="%R %U"
  { time "$@" 2>&3; } 3>&2 2>"$work/time"
  read -r wall user < <(tail -n 1 "$work/time")
}

# train NAME [options]: a row of the table; sets accuracy
train() {
  local name=$1
  shift
  timed "$semilin" train "$work/labeled.store" -o "$work/model" --quiet \
    --unlabeled "$work/hidden.store" --summary "$work/summary" "$@"
  "$semilin" evaluate "$work/model" "$work/hidden.store" --json --quiet \
    -o "$work/evaluation"
  accuracy=$(number "$work/evaluation" accuracy)
  printf '| %s | %s | %s s | %s s | %.0f MB | %.2f %% | %s |\n' "$draw" "$name" \
    "$wall" "$user" "$(number "$work/summary" peak_memory_bytes)e-6" \
    "${accuracy}e2" "$(number "$work/summary" objective)"
}

# The same for a method that learns from the unlabeled rows.
train_better() {
  train "$@"
  holds "1 - $accuracy <= ($classes > 2 ? 0.75 : 1) * (1 - $supervised)" ||
    fail "$1 is right on $accuracy of the rows, the SVM on $supervised"
}

"$build/datasets/make_corpus" --documents "$documents" --classes "$classes" \
  --words 70 -o "$work/documents.txt"
timed "$semilin" vectorize "$work/documents.txt" -o "$work/all.store" --quiet
rm "$work/documents.txt"
echo "$documents documents to a store: $wall s, $user s of processors"

if has graph; then
  "$build/tools/bench/neighbors_bench" --search approximate "$work/all.store" |
    tee "$work/neighbors" | sed 's/^[^:]*: //'
  recall=$(sed 's/.*recall \([.0-9]*\),.*/\1/' "$work/neighbors")
  holds "$recall >= 0.7" || fail "the recall of the neighbors is $recall"
fi

echo "| labels drawn | method | wall | processors | memory | accuracy | objective |"
echo "|---|---|---|---|---|---|---|"
for draw in $(seq "$draws"); do
  "$build/datasets/draw_labels" -n "$labels" --seed "$draw" "$work/all.store" \
    "$work/labeled.store" "$work/hidden.store" >"$work/sizes"
  train svm --method svm
  supervised=$accuracy
  if has early; then
    train_better "da, all rows" --method da --set early-step=1
    train_better "da, early rows" --method da --set early-step=8
  fi
  if has tv-rls; then
    train_better tv-rls --method tv-rls --set search=approximate
  fi
  if has committee; then
    train_better committee --method committee
    if grep -q '"absent": "tv-rls"' "$work/summary"; then
      train_better "committee with tv-rls" --method committee --set search=approximate
    fi
  fi
done

if has ranks; then
  "$semilin" convert "$work/labeled.store" "$work/all.store" --quiet \
    --unlabeled "$work/hidden.store"
  ranks() {
    echo "$1:"
    MOST_UNLIKE=$2 "$(dirname "$0")/mpi_scale.sh" "$semilin" \
      "$work/all.store" --method "$1" || fail "$1: ranks label otherwise"
  }
  ranks svm 0
  ranks da $((documents / 50))
fi
exit $failed

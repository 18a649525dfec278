#!/bin/sh
# run.sh LIBRARY WORK: builds the example in the folder WORK with the shared library
# LIBRARY (libsemilin.so), and runs documents.R.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
library=$1 work=$2
command -v R >/dev/null || {
  echo "SKIPPED: needs R"
  exit 0
}
folder=$(dirname "$library")
rm -rf "$work"
mkdir -p "$work"
cp "$here"/semilin.c "$here"/*.R "$work"
cd "$work"
PKG_CPPFLAGS="-I$here/../../include" \
  PKG_LIBS="-L$folder -lsemilin -Wl,-rpath,$folder" R CMD SHLIB semilin.c >build.log
Rscript documents.R

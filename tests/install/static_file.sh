#!/bin/bash
# The command as one file: is small, needs no library, and trains, predicts,
# vectorizes, labels and serves in a folder that holds nothing else.
#
#   static_file.sh LIBRARY WORK
#
# LIBRARY: libsemilin.a, position-independent. WORK: a folder to be made anew.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
library=$1 work=$2
[[ -e /usr/lib/$(uname -m)-linux-gnu/libstemmer.a ]] || {
  echo "SKIPPED: needs static libraries"
  exit 0
}
rm -rf "$work"
root=$work/root
mkdir -p "$root"
cmake --preset static -B "$work/build" -D SEMILIN_PREBUILT="$library" \
  -D CMAKE_CXX_FLAGS_RELEASE=-O1 >"$work/configure.log"
cmake --build "$work/build" -j 2 --target semilin_command >"$work/build.log"
cp "$work/build/tools/semilin" "$root"

size=$(stat -c %s "$root/semilin")
echo "$size bytes"
[[ $size -le 12000000 ]]
! readelf -d "$root/semilin" | grep NEEDED

chroot / true 2>/dev/null || {
  echo "SKIPPED: may not chroot, which the rest needs"
  exit 0
}
cat >"$root/d.csv" <<END
id,text,label
1,loan bank,money
2,goal team,sport
3,loan card,
4,team match,
5,goal match,
END
here() { chroot "$root" /semilin "$@"; }
here --version
here train /d.csv -o /m --min-documents 1
[[ $(here predict /m /d.csv | paste -s -d ' ') == "money sport money sport sport" ]]
here vectorize /d.csv -o /d.store --min-documents 1
here label /d.csv -o /page.html
grep -q '</html>' "$root/page.html"

chroot "$root" /semilin label /d.csv --serve >"$work/address" 2>"$work/said" &
server=$!
trap 'kill "$server" 2>/dev/null || true' EXIT
for _ in {1..100}; do
  [[ -s $work/address ]] && break
  sleep 0.1
done
IFS=/ read -r _ _ host token _ <"$work/address"
body='{"id": "3", "label": "money"}'
exec 3<>"/dev/tcp/${host/:/\/}"
printf 'POST /%s/labels HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s' \
  "$token" "$host" "${#body}" "$body" >&3
grep -q '^HTTP/1.1 200 OK' <&3
kill "$server"
wait "$server" || [[ $? == 1 ]]
grep -q '^3	money	' "$root/d.labels.tsv"
echo "static_file.sh: all done"

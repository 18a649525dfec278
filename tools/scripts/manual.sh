#!/bin/sh
# manual.sh SEMILIN FOLDER: writes the manual pages semilin.1, semilin-train.1,
# ... into FOLDER, made by help2man from --help of the command SEMILIN.
set -eu
semilin=$1
folder=$2

# page NAME ABOUT [COMMAND]
page() {
  help2man --no-info --name="$2" --version-string="$version" \
    --output="$folder/$1.1" "'$semilin'${3:+ $3}"
  sed -i "s/^\.TH [A-Z]*/.TH $1/
      s/^semilin \\\\-/$1 \\\\-/" "$folder/$1.1"
}

mkdir -p "$folder"
rm -f "$folder"/semilin*.1
version=$("$semilin" --version)
page semilin "semi-supervised classification of documents"
"$semilin" completion "semilin " | while read -r command about; do
  page "semilin-$command" "$about" "$command"
done

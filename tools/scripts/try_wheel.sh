#!/bin/sh
# try_wheel.sh WHEEL: installs the wheel beside NumPy alone, on a Debian that has
# nothing else, and tries the package and the command. As root of a system made by
# tools/scripts/fresh_machine.sh --wheel WHEEL trixie FOLDER.
set -eu
wheel=$(realpath "$1")
work=$(mktemp -d)
apt-get -qq update
apt-get -qq install -y --no-install-recommends python3-numpy python3-venv
python3 -m venv --system-site-packages "$work/python"
"$work/python/bin/pip" install --quiet --no-index --no-deps "$wheel"
PATH=$work/python/bin:$PATH
cd "$work"
python3 - <<'END'
import sys
from semilin import SemiLinearClassifier, TextVectorizer
texts = ["red wine", "the goal", "white wine", "the match", "wine, wine", "goal, match"]
model = SemiLinearClassifier().fit(texts, ["food", "sport", "", "", "", ""])
assert model.transduction_.tolist() == ["food", "sport"] * 3, model.transduction_
model.save("texts.model")
absent = {"sklearn", "scipy", "pandas"} - set(sys.modules)
print("Python", sys.version.split()[0], "without", *sorted(absent))
END
printf 'goal\nwine\n' >more.txt
[ "$(semilin predict --quiet --text texts.model more.txt | paste -s -d ' ')" = "sport food" ]
semilin --version
rm -rf "$work"

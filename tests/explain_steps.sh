# SPDX-License-Identifier: MIT
# What the tests of explanations have in common; sourced, with $build and $dir set.

fail()
{
	echo "$1"
	[ $# -lt 2 ] || cat "$2"
	exit 1
}

# usage: explain NAME ARGUMENT...
explain()
{
	name=$1
	shift
	"$build/bareline" explain -o "$dir/$name" "$@" >"$dir/$name.txt" 2>&1 ||
		fail "$name: status $?" "$dir/$name.txt"
}

# All figures of a run are explained, or left out for a reason; so many at least are.
# usage: must_explain NAME AT_LEAST
must_explain()
{
	python3 - "$dir/$1/explain.json" "$2" <<'END' || fail "$1: not all is explained"
import json
import sys

tables = json.load(open(sys.argv[1]))["tables"]
rows = next(table["rows"] for table in tables if table["name"] == "explain.sums")
equal = [row for row in rows if row["verdict"] == "equal"]
for row in rows:
    if row["verdict"] not in ("equal", "no sum"):
        sys.exit("not explained: %s" % row)
    if row["verdict"] == "equal" and row["measured"] != row["explained"]:
        sys.exit("not equal: %s" % row)
if len(equal) < int(sys.argv[2]):
    sys.exit("only %d figures are explained" % len(equal))
END
}

# usage: must_refuse NAME STATUS WORDS ARGUMENT...
must_refuse()
{
	name=$1 wanted=$2 words=$3 status=0
	shift 3
	"$@" >"$dir/$name.txt" 2>&1 || status=$?
	[ $status -eq "$wanted" ] || fail "$name: status $status instead of $wanted" "$dir/$name.txt"
	grep -q "$words" "$dir/$name.txt" || fail "$name: it does not say '$words'" "$dir/$name.txt"
}

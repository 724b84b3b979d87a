# SPDX-License-Identifier: MIT
# Functions shared by the tests of explanations; sourced, with $build and $dir set.

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

# All metrics of a run are explained, or have a reason; at least AT_LEAST are explained.
# usage: must_explain NAME AT_LEAST
must_explain()
{
	python3 - "$dir/$1/explain.json" "$2" <<'END' || fail "$1: unexplained metrics"
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
    sys.exit("only %d metrics are explained" % len(equal))
END
}

# Compare a run with a side's column, metal or linux, of tests/explain/sums.
# usage: must_be_listed NAME SIDE
must_be_listed()
{
	python3 "$here/../scripts/explain_sums.py" check "$here/explain/sums" "$2" \
		"$dir/$1/explain.json" >"$dir/sums.txt" 2>&1 ||
		fail "unexpected metrics equal their sums" \
			"$dir/sums.txt"
}

# Copy the output of `explain` with an error: a sample of a benchmark's stage one instruction
# longer, or one function in each profile executed twice as often.
# usage: copy_with_error FROM TO results BENCH STAGE | copy_with_error FROM TO counts
copy_with_error()
{
	rm -rf "$2"
	cp -R "$1" "$2"
	[ "$3" = counts ] || rm "$2/run/serial.log"
	python3 - "$2" "$3" "${4-}" "${5-}" <<'END'
import json
import re
import sys

directory, what, bench, stage = sys.argv[1:]
path = f"{directory}/counts.txt" if what == "counts" else f"{directory}/run/results.json"
text = open(path, encoding="utf-8").read()
if what == "counts":
    text = re.sub(r"^(P \d+ \d+:\d+:)(\d+)", lambda match: match[1] + str(2 * int(match[2])), text,
                  flags=re.M)
else:
    results = json.loads(text)
    series = next(series for item in results["benchmarks"] if item["name"] == bench
                  for series in item["series"] if series["stage"] == stage)
    next(part for part in series["samples"] if not part["cold"])["values"][0] += 1
    text = json.dumps(results)
open(path, "w", encoding="utf-8").write(text)
END
}

# usage: must_refuse NAME STATUS WORDS ARGUMENT...
must_refuse()
{
	name=$1 wanted=$2 words=$3 status=0
	shift 3
	"$@" >"$dir/$name.txt" 2>&1 || status=$?
	[ $status -eq "$wanted" ] || fail "$name: expected status $wanted, found $status" \
		"$dir/$name.txt"
	grep -q "$words" "$dir/$name.txt" || fail "$name: expected the message '$words'" "$dir/$name.txt"
}

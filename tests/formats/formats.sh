#!/bin/sh
# SPDX-License-Identifier: MIT
# Check the output formats with independent readers. results.json must match its schema. The queries
# of docs/examples must run on a database. `compare` and `history` must give the correct verdicts
# for runs with known changes.
# usage: tests/formats/formats.sh BUILD
set -u

build=$1
here=$(dirname "$0")/..
dir=$build/formats-test
python=/usr/bin/python3
. "$here/expect.sh"

bareline()
{
	timeout 1800 "$build/bareline" "$@"
}

make_results()
{
	$python "$here/formats/make_results.py" "$@" || exit 1
}

rm -rf "$dir"
mkdir -p "$dir/runs/1" "$dir/runs/2" "$dir/runs/3"
for run in 1 2 3; do
	timeout 1800 "$build/bareline-linux" -q --samples 5 --bench 'cpu.*' --bench null.timing \
		--bench mem.latency -o "$dir/runs/$run/serial.log" 2>"$dir/run.err" ||
		{ cat "$dir/run.err"; exit 1; }
	bareline parse "$dir/runs/$run" -o "$dir/runs/$run/results.json" 2>/dev/null
	printf '{"started": "2026-11-0%dT00:00:00Z", "host_name": "one"}' $run \
		>"$dir/runs/$run/manifest.json"
done

# ---- Independent readers ----

bareline parse "$dir/runs/1/serial.log" -o - >"$dir/printed.json" 2>/dev/null
expect 'parse -o - writes to standard output' cmp "$dir/printed.json" \
	"$dir/runs/1/results.json"
expect 'parse -o - creates no file named "-"' test ! -e -
expect 'results.json matches its schema' $python "$here/formats/schema.py" \
	docs/results.schema.json "$dir"/runs/*/results.json
expect 'the time of parse is linear in the number of boots' $python "$here/formats/parse_speed.py" \
	"$build/bareline" "$dir/speed" "$dir/runs/1/serial.log"
for format in csv ndjson samples gbench openmetrics hdr kcidb; do
	expect "export as $format" bareline export --format $format "$dir/runs" \
		-o "$dir/all.$format"
done
expect 'CSV and NDJSON have the same rows' $python "$here/formats/csv_rows.py" "$dir/all.csv" \
	"$dir/all.ndjson"
expect 'every median equals the median of its samples' \
	$python "$here/formats/samples.py" "$dir/all.samples" \
	"$dir/all.ndjson"
# usage: is_of_schema NAME FILE: by this tree's restatement of a published schema
is_of_schema()
{
	$python -c 'import json, sys, jsonschema
jsonschema.validate(json.load(open(sys.argv[2])), json.load(open(sys.argv[1])),
	format_checker=jsonschema.FormatChecker())' "$here/formats/$1.schema.json" "$2"
}
expect 'the KCIDB export follows its schema' is_of_schema kcidb "$dir/all.kcidb"
expect 'the OpenMetrics parser reads the export' $python "$here/formats/openmetrics.py" \
	"$dir/all.openmetrics" "$dir/all.ndjson"
expect 'an HdrHistogram reader reads the log' $python "$here/formats/hdr.py" "$dir/all.hdr" \
	"$dir/all.ndjson"
bareline export --format hdr "$dir/runs/1" -o "$dir/one.hdr"
bareline export --format ndjson "$dir/runs/1" -o "$dir/one.ndjson"
expect 'an HdrHistogram reader reads the log of one run, whose tags have no run name' \
	$python "$here/formats/hdr.py" \
	"$dir/one.hdr" "$dir/one.ndjson"
expect 'the Google Benchmark JSON names the host' grep -q '"host_name": "one"' "$dir/all.gbench"
expect 'the compare script of Google Benchmark reads the JSON' says '^cpu\.loop  *+0.0000' 0 \
	$python /usr/share/benchmark/compare.py --no-color benchmarks "$dir/all.gbench" \
	"$dir/all.gbench"

# `overhead`, `explain` and `gate` store runs one directory deeper. Export must include these runs.
mkdir -p "$dir/deep/now"
cp -r "$dir/runs/1" "$dir/deep/one"
cp -r "$dir/runs/2" "$dir/deep/now/metal-1"
cp -r "$dir/runs/3" "$dir/deep/now/linux-1"
bareline export --format csv "$dir/deep" -o "$dir/deep.csv"
expect 'export includes runs in nested directories' test "$(sed -n \
	"s,^$dir/deep/\\([^,]*\\)\\,.*,\\1,p" "$dir/deep.csv" | sort -u | tr '\n' ' ')" = \
	'now/linux-1 now/metal-1 one '

# ---- The programs of docs/output.md and docs/examples ----

cp "$dir/all.samples" "$dir/samples.csv"
figures=$(grep -c ',warm,' "$dir/all.csv")
sed -n '/^```python$/,/^```$/ { /^```/!p }' docs/output.md >"$dir/by_pandas.py"
expect 'the Python program prints a median per metric' test \
	"$($python docs/examples/medians.py "$dir/samples.csv" | wc -l)" = "$figures"
if $python -c 'import pandas' 2>/dev/null; then
	expect 'pandas reads the samples' sh -c 'cd "$1" && "$2" by_pandas.py' sh "$dir" $python
	expect 'pandas reads every metric' test "$(wc -l <"$dir/medians.csv")" = $((figures + 1))
else
	echo 'skipped: pandas reads the samples: pandas is not installed'
fi

# ---- The queries of docs/examples ----

cp docs/examples/queries.sql "$dir"
(
	cd "$dir" && cp all.csv figures.csv && cp all.samples samples.csv && cp all.ndjson figures.ndjson &&
		sqlite3 -batch -bail figures.db <queries.sql >answers.txt 2>answers.err
)
expect 'a database runs the queries' grep -q 'cpu.loop' "$dir/answers.txt"
expect 'the queries give no error' test ! -s "$dir/answers.err"
# Select the memory curve by its columns, without parsing the point.
expect 'a column selects the page size' sh -c '
	"$1" -c "
import csv
rows = [row for row in csv.DictReader(open(\"$2/all.csv\", newline=\"\"))]
curve = [row for row in rows if row[\"bench\"] == \"mem.latency\" and row[\"cache\"] == \"warm\"]
mine = [row for row in curve if row[\"axis_page_bytes\"] == \"4096\"]
assert mine and len(mine) < len(curve)
for row in curve:
    axes = \" \".join(f\"{name[5:]}={row[name]}\" for name in row
                    if name.startswith(\"axis_\") and row[name] != \"\")
    assert sorted(axes.split()) == sorted(row[\"point\"].split()), (axes, row[\"point\"])"' sh \
	$python "$dir"
if command -v clickhouse-server >/dev/null; then
	expect 'ClickHouse reads the rows' $python "$here/formats/clickhouse.py" "$dir/clickhouse" \
		"$dir/all.ndjson"
else
	echo 'skipped: ClickHouse reads the rows: clickhouse-server is not installed'
fi
expect 'the query of one metric over time gives one row per run' \
	test "$(grep -c '^2026-11-0[123]T' "$dir/answers.txt")" -eq 3

expect 'the key in docs/ci.md is a key of the baseline' grep -qxF \
	"$(sed -n 's/^    \(irq\..*\*5\)$/\1/p' docs/ci.md)" "$here/golden/instructions.txt"

# ---- Verdicts ----

make_results "$dir/base" 10 1 1
make_results "$dir/same" 10 2 1
make_results "$dir/worse" 10 3 1.05
make_results "$dir/few" 3 4 1.5
make_results "$dir/other-cpu" 10 5 1 model=85
make_results "$dir/other-mode" 10 5 1 time_base=instructions
make_results "$dir/other-unit" 10 5 1 unit=counts
make_results "$dir/twice" 10 5 1 twice=made.two
make_results "$dir/broken" 10 5 1 end=panic
make_results "$dir/hostile" 10 6 1.05 'name==cmd()|<b>`"&' 'summary=<script>'
make_results "$dir/hostile-base" 10 7 1 'name==cmd()|<b>`"&'

bareline show --json "$dir/base/run-000" >"$dir/shown-one.json" 2>/dev/null
expect 'equal runs: no metric is regressed' \
	says '0 regressed, 0 improved' 0 bareline compare "$dir/base" "$dir/same"
expect 'a shift of 5 % is found and named' says 'made.one' 1 \
	bareline compare "$dir/base" "$dir/worse" --junit "$dir/junit.xml" \
	--markdown "$dir/change.md" --json "$dir/change.json"
expect 'no other metric is regressed' says '1 regressed, 0 improved, 2 unchanged' 1 \
	bareline compare "$dir/base" "$dir/worse"
expect 'the shift passes with a larger threshold' says '0 regressed' 0 \
	bareline compare --threshold 10 "$dir/base" "$dir/worse"
expect 'the shift is improved in the other direction' says '0 regressed, 1 improved' 0 \
	bareline compare "$dir/worse" "$dir/base"
expect 'too few runs are reported' says 'too few runs' 2 \
	bareline compare "$dir/few" "$dir/base/run-000"
expect 'one run per side gives no regressed or improved verdict' sh -c '
	! "$1" compare "$2/base/run-000" "$2/worse/run-000" | grep -e regressed -e improved' sh \
	"$build/bareline" "$dir"
expect 'another CPU is refused' says 'CPU model is 85, not 158' 2 \
	bareline compare "$dir/base" "$dir/other-cpu"
expect '--force marks a comparison with another CPU' says 'FORCED' 0 \
	bareline compare --force "$dir/base" "$dir/other-cpu"
expect 'another time base is refused' says 'time base is "instructions"' 2 \
	bareline compare "$dir/base" "$dir/other-mode"
expect 'another unit is refused; the message names the benchmark' \
	says 'made.one is in counts, not in tsc_ticks' 2 \
	bareline compare "$dir/base" "$dir/other-unit"
expect 'a benchmark name used twice is refused' says 'two benchmarks are named made.one' 2 \
	bareline compare "$dir/base" "$dir/twice"
expect 'an aborted run is refused' says 'INCOMPLETE: the target ended with "panic"' 2 \
	bareline compare "$dir/base" "$dir/broken"
expect '--force marks a comparison with an aborted run' says 'FORCED' 0 \
	bareline compare --force "$dir/base" "$dir/broken"
expect 'a pattern without a match is refused' says 'no benchmark matches' 2 \
	bareline compare --bench nomatch "$dir/base" "$dir/same"
expect 'JUnit is XML and contains the failure' says '<failure message="regressed, .* change +5' 0 \
	xmllint --xpath '//testcase[@name="made.one"]/failure' "$dir/junit.xml"
expect 'JSON has the same counts as the table' \
	$python "$here/formats/tables.py" "$dir/change.json" \
	changes regressed=1 improved=0 changed=0 unchanged=2 not_compared=0
expect 'JSON has the regressed metric' $python "$here/formats/tables.py" "$dir/change.json" \
	one-figure verdict=regressed benchmark=made.one unit=ns base_runs=10 new_runs=10
expect 'Markdown has only the regressed metric' test "$(grep -c '^| made' "$dir/change.md")" -eq 1
bareline compare "$dir/base" "$dir/worse" --ktap "$dir/change.ktap" >"$dir/compare.txt"
expect 'KTAP reports the regressed metric as a failed test' \
	$python "$here/formats/ktap.py" "$dir/change.ktap" \
	ok=2 failed=1 skipped=0 made.one
bareline compare "$dir/base/run-000" "$dir/worse/run-000" --ktap - >"$dir/few.ktap"
expect 'one run per side: KTAP has no failed test' $python "$here/formats/ktap.py" \
	"$dir/few.ktap" failed=0
expect 'Markdown fits a pull request comment' $python "$here/formats/review.py" \
	"$build/bareline" "$dir"

# ---- The order of runs ----

make_results "$dir/first" 10 1 1 start=0 every=1
make_results "$dir/second" 10 2 1 start=10 every=1
make_results "$dir/odd" 10 1 1 start=0 every=2
make_results "$dir/even" 10 2 1 start=1 every=2
expect 'consecutive runs of one side give a warning' says 'Runs in blocks (drift of the machine' 0 \
	bareline compare "$dir/first" "$dir/second" --json "$dir/blocks.json"
expect 'JSON has the warning too' \
	$python "$here/formats/tables.py" "$dir/blocks.json" changes order=blocks
expect 'interleaved sides give no warning' \
	says_nothing_of 'in blocks' bareline compare "$dir/odd" "$dir/even"
expect 'an unknown order of runs is reported' says 'Order of the runs unknown' 0 \
	bareline compare "$dir/base" "$dir/same"

# ---- Within one boot, and between boots ----

bareline show --runs --json "$dir/base" >"$dir/boots.json" 2>/dev/null
expect 'several runs have a confidence interval of their medians; one run has none' \
	$python -c "import json, sys
boots, single = (json.load(open(name))['tables'] for name in sys.argv[1:])
table = [table for table in boots if table['name'] == 'one-figure'][0]
assert table['intervals'] == '95 % CI, between boots' and table['rows'][0]['runs'] == 10, table
assert all(row['median']['low'] < row['median']['value'] < row['median']['high']
           for row in table['rows'])
assert any(table.get('intervals') == '95 % CI, this boot' for table in single)" \
	"$dir/boots.json" "$dir/shown-one.json"
expect 'runs of two machines are refused' says 'CPU model is 85, not 158' 2 \
	bareline show --runs "$dir/base" "$dir/other-cpu"
expect 'several runs without --runs are refused' exits_with 2 \
	bareline show "$dir/base/run-000" "$dir/base/run-001"

# Tables mark samples that differ between repeatable runs. A sentence has no marks.
has_no_marks()
{
	bareline compare "$dir/other-mode" "$dir/other-mode-new" --ktap "$dir/marks.tap" \
		--junit "$dir/marks.xml" >"$dir/marks.txt" || :
	grep -q ' unstable$' "$dir/marks.txt" && grep -q 'SKIP unstable, ' "$dir/marks.tap" &&
		! grep ', *!' "$dir/marks.tap" "$dir/marks.xml"
}
make_results "$dir/other-mode-new" 10 6 1.1 time_base=instructions
expect 'explain cases have no table marks' has_no_marks
expect 'metrics that vary are named' grep -q '^  *made.* unstable$' "$dir/marks.txt"

reports_same_run()
{
	bareline compare "$@" >"$dir/itself.txt" || :
	grep -q '^  ! Both sides are the same files$' "$dir/itself.txt" &&
		! grep -q '^  caution' "$dir/itself.txt" && ! grep -q "can't tell" "$dir/itself.txt"
}
expect 'several runs compared with themselves are reported' reports_same_run "$dir/base" "$dir/base/"
reports_no_same_run()
{
	! reports_same_run "$@"
}
expect 'two sides of one machine are not reported as the same run' \
	reports_no_same_run "$dir/base" "$dir/same"

# ---- The last run of the same kind ----

make_results "$dir/times" 4 8 1 start=0 every=10
make_results "$dir/full" 1 9 1 start=25 every=1 suite=full
mv "$dir/full/run-000" "$dir/times/run-of-another-suite"
compares_with_the_last()
{
	tool=$(realpath "$build/bareline")
	(cd "$dir" && rm -rf results && ln -s times results && timeout 1800 "$tool" compare 2>&1) |
		grep '^Comparing results/run-003 with results/run-002,'
}
expect 'a run is compared with the previous run of its kind' \
	says 'times/run-003 with .*times/run-002,' 2 \
	bareline compare "$dir/times/run-003"
expect 'the previous run is older' says 'times/run-002 with .*times/run-001,' 2 \
	bareline compare "$dir/times/run-002"
expect 'the first run of its kind has no previous run' says 'no run of the same machine' 2 \
	bareline compare "$dir/times/run-of-another-suite"
expect 'without a name, the most recent run is taken' compares_with_the_last

# ---- History ----

make_results "$dir/past" 40 8 1
make_results "$dir/later" 15 9 1.05
for run in "$dir"/later/run-*; do
	mv "$run" "$dir/past/x${run##*/}"
done
# Noise can move the step by one run in either direction.
expect 'a step is found and its run named' says 'from 50.* at .*/past/x*run-0[03][019], build' 0 \
	bareline history "$dir/past" --json "$dir/history.json"
expect 'no other step is found' says '1 of 3 metrics changed' 0 bareline history "$dir/past"
# The page has a small chart per metric. The stepped metric has another at the top.
page_has_chart_per_metric()
{
	bareline history "$dir/past" --html "$dir/history.html" >"$dir/history.txt" &&
		grep -q '1 of 3 metrics changed' "$dir/history.txt" &&
		[ "$(grep -c '<li class=stepped>' "$dir/history.html")" = 2 ] &&
		[ "$(grep -c '^<svg role=img' "$dir/history.html")" = 4 ] &&
		[ "$(grep -o '<path class=step ' "$dir/history.html" | wc -l)" = 2 ] &&
		grep -q '>+[45]\.[0-9] %</text>' "$dir/history.html" &&
		grep -q '<title>run 0, .*/past/run-000, build 0123456789ab: ' "$dir/history.html" &&
		[ "$(grep -c '<script' "$dir/history.html")" = 1 ]
}
page_goes_to_standard_output()
{
	bareline history "$dir/past" --html - >"$dir/out.html" && cmp "$dir/out.html" "$dir/history.html"
}
expect 'history writes a page' page_has_chart_per_metric
expect '--page - writes only the page to standard output' page_goes_to_standard_output
expect 'too few runs are reported' says 'too few runs' 0 bareline history "$dir/few"
expect 'the history JSON has the step' $python "$here/formats/tables.py" "$dir/history.json" \
	steps benchmark=made.one run=39..41
expect 'the history JSON has a median per run and metric' $python -c "import json, sys
tables = {table['name']: table for table in json.load(open(sys.argv[1]))['tables']}
assert [len(row['medians']) for row in tables['one-figure']['rows']] == [55] * 3
assert len(tables['steps']['rows']) == 1 and len(tables['runs']['rows']) == 55" "$dir/history.json"
bareline overhead --force "$dir/base" "$dir/worse" -o "$dir/overhead.json" >"$dir/overhead.txt"
expect 'the overhead has a confidence interval' $python -c "import json, sys
tables = {table['name']: table for table in json.load(open(sys.argv[1]))['tables']}
row = tables['one-figure']['rows'][0]
assert row['ratio']['low'] < row['ratio']['value'] < row['ratio']['high'], row" \
	"$dir/overhead.json"
bareline show --json "$dir/runs/1" >"$dir/shown.json"
bareline show --ndjson "$dir/runs/1" >"$dir/shown.ndjson"
expect 'the JSON of a run and its NDJSON lines have the same rows' $python -c "import json, sys
tables = json.load(open(sys.argv[1]))['tables']
lines = [json.loads(line) for line in open(sys.argv[2])]
assert lines == [{'table': table['name'], **row} for table in tables for row in table['rows']]
assert any(line.get('benchmark') == 'null.timing' for line in lines)" \
	"$dir/shown.json" "$dir/shown.ndjson"
expect 'all four JSON outputs match their schemas' \
	$python "$here/formats/schema.py" docs/tables.schema.json \
	"$dir/change.json" "$dir/history.json" "$dir/overhead.json" "$dir/shown.json"
# Runs of another machine or clock are excluded. The excluded runs are counted by reason.
make_results "$dir/mixed" 3 8 1
make_results "$dir/clock" 2 8 1 time_base=emulated
for run in "$dir"/clock/run-*; do
	mv "$run" "$dir/mixed/a${run##*/}"
done
expect 'runs of another kind are excluded from a history' \
	says '^  left out .* 2 runs: time base is "emulated", not "real"' 0 bareline history "$dir/mixed"
expect 'runs of the same kind as the last are included' says '^  runs  *3, from .*/run-000 to .*/run-002' 0 \
	bareline history "$dir/mixed"
expect '--force includes every run' says '^  runs  *5, ' 0 bareline history --force "$dir/mixed"
expect 'refused if the last run can be in no history' says "runs not comparable" 2 \
	bareline history "$dir/base" "$dir/twice"

# Layout groups: one entry each, under two kernels.
for group in 1 2 3 4 5 6 7 8 9; do
	kernel='6.1.0 #1'
	factor=1
	if [ $group -gt 5 ]; then
		kernel='6.1.1 #1'
		factor=1.5
	fi
	make_results "$dir/groups/g$group" 3 "$group" $factor host=linux "kernel=$kernel"
	for layout in 1 2 3; do
		mv "$dir/groups/g$group/run-00$((layout - 1))" "$dir/groups/g$group/layout-$layout"
	done
done
groups_are_entries()
{
	bareline history "$dir/groups" --bench made.one --json - >"$dir/groups.json" &&
		$python -c "import json, sys
tables = {table['name']: table for table in json.load(open(sys.argv[1]))['tables']}
(row,) = tables['one-figure']['rows']
(step,) = tables['steps']['rows']
assert len(row['medians']) == 9 and len(tables['runs']['rows']) == 27
assert step['run'] == 5, step
change = step['after']['value'] / step['before']['value'] - 1
assert abs(row['trend'] - change) < 1e-9, row" "$dir/groups.json"
}
expect 'runs of a layout group are one entry; the trend is that of the step counts' \
	groups_are_entries
expect 'a step is named after the new kernel' \
	says 'at .*/groups/g6/layout-1, kernel 6.1.1' 0 bareline history --bench made.one "$dir/groups"
expect 'a benchmark without a match is refused' says 'no benchmark matches' 2 \
	bareline history --bench nomatch "$dir/past"

# ---- Hostile and broken input ----

expect 'hostile names are compared' exits_with 1 \
	bareline compare "$dir/hostile-base" "$dir/hostile" --junit "$dir/hostile.xml" \
	--markdown "$dir/hostile.md" --ktap "$dir/hostile.ktap"
expect 'XML escapes them' xmllint --noout "$dir/hostile.xml"
expect 'KTAP escapes them' $python "$here/formats/ktap.py" "$dir/hostile.ktap" failed=1
expect 'Markdown escapes them' says '=cmd()\\|&lt;b&gt;\\`' 0 cat "$dir/hostile.md"
expect 'CSV escapes them' bareline export --format csv "$dir/hostile" -o "$dir/hostile.csv"
expect 'NDJSON escapes them' bareline export --format ndjson "$dir/hostile" -o "$dir/hostile.ndjson"
expect 'no CSV cell begins a formula' grep -q ",\"'=cmd()" "$dir/hostile.csv"
expect 'CSV and NDJSON give the original names back' \
	$python "$here/formats/csv_rows.py" "$dir/hostile.csv" \
	"$dir/hostile.ndjson"
expect 'OpenMetrics escapes them' exits_with 0 bareline export --format openmetrics "$dir/hostile" \
	-o "$dir/hostile.openmetrics"
expect 'the OpenMetrics parser reads them' \
	$python "$here/formats/openmetrics.py" "$dir/hostile.openmetrics" \
	"$dir/hostile.ndjson"

good=$dir/base/run-000/results.json
: >"$dir/empty"
head -c 500 "$good" >"$dir/cut.json"
sed 's/"values": \[[0-9]*/"values": [NaN/' "$good" >"$dir/nan.json"
sed 's/"values": \[[0-9]*/"values": [-1/' "$good" >"$dir/negative.json"
sed 's/bareline-results-1/other-results-1/' "$good" >"$dir/foreign.json"
# The file size of a thousand million samples. The file is sparse.
printf '{"schema": "bareline-results-1",' >"$dir/endless.json"
truncate -s 4G "$dir/endless.json"
head -c 200000 /dev/zero | tr '\0' '\377' >"$dir/noise"
for file in empty noise; do
	expect "parse refuses $file" says 'no run found' 2 \
		bareline parse "$dir/$file" -o "$dir/parsed.json"
done
expect 'parse writes no results for $file' test ! -e "$dir/parsed.json"
expect 'an empty baseline is refused' says "$dir/empty: contains no metrics" 2 \
	bareline run --deterministic --baseline "$dir/empty" -o "$dir/never"
expect 'the baseline is refused before a run starts' test ! -e "$dir/never"
for file in empty endless.json cut.json nan.json negative.json foreign.json; do
	expect "$file is refused by name" says "$dir/$file" 2 bareline compare "$dir/$file" "$good"
	expect "$file is not exported" says "$dir/$file" 2 \
		bareline export --format csv "$dir/$file"
done

sum_up

#!/bin/sh
# SPDX-License-Identifier: MIT
# Take the screenshots of pages in README.md and docs/: the top of a run's page, and the page of a
# comparison with known changes, in a browser.
# usage: scripts/page_screenshot.sh BUILD RUN-PICTURE COMPARE-PICTURE
set -eu

build=$(realpath "$1")
run=$build/page
browser=$build/page-browser
sides=$build/page-compare

# usage: take PICTURE HEIGHT PAGE
take()
{
	timeout 100 chromium --headless=new --no-sandbox --disable-gpu --hide-scrollbars \
		--user-data-dir="$browser" --window-size="1280,$2" --screenshot="$1" "file://$3" \
		2>"$browser.log" || { cat "$browser.log" >&2; exit 1; }
}

"$build/bareline" run --cpus 2 -o "$run" >/dev/null
take "$2" 1600 "$run/report.html"

rm -rf "$sides"
mkdir -p "$sides/after"
"$build/bareline" run --deterministic --quiet -o "$sides/before"
python3 tests/report/change_results.py "$sides/before/results.json" "$sides/after/results.json"
status=0
(cd "$sides" && "$build/bareline" compare before after --html compare.html >/dev/null) || status=$?
[ $status -eq 1 ]
# Opened, so that the picture shows what is folded below a change.
sed '0,/<details class="change/s//<details open class="change/' "$sides/compare.html" >"$sides/open.html"
take "$3" 900 "$sides/open.html"
rm -r "$browser"

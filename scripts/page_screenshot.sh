#!/bin/sh
# SPDX-License-Identifier: MIT
# Take the screenshot of a run's page in README.md: its top, in a browser.
# usage: scripts/page_screenshot.sh BUILD FILE
set -eu

build=$1
picture=$2
run=$build/page
browser=$build/page-browser

"$build/bareline" run --cpus 2 -o "$run" >/dev/null
timeout 100 chromium --headless=new --no-sandbox --disable-gpu --hide-scrollbars \
	--user-data-dir="$browser" --window-size=1280,1600 --screenshot="$picture" \
	"file://$(realpath "$run/report.html")" 2>"$browser.log" ||
	{ cat "$browser.log" >&2; exit 1; }
rm -r "$browser"

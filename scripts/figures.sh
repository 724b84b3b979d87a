#!/bin/sh
# SPDX-License-Identifier: MIT
# Draw the figures of docs/interactions.md, and the screens of docs/idle.md, from deterministic
# runs.
# usage: scripts/figures.sh BUILD DIRECTORY
set -eu

build=$1
figures=$2

# usage: draw FIGURE RUN-PATTERN OPTION...
draw()
{
	name=$1
	pattern=$2
	shift 2
	"$build/bareline" flow draw --run "$pattern" -o "$figures/$name.svg" "$@" "$run"
}

# The same without CPU and device events.
draw_outline()
{
	draw "$@" --drop ready --drop start --drop stop --drop request \
		--drop 'device_*' --drop '*_use'
}

# usage: make_run NAME OPTION...: a deterministic run; reuses one of tests/documents/documents.sh
make_run()
{
	run=$build/figures-$1
	shift
	sh "$(dirname "$0")/../tests/shared.sh" "$build" "$run" run --deterministic "$@" -o @ >/dev/null
}

make_run flow --bench 'flow.*'
mkdir -p "$figures"
draw_outline message-a 'flow.message send=blocking receive=blocking first=message*' --scale even
draw_outline message-b 'flow.message send=blocking receive=blocking first=receiver*' --scale even
draw_outline message-c 'flow.message send=free receive=blocking first=message*' --scale even
draw_outline message-d 'flow.message send=free receive=blocking first=receiver*' --scale even
draw_outline command 'flow.command recorder=on*' --filter date
draw command-all 'flow.command recorder=on*' --filter date
draw parallel-a 'flow.parallel length=timer second_percent=90 *'
draw parallel-b 'flow.parallel length=timer second_percent=110 *'
draw_outline files 'flow.files recorder=on*'
"$build/bareline" flow tree --run 'flow.files recorder=on*' --format svg -o "$figures/tree.svg" "$run"

"$build/bareline" plot flow.server -o "$figures/server.svg" "$run"

make_run remote --cpus 2 --bench flow.remote --bench flow.telnet --bench flow.nfs
draw_outline remote 'flow.remote recorder=on*' --interaction 1
draw_outline telnet 'flow.telnet recorder=on*' --filter '*date'
draw_outline nfs 'flow.nfs recorder=on*'

# usage: draw_screen FIGURE RUN-OPTION...: the final screen of an application
draw_screen()
{
	name=$1
	shift
	make_run "$name" "$@" --input-pace paced
	"$build/bareline" idle --screens "$run-screens" "$run" >/dev/null
	cp "$run-screens/screen-0.png" "$figures/$name.png"
}

draw_screen editor --bench app.editor --input docs/scripts/editing-session.txt
draw_screen presenter --disk null:16M --bench app.presenter --input docs/scripts/presenting-session.txt
draw_screen word --bench app.word --input docs/scripts/writing-session.txt

#!/bin/sh
# Draw the figures of docs/interaction-networks.md from workloads recorded in deterministic mode.
# usage: tools/figures.sh BUILD DIRECTORY
set -eu

build=$1
figures=$2
run=$build/figures

# usage: draw FIGURE RUN-PATTERN OPTION...
draw()
{
	name=$1
	pattern=$2
	shift 2
	"$build/bareline" net draw --run "$pattern" -o "$figures/$name.svg" "$@" "$run"
}

# The same without CPU and device events.
draw_outline()
{
	draw "$@" --drop ready --drop start --drop stop --drop request \
		--drop 'device_*' --drop '*_use'
}

"$build/bareline" run --deterministic --bench net.message --bench net.command --bench net.parallel \
	--bench net.files -o "$run" >/dev/null
mkdir -p "$figures"
draw_outline message-a 'net.message send=blocking receive=blocking first=message*'
draw_outline message-b 'net.message send=blocking receive=blocking first=receiver*'
draw_outline message-c 'net.message send=free receive=blocking first=message*'
draw_outline message-d 'net.message send=free receive=blocking first=receiver*'
draw_outline command 'net.command recorder=on*' --using date
draw command-all 'net.command recorder=on*' --using date
draw parallel-a 'net.parallel length=timer second_percent=90 *' --linear
draw parallel-b 'net.parallel length=timer second_percent=110 *' --linear
draw_outline files 'net.files recorder=on*'

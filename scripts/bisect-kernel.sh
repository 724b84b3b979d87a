#!/bin/sh
# SPDX-License-Identifier: MIT
# Find the commit that changed an exact metric: a step of `git bisect run` in a kernel's tree. The
# baseline is of a good commit, made by `bareline run --linux --deterministic --baseline FILE
# --update`.
#
# usage: git bisect run bisect-kernel.sh BASELINE KERNEL BENCH... -- BUILD-COMMAND...
#
# KERNEL is the file built by the command, for example arch/x86/boot/bzImage. The BENCHes are those
# of the baseline. BARELINE names the program; without it, the one in PATH or of this tree's build is
# used. Exit status for git: 0, no metric changed, or only some that vary by themselves, which have no
# verdict; 1, one changed; 125, this commit does not build or boot, and git tries a neighbour; 128,
# the arguments are wrong for every commit, and git stops.
set -u

cant_tell=125
stop=128
bareline=${BARELINE:-$(command -v bareline || echo "$(dirname "$0")/../build/bareline")}

give_up()
{
	echo "bisect-kernel: $1" >&2
	exit $stop
}

usage()
{
	echo "bisect-kernel: $1" >&2
	sed -n 's/^# usage: /usage: /p' "$0" >&2
	exit $stop
}

# One per line, sorted.
in_order()
{
	tr -s ' ' ',' | tr ',' '\n' | sed '/^$/d' | sort -u
}

case ${1-} in
-*) usage "$1: no options are allowed" ;;
esac
[ $# -ge 2 ] || usage "BASELINE and KERNEL are missing"
baseline=$1
kernel=$2
shift 2
set -f
asked=
benches=
while [ $# -gt 0 ] && [ "$1" != -- ]; do
	case $1 in
	-*) usage "$1: no options are allowed" ;;
	esac
	asked="$asked $1"
	benches="$benches --bench $1"
	shift
done
[ -n "$asked" ] || usage "no benchmarks; name those of the baseline"
[ $# -gt 1 ] || usage "missing: -- and the command that builds $kernel"
shift
command -v "$bareline" >/dev/null || give_up "$bareline: no such program; set BARELINE"
command -v "$1" >/dev/null || give_up "$1: no such program; it must build $kernel"
[ -r "$baseline" ] || give_up "$baseline: no such file"
kept=$(sed -n 's/^condition command line: .*--bench=\([^ ]*\).*/\1/p' "$baseline" | in_order)
[ -n "$kept" ] || give_up "$baseline: not a baseline of selected benchmarks under Linux"
[ "$kept" = "$(echo "$asked" | in_order)" ] ||
	give_up "$baseline: other benchmarks: $(echo "$kept" | tr '\n' ' ')"

"$@"
status=$?
case $status in
0) ;;
126 | 127) give_up "$1: cannot run the command" ;;
*) exit $cant_tell ;;
esac
[ -r "$kernel" ] || give_up "$1: succeeded, but built no $kernel"

results=$(mktemp -d) || give_up "cannot create a directory for results"
trap 'rm -rf "$results"' EXIT
# shellcheck disable=SC2086  # words of an option each
"$bareline" run --quiet --linux --deterministic --layouts 1 --kernel "$kernel" $benches \
	--baseline "$baseline" -o "$results/run"
status=$?
[ $status -le 1 ] || give_up "nothing could be compared (see above); the same holds for every commit"
# A run that failed has no end in its log, so it compared nothing.
if [ $status -eq 1 ] && ! grep -aq '^@end ' "$results/run/serial.log" 2>/dev/null; then
	exit $cant_tell
fi
exit $status

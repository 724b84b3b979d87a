#!/bin/sh
# SPDX-License-Identifier: MIT
# Find the commit at which an exact figure changed: a step of `git bisect run` in a kernel's tree. The
# baseline is of a good commit, `bareline run --linux --deterministic --baseline FILE --update`.
#
# usage: git bisect run bisect-kernel.sh BASELINE KERNEL BENCH... -- BUILD-COMMAND...
#
# KERNEL is the file that the command builds, arch/x86/boot/bzImage for one; the BENCHes are those of the
# baseline. BARELINE names the program if it is not in the search path. Status, as git wants it: 0 the
# figures are those kept; 1 one of them changed; 125 it can't be told, since the build or the boot failed
# or the conditions are others; git then tries a commit beside it.
set -u

cant_tell=125
bareline=${BARELINE:-bareline}
[ $# -ge 5 ] || {
	sed -n 's/^# usage: //p' "$0" >&2
	exit $cant_tell
}
baseline=$1
kernel=$2
shift 2
set -f
benches=
while [ $# -gt 0 ] && [ "$1" != -- ]; do
	benches="$benches --bench $1"
	shift
done
[ $# -gt 1 ] || {
	echo "bisect-kernel: no -- and command that builds $kernel" >&2
	exit $cant_tell
}
shift
"$@" || exit $cant_tell

results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT
# shellcheck disable=SC2086  # words of an option each
"$bareline" run --quiet --linux --deterministic --layouts 1 --kernel "$kernel" $benches \
	--baseline "$baseline" -o "$results/run"
status=$?
# A run that failed has no end in its log, so it compared nothing.
if [ $status -eq 1 ] && ! grep -aq '^@end ' "$results/run/serial.log"; then
	exit $cant_tell
fi
[ $status -le 1 ] || status=$cant_tell
exit $status

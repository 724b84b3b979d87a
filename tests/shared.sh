#!/bin/sh
# SPDX-License-Identifier: MIT
# Run `bareline WORD...` once for several checks; @ stands for DIRECTORY, which gets the run's
# files. `make test` names a store by RUNS: the first check makes the run, and the others get
# copies. Without RUNS each check makes its own run. Prints the command's output and returns its
# status.
# usage: tests/shared.sh BUILD DIRECTORY WORD...
set -u

build=$1
directory=$2
shift 2
command=$1
shift
LIMIT_SECONDS=1800      # reached only after an error, even on a busy host
[ "$command" != run ] || set -- --timeout $LIMIT_SECONDS "$@"

# usage: make_run DIRECTORY WORD...
make_run()
{
	place=$1
	shift
	for word; do
		shift
		[ "$word" != @ ] || word=$place
		set -- "$@" "$word"
	done
	"$build/bareline" "$command" "$@"
}

if [ -z "${RUNS:-}" ]; then
	make_run "$directory" "$@"
	exit
fi
kept=$RUNS/$(printf '%s\n' "$command" "$@" | sha256sum | cut -c 1-16)
exec 9>"$kept.lock"
flock 9
[ -e "$kept.status" ] || {
	make_run "$kept" "$@" >"$kept.out" 2>"$kept.err" 9>&-
	echo $? >"$kept.status"
}
rm -rf "$directory"
cp -r "$kept" "$directory"
cat "$kept.out"
cat "$kept.err" >&2
exit "$(cat "$kept.status")"

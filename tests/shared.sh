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
stored=$RUNS/$(printf '%s\n' "$command" "$@" | sha256sum | cut -c 1-16)
exec 9>"$stored.lock"
flock 9
[ -e "$stored.status" ] || {
	make_run "$stored" "$@" >"$stored.out" 2>"$stored.err" 9>&-
	echo $? >"$stored.status"
}
rm -rf "$directory"
cp -r "$stored" "$directory"
cat "$stored.out"
cat "$stored.err" >&2
exit "$(cat "$stored.status")"

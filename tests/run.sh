#!/bin/sh
# SPDX-License-Identifier: MIT
# Run checks in parallel, in the order of the table `checks`, and print the result of each.
# `make test` has built their dependencies.
# usage: tests/run.sh BUILD [NAME]...
#
# BUILD is absolute, or relative to the root of the source tree. Without names, runs all checks
# above the table's line "# long". `make test-long` runs those below. Checks may run in parallel,
# because none depends on speed. LANES sets the number of parallel checks; the default is two more
# than cores, because checks also wait. TIMES=yes prints the CPU seconds of each check and of its
# parts. The last lines have the skipped tests with reasons, and the numbers of passed, failed and
# skipped tests. The exit status is 0 if nothing failed.
set -u

cd "$(dirname "$0")/.." || exit 2
checks=${CHECKS_TABLE:-tests/checks}     # a test of this script uses another table
build=$1
shift
dir=$build/check
passed=0
failed=0
skipped=0

table()
{
	grep -v -e '^#' -e '^$' "$checks"
}

# usage: print_result NAME: print its result, with its log if it failed
print_result()
{
	title=$(table | sed -n "s/^$1 *| *\([^|]*[^| ]\) *|.*/\1/p")
	read -r good bad left_out seconds cpu <"$dir/$1.result" || { good=0 bad=1 left_out=0 seconds=0 cpu=0; }
	passed=$((passed + good))
	failed=$((failed + bad))
	skipped=$((skipped + left_out))
	[ "$bad" -eq 0 ] || cat "$dir/$1.log"
	printf '%-12s %-26s %4d passed %4d failed %5d s' "$1" "$title" "$good" "$bad" "$seconds"
	[ "${TIMES:-}" != yes ] || printf ' %7.1f s of CPU' "$cpu"
	echo
}

# usage: print_slowest_parts NAME: the slowest parts
print_slowest_parts()
{
	[ -e "$dir/$1.times" ] || return
	echo "$1: wall seconds, CPU seconds"
	sort -k 2 -nr "$dir/$1.times" | head -n 20 | sed 's/^/    /'
}

[ $# -gt 0 ] || {
	# shellcheck disable=SC2046  # a list of names
	set -- $(sed -n -e '/^# long/q' -e 's/^\([a-z][^ ]*\) .*/\1/p' "$checks")
}

# In the table's order, not the caller's.
names=
for name in $(table | sed 's/ *|.*//'); do
	case " $* " in
	*" $name "*) names="$names $name" ;;
	esac
done
for name; do
	case "$names " in
	*" $name "*) ;;
	*)
		echo "$name: no such check; there are $(table | sed 's/ *|.*//' | tr '\n' ' ')"
		exit 2 ;;
	esac
done

mkdir -p "$dir"
# Runs shared between checks (tests/shared.sh).
RUNS=$(cd "$dir" && pwd)/runs
export RUNS
rm -rf "$RUNS"
mkdir "$RUNS"
# A python3 that is a script (of pyenv, for example) takes as long as Python's own start.
python=$(command -v python3)
if [ -n "$python" ] && [ "$(head -c 2 "$python")" = '#!' ]; then
	mkdir -p "$dir/bin"
	printf '#!/bin/sh\nexec "%s" "$@"\n' "$(python3 -c 'import sys; print(sys.executable)')" >"$dir/bin/python3"
	chmod +x "$dir/bin/python3"
	PATH=$(cd "$dir/bin" && pwd):$PATH
	export PATH
fi
for name in $names; do
	rm -f "$dir/$name.result"
done
start=$(date +%s)
# In a session of its own, so that all of it can be ended at once. A shell lets programs in the
# background ignore SIGINT, which checks send.
# shellcheck disable=SC2086  # a list of names
printf '%s\n' $names |
	setsid env --default-signal=INT,QUIT xargs -n 1 -P "${LANES:-$(($(nproc) + 2))}" \
		sh tests/check.sh "$build" &
lanes=$!
trap 'kill -- -$lanes 2>/dev/null' EXIT
trap 'exit 130' INT TERM HUP
untold=$names
while [ "$untold" ]; do
	# Without the lanes, no further result can arrive.
	kill -0 $lanes 2>/dev/null && ends=no || ends=yes
	for name in $untold; do
		[ $ends = yes ] || [ -e "$dir/$name.result" ] || continue
		print_result "$name"
		untold=$(echo "$untold " | sed "s/ $name / /; s/ *$//")
	done
	sleep 0.2
done
wait

[ "${TIMES:-}" != yes ] || for name in $names; do
	print_slowest_parts "$name"
done
for name in $names; do
	sed -n "s/^skipped: /$name skipped: /p" "$dir/$name.log"
done
echo "in $(($(date +%s) - start)) s"
[ $skipped -eq 0 ] && more= || more=", $skipped skipped"
echo "$passed passed, $failed failed$more"
[ $failed -eq 0 ] && [ $passed -gt 0 ]

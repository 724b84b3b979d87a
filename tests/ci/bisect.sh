#!/bin/sh
# SPDX-License-Identifier: MIT
# Exit statuses of scripts/bisect-kernel.sh. A commit that does not build or boot is skipped. A user
# error stops the bisection with a message, before a build if possible. A script replaces bareline;
# tests/linux/own_kernel.py does a real bisection.
# usage: tests/ci/bisect.sh
set -eu

here=$(cd "$(dirname "$0")/.." && pwd)
script="$here/../scripts/bisect-kernel.sh"
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

. "$here/expect.sh"

cat >bareline <<'end'
#!/bin/sh
for word; do :; done
mkdir -p "$word"
[ "$END" = no ] || echo '@end seq=1' >"$word/serial.log"
exit "$RUN"
end
cat >build <<'end'
#!/bin/sh
touch built bzImage
exit "$BUILD"
end
chmod +x bareline build
echo 'condition command line: nokaslr --quiet --suite=quick --bench=null.*,entry.*' >baseline.txt
echo 'null.timing warm: 9*5' >>baseline.txt
echo 'condition command line: suite=quick' >other.txt
export BARELINE="$dir/bareline" RUN=0 BUILD=0 END=yes

# usage: bisect STATUS built|unbuilt MESSAGE [ARGUMENT...]
bisect()
{
	wanted=$1 whether=$2 message=$3
	shift 3
	rm -f built bzImage
	status=0
	sh "$script" "$@" >answer 2>&1 || status=$?
	cat answer
	echo "status $status"
	[ "$status" -eq "$wanted" ] || return
	[ -z "$message" ] || grep -q -e "$message" answer || return
	case $whether in
	built) [ -e built ] ;;
	unbuilt) [ ! -e built ] ;;
	esac
}

expect 'equal metrics' bisect 0 built '' baseline.txt bzImage 'entry.*' 'null.*' -- ./build
RUN=1
expect 'a changed metric' bisect 1 built '' baseline.txt bzImage 'entry.*' 'null.*' -- ./build
END=no
expect 'a kernel that does not boot is skipped' \
	bisect 125 built '' baseline.txt bzImage 'entry.*' 'null.*' -- ./build
RUN=0 END=yes BUILD=2
expect 'a commit that does not build is skipped' \
	bisect 125 built '' baseline.txt bzImage 'entry.*' 'null.*' -- ./build
BUILD=0 RUN=2
expect 'other conditions stop the bisection' \
	bisect 128 built 'nothing could be compared' baseline.txt bzImage 'entry.*' 'null.*' -- ./build
RUN=0
expect 'no arguments' bisect 128 unbuilt 'usage: '
expect 'an unknown option' bisect 128 unbuilt 'no options are allowed' --help
expect 'an option among the benchmarks' \
	bisect 128 unbuilt 'no options are allowed' baseline.txt bzImage --bench 'null.*' -- ./build
expect 'no benchmark' bisect 128 unbuilt 'no benchmarks; name' baseline.txt bzImage -- ./build
expect 'no command' bisect 128 unbuilt 'missing: -- and the command' baseline.txt bzImage 'null.*' --
expect 'a missing baseline' \
	bisect 128 unbuilt 'none.txt: no such file' none.txt bzImage 'null.*' -- ./build
expect 'a file that is not a baseline' \
	bisect 128 unbuilt 'not a baseline' other.txt bzImage 'null.*' -- ./build
expect 'a baseline of other benchmarks' \
	bisect 128 unbuilt "other benchmarks: entry" baseline.txt bzImage 'null.*' -- ./build
expect 'a missing build command' \
	bisect 128 unbuilt 'no such program' baseline.txt bzImage 'null.*' 'entry.*' -- ./none
expect 'a file that the command does not build' \
	bisect 128 built 'built no vmlinuz' baseline.txt vmlinuz 'null.*' 'entry.*' -- ./build
BARELINE=./none
expect 'a missing bareline' \
	bisect 128 unbuilt 'none: no such program' baseline.txt bzImage 'null.*' 'entry.*' -- ./build
sum_up

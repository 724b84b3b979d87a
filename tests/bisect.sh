#!/bin/sh
# SPDX-License-Identifier: MIT
# What scripts/bisect-kernel.sh tells git. A commit that does not build or boot is passed over; a mistake of
# who asks stops the bisection, with a message and, where it can be seen, before anything is built. A script
# stands in the place of bareline; tests/own_kernel.py bisects for real.
# usage: tests/bisect.sh
set -eu

here=$(cd "$(dirname "$0")" && pwd)
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
echo 'condition command line: nokaslr --quiet --suite=quick --bench=null.*,entry.*' >kept.txt
echo 'null.timing warm: 9*5' >>kept.txt
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

expect 'as it was kept' bisect 0 built '' kept.txt bzImage 'entry.*' 'null.*' -- ./build
RUN=1
expect 'a figure changed' bisect 1 built '' kept.txt bzImage 'entry.*' 'null.*' -- ./build
END=no
expect 'a kernel that does not boot is passed over' \
	bisect 125 built '' kept.txt bzImage 'entry.*' 'null.*' -- ./build
RUN=0 END=yes BUILD=2
expect 'a commit that does not build is passed over' \
	bisect 125 built '' kept.txt bzImage 'entry.*' 'null.*' -- ./build
BUILD=0 RUN=2
expect 'other conditions stop it' \
	bisect 128 built 'nothing could be compared' kept.txt bzImage 'entry.*' 'null.*' -- ./build
RUN=0
expect 'no arguments' bisect 128 unbuilt 'usage: '
expect 'an option that there is not' bisect 128 unbuilt 'no options' --help
expect 'one among the benchmarks' \
	bisect 128 unbuilt 'no options' kept.txt bzImage --bench 'null.*' -- ./build
expect 'no benchmark' bisect 128 unbuilt 'which benchmarks' kept.txt bzImage -- ./build
expect 'no command' bisect 128 unbuilt 'no -- and command' kept.txt bzImage 'null.*' --
expect 'no such baseline' bisect 128 unbuilt 'none.txt: there is no such' none.txt bzImage 'null.*' -- ./build
expect 'a baseline of something else' \
	bisect 128 unbuilt 'is no baseline' other.txt bzImage 'null.*' -- ./build
expect 'a baseline of other benchmarks' \
	bisect 128 unbuilt "of other benchmarks: entry" kept.txt bzImage 'null.*' -- ./build
expect 'no such command' bisect 128 unbuilt 'no such program' kept.txt bzImage 'null.*' 'entry.*' -- ./none
expect 'a file that is not built' \
	bisect 128 built 'built no vmlinuz' kept.txt vmlinuz 'null.*' 'entry.*' -- ./build
BARELINE=./none
expect 'no bareline' bisect 128 unbuilt 'none: there is no such' kept.txt bzImage 'null.*' 'entry.*' -- ./build
sum_up

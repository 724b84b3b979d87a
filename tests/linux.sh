#!/bin/sh
# The Linux process: a run is whole, what breaks is reported and survived, what can't be had is named,
# and a run that is killed keeps what it measured.
# usage: tests/linux.sh BUILD
set -u

build=$1
dir=$build/linux-test
passed=0
failed=0

# usage: expect WHAT COMMAND...
expect()
{
	what=$1
	shift
	if "$@"; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "failed: $what"
	fi
}

# usage: run NAME ARGUMENT...; the exit status is the program's
run()
{
	name=$1
	shift
	timeout 120 "$build/bareline-linux" -q "$@" -o "$dir/$name.log" 2>"$dir/$name.err"
}

# usage: has NAME PATTERN
has()
{
	grep -qa "$2" "$dir/$1.log"
}

exits_with()
{
	wanted=$1
	shift
	"$@"
	[ $? -eq "$wanted" ]
}

# Kill it while it measures, and look at what it left.
survives_kill()
{
	"$build/bareline-linux" -q --suite full -o "$dir/killed.log" 2>/dev/null &
	process=$!
	sleep 1
	kill -9 $process
	wait $process 2>/dev/null
	[ "$(tail -c 1 "$dir/killed.log" | od -An -c | tr -d ' ')" = '\n' ] &&
		! has killed '^@end' && "$build/bareline" show "$dir/killed.log" >"$dir/killed.txt"
}

rm -rf "$dir"
mkdir -p "$dir"
expect 'a few benchmarks run to their end' run few --bench 'null.*,entry.*,fault.*,os.*'
expect 'the log is complete' has few '^@end .*status=complete'
"$build/bareline" show "$dir/few.log" >"$dir/few.txt"
expect 'the manifest names the host' has few '^@manifest .*host=linux'
expect 'a system call was timed' grep -q 'path syscall' "$dir/few.txt"
expect 'a process was made' grep -q '^ *size 4 KiB  .*[0-9]' "$dir/few.txt"
expect 'what a process lacks is named' has few '^@skip .*bench=entry.round_trip .*missing=entry_handlers'
expect 'a difference is told' has few '^@bench .*name=entry.null_syscall .*differs=.*getppid'
expect 'events are asked for' run counted --bench null.timing --pmc cycles
expect 'they are counted, or what is in the way is named' has counted \
	'^@count .*event=cycles\|^@skip .*bench=pmc.cycles .*needs performance counters: '
expect 'an event that there is not is an error' exits_with 2 run event --pmc tbl
expect 'faults are reported' exits_with 1 run faults --bench 'test.fault,test.hang,null.timing'
expect 'a null pointer' has faults '^@fault .*point=.*null_read.*backtrace="null_read+'
expect 'a stack overflow' has faults '^@fault .*point=.*stack_overflow.*detail="stack overflow'
expect 'a hang' has faults '^@fault .*bench=test.hang .*kind=timeout'
expect 'the benchmark after them' has faults '^@samples'
expect 'a killed run keeps what it has' survives_kill
ln -s /dev/full "$dir/full.log"
expect 'a full disk is an error' exits_with 2 run full --bench null.timing
expect 'wrong arguments are an error' exits_with 2 run wrong --suite none
expect 'a CPU that is not there is an error' exits_with 2 run cpu --cpu 30000

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]

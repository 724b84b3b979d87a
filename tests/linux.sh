#!/bin/sh
# SPDX-License-Identifier: MIT
# The Linux process: a run is whole, what breaks is reported and survived, what can't be had is
# named, and a run that is killed keeps what it measured.
# usage: tests/linux.sh BUILD
set -u

build=$1
dir=$build/linux-test
. "$(dirname "$0")/expect.sh"

# usage: run NAME ARGUMENT...; the exit status is the program's
run()
{
	name=$1
	shift
	timeout 1800 "$build/bareline-linux" -q "$@" -o "$dir/$name.log" 2>"$dir/$name.err"
}

# usage: has NAME PATTERN
has()
{
	grep -qa "$2" "$dir/$1.log"
}

# usage: await FILE PATTERN; what takes ten times longer than it should is an error
await()
{
	polls=0
	until grep -qa "$2" "$1" 2>/dev/null; do
		[ $((polls += 1)) -le 1200 ] || return 1
		sleep 0.05
	done
}

# usage: survives SIGNAL; kill it while it measures, and look at what it left and is said of it.
# What it is measuring then takes ten seconds, and another benchmark would come after it.
survives()
{
	rm -f "$dir/killed.log"
	"$build/bareline-linux" -q --bench 'null.timing,test.hang,test.flow_overflow' \
		-o "$dir/killed.log" 2>/dev/null &
	process=$!
	await "$dir/killed.log" '^@bench .*name=test.hang'
	kill -s "$1" $process
	wait $process 2>/dev/null
	[ "$(tail -c 1 "$dir/killed.log" | od -An -c | tr -d ' ')" = '\n' ] &&
		has killed '^@samples' && ! has killed '^@end' &&
		"$build/bareline" show "$dir/killed.log" >"$dir/killed.txt" &&
		grep -q 'was under way' "$dir/killed.txt" &&
		grep -q 'missing: .*test.flow_overflow' "$dir/killed.txt"
}

# Stopped for longer than the time limit of what it measures, which then has half of that left.
goes_on_after_a_stop()
{
	rm -f "$dir/stopped.log"
	"$build/bareline-linux" -q --bench null.timing,noise.gaps --duration 1s \
		-o "$dir/stopped.log" 2>/dev/null &
	process=$!
	await "$dir/stopped.log" '^@bench .*name=noise.gaps'
	kill -s STOP $process
	sleep 15
	kill -s CONT $process
	wait $process && has stopped '^@end .*status=complete' && ! has stopped '^@fault'
}

# usage: run_long_line N; says the same N times before what counts
run_long_line()
{
	# shellcheck disable=SC2046  # words of their own
	run long $(printf -- '--samples 9 %.0s' $(seq "$1")) --bench null.timing
}

has_both_stacks()
{
	has few '^@series .*stack=fresh' && has few '^@series .*stack=pooled'
}

# In an address space that the sweep does not fit into.
run_in_little_memory()
{
	(
		ulimit -v 40960
		run little --bench 'null.timing,os.process_*,mem.latency'
	)
}

# Where nothing is mounted at /proc, as in some containers: what memory is free is asked of the
# kernel.
runs_without_proc()
{
	[ "$(id -u)" -eq 0 ] && unshare -m true 2>/dev/null ||
		skip_for 'only root, and where the kernel allows it, has mounts of its own' || return
	timeout 1800 unshare -m sh -c 'mount -t tmpfs none /proc && exec "$@"' sh \
		"$build/bareline-linux" -q --samples 3 --bench mem.latency -o "$dir/proc.log" \
		2>"$dir/proc.err" && has proc '^@series .*page_bytes=4096'
}

# As a user who may make no thread and no process, and has no say in when he runs. It is one that
# nobody else is: all processes of a user count.
run_without_rights()
{
	[ "$(id -u)" -eq 0 ] || skip_for 'only root can become another user' || return
	user=$((20000 + $$ % 40000))
	prlimit --nproc=1 setpriv --reuid $user --regid 65534 --clear-groups --inh-caps=-all \
		"$build/bareline-linux" -q --bench 'null.timing,os.*,clock.timer_latency' \
		>"$dir/rights.log" 2>"$dir/rights.err" &&
		has rights '^@skip .*bench=os.thread_create .*missing=tasks' &&
		has rights '^@skip .*bench=os.switch_thread .*missing=priority' &&
		has rights '^@warning .*no real-time priority' &&
		has rights '^@series .*stage=lateness' || {
		echo "exit status $?"
		cat "$dir/rights.err"
		grep -a -e '^@fault' -e '^@skip' -e '^@warning' -e '^@end' "$dir/rights.log" | tail -n 6
		false
	}
}

# What needs two CPUs: stages that are the kernel's own are not measured, and named.
measures_between_cpus()
{
	run cpus --bench 'null.timing,smp.ipi,fault.shootdown' &&
		has cpus '^@series .*wait=spin.*stage=round_trip' &&
		has cpus '^@series .*cpus=2 wait=hlt.*stage=total' &&
		has cpus '^@skip .*bench=fault.shootdown .*missing=stages'
}

# A CPU that another program keeps for seconds, at a real-time priority, does not answer, and the
# run says so; this very test does that to others for ten. So there is more than one try.
between_cpus()
{
	[ "$(nproc)" -gt 1 ] || skip_for 'there is one CPU' || return
	for try in 1 2 3 4 5 6; do
		measures_between_cpus && return
		grep -a -e '^@fault' -e '^@skip' "$dir/cpus.log"
	done
	return 1
}

# Soft interrupts of received packets, on all CPUs; nothing where the kernel does not tell.
count_receptions()
{
	sed -n 's/^ *NET_RX: *//p' /proc/softirqs 2>/dev/null | awk '{
		for (i = 1; i <= NF; i++)
			sum += $i
		print sum
	}'
}

# Each of at least a hundred samples is a datagram there and one back.
wakes_by_soft_interrupts()
{
	before=$(count_receptions)
	run wake --bench 'null.timing,os.wake' || return 1
	has wake '^@series .*by=eventfd cpu=same.*stage=round_trip' || return 1
	! has wake '^@skip .*bench=os.wake .*missing=loopback' || skip_for 'no loopback network' || return
	has wake '^@series .*by=datagram cpu=same.*stage=one_way' &&
		{ [ -z "$before" ] || [ $(($(count_receptions) - before)) -ge 200 ]; }
}

rm -rf "$dir"
mkdir -p "$dir"
expect 'a few benchmarks run to their end' run few --bench 'null.*,entry.*,fault.*,os.*'
expect 'the log is complete' has few '^@end .*status=complete'
"$build/bareline" show "$dir/few.log" >"$dir/few.txt"
expect 'the manifest names the host' has few '^@manifest .*host=linux'
expect 'and each argument as it was given' \
	has few '^@manifest .*command_line="-q --bench null\.\*,entry\.\*,fault\.\*,os\.\* -o .*few.log" '
expect 'the words that the kernel was booted with are told' \
	has few "^@kernel_line .*text=\"*$(cut -d ' ' -f 1 /proc/cmdline | sed 's/[].*[]/\\&/g')"
expect 'and shown' grep -q '^ *booted with ' "$dir/few.txt"
# Where the host is affected by nothing there is nothing to end in.
expect 'no separator follows the last mitigation' test "$(grep -a '^@manifest' "$dir/few.log" |
	sed -n 's/.* mitigations="\([^"]*\)".*/\1/p' | grep -c '[. ]$')" -eq 0
expect 'a system call was timed' grep -q 'path syscall' "$dir/few.txt"
expect 'a process was made' grep -q '^ *4 KiB  .*[0-9]' "$dir/few.txt"
expect 'threads have fresh stacks and pooled ones' has_both_stacks
expect 'the kernel'"'"'s own ring is named as what a process lacks' \
	has few '^@skip .*bench=os.switch_thread .*missing=ring_0'
expect 'what a process lacks is named' \
	has few '^@skip .*bench=entry.round_trip .*missing=entry_handlers'
expect 'a difference is told' has few '^@bench .*name=entry.null_syscall .*differs=.*getppid'
expect 'events are asked for' run counted --bench null.timing --pmc cycles
expect 'they are counted, or what is in the way is named' has counted \
	'^@count .*event=cycles\|^@skip .*bench=pmc.cycles .*performance counter missing:'
expect 'an event that there is not is an error' exits_with 2 run event --pmc tbl
expect 'faults are reported' exits_with 1 run faults --bench 'test.fault,test.hang,null.timing'
expect 'a null pointer' has faults '^@fault .*point=.*null_read.*backtrace="break_by_null_read+'
expect 'a stack overflow' has faults '^@fault .*point=.*stack_overflow.*detail="stack overflow'
expect 'a hang' has faults '^@fault .*bench=test.hang .*kind=timeout'
expect 'the benchmark after them' has faults '^@samples'
expect 'a killed run keeps what it has' survives KILL
expect 'a run that is told to end does too' survives TERM
expect 'a run that was stopped is not called a hang' goes_on_after_a_stop
expect 'arguments of over a thousand characters are read' run_long_line 200
expect 'the last ones too' has long '^@end .* run=1 '
expect 'what the manifest has no room for follows' has long '^@command_line .*first=2048 '
expect 'too many are refused' exits_with 2 run_long_line 400
expect 'and the limit is told' grep -q 'maximum is 4095 characters' "$dir/long.err"
expect 'a run goes on with little memory' run_in_little_memory
expect 'the sweep says where it ended' has little '^@skip .*bench=mem.latency .*missing=memory'
expect 'without /proc there is memory too' runs_without_proc
expect 'a user without rights is told what he lacks' run_without_rights
expect 'other CPUs are interrupted' between_cpus
expect 'a datagram is handed on by a soft interrupt' wakes_by_soft_interrupts
expect 'a timer is late by the deadline' run timer --bench 'null.timing,clock.timer_latency'
expect 'at every interval' has timer '^@series .*interval_us=10000.*stage=lateness'
ln -s /dev/full "$dir/full.log"
expect 'a full disk is an error of its own' exits_with 3 run full --bench null.timing
expect 'wrong arguments are an error' exits_with 2 run wrong --suite none
expect 'a CPU that is not there is an error' exits_with 2 run cpu --cpu 30000

sum_up

#!/bin/sh
# SPDX-License-Identifier: MIT
# The Linux process. A run is complete. Crashes of benchmarks are reported and survived. Missing
# features are named. A killed run keeps its results.
# usage: tests/linux/linux.sh BUILD
set -u

build=$1
dir=$build/linux-test
. "$(dirname "$0")/../expect.sh"

# usage: run NAME ARGUMENT...; the exit status is the program's
run()
{
	name=$1
	shift
	timeout 1800 "$build/bareline-linux" "$@" -o "$dir/$name.log" 2>"$dir/$name.err"
}

# usage: fails_with_records NAME ARGUMENT...
fails_with_records()
{
	run "$@"
	[ $? -eq 1 ] && grep -qa '^@fault' "$dir/$1.log"
}

# usage: has NAME PATTERN
has()
{
	grep -qa "$2" "$dir/$1.log"
}

# usage: await FILE PATTERN; fails after ten times the expected time
await()
{
	polls=0
	until grep -qa "$2" "$1" 2>/dev/null; do
		[ $((polls += 1)) -le 1200 ] || return 1
		sleep 0.05
	done
}

# usage: survives SIGNAL; kill the process during a benchmark, and check its output and exit status
# The benchmark then takes ten seconds, and another one would follow.
survives()
{
	rm -f "$dir/killed.log"
	"$build/bareline-linux" -q --bench 'null.timing,test.hang,test.flow_overflow' --duration 60s \
		-o "$dir/killed.log" 2>/dev/null &
	process=$!
	await "$dir/killed.log" '^@bench .*name=test.hang'
	kill -s "$1" $process
	wait $process 2>/dev/null
	[ "$(tail -c 1 "$dir/killed.log" | od -An -c | tr -d ' ')" = '\n' ] &&
		has killed '^@samples' && ! has killed '^@end' &&
		"$build/bareline" show "$dir/killed.log" >"$dir/killed.txt" &&
		grep -q 'did not finish' "$dir/killed.txt" &&
		grep -q 'missing: .*test.flow_overflow' "$dir/killed.txt"
}

# Stop the process for longer than the benchmark's time limit, half of which then remains.
continues_after_stop()
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

# usage: run_long_line N; repeats one option N times before the effective one
run_long_line()
{
	# shellcheck disable=SC2046  # separate words
	run long $(printf -- '--samples 9 %.0s' $(seq "$1")) --bench null.timing
}

has_both_stacks()
{
	has few '^@series .*stack=fresh' && has few '^@series .*stack=pooled'
}

# With an address space too small for the sweep.
run_in_little_memory()
{
	(
		ulimit -v 40960
		run little --bench 'null.timing,os.process_*,mem.latency'
	)
}

# Without /proc and /sys, as in some containers: free memory and CPUs are queried from the kernel.
runs_without_proc()
{
	[ "$(id -u)" -eq 0 ] && unshare -m true 2>/dev/null ||
		skip_for 'private mounts need root, and a kernel that allows them' || return
	timeout 1800 unshare -m sh -c 'mount -t tmpfs none /proc && mount -t tmpfs none /sys && exec "$@"' \
		sh "$build/bareline-linux" -q --samples 3 --bench mem.latency -o "$dir/proc.log" \
		2>"$dir/proc.err" && has proc '^@series .*page_bytes=4096' &&
		sed -n 's/^@cpu .* count=\([0-9]*\) online=\([0-9]*\) .*/\1 \2/p' "$dir/proc.log" |
		awk 'NF != 2 || $1 < $2 { bad = 1 } END { exit bad }'
}

# As a user who may create no threads or processes, and has no real-time priority. The user ID is
# unused: the limit counts all processes of a user.
run_unprivileged()
{
	[ "$(id -u)" -eq 0 ] || skip_for 'only root can become another user' || return
	user=$((20000 + $$ % 40000))
	prlimit --nproc=1 setpriv --reuid $user --regid 65534 --clear-groups --inh-caps=-all \
		"$build/bareline-linux" -q --samples 21 --bench 'null.timing,os.*,clock.timer_latency' \
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

# Benchmarks for two CPUs: stages inside the kernel are skipped by name.
measures_between_cpus()
{
	run cpus --bench 'null.timing,smp.ipi,fault.shootdown' &&
		has cpus '^@series .*wait=spin.*stage=round_trip' &&
		has cpus '^@series .*cpus=2 wait=hlt.*stage=total' &&
		has cpus '^@skip .*bench=fault.shootdown .*missing=stages'
}

# A CPU occupied by a real-time program for seconds does not answer, and the run reports it. Another
# instance of this test occupies CPUs for ten seconds, so a failed try is repeated.
between_cpus()
{
	[ "$(nproc)" -gt 1 ] || skip_for 'this host has one CPU' || return
	for try in 1 2 3 4 5 6; do
		measures_between_cpus && return
		grep -a -e '^@fault' -e '^@skip' "$dir/cpus.log"
	done
	return 1
}

# Soft interrupts of received packets, on all CPUs. Prints nothing if the kernel does not count
# them.
count_receptions()
{
	sed -n 's/^ *NET_RX: *//p' /proc/softirqs 2>/dev/null | awk '{
		for (i = 1; i <= NF; i++)
			sum += $i
		print sum
	}'
}

# Each of at least a hundred samples is a datagram in each direction.
wakes_by_soft_interrupts()
{
	before=$(count_receptions)
	run wake --bench 'null.timing,os.wake' || return 1
	has wake '^@series .*by=eventfd cpu=same.*stage=round_trip' || return 1
	! has wake '^@skip .*bench=os.wake .*missing=loopback' || skip_for 'no loopback network' || return
	has wake '^@series .*by=datagram cpu=same.*stage=one_way' &&
		{ [ -z "$before" ] || [ $(($(count_receptions) - before)) -ge 200 ]; }
}

# usage: run_in SURROUNDINGS NAME ARGUMENT...
run_in()
{
	surroundings=$1
	shift
	SURROUNDINGS=$surroundings LD_PRELOAD=$(realpath "$build/surroundings.so") run "$@"
}

# A sandbox that refuses an affinity does not matter if only one CPU is permitted.
runs_without_affinity()
{
	exits_with 2 run_in no-affinity unbound --bench null.timing &&
		grep -q 'cannot stay on one CPU: Operation not permitted' "$dir/unbound.err" &&
		SURROUNDINGS=no-affinity taskset -c 0 env LD_PRELOAD="$(realpath "$build/surroundings.so")" \
			"$build/bareline-linux" -q --bench null.timing -o "$dir/bound.log" &&
		has bound '^@end .*status=complete'
}

is_found_in_valgrind()
{
	command -v valgrind >/dev/null || skip_for 'no valgrind' || return
	exits_with 1 timeout 1800 valgrind -q "$build/bareline-linux" -q --bench null.timing \
		-o "$dir/valgrind.log" 2>"$dir/valgrind.err" && has valgrind '^@failed_check .*check=emulated'
}

# The first benchmark needs CPU time, in a group that may use a fifth of a CPU.
is_stopped_by_a_quota()
{
	group=/sys/fs/cgroup/cpu/bareline-test-$$
	quota=cpu.cfs_quota_us
	value=20000
	if [ -e /sys/fs/cgroup/cgroup.controllers ]; then
		group=/sys/fs/cgroup/bareline-test-$$
		quota=cpu.max
		value='20000 100000'
	fi
	[ -e "${group%/*}/cgroup.procs" ] && mkdir "$group" 2>/dev/null ||
		skip_for 'no control groups that this user may create' || return
	if ! { echo "$value" >"$group/$quota"; } 2>/dev/null; then
		rmdir "$group"
		skip_for 'no control groups with a CPU quota'
		return
	fi
	sh -c 'echo $$ >"$1/cgroup.procs"; shift; exec "$@"' sh "$group" "$build/bareline-linux" -q \
		--bench null.timing,noise.gaps --duration 2s -o "$dir/quota.log" 2>"$dir/quota.err"
	status=$?
	# A busy host, or real-time priority, may leave the quota unused.
	stopped=$(awk '$1 == "nr_periods" { periods = $2 } $1 == "nr_throttled" { throttled = $2 }
		END { print (4 * throttled > periods) ? "yes" : "no" }' "$group/cpu.stat")
	rmdir "$group"
	[ "$stopped" = yes ] || skip_for 'the process did not reach the CPU quota' || return
	[ $status -eq 1 ] && has quota '^@failed_check .*check=quota .*stopped the process in'
}

# usage: in_terminal REDIRECTION: results, but no records, on a pseudo-terminal
in_terminal()
{
	python3 -c '
import os, pty, sys
status = pty.spawn(["sh", "-c", sys.argv[1]])
sys.exit(os.waitstatus_to_exitcode(status))' "$build/bareline-linux --bench null.timing $1" \
		</dev/null >"$dir/terminal.txt" &&
		grep -q '^null.timing: median ' "$dir/terminal.txt" &&
		! grep -q '^@' "$dir/terminal.txt" &&
		if [ -z "$1" ]; then grep -q 'not stored; -o FILE' "$dir/terminal.txt"; fi
}


rm -rf "$dir"
mkdir -p "$dir"
expect 'a few benchmarks run to their end' run few --samples 21 --bench 'null.*,entry.*,fault.*,os.*'
expect 'the log is complete' has few '^@end .*status=complete'
"$build/bareline" show --all "$dir/few.log" >"$dir/few.txt"
expect 'the manifest names the host' has few '^@manifest .*host=linux'
expect 'the manifest has each argument unchanged' \
	has few '^@manifest .*command_line="--samples 21 --bench null\.\*,entry\.\*,fault\.\*,os\.\* -o .*few.log" '
expect "the manifest has the kernel's command line" \
	has few "^@kernel_line .*text=\"*$(cut -d ' ' -f 1 /proc/cmdline | sed 's/[].*[]/\\&/g')"
expect "show prints the kernel's command line" grep -q '^ *booted with ' "$dir/few.txt"
# Skip this on a host without vulnerabilities, where the list is empty.
expect 'no separator follows the last mitigation' sh -c '
	grep -a "^@manifest" "$1" >"$1.manifest" &&
		! sed -n "s/.* mitigations=\"\([^\"]*\)\".*/\1/p" "$1.manifest" | grep "[. ]\$"' sh "$dir/few.log"
expect 'a system call was timed' grep -q '^ *syscall  ' "$dir/few.txt"
expect 'a process was created' grep -q '^ *4 KiB  .*[0-9]' "$dir/few.txt"
expect 'threads have fresh stacks and pooled stacks' has_both_stacks
expect 'kernel mode is named as missing in a process' \
	has few '^@skip .*bench=os.switch_thread .*missing=ring_0'
expect 'features missing in a process are named' \
	has few '^@skip .*bench=entry.round_trip .*missing=entry_handlers'
expect 'a difference from bare metal is reported' \
	has few '^@bench .*name=entry.null_syscall .*differs=.*getppid'
expect 'a terminal gets results without records' in_terminal ''
expect 'records of a terminal are redirected' in_terminal ">'$dir/typed.log'"
expect 'and are complete' has typed '^@end .*status=complete'
expect 'events are requested' run counted --bench null.timing --pmc cycles
expect 'events are counted, or the obstacle is named' has counted \
	'^@count .*event=cycles\|^@skip .*bench=pmc.cycles .*performance counter missing:'
expect 'an unknown event is an error' exits_with 2 run event --pmc tbl
expect 'faults are reported' fails_with_records faults --bench 'test.fault,test.hang,null.timing'
expect 'a null pointer is reported' \
	has faults '^@fault .*point=.*null_read.*backtrace="break_by_null_read+'
expect 'a stack overflow is reported' \
	has faults '^@fault .*point=.*stack_overflow.*detail="stack overflow'
expect 'a hang is reported' has faults '^@fault .*bench=test.hang .*kind=timeout'
expect 'the next benchmark runs' has faults '^@samples'
expect 'a killed run keeps its results' survives KILL
expect 'a terminated run keeps its results' survives TERM
expect 'a stopped process is not reported as a hang' continues_after_stop
expect 'more than a thousand characters of arguments are read' run_long_line 200
expect 'the last arguments are read too' has long '^@end .* run=1 '
expect "arguments beyond the manifest's limit follow in another record" \
	has long '^@command_line .*first=2048 '
expect 'too many arguments are refused' exits_with 2 run_long_line 400
expect 'the limit is printed' grep -q 'maximum is 4095 characters' "$dir/long.err"
expect 'a run continues with little memory' run_in_little_memory
expect 'the sweep reports its end' has little '^@skip .*bench=mem.latency .*missing=memory'
expect 'memory is found without /proc' runs_without_proc
expect "a user's missing permissions are named" run_unprivileged
expect 'a refused affinity is named' runs_without_affinity
expect 'a replaced clock is found' exits_with 1 run_in fast-clock fast --bench null.timing
expect 'it makes the run invalid' has fast '^@failed_check .*check=clock .*a library replaces the clock'
expect 'without a benchmark, the reason follows' \
	grep -q '^INVALID: clock_gettime() counted ' "$dir/fast.err"
expect 'a slower clock is found too' exits_with 1 run_in slow-clock slow --bench null.timing
expect 'it is named' has slow '^@failed_check .*check=clock .*a library replaces the clock'
expect 'a stop between two reads of the clock is no replaced clock' \
	run_in stop stop-at-clock --bench null.timing
expect 'a CPU quota makes the run invalid' is_stopped_by_a_quota
expect 'so does an emulator of processes' is_found_in_valgrind
expect 'without standard error, records stay whole' sh -c \
	'"$1" --bench null.timing -o "$2" 2>&- && ! grep -av "^@" "$2"' sh "$build/bareline-linux" "$dir/closed.log"
expect 'without standard output, records cannot be written' exits_with 3 sh -c \
	'"$1" -q --bench null.timing >&-' sh "$build/bareline-linux"
expect 'a limited file size is an error of its own' exits_with 3 sh -c \
	'ulimit -f 1; "$1" -q --bench mem.latency -o "$2"' sh "$build/bareline-linux" "$dir/limited.log"
expect 'other CPUs are interrupted' between_cpus
expect 'a soft interrupt delivers a datagram' wakes_by_soft_interrupts
expect 'timer latency is measured by the deadline' \
	run timer --samples 21 --bench 'null.timing,clock.timer_latency'
expect 'timer latency is measured at every interval' \
	has timer '^@series .*interval_us=10000.*stage=lateness'
ln -s /dev/full "$dir/full.log"
expect 'a full disk is an error of its own' exits_with 3 run full --bench null.timing
expect 'wrong arguments are an error' exits_with 2 run wrong --suite none
expect 'a missing CPU is an error' exits_with 2 run cpu --cpu 30000

sum_up

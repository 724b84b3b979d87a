# SPDX-License-Identifier: MIT
"""A command leaves no process behind, however it ends: by a time limit, by each terminating signal,
or by SIGKILL. Each end is tried while QEMU prints its version, while a machine runs, while charts
are drawn, and while `flow record` traces. The children are scripts with children of their own, one in a session of its own,
and a script that runs QEMU itself. A mark in the environment identifies the processes to count.
Endless output is limited in length.

usage: python3 tests/faults/ends.py BUILD
"""
import concurrent.futures
import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time

BUILD = os.path.abspath(sys.argv[1])
DIR = os.path.join(BUILD, 'ends')
TOOL = os.path.join(BUILD, 'bareline')
MARK = 'BARELINE_TEST_MARK'
# Reached only after an error.
WAIT_SECONDS_MAX = 300
# The first time limit of a command to reach its phase, and the number of retries with a longer one.
LIMIT_SECONDS = 3
TRIES = 6

# A child, and one in a session of its own; both outlive their parent.
LINGER = '''sleep 10000 &
setsid sleep 10000 &
: >"$READY"
wait'''

SCRIPTS = {
    'version': LINGER,
    'machine': 'is_version || { head -c 3000 "$LOG" >"$serial"; %s; }' % LINGER,
    'wrapper': 'qemu-system-x86_64 "$@"\nexit $?',
    'chatter': '''is_version || {
	: >"$READY"
	while head -c 1000000 /dev/zero; do sleep 0.01; done >"$serial"
}''',
    'messages': '''is_version || {
	head -c 24000000 /dev/zero | tr '\\0' x >&2
	cat "$LOG" >"$serial"
	exit 33
}''',
}

# In place of perf. Each trace is of the process in the file $READY, from its exec to its end.
PERF = '''#!/bin/sh
if [ "$1" = record ]; then
	read -r command <&3
	echo ack >&3
	read -r command <&3
	echo ack >&3
	for argument; do
		[ "$last" != --output ] || echo PERFILE2 >"$argument"
		last=$argument
	done
	exit
fi
read -r pid <"$READY"
echo "sh $pid/$pid [000] 1.0: sched:sched_process_exec: filename=/bin/sh pid=$pid old_pid=$pid
sh $pid/$pid [000] 1.1: sched:sched_switch: prev_comm=sh prev_pid=$pid prev_prio=120 prev_state=Z ==> next_comm=swapper/0 next_pid=0 next_prio=120"
'''

# A recorded program reads the terminal, and obeys the second of two signals. Its children outlive it.
WAITER = '''echo $$ >"$READY.new"
mv "$READY.new" "$READY"
read -r answer
echo "answer: $answer"
setsid sleep 10000 &
trap 'echo noted; trap - INT' INT
trap 'echo in order; exit 4' TERM
echo waits
while :; do sleep 0.02; done'''
STUBBORN = WAITER.replace('trap \'echo in order; exit 4\'', 'trap ""')

PROLOGUE = '''#!/bin/sh
is_version() { [ "$version" ] && echo 'QEMU emulator version 0.0 (fake)'; }
version=
[ "$1" = --version ] && version=yes
for argument; do
	case $argument in file,id=log,path=*) serial=${argument#*path=} ;; esac
done
'''


def script(path, text):
    with open(path, 'w') as file:
        file.write(text)
    os.chmod(path, 0o755)


def marked(case):
    """The processes of a case, by its directory in their environment. This test may run twice at once."""
    wanted = ('%s=%s' % (MARK, case.dir)).encode()
    found = []
    for pid in filter(str.isdigit, os.listdir('/proc')):
        try:
            with open('/proc/%s/environ' % pid, 'rb') as file:
                if wanted in file.read().split(b'\0'):
                    found.append(int(pid))
        except OSError:
            pass
    return found


def wait_until(true):
    limit = time.monotonic() + WAIT_SECONDS_MAX
    while not true():
        if time.monotonic() > limit:
            return False
        time.sleep(0.02)
    return True


class Case:
    def __init__(self, name, kind):
        self.name = name
        self.dir = os.path.join(DIR, name)
        self.ready = os.path.join(self.dir, 'ready')
        self.run_dir = os.path.join(self.dir, 'run')
        shutil.rmtree(self.dir, ignore_errors=True)
        os.makedirs(os.path.join(self.dir, 'bin'))
        self.qemu = os.path.join(self.dir, 'qemu')
        script(self.qemu, PROLOGUE + SCRIPTS[kind])
        script(os.path.join(self.dir, 'bin', 'rsvg-convert'), '#!/bin/sh\n' + LINGER)

    def start(self, *arguments, signals='--default-signal=HUP,INT,TERM', terminal=None):
        environment = dict(os.environ, READY=self.ready, LOG=os.path.join(DIR, 'log'),
                           PATH=os.path.join(self.dir, 'bin') + ':' + os.environ['PATH'])
        environment[MARK] = self.dir
        self.output = open(os.path.join(self.dir, 'output'), 'w')
        session = ['setsid', '--ctty'] if terminal is not None else []
        self.process = subprocess.Popen(
            [*session, 'env', signals, TOOL, *arguments], env=environment,
            stdin=subprocess.DEVNULL if terminal is None else terminal, stdout=self.output, stderr=self.output)

    def start_run(self, *more, **how):
        self.start('run', '--qemu', self.qemu, '--accel', 'tcg', '-o', self.run_dir,
                   '--suite', 'noise', '--duration', '10m', *more, **how)

    def reaches(self, text):
        """Whether the output has this line; otherwise the command is ended."""
        reached = wait_until(lambda: self.says(text + '\n') or self.process.poll() is not None) and \
            self.says(text + '\n')
        if not reached:
            self.process.kill()
            self.ends()
        return reached

    def start_record(self, program, *more, terminal=None):
        script(os.path.join(self.dir, 'bin', 'perf'), PERF)
        self.start('flow', 'record', '--tracer', 'perf', '-o', self.run_dir, *more, '--', 'sh', '-c', program,
                   terminal=terminal)

    def is_ready(self):
        """Wait until the phase is reached; with QEMU itself, until the target sends records."""
        log = os.path.join(self.run_dir, 'serial.log')
        return os.path.exists(self.ready) or \
            'wrapper' in self.name and os.path.exists(log) and b'@plan' in open(log, 'rb').read()

    def ends(self):
        """Exit status; no process may remain at once, or soon after a signal that ends the command."""
        wait_until(lambda: self.process.poll() is not None)
        self.output.close()
        self.status = self.process.poll()
        if self.status is not None and self.status < 0:
            wait_until(lambda: not marked(self))
        left = marked(self)
        for pid in left:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        if self.status is None:
            return 'does not end'
        return 'left %d processes' % len(left) if left else None

    def says(self, text):
        with open(os.path.join(self.dir, 'output'), errors='replace') as file:
            return text in file.read()

    def has_results(self):
        return os.path.exists(os.path.join(self.run_dir, 'results.json'))


def by_signal(phase, name):
    case = Case('%s-%s' % (phase, name), phase)
    number = getattr(signal, name)
    case.start_run()
    if not wait_until(case.is_ready):
        return 'never ready'
    if len(marked(case)) < 3:
        return 'started nothing'
    case.process.send_signal(number)
    problem = case.ends()
    if problem:
        return problem
    if number == signal.SIGKILL:
        return None if case.status == -number else 'ended with %d' % case.status
    if case.status != 1 or not (case.says('interrupted by signal %d' % number) or
                                phase == 'version' and case.says('interrupted by a signal')):
        return 'ended with %d, or gives no reason' % case.status
    if phase != 'version' and not case.has_results():
        return 'has no results'
    return None


def by_time(phase):
    for attempt in range(TRIES):
        case = Case('%s-time' % phase, phase)
        case.start_run('--timeout', str(LIMIT_SECONDS << attempt))
        problem = case.ends()
        if problem or case.is_ready():
            break
    else:
        return 'never ready'
    if problem:
        return problem
    good = case.status == 1 and case.says('(--timeout)')
    return None if good else 'ended with %d, or gives no reason' % case.status


def converted(name):
    """The conversion of a chart."""
    case = Case('converted-%s' % name, 'version')
    number = getattr(signal, name)
    chart = os.path.join(case.dir, 'chart.png')
    case.start('plot', 'null', os.path.join(DIR, 'log'), '-o', chart)
    if not wait_until(case.is_ready):
        return 'never ready'
    case.process.send_signal(number)
    problem = case.ends()
    if problem:
        return problem
    if case.status != -number or os.path.exists(chart):
        return 'ended with %d, or left a chart' % case.status
    return None


def compared():
    case = Case('compared', 'machine')
    image = os.path.join(BUILD, 'kernel.elf')
    case.start('compare', '--run', image, image, '--keep', case.run_dir, '--', '--qemu', case.qemu,
               '--accel', 'tcg')
    if not wait_until(case.is_ready):
        return 'never ready'
    case.process.send_signal(signal.SIGTERM)
    return case.ends() or (None if case.status == 2 else 'ended with %d' % case.status)


def hung_up():
    """A command that ignores a hang-up continues without its terminal."""
    case = Case('machine-nohup', 'machine')
    case.start_run(signals='--ignore-signal=HUP')
    if not wait_until(case.is_ready):
        return 'never ready'
    case.process.send_signal(signal.SIGHUP)
    case.process.send_signal(signal.SIGTERM)
    problem = case.ends()
    return problem or (None if case.says('interrupted by signal 15') else 'was hung up')


def chatter():
    case = Case('chatter', 'chatter')
    case.start_run('--log-limit', '8')
    problem = case.ends()
    if problem:
        return problem
    if case.status != 1 or not case.says('exceeds 8 MiB (--log-limit)'):
        return 'ended with %d, or gives no reason' % case.status
    return None if case.has_results() else 'has no results'


def messages():
    case = Case('messages', 'messages')
    case.start_run('--quiet')
    problem = case.ends()
    if problem:
        return problem
    size = os.path.getsize(os.path.join(case.run_dir, 'qemu.log'))
    if case.status != 0 or not case.says('qemu.log omits '):
        return 'ended with %d, or does not report the omitted output' % case.status
    return None if size < (16 << 20) + 200 else 'has a file of %d bytes' % size


def record_problem(case, status, text):
    """The recording is imported and analysed."""
    problem = case.ends()
    if problem:
        return problem
    if case.status != status or not case.says(text):
        return 'ended with %d, or gives no reason' % case.status
    return None if case.says('programs: Critical path by program') else 'has no critical path'


def record_terminal():
    """A recorded program gets the terminal's input and its signals, as in a shell."""
    case = Case('record-terminal', 'version')
    terminal, slave = os.openpty()
    case.start_record(WAITER, terminal=slave)
    os.close(slave)
    os.write(terminal, b'yes\n')
    for text in ('waits', 'noted'):
        if not case.reaches(text):
            return 'never ' + text
        os.write(terminal, b'\x03')
    problem = record_problem(case, 1, 'ended by signal 2 (Interrupt)')
    os.close(terminal)
    return problem or (None if case.says('answer: yes\n') else 'had no input')


def record_signal():
    """A signal to the command alone is passed on."""
    case = Case('record-signal', 'version')
    case.start_record(WAITER)
    if not case.reaches('waits'):
        return 'never ready'
    case.process.send_signal(signal.SIGTERM)
    return record_problem(case, 1, 'interrupted by signal 15') or (
        None if case.says('in order\n') else 'was not ended in order')


def record_stubborn():
    case = Case('record-stubborn', 'version')
    case.start_record(STUBBORN)
    if not case.reaches('waits'):
        return 'never ready'
    case.process.send_signal(signal.SIGTERM)
    return record_problem(case, 1, 'interrupted by signal 15')


def record_time():
    for attempt in range(TRIES):
        case = Case('record-time', 'version')
        case.start_record(STUBBORN, '--time-limit', '%ds' % (1 << attempt))
        problem = record_problem(case, 0, 'ended at its time limit')
        if case.is_ready():
            return problem
    return 'never ready'


def make_log():
    directory = os.path.join(DIR, 'log-run')
    subprocess.run([TOOL, 'run', '--quiet', '--accel', 'tcg', '--bench', 'null.timing', '-o',
                    directory], check=True, stderr=subprocess.DEVNULL, timeout=WAIT_SECONDS_MAX)
    shutil.copy(os.path.join(directory, 'serial.log'), os.path.join(DIR, 'log'))


def main():
    shutil.rmtree(DIR, ignore_errors=True)
    os.makedirs(DIR)
    make_log()
    cases = {'compared-SIGTERM': compared, 'machine-nohup': hung_up, 'chatter': chatter,
             'messages': messages, 'record-terminal': record_terminal, 'record-SIGTERM': record_signal,
             'record-stubborn': record_stubborn, 'record-time': record_time}
    signals = ('SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL')
    for name in signals:
        cases['converted-%s' % name] = lambda name=name: converted(name)
    for phase in ('version', 'machine', 'wrapper'):
        for name in signals:
            cases['%s-%s' % (phase, name)] = lambda phase=phase, name=name: by_signal(phase, name)
        cases['%s-time' % phase] = lambda phase=phase: by_time(phase)
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        results = {name: pool.submit(case) for name, case in cases.items()}
        for name, result in results.items():
            problem = result.result()
            if problem:
                print('%s: %s' % (name, problem))
                failed += 1
    print('%d passed, %d failed' % (len(cases) - failed, failed))
    return failed != 0


sys.exit(main())

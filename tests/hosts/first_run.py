#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The first use of the project: the output of a build and of a run, on a terminal and in a pipe,
and its length.

usage: python3 tests/hosts/first_run.py BUILD
"""
import json
import os
import pty
import re
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import wire_line  # noqa: E402

BUILD = sys.argv[1]
DIR = os.path.join(BUILD, 'first-run-test')
TOOL = os.path.join(BUILD, 'bareline')
# Reached only after an error.
LIMIT_SECONDS = 600
SCREEN_LINES = 20
README_LINES_MAX = 120
DIRECTORIES = ('bench', 'boot', 'kernel', 'lib', 'linux', 'tests', 'tools')
# Enough key metrics, and enough fast benchmarks.
HEADLINES = ('null.timing', 'entry.null_syscall', 'irq.self_ipi', 'fault.*', 'os.switch_*',
             'os.thread_run')
EXPLAIN_NEEDS = ('bareline-plugin.so', 'bareline-linux-static', 'task-server-symbols',
                 'hypervisor/init', 'hypervisor/symbols')

counts = {'passed': 0, 'failed': 0}


def expect(what, good, output=''):
    counts['passed' if good else 'failed'] += 1
    if not good:
        print(f'failed: {what}\n{output[-2000:]}')


def words(*arguments, **more):
    """Exit status and output of a command, in one pipe."""
    done = subprocess.run(arguments, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, timeout=LIMIT_SECONDS,
                          check=False, **more)
    return done.returncode, done.stdout


def on_terminal(*arguments, **environment):
    """Output of a command on a terminal."""
    child, terminal = pty.fork()
    if child == 0:
        os.environ.pop('NO_COLOR', None)
        os.environ.update({'TERM': 'xterm'}, **environment)
        os.execvp(arguments[0], arguments)
    output = b''
    while True:
        try:
            piece = os.read(terminal, 65536)
        except OSError:                 # the read error at a terminal's end
            piece = b''
        if not piece:
            break
        output += piece
    os.close(terminal)
    os.waitpid(child, 0)
    return output.decode()


def check_build():
    """Two objects: one overwritten line on a terminal, nothing in a pipe and when all is made."""
    where = os.path.join(DIR, 'build')
    make = ['make', '-j1', 'SETUP=no', f'BUILD={where}'] + [
        f'{where}/measured-obj/lib/{name}.c.o' for name in ('ring', 'rng')]
    output = on_terminal(*make)
    expect('a build shows on a terminal what it compiles, in one line',
           output.count('\n') == 0 and
           re.findall(r'CC +(lib/\S+)\r', output) == ['lib/ring.c', 'lib/rng.c'], repr(output))
    expect('a build without work prints nothing', on_terminal(*make) == '')
    shutil.rmtree(where)
    status, output = words(*make)
    expect('compilation prints nothing in a pipe', status == 0 and output == '', output)


def check_documents():
    """The front page is short, and every link within the documents leads to a file."""
    with open('README.md', encoding='utf-8') as file:
        lines = file.read().splitlines()
    expect(f'README.md has {len(lines)} lines', len(lines) <= README_LINES_MAX)
    pages = ['README.md'] + [os.path.join('docs', name) for name in os.listdir('docs')
                             if name.endswith('.md')]
    linked = set()
    for page in sorted(pages):
        with open(page, encoding='utf-8') as file:
            links = re.findall(r'\]\(([^)#:]+)(?:#[^)]*)?\)', file.read())
        paths = {os.path.normpath(os.path.join(os.path.dirname(page), link)) for link in links}
        expect(f'every link of {page} leads to a file', all(map(os.path.exists, paths)),
               ' '.join(sorted(path for path in paths if not os.path.exists(path))))
        linked |= paths if page == 'README.md' else set()
    expect('README.md links to every document', not set(pages[1:]) - linked,
           ' '.join(sorted(set(pages[1:]) - linked)))


def check_directories():
    """The page of a directory names only existing files."""
    for name in DIRECTORIES:
        with open(os.path.join(name, 'README.md'), encoding='utf-8') as file:
            paths = re.findall(r'`([\w.-]*[/.][\w/.-]*)`', file.read())
        missing = [path for path in paths
                   if not os.path.exists(path) and not os.path.exists(os.path.join(name, path))]
        expect(f'{name}/README.md names only existing files', bool(paths) and not missing,
               ' '.join(missing))


def check_setup():
    """The packages that `make run` would install on an empty system: those of the build, not of the
    tests."""
    nothing = os.path.join(DIR, 'nothing')
    os.makedirs(nothing)
    with open(os.path.join(nothing, 'build-id'), 'w', encoding='utf-8'):
        pass                            # which a dry run does not write
    environment = {name: value for name, value in os.environ.items() if name != 'SETUP'}
    _, planned = words('make', '-n', 'run', f'BUILD={nothing}', env=environment)
    groups = set(re.findall(r'scripts/setup\.sh (\w+)', planned))
    with open('scripts/setup.sh', encoding='utf-8') as script:
        rows = [line.split() for line in script
                if re.match(r'\w+ +(command|file|library|archive|found) ', line)]
    packages = {package for row in rows if row[0] in groups for package in row[3:]}
    expect('make run builds the files for explain', 'bareline-plugin.so' in planned, planned)
    expect('make run requests its groups', groups == {'gcc', 'kernel', 'tool', 'run'},
           planned)
    expect('make run installs no other groups', packages == {
        'gcc', 'binutils', 'libc6-dev', 'pkg-config', 'libjansson-dev', 'libgsl-dev',
        'libdw-dev', 'libmd-dev', 'libserialport-dev', 'zlib1g-dev', 'libbabeltrace2-dev',
        'libtraceevent-dev', 'libtracefs-dev', 'libtracecmd-dev', 'libmicrohttpd-dev',
        'libsqlite3-dev', 'console-setup-linux', 'qemu-system-x86', 'seabios'}, str(packages))


def check_short_runs():
    """A parameter selects a point, --export writes a file, and the last run of another build is compared."""
    first, again = (os.path.join(DIR, 'builds', name) for name in ('first', 'second'))
    table = os.path.join(DIR, 'one.csv')
    status, output = words(TOOL, 'run', '--deterministic', '-o', first, '--export', table, 'entry.null_syscall',
                           'path=int_gate')
    with open(table, encoding='utf-8') as file:
        expect('run --export writes what export does', file.read() == words(
            TOOL, 'export', '--format', 'csv', first)[1], output)
    expect('a parameter selects a point', status == 0 and re.search('^ +int_gate +[0-9]', output, re.M)
           and not re.search('^ +syscall +[0-9]', output, re.M), output)
    log = os.path.join(first, 'serial.log')
    with open(log, 'rb') as file:
        lines = [wire_line.record(re.sub(' build=[^ ]*', ' build=0123456789ab',
                                         line.decode().rsplit(' *', 1)[0][1:]))
                 if line.startswith(b'@manifest ') else line for line in file]
    with open(log, 'wb') as file:
        file.writelines(lines)
    status, output = words(TOOL, 'run', '--deterministic', '-o', again, 'entry.null_syscall')
    expect('a run is compared with the last one of another build', status == 0 and re.search(
        '^Since build 0123456789ab: 0 of [0-9]+ metrics changed; see `bareline compare ', output, re.M), output)


def check_run():
    """The end of a run fits on a screen, and names the complete report."""
    run = os.path.join(DIR, 'run')
    benches = [word for bench in HEADLINES for word in ('--bench', bench)]
    status, output = words(TOOL, 'run', '--deterministic', '-o', run, *benches)
    lines = output.splitlines()
    last = max(i for i, line in enumerate(lines) if re.match(r'\[ *\d+/\d+\] ', line))
    end = lines[last + 1:]
    expect('the end of a run fits on a screen', status == 0 and 8 < len(end) <= SCREEN_LINES, output)
    expect('the end of a run begins with the verdict and the meaning of a tick',
           end[0].startswith('  Not checked · instructions'), output)
    expect('has figures', any('a null system call and back' in line for line in end), output)
    expect('the end of a run names table and page by the path of the tool',
           f'Table: {TOOL} show {run}' in end and f'Report: {run}/report.html' in end, output)
    expect('output in a pipe has no colours', '\033' not in output, output)
    _, table = words(TOOL, 'show', '--all', run)
    with open(os.path.join(run, 'report.html'), encoding='utf-8') as file:
        expect('the page has the same verdict', '<b>Not checked</b> No self-test ran' in file.read())
    _, checked = words(TOOL, 'run', '--deterministic', '-o', run + '-checked', *benches,
                       '--bench', 'selftest.*', '--bench', 'mem.latency')
    expect('a run with self-tests is simply valid', re.search('^  Valid, deterministic · instructions', checked,
                                                                re.M),
           checked)
    expect('the row of a curve has its first and last size',
           'and by size, 1 KiB to 1 MiB' in checked, checked)
    status, output = words(TOOL, 'run', '--deterministic', '--table', '-o', run + '-again', *benches)
    expect('--table prints what show does', status == 0 and table.splitlines()[-1] in output
           and 'irq.self_ipi: ' in output, output)
    status, output = words(TOOL, 'run', '--deterministic', '-o', run + '-one', 'entry.null_syscall')
    lines = [line for line in output.splitlines() if not line.startswith('[')]
    expect('a run of one benchmark is at most 12 lines, with its value', status == 0 and
           5 < len(lines) <= 12 and re.search(r'^ +syscall +\d', output, re.M) and lines[-1] == f'Results: {run}-one',
           output)
    status, output = words(TOOL, 'run', '--deterministic', '-o', run + '-timing', 'null.timing')
    expect('a run of the timing overhead alone is as short', status == 0 and
           re.search('^    null.timing +9 ', output, re.M) and len(output.splitlines()) <= 12, output)
    status, output = words(TOOL, 'run', '--deterministic', '-o', run + '-skipped', 'disk.read')
    expect('a run that measured nothing prints the reason only', status == 2 and
           'disk.read: needs a readable disk' in output and len(output.splitlines()) <= 8, output)
    check_short_runs()
    status, output = words(TOOL, 'show', run + '-checked')
    expect('show is at most 60 lines, with a line for each section', status == 0 and
           len(output.splitlines()) <= 60 and re.search('^  Faults  .* fault$', output, re.M), output)
    return run


def check_repeated():
    """Several boots give a table of their differences, and a directory each."""
    runs = os.path.join(DIR, 'runs')
    status, output = words(TOOL, 'run', '--deterministic', '--runs', '2', '--bench',
                         'entry.null_syscall', '-o', runs)
    expect('two boots are shown together', status == 0 and 'over repeated boots' in output
           and re.search(r'^ *syscall ', output, re.M), output)
    expect('every boot has its directory', sorted(os.listdir(runs))[:2] == ['run-001', 'run-002'])
    with open(os.path.join(runs, 'run-001', 'manifest.json'), encoding='utf-8') as file:
        noise = json.load(file)['host_noise']
    expect('every boot reports other activity of the host', noise is None or
           noise['cpus'] >= 1 and 0 <= noise['steal_part'] <= 1, str(noise))
    expect('every boot reports the CPU frequency', noise is None or
           all(noise[key] is None or noise[key] > 0
               for key in ('cpu_mhz_before', 'cpu_mhz_after')), str(noise))


def check_gate():
    """The next steps follow after changed metrics, in the same pipe."""
    baseline = os.path.join(DIR, 'baseline.txt')
    gate = [TOOL, 'run', '--deterministic', '--quiet', '--bench', 'entry.null_syscall',
            '-o', os.path.join(DIR, 'gate'), '--baseline', baseline]
    words(*gate, '--update')
    with open(baseline, encoding='utf-8') as file:
        lines = file.read()
    never = os.path.join(DIR, 'never')
    page = os.path.join(DIR, 'gate.md')
    loud = [word for word in gate if word != '--quiet']
    status, output = words(*loud, '--markdown', page)
    expect('a gate without changes ends with its verdict', status == 0 and
           re.search(r'Baseline: all metrics match .*baseline\.txt; 6 metrics unchanged$', output), output)
    expect('a gate has no table before its verdict', 'null.timing: ' not in output and
           'One null system call' not in output and 'a null system call' in output, output)
    with open(page, encoding='utf-8') as file:
        expect('Markdown has the verdict too', ' 0 regressed, 0 improved, 3 unchanged' in file.read())
    status, output = words(*loud, '--table')
    expect('a gate prints a table on request', status == 0 and 'One null system call' in output, output)
    status, output = words(*gate, '--bench', 'null.timing', '--bench', 'entry.*', '-o', never)
    expect('a baseline of other benchmarks is refused before a boot', status == 2 and
           'condition command line: ' in output and 'nothing booted' in output and
           'run with --update' in output and
           not os.path.exists(never), output)
    status, output = words(*gate, '--linux', '--kernel', os.path.join(BUILD, 'linux', 'vmlinuz'),
                         '-o', never)
    expect('a baseline of another host is refused before a boot',
           status == 2 and 'condition host: ' in output and
           not os.path.exists(never), output)
    with open(baseline, 'w', encoding='utf-8') as file:
        file.write(re.sub(r'(path=syscall warm: )(\d+)', r'\g<1>1\2', lines))
    xml = os.path.join(DIR, 'gate.xml')
    status, output = words(*gate, '--markdown', page, '--junit', xml)
    with open(page, encoding='utf-8') as file:
        expect('Markdown begins with the largest change', re.match(
            r'\*\*Bareline, new against base: entry.null_syscall syscall: -', file.read()
            .replace('\\', '')))
    with open(xml, encoding='utf-8') as file:
        expect('JUnit has the change as a failed test', file.read().count('<failure ') == 1)
    expect('one file for two outputs is refused',
           words(*gate, '--markdown', '-', '--junit', '-')[0] == 2)
    expect('one file for an output and a new baseline is refused',
           words(*gate, '--update', '--junit', xml)[0] == 2)
    expect('a gate prints the changes, then the next steps', status == 1 and
           re.search(r'of 3 operations 0 regressed, 1 improved, 2 unchanged\n(.*\n)*'
                     r'.*metrics differ; .*\nAll metrics: .* compare --all .*baseline.txt .*gate\n'
                     r'To list the changed functions, run these commands; FILE is the image of '
                     r'the baseline .*\n'
                     r'  bareline explain .* -o explain-base .*--image FILE\n'
                     r'  bareline explain .* -o explain-new\n'
                     r'  bareline explain --compare explain-base explain-new entry.null_syscall'
                     r' path=syscall\n',
                     output, re.S), output)
    runs = os.path.join(DIR, 'quiet-runs')
    status, output = words(TOOL, 'run', '--deterministic', '-q', '--runs', '2', '--bench',
                         'null.timing', '-o', runs)
    expect('quiet boots report an undisturbed host', status == 0 and
           [line.split(':')[0] for line in output.splitlines()] == ['Results'] * 3, output)


def check_colours(run):
    shown = on_terminal(TOOL, 'show', run)
    expect('a terminal has colours', '\033[1m' in shown, shown)
    expect('NO_COLOR does without',
           '\033' not in on_terminal(TOOL, 'show', run, NO_COLOR='1'))
    expect('an empty TERM gives no colours', '\033[1m' in on_terminal(TOOL, 'show', run, NO_COLOR=''))
    expect('a dumb terminal gets no colours',
           '\033' not in on_terminal(TOOL, 'show', run, TERM='dumb'))


def diagnosed(status_wanted, *arguments, **more):
    """The findings of doctor, by name."""
    status, output = words(TOOL, 'doctor', '--ndjson', *arguments, **more)
    expect(f'doctor exits with status {status_wanted}', status == status_wanted, output)
    rows = [json.loads(line) for line in output.splitlines() if '"table"' in line]
    return {row['what']: row for row in rows if 'what' in row}


def check_doctor():
    """Each missing dependency is found, with a way to install it."""
    here = diagnosed(0)
    expect('doctor finds QEMU', 'QEMU emulator version' in here['QEMU']['found'])
    expect('doctor finds the kernel', here['the kernel']['found'].endswith('kernel.elf'))
    bare = diagnosed(1, env={'PATH': '/nonexistent'})
    expect('without programs QEMU is missing; its package is named',
           'qemu-system-x86' in bare['QEMU']['remedy'] and not bare['QEMU'].get('found'))
    expect('rsvg-convert is missing; its package is named',
           'librsvg2-bin' in bare['rsvg-convert']['remedy'])
    lone = os.path.join(DIR, 'lone')
    os.makedirs(lone)
    shutil.copy(TOOL, lone)
    done = subprocess.run([os.path.join(lone, 'bareline'), 'doctor'], capture_output=True, text=True,
                          timeout=LIMIT_SECONDS, check=False)
    expect('a tool without its kernel names the make target', done.returncode == 1 and
           'make build/kernel.elf' in done.stdout, done.stdout)
    expect('a tool without its kernel names the targets for explain',
           all(f'make build/{name}' in done.stdout for name in EXPLAIN_NEEDS), done.stdout)
    expect('run names the make target of a missing kernel', all(
        f'make build/{name}/vmlinuz' in done.stdout for name in ('linux', 'hypervisor')), done.stdout)
    broken = diagnosed(1, '--qemu', '/bin/false')
    expect('a QEMU that fails counts as missing', not broken['QEMU'].get('found'))


def refused(what, directory, arguments, status_wanted, says):
    """A command of a tool in an otherwise empty directory boots nothing and writes nothing."""
    here = sorted(os.listdir(directory))
    status, output = words(os.path.join('.', 'bareline'), *arguments, cwd=directory)
    expect(what, status == status_wanted and says in output and 'Boot 1' not in output, output)
    expect(what + ', and writes nothing', sorted(os.listdir(directory)) == here,
           ' '.join(sorted(os.listdir(directory))))


def check_missing():
    """Missing inputs are found before a boot, with the target that makes them."""
    alone = os.path.join(DIR, 'alone')
    os.makedirs(alone)
    shutil.copy(TOOL, alone)
    refused('three boots without a kernel', alone, ['run', '--runs', '3'], 2,
            'run `make build/kernel.elf`')
    shutil.copy(os.path.join(BUILD, 'kernel.elf'), alone)
    with open(os.path.join(alone, 'bzImage'), 'wb') as file:
        file.write(bytes(514) + b'HdrS' + bytes(100))
    refused('explain without the plugin', alone, ['explain', 'null.timing'], 2,
            'run `make build/bareline-plugin.so`')
    for name in ('bareline-plugin.so', 'bareline-linux-static', 'task-server-symbols'):
        shutil.copy(os.path.join(BUILD, name), alone)
    linux = ['explain', 'null.timing', '--layer', 'linux', '--', '--kernel', 'bzImage']
    refused('explain of Linux without the symbol reader', alone, linux, 2,
            'run `make build/hypervisor/init`')
    os.mkdir(os.path.join(alone, 'hypervisor'))
    shutil.copy(os.path.join(BUILD, 'hypervisor', 'init'), os.path.join(alone, 'hypervisor'))
    refused('explain of Linux without half of the symbol reader', alone, linux, 2,
            'run `make build/hypervisor/symbols`')
    refused('a guest without the Linux host', alone, ['run', '--in-kvm'], 2,
            'run `make build/hypervisor/vmlinuz`')
    refused('an overhead without Linux', alone, ['overhead', '--qemu'], 2,
            'run `make build/linux/vmlinuz`')
    refused('an overhead with Linux as image', alone,
            ['overhead', '--qemu', '--', '--image', 'bzImage'], 2, 'is a Linux kernel')
    refused('an overhead with an invalid output directory', alone,
            ['overhead', '--qemu', '-o', 'nowhere/overhead.json'], 2, 'nowhere/overhead.json')
    refused('a comparison with a missing image', alone,
            ['compare', '--run', 'kernel.elf', 'nothing.elf'], 2, 'nothing.elf')
    refused('layers without Linux', alone, ['layers', '--layers', 'metal,linux'], 2,
            'run `make build/linux/vmlinuz`')
    refused('two boots without QEMU', alone, ['run', '--runs', '2', '--qemu', 'no-such-qemu'], 2,
            'no-such-qemu: program not found')
    refused('two boots by unknown firmware', alone,
            ['run', '--runs', '2', '--image', 'kernel.elf', '--firmware', 'uefi',
             '--firmware-code', 'kernel.elf'], 2, "not usable as firmware")
    refused('two boots with a missing disk', alone,
            ['run', '--runs', '2', '--disk', 'disk.img'], 2, 'disk.img')
    refused('a baseline with an invalid path', alone,
            ['run', '--deterministic', '--baseline', 'nowhere/exact.txt', '--update'], 2,
            'nowhere/exact.txt')
    refused('a QEMU that fails', alone, ['run', '--qemu', '/bin/false'], 1, '/bin/false')


def main():
    shutil.rmtree(DIR, ignore_errors=True)
    os.makedirs(DIR)
    check_build()
    check_setup()
    check_documents()
    check_directories()
    check_colours(check_run())
    check_repeated()
    check_gate()
    check_doctor()
    check_missing()
    print(f"{counts['passed']} passed, {counts['failed']} failed")
    sys.exit(counts['failed'] > 0)


main()

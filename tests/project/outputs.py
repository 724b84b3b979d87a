# SPDX-License-Identifier: MIT
"""One rule for the outputs of all commands: an output replaces what bareline wrote; it replaces a file of
another program only with --force, and never an input or a device. Commands and their outputs come from the
help texts, which are made from the option tables, so a new command is tested too.

usage: python3 tests/project/outputs.py BUILD
"""
import os
import re
import shutil
import stat
import subprocess
import sys

BUILD = os.path.abspath(sys.argv[1])
TOOL = os.path.join(BUILD, 'bareline')
DIR = os.path.join(BUILD, 'outputs-test')
LOGS = os.path.abspath('tests/corpus/logs')
TRACE = os.path.abspath('tests/flow/traces/threads.trace')
FOREIGN = b'benchmark;result\nmine;1\n'
ATTRIBUTE = 'user.bareline'

# Operands, where no other ones are given: LOG.
OPERANDS = {
    'collect': ['--report', 'LOG'],
    'compare': ['LOG', 'LOG'],
    'export': ['--format', 'csv', 'LOG'],
    'fleet': ['ROOM'],
    'flow': ['FLOW'],
    'flow compare': ['FLOW', 'FLOW'],
    'flow export': ['--format', 'chrome', 'FLOW'],
    'flow import': ['--begin', 'marker=request begins', '--end', 'request ends', 'TRACE'],
    'history': ['HISTORY'],
    'idle': ['IDLE'],
    'list': [],
    'doctor': [],
    'overhead': ['LOG', 'LOG2'],
    'systems': ['LOG', 'LOG2'],
    'plot': ['mem.latency', 'LOG'],
}
# Options that apply only with others.
WITH = {
    ('idle', 'screens'): ['EDITOR'],
    ('run', 'code-output'): ['--asm', 'nop'],
    ('run', 'output'): [],
    ('run', 'export'): [],
    ('capture', 'output'): ['TERMINAL'],
    ('flow record', 'output'): ['--', 'true'],
    **{('count', name): ['--baseline', 'BASELINE', '--', 'true'] for name in ('markdown', 'junit', 'annotations')},
}
# These boot or record first. What they must not replace is found before that.
BOOTING = {'run', 'capture', 'flow record', 'count'}
# These make a directory for each run in DIRECTORY, as `run` does, and write files by the function that the
# other commands use.
PARENTS = {('layers', 'output'), ('lab', 'output'), ('explain', 'output'), ('flow nodes', 'output'), ('flow nodes', 'csv'), ('flow verify', 'keep'),
           ('flow verify', 'csv'), ('flow record', 'csv'), ('idle', 'keep'), ('systems', 'keep'), ('compare', 'keep'),
           ('compare', 'explain-output'), ('overhead', 'keep'), ('count', 'output'), ('count', 'csv')}
# Formats whose head names the program: recognised without the attribute.
NAMED = ('.json', '.html', '.md', '.xml', '.ktap', '.txt')
SUFFIXES = {'html': '.html', 'json': '.json', 'markdown': '.md', 'junit': '.xml', 'ktap': '.ktap',
            'annotations': '.txt', 'export': '.csv'}


def run(*words, **options):
    return subprocess.run([TOOL, *words], capture_output=True, text=True, timeout=600, errors='replace',
                          stdin=subprocess.DEVNULL, **options)


def check(what, good, found=''):
    if not good:
        raise AssertionError(f'{what}: {found}')


def help_of(command):
    return run(*command.split(), '--help').stdout


def commands(prefix=''):
    for name in re.findall(r'^  ([a-z]+)  ', help_of(prefix).split('Event kinds')[0], re.M):
        command = f'{prefix} {name}'.strip()
        yield command
        if 'SUBCOMMAND' in help_of(command):
            yield from commands(command)


def outputs(command):
    """The options that write a file or a directory: their names, and what they write."""
    text = re.sub(r'\n {20,}', ' ', help_of(command))
    text = re.sub(r'\n {14,}', ' ', text)
    for name, argument, effect in re.findall(r'^  (?:-\w, )?--([\w-]+) (FILE|DIRECTORY|PATH) +(.*)$', text, re.M):
        if re.search(r'\b(write|draw)\b', effect) and 'never written' not in effect:
            yield name, 'DIRECTORY' if argument == 'DIRECTORY' else 'FILE'


def read(path):
    with open(path, 'rb') as file:
        return file.read()


def write(path, content):
    with open(path, 'wb') as file:
        file.write(content)


class Case:
    """One output of one command, in a directory with copies of the inputs."""

    def __init__(self, command, option):
        self.command, self.option = command, option
        self.name = f'{command} --{option}'
        self.output = 'out.csv' if option == 'export' else 'out'
        self.dir = os.path.join(DIR, re.sub(r'\W+', '-', self.name))
        os.makedirs(self.dir)
        self.inputs = {}
        for word, source in (('LOG', 'metal-real.log'), ('LOG2', 'linux-real.log'), ('FLOW', 'flow-metal.log'),
                             ('IDLE', 'idle-metal.log'), ('EDITOR', 'editor.log'), ('ROOM', 'room'),
                             ('HISTORY', 'history'),
                             ('BASELINE', 'baseline/metal.txt')):
            self.inputs[word] = os.path.join(LOGS, source)
        self.inputs['TRACE'] = TRACE
        words = WITH.get((command, option), ['--deterministic', '--baseline', 'BASELINE']
                         if command in BOOTING else OPERANDS.get(
                             command, OPERANDS['flow'] if command.startswith('flow ') else ['LOG']))
        if 'TERMINAL' in words:
            self.terminal = os.openpty()
            words = [os.ttyname(self.terminal[1])]
        self.words = [self.copy(word) if word in self.inputs else word for word in words]
        self.operands = [word for word in self.words if word.startswith(self.dir)]

    def copy(self, word):
        source = self.inputs[word]
        path = os.path.join(self.dir, 'input-' + word)
        if os.path.isdir(source):
            shutil.copytree(source, path, dirs_exist_ok=True, ignore=shutil.ignore_patterns('fleet.db'))
        else:
            shutil.copy(source, path)
        return path

    def run(self, output, *more):
        return run(*self.command.split(), f'--{self.option}', output, *more, *self.words, cwd=self.dir)

    def refused(self, output, what, *more):
        found = self.run(output, *more)
        check(f'{self.name}: {what}: status', found.returncode in (2, 3), (found.returncode, found.stderr))
        return found.stderr


def foreign_file_is_kept(case, path):
    write(path, FOREIGN)
    message = case.refused(path, 'a foreign file')
    check(f'{case.name}: a foreign file', read(path) == FOREIGN, read(path)[:80])
    check(f'{case.name}: message', 'bareline did not write it' in message, message)


def file_rule_holds(case, is_first):
    path = os.path.join(case.dir, 'out' + SUFFIXES.get(case.option, '.svg' if case.command == 'plot' else '.out'))
    foreign_file_is_kept(case, path)
    os.chmod(path, 0o640)
    if os.geteuid() == 0:
        os.chown(path, 12345, 12346)
    found = case.run(path, '--force')
    check(f'{case.name}: --force', found.returncode < 3 and read(path) != FOREIGN,
          (found.returncode, found.stderr))
    status = os.stat(path)
    check(f'{case.name}: mode', stat.S_IMODE(status.st_mode) == 0o640, oct(status.st_mode))
    if os.geteuid() == 0:
        check(f'{case.name}: owner', (status.st_uid, status.st_gid) == (12345, 12346), status)
    first = found.returncode
    check(f'{case.name}: again', case.run(path).returncode == first)
    if path.endswith(NAMED):
        if hasattr(os, 'removexattr') and ATTRIBUTE in os.listxattr(path):
            os.removexattr(path, ATTRIBUTE)
        found = case.run(path)
        check(f'{case.name}: without attribute', found.returncode == first, found.stderr)
    if not is_first:
        return
    write(path, b'')
    check(f'{case.name}: an empty file', case.run(path).returncode == first and read(path) != b'')
    check(f'{case.name}: /dev/null', case.run('/dev/null').returncode == first)
    for operand in case.operands[:1]:
        input_is_kept(case, operand)
    device_is_kept(case)
    pipe_is_written(case, first)


def input_is_kept(case, operand):
    """By its path, by a link, and by the name of a file in it."""
    files = [operand] if os.path.isfile(operand) else []
    files += [os.path.join(place, name) for place, _, names in os.walk(operand) for name in names
              if name.endswith('.log')][:1]
    for path in files:
        before = read(path)
        link = os.path.join(case.dir, 'link')
        hard = os.path.join(case.dir, 'hard')
        os.symlink(path, link)
        os.link(path, hard)
        for output in (path, link, hard):
            message = case.refused(output, 'an input', '--force')
            check(f'{case.name}: input', read(path) == before, output)
            check(f'{case.name}: message', 'an input of this command' in message, message)
        os.unlink(link)
        os.unlink(hard)


def device_is_kept(case):
    if os.geteuid() != 0:
        return
    path = os.path.join(case.dir, 'device')
    try:
        os.mknod(path, 0o600 | stat.S_IFCHR, os.makedev(1, 5))
    except OSError:
        return
    check(f'{case.name}: device', 'a device' in case.refused(path, 'a device', '--force'))
    os.unlink(path)


def pipe_is_written(case, status):
    command = [TOOL, *case.command.split(), f'--{case.option}', '/dev/fd/9', *case.words]
    found = subprocess.run(['bash', '-c', 'exec 9> >(cat >"$0"); shift 0; "$@"; status=$?; exec 9>&-; wait; exit $status',
                            os.path.join(case.dir, 'piped'), *command], capture_output=True, timeout=600)
    check(f'{case.name}: a pipe', found.returncode == status, found.stderr)


def directory_rule_holds(case):
    path = os.path.join(case.dir, case.output)
    first = case.run(path)
    check(f'{case.name}: first', first.returncode in (0, 1), first.stderr)
    names = [os.path.join(place, name) for place, _, files in os.walk(path) for name in sorted(files)]
    check(f'{case.name}: files', names)
    victim = names[0]
    os.unlink(victim)
    write(victim, FOREIGN)
    case.refused(path, 'a foreign file')
    check(f'{case.name}: a foreign file', read(victim) == FOREIGN)
    found = case.run(path, '--force')
    check(f'{case.name}: --force', found.returncode == first.returncode and read(victim) != FOREIGN, found.stderr)


def nothing_is_booted_over_foreign_files(case, kind):
    path = os.path.join(case.dir, case.output)
    if kind == 'FILE':
        foreign_file_is_kept(case, path)
        return
    os.mkdir(path)
    for name in ('disk.img', 'notes'):
        write(os.path.join(path, name), FOREIGN)
        message = case.refused(path, name)
        check(f'{case.name}: {name}', read(os.path.join(path, name)) == FOREIGN)
        check(f'{case.name}: {name}: message', 'use another directory' in message, message)


def outputs_differ(command, files):
    """Two outputs to one file, or to standard output, are refused before anything is written."""
    case = Case(command, files[0])
    path = os.path.join(case.dir, 'both')
    link = os.path.join(case.dir, 'link')
    os.symlink('.', link)
    for path, other in ((path, path), (path, os.path.join(link, 'both')), ('-', '-')):
        message = case.refused(path, 'two outputs', f'--{files[1]}', other)
        check(f'{case.name}: two outputs', 'both write to' in message and not os.path.exists(path), message)
    shutil.rmtree(case.dir)


def test(command):
    found = list(outputs(command))
    files = [option for option, kind in found if kind == 'FILE']
    if len(files) > 1:
        outputs_differ(command, files)
    if found:
        check(f'{command} --help: --force', '--force' in help_of(command) and
              'inputs and devices are never replaced' in ' '.join(help_of(command).split()))
    is_first = True
    for option, kind in found:
        if (command, option) in PARENTS:
            continue
        case = Case(command, option)
        if command in BOOTING:
            nothing_is_booted_over_foreign_files(case, kind)
        elif kind == 'DIRECTORY' and (command, option) != ('collect', 'output'):
            directory_rule_holds(case)
        else:
            file_rule_holds(case, is_first)
            is_first = False
    return len(found)


def process_replaces_logs_only():
    """bareline-linux has the same rule, without inputs and the attribute: its log is recognised."""
    place = os.path.join(DIR, 'process')
    os.makedirs(place)
    path = os.path.join(place, 'out')

    def measure(*words):
        return subprocess.run([os.path.join(BUILD, 'bareline-linux'), '--quiet', '--bench', 'null.timing', '--samples',
                               '5', *words], capture_output=True, text=True, timeout=600, stdin=subprocess.DEVNULL)

    write(path, FOREIGN)
    found = measure('-o', path)
    check('bareline-linux: a foreign file', found.returncode == 3 and read(path) == FOREIGN and
          'is no log' in found.stderr, (found.returncode, found.stderr))
    check('bareline-linux: --force', measure('-o', path, '--force').returncode < 2 and
          read(path).startswith(b'@manifest '))
    check('bareline-linux: a log', measure('-o', path).returncode < 2)
    check('bareline-linux: /dev/null', measure('-o', '/dev/null').returncode < 2)


def main():
    shutil.rmtree(DIR, ignore_errors=True)
    only = sys.argv[2:]
    count = failed = 0
    for command in commands():
        if only and command not in only:
            continue
        try:
            count += test(command)
        except AssertionError as error:
            failed += 1
            print(f'failed: {error}')
    if not only and os.path.exists(os.path.join(BUILD, 'bareline-linux')):
        try:
            process_replaces_logs_only()
        except AssertionError as error:
            failed += 1
            print(f'failed: {error}')
    print(f'{count} outputs of commands tested, {failed} commands failed')
    sys.exit(failed > 0 or (count < 40 and not only))


main()

# SPDX-License-Identifier: MIT
"""`bareline serve` on the loopback interface: files for machines, and results that are whole, cut off,
too large, badly named, repeated and simultaneous. A killed server loses nothing that was stored.

usage: python3 tests/serve/serve.py BUILD [--times] [TEST]...
"""
import os
import pty
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

from serving import Server, children_of, put_head, read_reply, rights_of, wait_for, free_port

BUILD = os.path.abspath(sys.argv[1])
DIR = os.path.join(BUILD, 'serve')
TOOL = os.path.join(BUILD, 'bareline')
UUID = '12345678-1234-1234-1234-123456789abc'
RESULT_BYTES_MAX = 64 << 20
HOSTILE = '127.0.0.2'


def name(number=1, run='20261123-171809-acme-x1'):
    return f'{number:012x}-{UUID[:-12]}{number:012x}-{run}.log'


name_of = name      # where a variable has that name


def log(text='x'):
    return f'A log without records: {text}\n'.encode() * 1000


def start(case, *options):
    directory = os.path.join(DIR, case)
    shutil.rmtree(directory, ignore_errors=True)
    return Server(BUILD, directory, *options)


def check(what, found, expected):
    if found != expected:
        raise AssertionError(f'{what}: expected {expected!r}, found {found!r}')


def content(server, result):
    with open(os.path.join(server.results, result), 'rb') as file:
        return file.read()


def whole_result_is_stored_once():
    server = start('whole')
    check('first', server.put('/results/' + name(), log()), 201)
    check('repeated', server.put('/results/' + name(), log()), 200)
    check('another text', server.put('/results/' + name(), log('y')), 409)
    check('empty', server.put('/results/' + name(2), b''), 201)
    check('files', server.stored(), [name(1), name(2)])
    check('content', content(server, name()), log())
    server.await_line('000000000001 result 20261123-171809-acme-x1: no records')
    check('status', server.stop(), 0)


def result_of_a_machine_gets_a_verdict():
    server = start('verdict')
    with open(os.path.join(os.path.dirname(__file__), 'sample.log'), 'rb') as file:
        text = file.read()
    check('log', server.put('/results/' + name(), text), 201)
    server.await_line('result 20261123-171809-acme-x1: Not checked: 1 benchmark')
    check('cut log', server.put('/results/' + name(2), text[:len(text) // 2]), 201)
    server.await_line('result 20261123-171809-acme-x1: (Incomplete|Invalid): ')
    check('status', server.stop(signal.SIGINT), 0)


def has_ended(process):
    """Whether a process has closed its files: it is gone, or waits for its parent."""
    try:
        with open(f'/proc/{process}/stat', encoding='ascii', errors='replace') as file:
            return file.read().rpartition(')')[2].split()[0] == 'Z'
    except OSError:
        return True


def reading_a_log_delays_no_request():
    """The process that reads logs is stopped: requests are answered, and the verdict comes later. What
    it read is in fleet.db: a log without records, of the same size and time, is not read again."""
    server = start('apart')
    with open(os.path.join(os.path.dirname(__file__), 'sample.log'), 'rb') as file:
        text = file.read()
    check('first', server.put('/results/' + name(1), text), 201)
    server.await_line('000000000001 result 20261123-171809-acme-x1: Not checked')
    reader = int(children_of(server.process.pid)[0])
    os.kill(reader, signal.SIGSTOP)
    check('second', server.put('/results/' + name(2), text), 201)
    server.await_line('000000000002 result 20261123-171809-acme-x1 received')
    check('page', b'<td>Result received</td>' in server.get('/')[1], True)
    os.kill(reader, signal.SIGCONT)
    server.await_line('000000000002 result 20261123-171809-acme-x1: Not checked')
    os.kill(reader, signal.SIGKILL)
    wait_for(lambda: has_ended(reader), 'the end of the reader')    # or it still gets the third log
    check('third', server.put('/results/' + name(3), text), 201)
    server.await_line('000000000003 result 20261123-171809-acme-x1: Not checked')
    check('status', server.stop(), 0)
    for number in (1, 2, 3):
        path = os.path.join(server.results, name(number))
        times = os.stat(path)
        with open(path, 'wb') as file:
            file.write(bytes(len(text)))
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    found = subprocess.run([TOOL, 'fleet', server.results], capture_output=True, text=True)
    check('read once', 'unusable' in found.stdout or 'no records' in found.stderr, False)
    check('fleet', found.returncode, 0)


def sample():
    with open(os.path.join(os.path.dirname(__file__), 'sample.log'), 'rb') as file:
        return file.read()


def hostile_log_costs_no_other_verdict():
    """The process reads the logs of two clients alternately, and one log at a time: if it ends, the log
    says so and the next one is read. One client has a share of the waiting logs."""
    server = start('alternate')
    check('first', server.put('/results/' + name(1), sample()), 201)
    server.await_line('000000000001 result 20261123-171809-acme-x1: Not checked')
    reader = int(children_of(server.process.pid)[0])
    os.kill(reader, signal.SIGSTOP)
    for number in range(2, 36):
        check('hostile', server.put('/results/' + name(number), sample(), HOSTILE), 201)
    check('real', server.put('/results/' + name(99), sample()), 201)
    server.await_line(f'{99:012x} result 20261123-171809-acme-x1 received$|{99:012x} result .* received\n')
    check('share', server.get('/')[1].count(b'received, not read'), 2)
    os.kill(reader, signal.SIGKILL)
    server.await_line('000000000002 result 20261123-171809-acme-x1: not read')
    server.await_line(f'{4:012x} result 20261123-171809-acme-x1: Not checked')
    lines = server.lines()
    check('alternate', lines.index(f'{99:012x} result 20261123-171809-acme-x1: Not checked') <
          lines.index(f'{3:012x} result 20261123-171809-acme-x1: Not checked'), True)
    server.stop()


def hostile_client_leaves_room_for_others():
    """Declared bytes reserve nothing; an address has a share of connections and of results."""
    server = start('shares', '--limit', '600')
    held = [server.connect(HOSTILE) for _ in range(10)]
    for number, connection in enumerate(held):
        connection.sendall(put_head('/results/' + name(number), RESULT_BYTES_MAX).encode() + b'x')
    wait_for(lambda: len(server.stored()) == 10, 'ten uploads')
    check('room', server.put('/results/' + name(20), log()), 201)
    for connection in held:
        connection.close()
    wait_for(lambda: server.stored() == [name(20)], 'the end of the uploads')
    check('first', server.put('/results/' + name(21), bytes(RESULT_BYTES_MAX), HOSTILE), 201)
    check('share used', server.put('/results/' + name(22), bytes(RESULT_BYTES_MAX // 2), HOSTILE), 429)
    check('another address', server.put('/results/' + name(23), bytes(RESULT_BYTES_MAX // 2)), 201)
    held = [server.connect(HOSTILE) for _ in range(40)]
    wait_for(lambda: sum(is_closed(connection) for connection in held) >= 24, 'refused connections')
    check('another address', server.get('/')[0], 200)
    for connection in held:
        connection.close()
    server.stop()


def is_closed(connection):
    connection.setblocking(False)
    try:
        return connection.recv(1) == b''
    except BlockingIOError:
        return False
    except ConnectionResetError:
        return True


def slow_client_is_ended():
    """A client that sends a byte now and then is not idle, but its time is limited."""
    server = start('slow', '--timeout', '2')
    begin = time.monotonic()
    with server.connect(HOSTILE) as connection:
        connection.sendall(put_head('/results/' + name(1), 1000).encode())
        connection.settimeout(0.1)
        is_open = True
        while is_open and time.monotonic() - begin < 50:
            try:
                connection.sendall(b'x')
                is_open = connection.recv(1) != b''
            except TimeoutError:
                continue
            except (ConnectionResetError, BrokenPipeError):
                is_open = False
    check('open', is_open, False)
    server.await_line('result cut off')
    check('later', server.put('/results/' + name(1), log()), 201)
    server.stop()


def false_fetches_do_not_hide_machines():
    """5000 names of one address: the real machines stay listed, and the lines of events are limited."""
    server = start('names-of-one')
    server.get('/configs/aabbccddeeff.cfg')
    begin = time.monotonic()
    with server.connect(HOSTILE) as connection:
        for first in range(0, 5000, 500):
            requests = ''.join(f'GET /configs/{number:012x}.cfg HTTP/1.1\r\nHost: x\r\n\r\n'
                               for number in range(first, first + 500))
            connection.sendall(requests.encode())
            replies = b''
            while replies.count(b'not found\n') < 500:
                data = connection.recv(65536)
                check('reply', data != b'', True)
                replies += data
        connection.sendall(b'GET /server.url HTTP/1.1\r\nHost: x\r\n\r\n' * 2000)
        replies = b''
        while replies.count(b'http://127') < 2000:
            replies += connection.recv(65536)
    seconds = time.monotonic() - begin
    page = server.get('/')[1].decode()
    check('real machine', page.count('aabbccddeeff'), 1)
    check('false machines', page.count('<li class=') <= 75, True)
    check('lines', server.lines().count('fetches server.url') <= 20 * (seconds + 3), True)
    server.stop()


def numbers_of_a_name_cannot_be_used_up():
    """A machine tries nine names; the ninth is always stored."""
    server = start('numbers')
    run = '20261123-171809-acme-x1'
    for number in range(1, 13):
        check('hostile', server.put('/results/' + name(1, run + (f'-{number}' if number > 1 else '')), b'no log',
                                    HOSTILE), 201)
    statuses = [server.put('/results/' + name(1, run + (f'-{number}' if number > 1 else '')), sample())
                for number in range(1, 10)]
    check('real', statuses, [409] * 8 + [201])
    check('again', server.put('/results/' + name(1, run + '-9'), sample()), 200)
    added = [stored for stored in server.stored() if content(server, stored) == sample()]
    check('stored', len(added) == 1 and re.fullmatch(re.escape(name(1, run + '-9')[:-4]) + r'-[0-9a-f]{8}\.log',
                                                     added[0]) is not None, True)
    server.stop()


def partial_results_are_discarded():
    server = start('cut')
    with server.connect() as connection:
        connection.sendall(put_head('/results/' + name(), 1000).encode() + b'x' * 500)
        wait_for(server.stored, 'the temporary file')
        check('name', server.stored() == [name()], False)
    server.await_line('result cut off')
    check('files', server.stored(), [])
    check('later', server.put('/results/' + name(), b'x' * 1000), 201)
    server.stop()


def sizes_are_limited():
    server = start('sizes', '--limit', '1')
    head = put_head('/results/' + name(), RESULT_BYTES_MAX + 1)
    check('too large', server.request(head)[0], 413)
    for length in ('', '-1', 'x', '99999999999999999999999'):
        head = put_head('/results/' + name(), length)
        check(f'length {length!r}', server.request(head)[0] in (0, 400, 411, 413), True)
    chunked = head.replace('Content-Length: ' + length, 'Transfer-Encoding: chunked')
    check('no length', server.request(chunked, b'1\r\nx\r\n0\r\n\r\n')[0], 411)
    check('room', server.put('/results/' + name(1), b'x' * 600000), 201)
    check('no room', server.put('/results/' + name(2), b'x' * 600000), 507)
    check('room again', server.put('/results/' + name(3), b'x' * 400000), 201)
    check('files', server.stored(), [name(1), name(3)])
    server.stop()


def bad_names_are_refused():
    server = start('names')
    for path, status in (
            ('/results/', 400), ('/results/x', 400), ('/results/../x', 400), ('/results/.' + name(), 400),
            ('/results/%2e%2e%2f' + name(), 400),
            ('/results/a/' + name(), 400), ('/results/' + name(run='A'), 400),
            ('/results/' + name(run='a' * 64), 400), ('/results/' + name(run='a' * 20000), 400),
            ('/' + name(), 403), ('/results', 403), ('/configs/default.cfg', 403), ('/BOOTX64.EFI', 403)):
        check(path[:100], server.put(path, log()), status)
    check('files', server.stored(), [])
    check('other method', server.request('POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n'
                                         'Content-Length: 1\r\n\r\nx')[0], 405)
    check('no HTTP', server.request('PUT\r\n\r\n')[0] in (0, 400), True)
    server.stop()


def simultaneous_results_do_not_mix():
    server = start('two')
    texts = {name(1): log('a'), name(2): log('b')}
    connections = [(server.connect(), result, text) for result, text in texts.items()]
    connections += [(server.connect(), name(3), log('c')), (server.connect(), name(3), log('d'))]
    for connection, result, text in connections:
        connection.sendall(put_head('/results/' + result, len(text)).encode() + text[:9000])
    for connection, _, text in connections:
        connection.sendall(text[9000:])
    statuses = [read_reply(connection)[0] for connection, _, _ in connections]
    for connection, _, _ in connections:
        connection.close()
    check('statuses', statuses[:2] + sorted(statuses[2:]), [201, 201, 201, 409])
    for result, text in texts.items():
        check(result, content(server, result), text)
    check('one of both', content(server, name(3)), log('c') if statuses[2] == 201 else log('d'))
    server.stop()


def killed_server_loses_nothing():
    server = start('killed')
    check('first', server.put('/results/' + name(1), log()), 201)
    with server.connect() as connection:
        connection.sendall(put_head('/results/' + name(2), 1000).encode() + b'x' * 500)
        wait_for(lambda: len(server.stored()) == 2, 'the temporary file')
        server.stop(signal.SIGKILL)
    again = Server(BUILD, server.directory)
    check('files', again.stored(), [name(1)])
    check('content', content(again, name(1)), log())
    check('second', again.put('/results/' + name(2), log('y')), 201)
    check('status', again.stop(), 0)
    again.await_line('2 machines, 2 results in ')


def files_of_other_directories_stay_private():
    server = start('files')
    with open(os.path.join(DIR, 'secret'), 'w') as file:
        file.write('secret')
    os.symlink(os.path.join(DIR, 'secret'), os.path.join(server.directory, 'configs', 'link.cfg'))
    server.put('/results/' + name(), log())
    with open(os.path.join(BUILD, 'BOOTX64.EFI'), 'rb') as file:
        check('loader', server.get('/BOOTX64.EFI') == (200, file.read()), True)
    check('configuration', server.get('/configs/default.cfg')[0], 200)
    check('script', server.get('/boot.ipxe')[1].startswith(b'#!ipxe\n'), True)
    for path in ('/configs/link.cfg', '/results/' + name(), '/results/', '/dnsmasq.conf', '/configs/',
                 '/configs/..', '/configs/../server.url', '/../secret', '//etc/passwd', '/configs/%2e%2e/x'):
        check(path, server.get(path)[0], 404)
    check('markup', server.get('/configs/%3Cscript%3E.cfg')[0], 404)
    status, page = server.get('/')
    check('page', status, 200)
    check('machine on the page', page.count(b'<small>000000000001</small>'), 1)
    check('foreign markup', page.count(b'<script'), 0)
    with socket.socket() as other:
        check('another address', other.connect_ex(('127.0.0.2', server.port)) != 0, True)
    server.stop()


def unusable_settings_are_refused():
    server = start('settings')
    for options, text in (
            (['--directory', server.directory, '--address', '127.0.0.1'], 'another'),
            (['--directory', os.path.join(DIR, 'taken'), '--address', '127.0.0.1', '--port', str(server.port)],
             'cannot listen; use another --port'),
            (['--directory', os.path.join(DIR, 'address'), '--address', '192.0.2.1'], 'not an address of this'),
            (['--directory', os.path.join(DIR, 'address'), '--address', 'host'], 'not an IPv4 address'),
            (['--directory', os.path.join(DIR, 'address'), '--address', '127.0.0.1', '--dhcp-range', '1,2\nx'],
             'not two IPv4 addresses'),
            ([], 'give one directory'), (['--directory', server.directory, 'another'], 'give one directory')):
        port = [] if '--port' in options else ['--port', str(free_port())]
        run = subprocess.run([TOOL, 'serve', *options, *port], capture_output=True, text=True, timeout=100)
        check(str(options), (run.returncode, text in run.stderr), (2, True))
    server.stop()


def unusable_configurations_are_reported():
    directory = os.path.join(DIR, 'configs')
    shutil.rmtree(directory, ignore_errors=True)
    os.makedirs(os.path.join(directory, 'configs'))
    for config, text in (('52:54:00:12:34:56.cfg', 'suite=full'), ('525400123456.cfg', 'suite=full exit=halt')):
        with open(os.path.join(directory, 'configs', config), 'w') as file:
            file.write(text)
    server = Server(BUILD, directory)
    server.await_line('52:54:00:12:34:56.cfg: no machine asks for this name')
    server.await_line('525400123456.cfg: exit: not permitted in a configuration')
    server.get('/configs/525400123456.cfg')
    server.await_line('127.0.0.1 525400123456 fetches configs/525400123456.cfg')
    server.stop()


def terminal_shows_the_machines():
    directory = os.path.join(DIR, 'terminal')
    shutil.rmtree(directory, ignore_errors=True)
    port = free_port()
    pid, terminal = pty.fork()
    if pid == 0:
        os.execv(TOOL, [TOOL, 'serve', '--directory', directory, '--address', '127.0.0.1', '--port', str(port)])
    text = b''
    while b'0 machines, 0 results' not in text:
        text += os.read(terminal, 4096)
    with socket.create_connection(('127.0.0.1', port), timeout=100) as connection:
        connection.sendall(put_head('/results/' + name(7), 1).encode() + b'x')
        check('result', read_reply(connection)[0], 201)
    while b'000000000007' not in text:
        text += os.read(terminal, 4096)
    os.kill(pid, signal.SIGTERM)
    check('status', os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), 0)
    os.close(terminal)


def dnsmasq_accepts_its_configuration():
    program = shutil.which('dnsmasq') or shutil.which('dnsmasq', path='/usr/sbin:/sbin')
    if program is None:
        print('skipped: dnsmasq is not installed')
        return
    for case, options in (('proxy', []), ('range', ['--dhcp-range', '192.0.2.10,192.0.2.20'])):
        server = start(case, *options)
        run = subprocess.run([program, '--test', '--conf-file=' + os.path.join(server.directory, 'dnsmasq.conf')],
                             capture_output=True, text=True, timeout=100)
        check(case + run.stderr, run.returncode, 0)
        server.stop()


def root_serves_as_the_owner():
    """The user who called sudo gets the directory and the results; the server has no rights of root."""
    if os.geteuid() != 0:
        print('skipped: only root can become another user')
        return
    owner = (12345, 12345)
    place = tempfile.mkdtemp(prefix='bareline-serve-')
    try:
        os.chmod(place, 0o755)
        for file in ('bareline', 'BOOTX64.EFI', 'bareline.elf'):
            shutil.copy(os.path.join(BUILD, file), place)
        os.mkdir(os.path.join(place, 'bin'))
        pid_file = os.path.join(place, 'pid')
        with open(os.path.join(place, 'bin/dnsmasq'), 'w', opener=lambda path, flags: os.open(path, flags, 0o755)) as script:
            script.write(f'#!/bin/sh\necho "$@" >{pid_file}.words\necho $$ >{pid_file}.new\n'
                         f'mv {pid_file}.new {pid_file}\nexec sleep 3600\n')
        server = Server(place, os.path.join(place, 'room'), '--dnsmasq', prefix=[
            'env', f'SUDO_UID={owner[0]}', f'SUDO_GID={owner[1]}', f'PATH={place}/bin:{os.environ["PATH"]}'])
        check('result', server.put('/results/' + name(), log()), 201)
        for path in (server.directory, server.results, os.path.join(server.results, name())):
            check(path, (os.stat(path).st_uid, os.stat(path).st_gid), owner)
        wait_for(lambda: os.path.exists(pid_file), 'dnsmasq')
        with open(pid_file) as file:
            dnsmasq = int(file.read())
        check('rights', ['12345'] * 9 in [rights_of(child) for child in children_of(server.process.pid)], True)
        check('rights of dnsmasq', rights_of(dnsmasq)[:8], ['0'] * 8)
        dnsmasq_has_only_files_of_root(server, pid_file + '.words')
        check('status', server.stop(), 0)
        wait_for(lambda: not os.path.exists(f'/proc/{dnsmasq}'), 'the end of dnsmasq')
    finally:
        shutil.rmtree(place)


def dnsmasq_has_only_files_of_root(server, words):
    """Its configuration, its leases and its log are where only root can change a name, and TFTP has what
    boots, without results."""
    with open(words) as file:
        config = re.search(r'--conf-file=(\S+)', file.read())[1]
    with open(config) as file:
        settings = dict(line.strip().split('=', 1) for line in file if '=' in line and line[0] != '#')
    check('configuration', config, os.path.join(server.state, 'dnsmasq.conf'))
    check('user', settings['user'], 'nobody')
    for path in (config, settings['dhcp-leasefile'], settings['tftp-root'], os.path.join(server.state, 'dnsmasq.log')):
        check(path, (os.path.dirname(path), not os.path.exists(path) or os.stat(path).st_uid), (server.state, 0)
              if os.path.exists(path) else (server.state, True))
    check('TFTP', sorted(set(os.listdir(settings['tftp-root'])) - {'undionly.kpxe', 'BOOTAA64.EFI', 'BOOTRISCV64.EFI'}),
          ['BOOTX64.EFI', 'server.url'])
    check('in the room', [name for name in os.listdir(server.directory) if 'dnsmasq' in name], [])


def root_parses_no_data_of_the_network():
    """A new room belongs to `nobody`; a room of root is refused unless --user names another user; a state
    directory that others can change is refused."""
    if os.geteuid() != 0:
        print('skipped: only root can become another user')
        return
    place = tempfile.mkdtemp(prefix='bareline-serve-')
    environment = {name: value for name, value in os.environ.items() if not name.startswith('SUDO_')}
    try:
        os.chmod(place, 0o755)
        for file in ('bareline', 'BOOTX64.EFI', 'bareline.elf'):
            shutil.copy(os.path.join(BUILD, file), place)
        for name, owner, options, text in (
                ('of-root', 0, [], 'belongs to root'), ('of-root', 0, ['--user', 'root'], 'belongs to root'),
                ('of-root', 0, ['--user', 'no-such-user'], 'no such user'),
                ('of-another', 12345, ['--dnsmasq', '--state', os.path.join(place, 'of-another/state')],
                 'users other than root')):
            room = os.path.join(place, name)
            os.makedirs(room, exist_ok=True)
            os.chown(room, owner, owner)
            run = subprocess.run([os.path.join(place, 'bareline'), 'serve', '--directory', room, '--address', '127.0.0.1',
                                  '--port', str(free_port()), *options], capture_output=True, text=True, timeout=100,
                                 env=environment)
            check(f'{name} {options}: {run.stderr}', (run.returncode, text in run.stderr), (2, True))
        for name, options in (('new', ()), ('open', ('--user', 'nobody'))):
            room = os.path.join(place, name)
            if name == 'open':
                os.mkdir(room)
                os.chmod(room, 0o777)
            server = Server(place, room, *options, prefix=['env', '-u', 'SUDO_UID'])
            check(name, rights_of(server.process.pid)[:4], ['65534'] * 4)
            check('result', server.put('/results/' + name_of(1), log()), 201)
            check('owner', os.stat(os.path.join(server.results, name_of(1))).st_uid, 65534)
            check('status', server.stop(), 0)
    finally:
        shutil.rmtree(place)


def files_of_the_user_are_kept():
    """A configuration of dnsmasq that the user wrote, and files that links of the room name."""
    directory = os.path.join(DIR, 'kept')
    shutil.rmtree(directory, ignore_errors=True)
    os.makedirs(directory)
    for path in (os.path.join(directory, 'dnsmasq.conf'), directory + '.victim'):
        with open(path, 'w') as file:
            file.write('mine\n')
    os.symlink(directory + '.victim', os.path.join(directory, 'dnsmasq.leases'))
    server = Server(BUILD, directory)
    server.await_line('dnsmasq.conf: exists, and bareline did not write it')
    server.stop()
    for path in (os.path.join(directory, 'dnsmasq.conf'), directory + '.victim'):
        with open(path) as file:
            check(path, file.read(), 'mine\n')


def static_program_names_the_library():
    run = subprocess.run([TOOL + '-static', 'serve', '--directory', os.path.join(DIR, 'static'), '--address',
                          '127.0.0.1'], capture_output=True, text=True, timeout=100)
    check('static', (run.returncode, 'built without libmicrohttpd' in run.stderr), (2, True))


def main():
    shutil.rmtree(DIR, ignore_errors=True)      # an earlier version's rooms may belong to root
    os.makedirs(DIR)
    only = [word for word in sys.argv[2:] if not word.startswith('-')]
    tests = [test for test in list(globals().values())
             if callable(test) and getattr(test, '__module__', '') == '__main__' and
             test.__name__ not in ('main', 'name', 'log', 'start', 'check', 'content', 'name_of', 'sample', 'is_closed',
                                   'has_ended',
                                   'dnsmasq_has_only_files_of_root') and (not only or test.__name__ in only)]
    failed = 0
    for test in tests:
        begin = time.monotonic()
        try:
            test()
        except (AssertionError, OSError, subprocess.SubprocessError) as error:
            failed += 1
            print(f'failed: {test.__name__}: {error}')
        finally:
            Server.stop_all()
        if '--times' in sys.argv:
            print(f'{time.monotonic() - begin:7.2f} s  {test.__name__}')
    print(f'{len(tests) - failed} passed, {failed} failed')
    sys.exit(failed > 0)


main()

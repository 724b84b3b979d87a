# SPDX-License-Identifier: MIT
"""`bareline serve` as a child, and requests to it, for the tests of network boots."""
import contextlib
import os
import pwd
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time

WAIT_SECONDS_MAX = 120          # reached only after an error
STARTS_MAX = 20                 # another program may take the free port first


def free_port(address='127.0.0.1'):
    with socket.socket() as listener:
        listener.bind((address, 0))
        return listener.getsockname()[1]


def wait_for(condition, what, seconds=WAIT_SECONDS_MAX):
    """Wait until the condition is true, and return its value."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.02)
    raise AssertionError(f'waited for {what}')


def reachable(path, user):
    """Whether every directory of the path may be passed by a user without rights."""
    command = ['setpriv', f'--reuid={user}', '--clear-groups', 'test', '-x', path]
    return subprocess.run(command).returncode == 0


def give_to_server(directory):
    """`serve` refuses a room of root, so a test by root makes it for another user."""
    user = int(os.environ.get('SUDO_UID', pwd.getpwnam('nobody').pw_uid))
    parent = os.path.dirname(directory)
    if not reachable(parent, user):
        print(f'skipped: {parent}: user {user} cannot reach it')
        raise SystemExit(0)
    for place, _, names in os.walk(directory):
        for path in [place] + [os.path.join(place, name) for name in names]:
            os.chown(path, user, -1, follow_symlinks=False)


class Server:
    """A running server; its lines go to a file."""
    running = []
    states = []

    def __init__(self, build, directory, *options, address='127.0.0.1', port=None, prefix=()):
        self.directory = directory
        self.address = address
        self.results = os.path.join(directory, 'results')
        self.output = directory + '.out'
        if os.geteuid() == 0 and '--user' not in options and not prefix:
            give_to_server(directory)
        if '--dnsmasq' in options and '--state' not in options:
            self.state = tempfile.mkdtemp(prefix='bareline-serve-state-')
            Server.states.append(self.state)
            os.chmod(self.state, 0o755)
            options = (*options, '--state', self.state)
        for _ in range(STARTS_MAX):
            self.port = port or free_port(address)
            with open(self.output, 'w') as output:
                self.process = subprocess.Popen(
                    [*prefix, os.path.join(build, 'bareline'), 'serve', '--directory', directory, '--address',
                     address, '--port', str(self.port), *options],
                    stdout=output, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
            Server.running.append(self.process)
            wait_for(lambda: 'Serving' in self.lines() or self.process.poll() is not None, 'the server')
            if self.process.poll() is None:
                return
            if port or 'cannot listen' not in self.lines():
                break
        raise AssertionError('the server did not start:\n' + self.lines())

    def lines(self):
        with open(self.output) as output:
            return output.read()

    def await_line(self, pattern, seconds=WAIT_SECONDS_MAX):
        return wait_for(lambda: re.search(pattern, self.lines()), f'{pattern!r} in:\n{self.lines()}', seconds)

    def connect(self, source='127.0.0.1'):
        return socket.create_connection((self.address, self.port), timeout=WAIT_SECONDS_MAX,
                                        source_address=(source, 0) if self.address == '127.0.0.1' else None)

    def request(self, text, body=b'', source='127.0.0.1'):
        """Send a request and return the status and the body of the reply."""
        with self.connect(source) as connection:
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                connection.sendall(text.encode() + body)
            return read_reply(connection)

    def get(self, path):
        return self.request(f'GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')

    def put(self, path, body, source='127.0.0.1'):
        return self.request(put_head(path, len(body)), body, source)[0]

    @staticmethod
    def stop_all():
        for process in Server.running:
            process.terminate()
            process.wait(timeout=WAIT_SECONDS_MAX)
        Server.running = []
        for state in Server.states:
            shutil.rmtree(state, ignore_errors=True)
        Server.states = []

    def stored(self):
        return sorted(name for name in os.listdir(self.results) if not name.startswith('fleet.db'))

    def stop(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        return self.process.wait(timeout=WAIT_SECONDS_MAX)


def put_head(path, length):
    return f'PUT {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n'


def rights_of(pid):
    """The users, groups and further groups of a process."""
    with open(f'/proc/{pid}/status') as status:
        return [number for line in status if line.startswith(('Uid:', 'Gid:', 'Groups:')) for number in line.split()[1:]]


def children_of(pid):
    with open(f'/proc/{pid}/task/{pid}/children') as children:
        return children.read().split()


def read_reply(connection):
    reply = b''
    with contextlib.suppress(ConnectionResetError):
        while True:
            data = connection.recv(65536)
            if not data:
                break
            reply += data
    head, _, body = reply.partition(b'\r\n\r\n')
    return int(head.split()[1]) if head else 0, body

# SPDX-License-Identifier: MIT
"""`bareline serve` as a child, and requests to it, for the tests of network boots."""
import contextlib
import os
import re
import signal
import socket
import subprocess
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


class Server:
    """A running server; its lines go to a file."""
    running = []

    def __init__(self, build, directory, *options, address='127.0.0.1', port=None, prefix=()):
        self.directory = directory
        self.address = address
        self.results = os.path.join(directory, 'results')
        self.output = directory + '.out'
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

    def connect(self):
        return socket.create_connection((self.address, self.port), timeout=WAIT_SECONDS_MAX)

    def request(self, text, body=b''):
        """Send a request and return the status and the body of the reply."""
        with self.connect() as connection:
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                connection.sendall(text.encode() + body)
            return read_reply(connection)

    def get(self, path):
        return self.request(f'GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')

    def put(self, path, body):
        return self.request(put_head(path, len(body)), body)[0]

    @staticmethod
    def stop_all():
        for process in Server.running:
            process.terminate()
            process.wait(timeout=WAIT_SECONDS_MAX)
        Server.running = []

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

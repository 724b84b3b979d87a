# SPDX-License-Identifier: MIT
"""Two groups of machines as nodes, started together on one network. Each first node must have the
same other machine in all its runs, and no data of the other group. Chance decides which machines
form a group, so logs are joined by their session ID. The test's own network duplicates packets and
replies with an unknown session ID.

usage: python3 tests/flow/sessions.py BUILD
"""
import os
import shutil
import socket
import subprocess
import sys
import threading

import machines
sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import wire_line  # noqa: E402

DIR = os.path.join(machines.BUILD, 'sessions')
GROUPS = 2
AT_FRAME = 14                   # behind an Ethernet packet's header
AT_KIND, AT_SIZE, AT_SESSION, AT_DATA = 2, 5, 6, 14
REQUEST = 2                     # a kind of frame
UNKNOWN_SESSION = bytes((1, 0, 0, 0))


def as_foreign(packet):
    """The same valid frame with another session ID."""
    end = AT_FRAME + AT_DATA + packet[AT_FRAME + AT_SIZE]
    frame = bytearray(packet[AT_FRAME:end])
    frame[AT_SESSION:AT_SESSION + 4] = UNKNOWN_SESSION
    return packet[:AT_FRAME] + bytes(frame) + wire_line.crc32c(frame).to_bytes(4, 'little') + packet[end + 4:]


class Hub:
    """A hub: every packet goes to all other machines, whose sockets have these paths."""

    def __init__(self, path, others):
        self.path = path
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(self.path)
        self.machines, self.passed = set(others), 0
        threading.Thread(target=self.pass_on, daemon=True).start()

    def pass_on(self):
        while True:
            packet, sender = self.socket.recvfrom(4096)
            self.passed += 1
            for machine in self.machines - {sender}:
                if packet[AT_FRAME + AT_KIND] != REQUEST:
                    self.send(as_foreign(packet), machine)
                self.send(packet, machine)

    def send(self, packet, machine):
        try:
            self.socket.sendto(packet, machine)
        except OSError:         # the machine has ended
            pass


def directory_of(group, node):
    return os.path.join(DIR, f'{group}-{node}')


def socket_of(group, node):
    return directory_of(group, node) + '.socket'


def boot(hub, group, node):
    directory = directory_of(group, node)
    card = (f'dgram,id=net,local.type=unix,local.path={socket_of(group, node)},'
            f'remote.type=unix,remote.path={hub.path}')
    return directory, subprocess.Popen(
        [machines.BARELINE, 'run', '-q', '--accel', 'tcg', '--bench', 'flow.remote', '-o', directory,
         '--append', f'samples=3 flow.link=ethernet flow.node={node}', '--', '-netdev', card,
         '-device', f'virtio-net-pci,netdev=net,mac=02:00:00:00:0{group}:0{node}'],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def session_of(directory):
    """Check that all runs of a machine have one session ID."""
    lines = machines.records(directory, 'flow_line')
    assert lines, directory
    for line in lines:
        assert int(line['lost']) == 0 and int(line['damaged_bytes']) == 0, line
        assert int(line['foreign']) > 0 and int(line['received']) > 0, line
    sessions = {line['session'] for line in lines}
    assert len(sessions) == 1 and sessions != {'0'}, (directory, sessions)
    return sessions.pop()


def main():
    machines.DIR = DIR              # its tables too
    shutil.rmtree(DIR, ignore_errors=True)
    os.makedirs(DIR)
    places = [(group, node) for node in (1, 0) for group in range(GROUPS)]
    hub = Hub(os.path.join(DIR, 'hub'), [socket_of(group, node) for group, node in places])
    booted = [boot(hub, group, node) for group, node in places]
    for directory, machine in booted:
        assert machine.wait(timeout=machines.LIMIT_SECONDS) == 0, directory
        assert not machines.records(directory, 'fault'), directory
    assert hub.passed > 0
    groups = {}
    for directory, _ in booted:
        groups.setdefault(session_of(directory), []).append(directory)
    assert len(groups) == GROUPS, groups
    for directories in groups.values():
        pair = sorted(directories, key=lambda path: path[-1])
        assert [path[-1] for path in pair] == ['0', '1'], groups
        machines.check_serving(pair)
        machines.check_paths(pair, {'flow.remote': 2})
        status, output = machines.bareline('flow', 'check', *pair)
        assert status == 0, output
    pairs = [sorted(directories) for directories in groups.values()]
    status, output = machines.bareline('flow', 'check', pairs[0][0], pairs[1][1])
    assert status == 2 and 'session differs' in output, (status, output)


if __name__ == '__main__':
    main()

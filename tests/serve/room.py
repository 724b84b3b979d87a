# SPDX-License-Identifier: MIT
"""A network of its own, with eight machines that boot from one directory: four by UEFI PXE, two by UEFI
HTTP boot, two by iPXE on a BIOS. The server is killed while they run, and starts again: nothing is lost.
One is slow and one has half of the memory: `bareline fleet` names both, and says why.
Then a network with a DHCP server of its own, the servers of docs/network-boot.md, servers that refuse,
vanish, stay silent or are slow, each with its limit of time, and a log that waits in memory for its server.
The part processors asks for addresses as the firmware of each processor does, and boots aarch64 by UEFI HTTP.
Needs root; all addresses are in a network namespace that ends with this program.

usage: python3 tests/serve/room.py BUILD [PART]...      parts: machines, proxy, servers, bad,
        and processors, which the others do not include
"""
import concurrent.futures
import contextlib
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time

import dhcp_client
from serving import Server, wait_for

BUILD = os.path.abspath(sys.argv[1])
DIR = os.path.join(BUILD, '-'.join(['room', *sys.argv[2:]]))
ADDRESS = '192.168.77.1'
PORT = 8080
ABSENT = '192.168.77.9'
ROUTER = '192.168.77.2'
RANGE = '192.168.77.50,192.168.77.150'
TAPS = 8
LIMIT_SECONDS = 1500
SLOW_BYTES_PER_SECOND = 600
CLEAN_RUN = 33                  # the exit status of isa-debug-exit
WORDS = 'bench=null.*,cpu.* samples=5'
# Machines of the room count time in instructions, 2^SHIFT ns each, so a busy host changes no figure: the slow
# machine takes twice the time for everything.
SHIFT, SLOW_SHIFT = 3, 4
SLOW, HALF = 2, 3               # numbers of the machines
# OVMF's settings that leave only HTTP boot.
NO_PXE = ['-fw_cfg', 'name=opt/org.tianocore/IPv4PXESupport,string=n',
          '-fw_cfg', 'name=opt/org.tianocore/IPv6PXESupport,string=n']


def enter_namespace():
    """Start this program again in a network namespace with a bridge and taps, and in a process namespace:
    nothing outlives it."""
    if os.geteuid() != 0:
        print('skipped: needs root')
        sys.exit(0)
    if os.environ.get('BARELINE_ROOM') != DIR:
        os.environ['BARELINE_ROOM'] = DIR
        os.execvp('unshare', ['unshare', '--net', '--pid', '--fork', '--kill-child', '--mount-proc', sys.executable,
                              '-B', *sys.argv])
    ip('link', 'set', 'lo', 'up')
    ip('link', 'add', 'br0', 'type', 'bridge')
    ip('addr', 'add', ADDRESS + '/24', 'dev', 'br0')
    ip('link', 'set', 'br0', 'up')
    for i in range(TAPS):
        ip('tuntap', 'add', 'dev', f'tap{i}', 'mode', 'tap')
        ip('link', 'set', f'tap{i}', 'master', 'br0', 'up')


def ip(*words):
    subprocess.run(['ip', *words], check=True)


def check(what, found, expected):
    if found != expected:
        raise AssertionError(f'{what}: expected {expected!r}, found {found!r}')


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'w') as file:
        file.write(text)


class Machine:
    """A machine on a tap, booted by its firmware from the network."""
    running = []

    def __init__(self, name, tap, *, words=None, is_bios=False, memory='512M', more=()):
        self.name = name
        self.mac = f'5254007700{tap:02x}'
        self.uuid = f'0000000{tap}-1111-4222-8333-{self.mac}'
        self.log = os.path.join(DIR, name + '.log')
        colons = ':'.join(self.mac[i:i + 2] for i in range(0, 12, 2))
        card = 'e1000e' if is_bios else 'virtio-net-pci'
        self.command = [
            'timeout', '-k', '5', str(LIMIT_SECONDS), 'nice', '-n', '4', 'qemu-system-x86_64', '-machine', 'q35',
            '-accel', 'tcg', '-cpu', 'max', '-smp', '2', '-m', memory, '-display', 'none', '-monitor', 'none',
            '-no-reboot', '-serial', 'file:' + self.log, '-device', 'isa-debug-exit,iobase=0xf4,iosize=4',
            '-uuid', self.uuid, '-netdev', f'tap,id=net,ifname=tap{tap},script=no,downscript=no',
            '-device', f'{card},netdev=net,mac={colons},bootindex=1' + ('' if is_bios else ',romfile='), *more]
        if words is not None:
            self.command += ['-fw_cfg', 'name=opt/org.bareline/cmdline,string=' + words]
        if not is_bios:
            self.command += self.firmware()

    def firmware(self):
        code, variables = subprocess.run(['sh', 'scripts/find.sh', 'ovmf'], capture_output=True, text=True,
                                         check=True).stdout.split()
        shutil.copy(variables, self.log + '.fd')
        return ['-drive', f'if=pflash,format=raw,readonly=on,file={code}',
                '-drive', f'if=pflash,format=raw,file={self.log}.fd']

    def start(self, stdin=subprocess.DEVNULL, stdout=None):
        self.process = subprocess.Popen(self.command, stdin=stdin, stdout=stdout)
        Machine.running.append(self)
        return self

    def wait(self):
        return self.process.wait(timeout=LIMIT_SECONDS + 60)

    @staticmethod
    def stop_all():
        for machine in Machine.running:
            machine.process.terminate()
            machine.process.wait()
        Machine.running = []

    def text(self):
        if not os.path.exists(self.log):
            return ''
        with open(self.log, errors='replace') as file:
            return file.read().replace('\r', '')


def parse(log):
    output = os.path.join(DIR, 'parsed.json')
    run = subprocess.run([os.path.join(BUILD, 'bareline'), 'parse', '--strict', '-o', output, log],
                         capture_output=True, text=True)
    check(f'parse {log}: {run.stderr}', run.returncode, 0)
    with open(output) as file:
        return json.load(file)


# ---- A room ----

def start_server(directory):
    return Server(BUILD, directory, '--dnsmasq', '--dhcp-range', RANGE, address=ADDRESS, port=PORT)


def room_of_eight():
    directory = os.path.join(DIR, 'served')
    clocks = [['-icount', f'shift={SLOW_SHIFT if i == SLOW else SHIFT}'] for i in range(TAPS)]
    machines = [Machine(f'pxe-{i}', i, words='exit=acpi-off', memory='256M' if i == HALF else '512M', more=clocks[i])
                for i in range(4)]
    machines += [Machine(f'http-{i}', i, words='exit=acpi-off', more=NO_PXE + clocks[i]) for i in (4, 5)]
    bios = [Machine(f'bios-{i}', i, is_bios=True, more=clocks[i]) for i in (6, 7)]
    write(os.path.join(directory, 'configs', machines[0].uuid + '.cfg'), WORDS + ' limit=200us\n')
    write(os.path.join(directory, 'configs', machines[1].mac + '.cfg'), WORDS + ' limit=300us exit=halt\n')
    write(os.path.join(directory, 'configs', 'default.cfg'), WORDS + '\n')
    write(os.path.join(directory, 'boot.ipxe'),
          f'#!ipxe\nkernel bareline.elf {WORDS} exit=isa-debug\nboot\n')
    begin = time.monotonic()
    server = start_server(directory)
    for machine in machines + bios:
        machine.start()
    # The last machine has just begun its run, and no firmware needs the server to boot.
    wait_for(lambda: all('@manifest ' in machine.text() for machine in machines + bios), 'all runs', LIMIT_SECONDS)
    server.await_line('result ', LIMIT_SECONDS)
    first = server.stored()
    check('end by SIGKILL', server.stop(signal.SIGKILL), -signal.SIGKILL)
    time.sleep(20)
    earlier = server.lines()
    server = start_server(directory)
    for machine in machines:
        check(machine.name, machine.wait(), 0)
    for machine in bios:
        check(machine.name, machine.wait(), CLEAN_RUN)
    check('status of the server', server.stop(), 0)
    stored = server.stored()
    check('number of results', len(stored), len(machines))
    check('results from before the kill', set(first) - set(stored) - {f for f in first if f[0] == '.'}, set())
    lines = {}
    for machine in machines:
        names = [name for name in stored if name.startswith(f'{machine.mac}-{machine.uuid}-')]
        check(f'results of {machine.name}', len(names), 1)
        results = parse(os.path.join(server.results, names[0]))
        lines[machine.name] = results['manifest']['command_line']
        check('firmware', results['manifest']['firmware'], 'kept')
        check('warnings', results['warnings'], [])
    check('lines', lines, {machine.name: 'exit=acpi-off ' + WORDS + (
        ' limit=200us' if machine is machines[0] else ' limit=300us' if machine is machines[1] else '')
        for machine in machines})
    for machine in bios:
        results = parse(machine.log)
        check('line', results['manifest']['command_line'], WORDS + ' exit=isa-debug')
        check('warnings', results['warnings'], [])
    retries = sum(machine.text().count('Results not sent') for machine in machines)
    print(f'8 machines, {len(stored)} results and 2 serial logs in {time.monotonic() - begin:.0f} s; '
          f'{len([f for f in first if f[0] != "."])} before the server was killed, {retries} failed tries; '
          f'{earlier.count("fetches configs/") + server.lines().count("fetches configs/")} configurations')
    judge_room(server.results, machines, bios)


def tables_of(path):
    with open(path) as file:
        return {table['name']: table.get('rows', []) for table in json.load(file)['tables']}


def judge_room(results, machines, bios):
    """The slow machine and that with half of the memory are named, with the reason. Only the BIOS machines
    differ too, by their firmware."""
    serial = os.path.join(DIR, 'serial')
    os.mkdir(serial)
    for machine in bios:
        shutil.copy(machine.log, serial)
    output = os.path.join(DIR, 'fleet.json')
    run = subprocess.run([os.path.join(BUILD, 'bareline'), 'fleet', '--json', output, results, serial],
                         capture_output=True, text=True)
    print(run.stdout)
    check(f'status of fleet: {run.stderr}', run.returncode, 1)
    slow, half = machines[SLOW].mac, machines[HALF].mac
    check('first line', run.stdout.splitlines()[0], f'Bareline fleet: 1 of 8 machines odd: {slow}')
    tables = tables_of(output)
    odd = tables['odd']
    check('odd machines', {row['machine'] for row in odd}, {slow})
    check('its cause', bool(re.fullmatch(r'\d+ of \d+ metrics by one factor, 2(\.\d+)?: as with a slower clock',
                                         odd[0]['cause'])), True)
    others = {row['machine']: row['records'] for row in tables['records']}
    check('other records', sorted(others), sorted([half] + [machine.name for machine in bios]))
    check('less memory', others[half], '0.25 of 0.5 GiB memory')
    for machine in bios:
        check('firmware', others[machine.name].startswith('firmware SeaBIOS '), True)


# ---- A network with a DHCP server of its own ----

def start_router():
    """A DHCP server that knows nothing of boots, in a namespace of its own."""
    router = subprocess.Popen(['unshare', '--net', 'sh', '-c', f'''
        until ip addr add {ROUTER}/24 dev router 2>/dev/null; do sleep 0.1; done
        ip link set router up
        exec dnsmasq --keep-in-foreground --conf-file=/dev/null --port=0 --interface=router --no-resolv \\
            --dhcp-leasefile={DIR}/router.leases --dhcp-range={RANGE},1h'''],
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    ip('link', 'add', 'port', 'type', 'veth', 'peer', 'name', 'router')
    ip('link', 'set', 'port', 'master', 'br0', 'up')

    def move():
        return subprocess.run(['ip', 'link', 'set', 'router', 'netns', str(router.pid)],
                              capture_output=True).returncode == 0
    own = os.readlink('/proc/self/ns/net')
    wait_for(lambda: os.readlink(f'/proc/{router.pid}/ns/net') != own and move(), 'the namespace')
    return router


def boots_with_another_dhcp_server():
    directory = os.path.join(DIR, 'proxy')
    write(os.path.join(directory, 'configs', 'default.cfg'), 'bench=null.* samples=5\n')
    write(os.path.join(directory, 'boot.ipxe'),
          '#!ipxe\nchain BOOTX64.EFI exit=isa-debug\n')
    router = start_router()
    server = Server(BUILD, directory, '--dnsmasq', address=ADDRESS, port=PORT)
    uefi = Machine('proxy-pxe', 0, words='exit=isa-debug').start()
    chained = Machine('proxy-ipxe', 2)      # iPXE in the card replaces the firmware's PXE
    chained.command = [word.replace(',romfile=', '') for word in chained.command]
    chained.start()
    check('UEFI', uefi.wait(), CLEAN_RUN)
    check('iPXE', chained.wait(), CLEAN_RUN)
    check('results', [name[:12] for name in server.stored()], [uefi.mac, chained.mac])
    for name in server.stored():
        check('firmware', parse(os.path.join(server.results, name))['manifest']['firmware'], 'kept')
    server.stop()
    router.terminate()
    router.wait(timeout=60)
    print('two UEFI machines, by PXE and by iPXE, booted with another DHCP server')


# ---- The servers of a distribution ----

def documented(name, directory):
    """A file of docs/examples, with the addresses of this network."""
    with open(os.path.join('docs/examples', name)) as file:
        text = file.read()
    text = text.replace('192.168.1.', '192.168.77.').replace('/srv/bareline', directory)
    path = os.path.join(DIR, name)
    write(path, text.replace('eth0', 'br0'))
    return path


def distribution_servers():
    directory = os.path.join(DIR, 'distribution')
    os.makedirs(os.path.join(directory, 'results'))
    os.chmod(os.path.join(directory, 'results'), 0o777)
    write(os.path.join(directory, 'configs', 'default.cfg'), 'bench=null.* samples=5\n')
    shutil.copy(os.path.join(BUILD, 'BOOTX64.EFI'), directory)
    nginx, dnsmasq = documented('nginx.conf', directory), documented('dnsmasq.conf', directory)
    with open(os.path.join(DIR, 'servers.out'), 'w') as output:
        children = [subprocess.Popen(words, stdout=output, stderr=output) for words in (
            ['nginx', '-c', nginx, '-e', os.path.join(DIR, 'nginx.err'), '-g', 'daemon off; user root;'],
            ['dnsmasq', '--keep-in-foreground', '--conf-file=' + dnsmasq],
            ['in.tftpd', '-L', '--secure', '--create', '--permissive', '--umask', '022', '-u', 'root', '-a',
             ADDRESS + ':69', directory])]
    try:
        cases = {
            'nginx-pxe': Machine('nginx-pxe', 0, words='exit=isa-debug'),
            'nginx-http': Machine('nginx-http', 1, words='exit=isa-debug', more=NO_PXE),
            'tftp': Machine('tftp', 2, words=f'exit=isa-debug server=http://{ADDRESS}:81/'),
        }
        for machine in cases.values():
            machine.start()
        for name, machine in cases.items():
            check(name, machine.wait(), CLEAN_RUN)
            stored = [file for file in os.listdir(os.path.join(directory, 'results'))
                      if file.startswith(f'{machine.mac}-{machine.uuid}-')]
            check(f'results of {name}', len(stored), 1)
            parse(os.path.join(directory, 'results', stored[0]))
            print(f'{name}: ' + re.search(r'^Results: .*', machine.text(), re.M).group())
    finally:
        for child in children:
            child.terminate()
        for child in children:
            child.wait(timeout=60)


# ---- Bad servers ----

class BadServer(threading.Thread):
    """Answers requests for files with 404, and results in its own way."""

    def __init__(self, port, kind):
        super().__init__(daemon=True)
        self.kind = kind
        self.listener = socket.create_server((ADDRESS, port), backlog=16)
        self.connections = []
        self.start()

    def run(self):
        while True:
            connection, _ = self.listener.accept()
            self.connections.append(connection)
            threading.Thread(target=self.answer_all, args=(connection,), daemon=True).start()

    def answer_all(self, connection):
        with contextlib.suppress(OSError):      # the loader also opens connections without a request
            self.answer(connection)

    def answer(self, connection):
        if self.kind == 'silent':
            return
        head = b''
        while b'\r\n\r\n' not in head:
            data = connection.recv(2048)
            if not data:
                return
            head += data
        status = 404
        if head.startswith(b'PUT'):
            status = 201 if self.kind == 'slow' else self.kind
            left = int(re.search(rb'content-length: *(\d+)', head, re.I).group(1)) - \
                len(head.partition(b'\r\n\r\n')[2])
            while left > 0:
                data = connection.recv(50 if self.kind == 'slow' else 65536)
                if not data:
                    return
                left -= len(data)
                if self.kind == 'slow':
                    time.sleep(len(data) / SLOW_BYTES_PER_SECOND)
        connection.sendall(f'HTTP/1.1 {status} X\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'.encode())
        connection.close()


# Kind of server, its URL, the pattern of the last message, and the limit for all four tries. On an idle host
# they take 7 s of pauses, and each at most 10 s for a connection, 20 s for a reply and 9 s for TFTP. The limits
# are twice and four times as long for a busy host; without limits of its own the loader would take 460 s with
# an absent server, and would never end with a silent one.
TRIES_SECONDS = 2 * (7 + 4 * (10 + 20 + 9))
BAD = [
    ('refused', f'http://{ADDRESS}:81/', 'HTTP: connection refused', 240),
    ('gone', f'http://{ABSENT}/', 'HTTP: no answer in time', TRIES_SECONDS),
    ('silent', f'http://{ADDRESS}:8081/', 'HTTP: no answer in time', TRIES_SECONDS),
    ('slow', f'http://{ADDRESS}:8082/', None, 240),
    (403, f'http://{ADDRESS}:8083/', 'HTTP status 403', 240),
    (413, f'http://{ADDRESS}:8084/', 'HTTP status 413', 240),
    (404, f'http://{ADDRESS}:8085/', 'HTTP status 404', 240),
]


def watch(machine):
    """The seconds from the end of the run to the last message."""
    wait_for_text(machine, '\nEnd: ')
    begin = time.monotonic()
    status = machine.wait()
    return status, time.monotonic() - begin


def wait_for_text(machine, text):
    end = time.monotonic() + LIMIT_SECONDS
    while text not in machine.text() and machine.process.poll() is None and time.monotonic() < end:
        time.sleep(0.1)


def judge_bad(kind, url, pattern, limit, tap):
    machine = Machine(f'bad-{kind}', tap, words=f'exit=isa-debug bench=null.* samples=5 server={url}').start()
    status, seconds = watch(machine)
    text = machine.text()
    check(f'{kind}: exit status', status, CLEAN_RUN)
    if pattern is None:
        check(f'{kind}: stored', bool(re.search(r'^Results: http.* HTTP status 201\.$', text, re.M)), True)
    else:
        check(f'{kind}: failed tries', text.count('Results not sent'), 4)
        check(f'{kind}: reason', pattern in text, True)
        check(f'{kind}: advice', 'Start the server, then reset the machine' in text, True)
    if seconds > limit:
        raise AssertionError(f'{kind}: {seconds:.0f} s, more than {limit} s')
    print(f'{kind}: {seconds:.0f} s for all tries, limit {limit} s: '
          f'{re.findall(r"^ (HTTP.*)", text, re.M)[-1:] or "stored"}')


def log_in_memory_is_sent_after_a_reset():
    """With exit=acpi-off the machine stays on until a server takes the log. Keys shorten the waits."""
    port = 8090
    machine = Machine('kept', len(BAD), words=f'exit=acpi-off bench=null.* samples=5 server=http://{ADDRESS}:{port}/')
    machine.command = [word for word in machine.command if word != '-no-reboot']
    machine.command[machine.command.index('-monitor') + 1] = 'stdio'
    machine.start(stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)

    def monitor(command):
        machine.process.stdin.write(command + b'\n')
        machine.process.stdin.flush()

    wait_for_text(machine, '\nEnd: ')
    end = time.monotonic() + LIMIT_SECONDS
    while 'They are in memory' not in machine.text() and time.monotonic() < end:
        monitor(b'sendkey ret')
        time.sleep(1)
    check('failed tries', machine.text().count('Results not sent'), 8)
    time.sleep(5)
    check('the machine is on', machine.process.poll(), None)
    server = Server(BUILD, os.path.join(DIR, 'kept'), address=ADDRESS, port=port)
    monitor(b'system_reset')
    check('exit status', machine.wait(), 0)
    server.stop()
    texts = []
    for name in server.stored():
        parse(os.path.join(server.results, name))
        with open(os.path.join(server.results, name)) as file:
            texts.append('a later start found its log in memory' in file.read())
    check('results, and whether they were in memory', sorted(texts), [False, True])
    print('a log in memory was sent after a reset')


def bad_servers():
    directory = os.path.join(DIR, 'bad')
    server = start_server(directory)
    for port, kind in ((8081, 'silent'), (8082, 'slow'), (8083, 403), (8084, 413), (8085, 404)):
        BadServer(port, kind)
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        tests = [pool.submit(judge_bad, *case, tap) for tap, case in enumerate(BAD)]
        tests.append(pool.submit(log_in_memory_is_sent_after_a_reset))
        errors = [test.exception() for test in tests]
    server.stop()
    if any(errors):
        raise AssertionError('; '.join(str(error) for error in errors if error))


# ---- Other processors ----

# By IANA's "Processor Architecture Types".
OFFERS = {0: 'undionly.kpxe', 7: 'BOOTX64.EFI', 9: 'BOOTX64.EFI', 11: 'BOOTAA64.EFI', 27: 'BOOTRISCV64.EFI',
          16: 'BOOTX64.EFI', 19: 'BOOTAA64.EFI', 28: 'BOOTRISCV64.EFI'}
BY_HTTP = 16, 19, 28


def offers_are_those_of_the_architecture():
    ip('link', 'add', 'port', 'type', 'veth', 'peer', 'name', 'client')
    ip('link', 'set', 'port', 'master', 'br0', 'up')
    ip('link', 'set', 'client', 'up')
    for architecture, file in OFFERS.items():
        is_http = architecture in BY_HTTP
        found = dhcp_client.ask('client', architecture, 'HTTPClient' if is_http else 'PXEClient')
        check(f'offer to architecture {architecture}', found, (
            f'http://{ADDRESS}:{PORT}/{file}' if is_http else file, ADDRESS, 'HTTPClient' if is_http else ''))


def arm_by_http():
    """A machine of aarch64 whose firmware only boots by HTTP."""
    machine = Machine('http-arm', 0, words='exit=psci-off')
    code, variables = subprocess.run(['sh', 'scripts/find.sh', 'aavmf'], capture_output=True, text=True,
                                     check=True).stdout.split()
    shutil.copy(variables, machine.log + '.fd')
    machine.command = [
        'timeout', '-k', '5', str(LIMIT_SECONDS), 'qemu-system-aarch64', '-machine', 'virt', '-accel', 'tcg', '-cpu',
        'cortex-a57', '-smp', '2', '-m', '512M', '-display', 'none', '-monitor', 'none', '-no-reboot',
        '-serial', 'file:' + machine.log, '-uuid', machine.uuid,
        '-netdev', 'tap,id=net,ifname=tap0,script=no,downscript=no', '-device', 'virtio-rng-pci',
        '-device', 'virtio-net-pci,netdev=net,bootindex=1,romfile=,mac=' + ':'.join(
            machine.mac[i:i + 2] for i in range(0, 12, 2)),
        '-fw_cfg', 'name=opt/org.bareline/cmdline,string=exit=psci-off', *NO_PXE,
        '-drive', f'if=pflash,format=raw,readonly=on,file={code}',
        '-drive', f'if=pflash,format=raw,file={machine.log}.fd']
    return machine


def other_processors():
    directory = os.path.join(DIR, 'others')
    write(os.path.join(directory, 'configs', 'default.cfg'), 'bench=null.* samples=5\n')
    server = start_server(directory)
    offers_are_those_of_the_architecture()
    machine = arm_by_http().start()
    check('Arm by HTTP', machine.wait(), 0)
    check('results', [name[:12] for name in server.stored()], [machine.mac])
    check('the loader came by HTTP', 'BOOTAA64.EFI' in server.lines(), True)
    server.stop()
    print(f'{len(OFFERS)} kinds of firmware got their offer, and a machine of aarch64 booted by HTTP')


PARTS = {'machines': room_of_eight, 'proxy': boots_with_another_dhcp_server,
         'servers': distribution_servers, 'bad': bad_servers}
OTHER_PARTS = {'processors': other_processors}


def main():
    enter_namespace()
    shutil.rmtree(DIR, ignore_errors=True)
    os.makedirs(DIR)
    failed = 0
    parts = sys.argv[2:] or list(PARTS)
    for part in parts:
        try:
            {**PARTS, **OTHER_PARTS}[part]()
        except (AssertionError, OSError, subprocess.SubprocessError) as error:
            failed += 1
            print(f'failed: {part}: {error}')
        finally:
            Machine.stop_all()
            Server.stop_all()
    print(f'{len(parts) - failed} passed, {failed} failed')
    sys.exit(failed > 0)


main()

# SPDX-License-Identifier: MIT
"""`bareline lab`: machines that are QEMU behind a Redfish service of our own (redfish.py) and behind
ipmi_sim (ipmi.py) boot, are recorded and are off afterwards; the reason of each failure is printed, and
the next machine is measured.

usage: python3 -B tests/lab/lab.py BUILD [TEST]...
"""
import functools
import http.server
import os
import re
import shutil
import signal
import subprocess
import sys
import threading

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(os.path.dirname(HERE), 'serve'))

import ipmi  # noqa: E402
import redfish  # noqa: E402
from serving import wait_for  # noqa: E402

BUILD = os.path.abspath(sys.argv[1])
DIR = os.path.join(BUILD, 'lab')
MIB = 1 << 20
SYSTEM = redfish.SYSTEM


def check(what, found, expected):
    if found != expected:
        raise AssertionError(f'{what}: expected {expected!r}, found {found!r}')


def check_in(what, part, text):
    if part not in text:
        raise AssertionError(f'{what}: expected {part!r} in {text!r}')


class Lab:
    """A list of machines, and the command that measures them."""

    def __init__(self, name):
        self.directory = f'{DIR}/{name}'
        shutil.rmtree(self.directory, ignore_errors=True)
        os.makedirs(self.directory)
        self.lines, self.bmcs = [], []
        with open(f'{self.directory}/password', 'w', encoding='utf-8') as file:
            file.write('se"cr\\et\n')
        handler = functools.partial(Silent, directory=BUILD)
        self.images = http.server.ThreadingHTTPServer(('127.0.0.1', 0), handler)
        threading.Thread(target=self.images.serve_forever, daemon=True).start()

    def add_redfish(self, name, words='', **options):
        bmc = redfish.Bmc(f'{self.directory}/{name}', **options)
        self.bmcs.append(bmc)
        self.lines.append(f'{name} redfish={bmc.address}/ user=root password-file={self.directory}/password '
                          f'{words} console=tail -n +1 -F {bmc.log}')
        return bmc

    def start(self, *options):
        path = f'{self.directory}/list'
        with open(path, 'w', encoding='utf-8') as file:
            file.write('# A lab\n\n' + '\n'.join(self.lines) + '\n')
        url = f'http://127.0.0.1:{self.images.server_address[1]}/kernel.elf'
        return subprocess.Popen([f'{BUILD}/bareline', 'lab', '--image', url, '-o', f'{self.directory}/out',
                                 *options, path], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def run(self, status, *options):
        """What it prints after the runs, and its messages."""
        process = self.start(*options)
        printed, messages = process.communicate(timeout=300)
        check('status', process.returncode, status)
        return printed.partition('\nMachines\n')[2], messages

    def runs(self):
        """The machines with a whole log."""
        found = []
        for name in sorted(os.listdir(f'{self.directory}/out')):
            with open(f'{self.directory}/out/{name}/serial.log', encoding='utf-8', errors='replace') as log:
                if re.search('^@end .*status=complete', log.read(), re.M):
                    found.append(name)
        return found

    def close(self):
        self.images.shutdown()
        self.images.server_close()
        for bmc in self.bmcs:
            bmc.close()


class Silent(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


WHOLE = ['insert', 'reset On', 'reset ForceOff', 'eject']


def machines_are_measured_one_after_the_other(lab):
    first, second = lab.add_redfish('node1'), lab.add_redfish('node2')
    second.image = b'of an earlier user'
    if ipmi.is_installed():
        third = ipmi.Bmc(BUILD, f'{lab.directory}/node3')
        lab.bmcs.append(third)
        with open(f'{lab.directory}/secret', 'w', encoding='utf-8') as file:
            file.write(ipmi.PASSWORD)
        lab.lines.append(f'node3 ipmi=127.0.0.1:{third.port} user={ipmi.USER} cipher=3 '
                         f'password-file={lab.directory}/secret')
    else:
        print('  without ipmi_sim and ipmitool (packages openipmi, ipmitool)')
    printed, _ = lab.run(0)
    check('node1', first.events, WHOLE)
    check('node2', second.events, ['eject'] + WHOLE)
    check('media', [first.image, second.image], [None, None])
    if ipmi.is_installed():
        check('node3', third.events(), ['set boot pxe', 'set power 1', 'set power 0'])
    names = [line.split()[0] for line in lab.lines]
    check('runs', lab.runs(), names)
    check_in('outcome', f'{len(names)} of {len(names)} machines have a valid run and are off', printed)


def failures_have_reasons_and_do_not_stop_others(lab):
    in_use = lab.add_redfish('in-use')
    in_use.machine = subprocess.Popen(['sleep', '300'])
    lab.add_redfish('wrong-password', password='another')
    lab.add_redfish('two-systems', odd={redfish.SYSTEMS: (
        200, b'{"Members": [{"@odata.id": "/redfish/v1/Systems/a"}, {"@odata.id": "/b"}]}')})
    lab.add_redfish('elsewhere', odd={redfish.SYSTEMS: (200, b'{"Members": [{"@odata.id": "//x/y"}]}')})
    lab.add_redfish('huge', odd={redfish.SYSTEMS: (200, b'[' + b' ' * MIB + b']')})
    lab.add_redfish('no-json', odd={SYSTEM: (200, b'\x1b[31m')})
    lab.add_redfish('no-media', odd={redfish.MEDIA: (200, b'{"Members": 7}')})
    lab.add_redfish('moved', odd={redfish.SYSTEMS: (302, b'')})
    gone = lab.add_redfish('gone')
    gone.server.shutdown()
    gone.server.server_close()
    lab.add_redfish('keeps-image', odd={f'{redfish.CD}/Actions/Eject': (500, b'{}')})
    good = lab.add_redfish('good')
    printed, messages = lab.run(1)
    lines = {line.split()[0]: line for line in printed.splitlines() if line.startswith('  ')}
    for name, why in (('in-use', 'it is on, and may be in use'), ('wrong-password', 'status 401: wrong password'),
                      ('two-systems', '2 systems; choose one'), ('elsewhere', '0 systems'),
                      ('huge', 'an answer of 1 MiB or more'), ('no-json', 'not JSON'),
                      ('no-media', 'no virtual CD'), ('moved', 'HTTP status 302'),
                      ('gone', 'curl: '), ('keeps-image', 'valid, '),
                      ('keeps-image', '; afterwards: '), ('good', 'valid, ')):
        check_in(name, why, lines[name])
    check('in use', (in_use.events, in_use.is_on()), ([], True))
    check('good', good.events, WHOLE)
    check_in('outcome', '1 of 11 machines have a valid run and are off', printed)
    check('escape sequences', '\x1b' in printed + messages, False)
    check('directories', sorted(os.listdir(f'{lab.directory}/out')), ['good', 'keeps-image'])


def silent_console_ends_the_run(lab):
    bmc = lab.add_redfish('silent', words='system=one')
    bmc.words = 'bench=null.* serial=none exit=halt'
    printed, messages = lab.run(1, '--timeout', '2')
    check_in('silent', 'FAILED or invalid', printed)
    check_in('silent', 'no input for 2 s', messages)
    check('silent', bmc.events, WHOLE)


def certificates_are_checked(lab):
    certificate = f'{lab.directory}/certificate'
    subprocess.run(['openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=bmc', '-keyout',
                    certificate, '-out', f'{certificate}.crt'], capture_output=True, check=True)
    with open(f'{certificate}.crt', encoding='utf-8') as file, open(certificate, 'a', encoding='utf-8') as both:
        both.write(file.read())
    bmc = lab.add_redfish('strict', certificate=certificate)
    printed, _ = lab.run(1)
    check_in('strict', 'certificate', printed)
    check('not asked', bmc.events, [])
    lab.lines[0] = lab.lines[0].replace('strict', 'lax', 1)
    lab.run(0, '--insecure')
    check('insecure', bmc.events, WHOLE)


def signal_leaves_the_machine_off(lab):
    bmc, second = lab.add_redfish('node1'), lab.add_redfish('node2')
    bmc.words = 'bench=null.*,noise.gaps duration=600s'
    process = lab.start()
    wait_for(lambda: os.path.exists(bmc.log) and b'name=noise.gaps' in open(bmc.log, 'rb').read(), 'the run')
    process.send_signal(signal.SIGINT)
    printed, messages = process.communicate(timeout=60)
    check('status', process.returncode, 1)
    check('node1', bmc.events, WHOLE)
    check('node2', second.events, [])
    check_in('message', 'interrupted by signal 2', messages)
    check_in('node2', 'not measured: not begun', printed)


TESTS = (machines_are_measured_one_after_the_other, failures_have_reasons_and_do_not_stop_others,
         silent_console_ends_the_run, certificates_are_checked, signal_leaves_the_machine_off)


def main():
    names = sys.argv[2:]
    for test in TESTS:
        if names and test.__name__ not in names:
            continue
        lab = Lab(test.__name__)
        try:
            test(lab)
        finally:
            lab.close()
        print(f'ok      {test.__name__}', flush=True)


main()

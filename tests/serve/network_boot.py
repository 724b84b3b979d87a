# SPDX-License-Identifier: MIT
"""UEFI firmware of an x86-64 or Arm machine boots the loader by PXE. The loader fetches its machine's configuration, keeps boot
services, and sends the log to `bareline serve`. The log has the same records as the serial port.

usage: python3 tests/serve/network_boot.py BUILD [aarch64]
"""
import json
import os
import shutil
import subprocess
import sys

from serving import Server

BUILD = os.path.abspath(sys.argv[1])
IS_ARM = sys.argv[2:] == ['aarch64']
DIR = os.path.join(BUILD, 'network-boot-aarch64' if IS_ARM else 'network-boot')
LIMIT_SECONDS = 900             # about a hundred times the usual time
LOADER, CLEAN_RUN, EXIT = ('BOOTAA64.EFI', 0, 'psci-off') if IS_ARM else ('BOOTX64.EFI', 33, 'isa-debug')
UUID = '0a0b0c0d-1122-3344-5566-778899aabbcc'
MAC = '525400770102'
GATEWAY = '10.0.2.2'            # this host, for a guest of QEMU's user network


def check(what, found, expected):
    if found != expected:
        raise SystemExit(f'{what}: expected {expected!r}, found {found!r}')


def firmware():
    code, variables = subprocess.run(['sh', 'scripts/find.sh', 'aavmf' if IS_ARM else 'ovmf'], capture_output=True, text=True,
                                     check=True).stdout.split()
    shutil.copy(variables, os.path.join(DIR, 'variables.fd'))
    return ['-drive', f'if=pflash,format=raw,readonly=on,file={code}',
            '-drive', f'if=pflash,format=raw,file={DIR}/variables.fd']


def boot(server):
    mac = ':'.join(MAC[i:i + 2] for i in range(0, 12, 2))
    machine = ['qemu-system-aarch64', '-machine', 'virt', '-cpu', 'cortex-a57', '-m', '512M'] if IS_ARM else \
        ['qemu-system-x86_64', '-machine', 'q35', '-cpu', 'max', '-m', '256M',
         '-device', 'isa-debug-exit,iobase=0xf4,iosize=4']
    return subprocess.run(
        ['timeout', '-k', '5', str(LIMIT_SECONDS), *machine, '-accel', 'tcg', '-smp', '2',
         '-display', 'none', '-monitor', 'none', '-no-reboot', '-serial', f'file:{DIR}/serial.log', '-uuid', UUID,
         '-netdev', f'user,id=net,restrict=off,tftp={server.directory},bootfile={LOADER}',
         '-device', f'virtio-net-pci,netdev=net,bootindex=0,mac={mac}',
         '-fw_cfg', f'name=opt/org.bareline/cmdline,string=exit={EXIT} '
                    f'server=http://{GATEWAY}:{server.port}/', *firmware()],
        stdin=subprocess.DEVNULL).returncode


def parse(log):
    """The results of a log, without what describes the log itself."""
    output = log + '.json'
    subprocess.run([os.path.join(BUILD, 'bareline'), 'parse', '--strict', '-o', output, log], check=True)
    with open(output) as file:
        results = json.load(file)
    del results['account']['bytes']
    return results


def main():
    shutil.rmtree(DIR, ignore_errors=True)
    os.makedirs(os.path.join(DIR, 'served', 'configs'))
    with open(os.path.join(DIR, 'served', 'configs', UUID + '.cfg'), 'w') as file:
        file.write('# one benchmark\nbench=null.* samples=5\nexit=halt\n')
    server = Server(BUILD, os.path.join(DIR, 'served'))
    check('exit status of QEMU', boot(server), CLEAN_RUN)
    server.await_line(f'{MAC} result [^ ]*: Not checked: 1 benchmark')
    check('exit status of the server', server.stop(), 0)
    check('results', len(server.stored()), 1)
    name = server.stored()[0]
    check('name', name.startswith(f'{MAC}-{UUID}-2'), True)
    sent = os.path.join(server.results, name)
    results = parse(sent)
    check('records', results, parse(os.path.join(DIR, 'serial.log')))
    check('parameters', results['manifest']['command_line'],
          f'exit={EXIT} server=http://{GATEWAY}:{server.port}/ bench=null.* samples=5')
    check('firmware', results['manifest']['firmware'], 'kept')
    # A busy host can make the timing overhead unstable; an emulated Arm CPU counts nothing here.
    check('warnings', [warning for warning in results['warnings']
                       if 'null.timing: unstable' not in warning['text'] and warning['source'] != 'pmu'], [])
    with open(sent) as file:
        text = file.read()
    check('refused word', 'configuration: exit: not permitted' in text, True)
    check('state of the firmware', '; 0 differ; CPUs not returned: 0;' in text, True)
    with open(os.path.join(DIR, 'serial.log'), errors='replace') as file:
        check('place of the results', f'results/{name}, {len(text)} bytes, HTTP status 201.' in file.read(), True)
    print('1 passed, 0 failed')


main()

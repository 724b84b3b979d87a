# SPDX-License-Identifier: MIT
"""UEFI firmware of an x86-64, Arm or RISC-V machine boots the loader by PXE. The loader fetches its machine's configuration, keeps boot
services, and sends the log to `bareline serve`. The log has the same records as the serial port. Debian's firmware for
RISC-V has no HTTP driver, and QEMU's TFTP takes no files: the loader fetches its configuration by TFTP, and sends no log.

usage: python3 tests/serve/network_boot.py BUILD [aarch64|riscv64]
"""
import json
import os
import re
import shutil
import subprocess
import sys

from serving import Server

BUILD = os.path.abspath(sys.argv[1])
ARCH = sys.argv[2] if len(sys.argv) > 2 else 'x86_64'
DIR = os.path.join(BUILD, 'network-boot' + ('' if ARCH == 'x86_64' else '-' + ARCH))
LIMIT_SECONDS = 900             # about a hundred times the usual time
LOADER, CLEAN_RUN, EXIT = {'x86_64': ('BOOTX64.EFI', 33, 'isa-debug'), 'aarch64': ('BOOTAA64.EFI', 0, 'psci-off'),
                           'riscv64': ('BOOTRISCV64.EFI', 0, 'sbi-off')}[ARCH]
UUID = '0a0b0c0d-1122-3344-5566-778899aabbcc'
MAC = '525400770102'
# EDK2 for riscv64 does not find a device by this order, but tries the network by itself.
FIRST = '' if ARCH == 'riscv64' else ',bootindex=0'
GATEWAY = '10.0.2.2'            # this host, for a guest of QEMU's user network


def check(what, found, expected):
    if found != expected:
        raise SystemExit(f'{what}: expected {expected!r}, found {found!r}')


def flash(code, variables):
    shutil.copy(variables, os.path.join(DIR, 'variables.fd'))
    return ['-drive', f'if=pflash,format=raw,readonly=on,file={code}',
            '-drive', f'if=pflash,format=raw,file={DIR}/variables.fd']


def riscv_firmware():
    """EDK2. Before QEMU 8.1 a kernel of two instructions (lui t0, 0x20000; jr t0) jumps to the flash, and -fw_cfg is refused."""
    subprocess.run(['sh', 'tests/boot/edk2_riscv64.sh', DIR], check=True)
    code, variables = f'{DIR}/RISCV_VIRT_CODE.fd', f'{DIR}/RISCV_VIRT_VARS.fd'
    if not IS_OLD:
        return flash(code, variables)
    with open(f'{DIR}/jump', 'wb') as file:
        file.write(bytes.fromhex('b702002067800200'))
    return ['-kernel', f'{DIR}/jump', '-device', f'loader,file={code},addr=0x20000000,force-raw=on',
            '-device', f'loader,file={variables},addr=0x22000000,force-raw=on']


def firmware():
    if ARCH == 'riscv64':
        return riscv_firmware()
    return flash(*subprocess.run(['sh', 'scripts/find.sh', 'aavmf' if ARCH == 'aarch64' else 'ovmf'], capture_output=True,
                                 text=True, check=True).stdout.split())


def is_old():
    version = subprocess.run(['qemu-system-riscv64', '--version'], capture_output=True, text=True, check=True).stdout
    return tuple(map(int, re.search(r'version (\d+)\.(\d+)', version).groups())) < (8, 1)


IS_OLD = ARCH == 'riscv64' and is_old()


def boot(server):
    mac = ':'.join(MAC[i:i + 2] for i in range(0, 12, 2))
    machine = {'x86_64': ['q35', '-smp', '2', '-cpu', 'max', '-m', '256M', '-device', 'isa-debug-exit,iobase=0xf4,iosize=4'],
               'aarch64': ['virt', '-smp', '2', '-cpu', 'cortex-a57', '-m', '512M'],
               # EDK2's network needs random numbers. With two CPUs EDK2 once hung before the loader.
               'riscv64': ['virt', '-m', '512M', '-device', 'virtio-rng-pci']}[ARCH]
    words = f'exit={EXIT} server=http://{GATEWAY}:{server.port}/' + (' firmware=exit' if ARCH == 'riscv64' else '')
    return subprocess.run(
        ['timeout', '-k', '5', str(LIMIT_SECONDS), f'qemu-system-{ARCH}', '-machine', *machine, '-accel', 'tcg',
         '-display', 'none', '-monitor', 'none', '-no-reboot', '-serial', f'file:{DIR}/serial.log', '-uuid', UUID,
         '-netdev', f'user,id=net,restrict=off,tftp={server.directory},bootfile={LOADER}',
         '-device', f'virtio-net-pci,netdev=net,mac={mac}{FIRST}',
         *(['-append', words] if IS_OLD else ['-fw_cfg', f'name=opt/org.bareline/cmdline,string={words}']),
         *firmware()],
        stdin=subprocess.DEVNULL).returncode


def parse(log):
    """The results of a log, without what describes the log itself."""
    output = log + '.json'
    subprocess.run([os.path.join(BUILD, 'bareline'), 'parse', '--strict', '-o', output, log], check=True)
    with open(output) as file:
        results = json.load(file)
    del results['account']['bytes']
    return results


def check_serial(line):
    results = parse(os.path.join(DIR, 'serial.log'))
    check('parameters', results['manifest']['command_line'], line)
    check('boot', results['manifest']['boot'], 'efi')
    check('complete', results['validity']['complete'], True)
    with open(os.path.join(DIR, 'serial.log'), errors='replace') as file:
        text = file.read()
    check('configuration', f'configs/{MAC if IS_OLD else UUID}.cfg' in text and 'by TFTP' in text, True)
    check('refused word', 'configuration: exit: not permitted' in text, True)


def main():
    shutil.rmtree(DIR, ignore_errors=True)
    os.makedirs(os.path.join(DIR, 'served', 'configs'))
    # Without SMBIOS tables a machine has no UUID.
    with open(os.path.join(DIR, 'served', 'configs', (MAC if IS_OLD else UUID) + '.cfg'), 'w') as file:
        file.write('# one benchmark\nbench=null.* samples=5\nexit=halt\n')
    server = Server(BUILD, os.path.join(DIR, 'served'))
    check('exit status of QEMU', boot(server), CLEAN_RUN)
    if ARCH == 'riscv64':
        check('exit status of the server', server.stop(), 0)
        check_serial(f'exit={EXIT} server=http://{GATEWAY}:{server.port}/ firmware=exit bench=null.* samples=5')
        print('1 passed, 0 failed')
        return
    server.await_line(f'{MAC} result [^ ]*: Not checked: 1 benchmark')
    check('exit status of the server', server.stop(), 0)
    check('results', len(server.stored()), 1)
    name = server.stored()[0]
    check('name', name.startswith(f'{MAC}-{"" if IS_OLD else UUID + "-"}2'), True)
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

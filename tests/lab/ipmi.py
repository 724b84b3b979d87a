# SPDX-License-Identifier: MIT
"""A BMC by IPMI, with serial-over-LAN: OpenIPMI's ipmi_sim. Its machine is QEMU, which boots only if
it has to boot from the network. ipmi_lan(5)."""
import itertools
import os
import shutil
import signal
import subprocess

from redfish import QEMU
from serving import free_port, wait_for

USER, PASSWORD = 'admin', 'secret'
LAN = '''name "lab"
set_working_mc 0x20
startlan 1
  addr 127.0.0.1 {port}
  priv_limit admin
  allowed_auths_admin none md2 md5 straight
  guid a123456789abcdefa123456789abcdef
endlan
sol "tcp:127.0.0.1:{console}" 115200
chassis_control "{directory}/control"
user 2 true "{user}" "{password}" admin 10 none md2 md5 straight
'''
BMC = '''mc_setbmc 0x20
mc_add 0x20 0 no-device-sdrs 0x23 9 8 0x9f 0x1291 0xf02 persist_sdr
mc_enable 0x20
'''
CONTROL = '''#!/bin/sh
cd {directory} || exit 1
echo "$*" >>events
is_on() {{ [ -s pid ] && kill -0 "$(cat pid)" 2>/dev/null; }}
case "$1 $2 $3" in
"get power "*) is_on && echo power:1 || echo power:0 ;;
"get boot "*) echo boot:none ;;
"set boot "*) echo "$3" >boot ;;
"set power 1")
	is_on && exit 0
	[ "$(cat boot)" = pxe ] || exit 1
	echo none >boot
	{qemu} >qemu.log 2>&1 </dev/null &
	echo $! >pid ;;
"set power 0") is_on && kill "$(cat pid)" ;;
esac
'''


def is_installed():
    return shutil.which('ipmi_sim') and shutil.which('ipmitool')


class Bmc:
    def __init__(self, build, directory):
        self.directory = directory
        self.port, console = free_port(), free_port()
        os.makedirs(f'{directory}/state')
        qemu = ' '.join(QEMU + [
            '-kernel', f'{build}/kernel.elf', '-append', "'bench=null.* exit=halt'", '-chardev',
            f'socket,id=line,host=127.0.0.1,port={console},server=on,wait=on', '-serial', 'chardev:line'])
        for name, text in (('lan', LAN), ('bmc', BMC), ('control', CONTROL)):
            with open(f'{directory}/{name}', 'w', encoding='utf-8') as file:
                file.write(text.format(port=self.port, console=console, directory=directory, qemu=qemu,
                                       user=USER, password=PASSWORD))
        os.chmod(f'{directory}/control', 0o700)
        with open(f'{directory}/log', 'w', encoding='utf-8') as log:
            self.process = subprocess.Popen(
                ['ipmi_sim', '-c', f'{directory}/lan', '-f', f'{directory}/bmc', '-s',
                 f'{directory}/state', '-n'], stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                start_new_session=True)
        wait_for(self.answers, 'the answer of ipmi_sim')

    def answers(self):
        """Without a session: a request of the RMCP."""
        done = subprocess.run(['ipmitool', '-C', '3', '-I', 'lanplus', '-H', '127.0.0.1', '-p',
                               str(self.port), '-U', USER, '-P', PASSWORD, 'mc', 'info'],
                              capture_output=True, check=False)
        return done.returncode == 0

    def events(self):
        """Each once: ipmitool repeats a request whose answer is late."""
        with open(f'{self.directory}/events', encoding='utf-8') as file:
            lines = [line.strip() for line in file if line.startswith('set')]
        return [line for line, _ in itertools.groupby(lines)]

    def close(self):
        """Its machine is in its session."""
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()

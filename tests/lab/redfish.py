# SPDX-License-Identifier: MIT
"""A Redfish service with one machine, which is QEMU: it boots what was inserted, if it has to
boot once from the virtual CD. DMTF DSP0266 and DSP2046."""
import base64
import http.server
import json
import os
import ssl
import subprocess
import threading
import urllib.request

SYSTEMS = '/redfish/v1/Systems'
SYSTEM = f'{SYSTEMS}/one'
MANAGER = '/redfish/v1/Managers/bmc'
MEDIA = f'{MANAGER}/VirtualMedia'
CD = f'{MEDIA}/2'
ACTIONS = {f'{SYSTEM}/Actions/ComputerSystem.Reset': 'reset', f'{CD}/Actions/Insert': 'insert',
           f'{CD}/Actions/Eject': 'eject'}
QEMU = ['qemu-system-x86_64', '-machine', 'q35', '-cpu', 'max', '-m', '256M', '-display', 'none',
        '-nodefaults', '-no-reboot', '-device', 'isa-debug-exit,iobase=0xf4,iosize=4']


class Bmc:
    """events has what was done. Replies of `odd`, by path, replace those of the service: bytes."""

    def __init__(self, directory, words='bench=null.* exit=halt', password='se"cr\\et', odd=None,
                 certificate=None):
        self.directory, self.words, self.password = directory, words, password
        self.odd = odd or {}
        self.events, self.image, self.boot, self.machine = [], None, None, None
        os.makedirs(directory)
        bmc = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def log_message(self, *_):
                pass

            def answer(self):
                length = int(self.headers.get('Content-Length') or 0)
                body = json.loads(self.rfile.read(length) or b'{}')
                status, reply = bmc.reply_to(self, body)
                self.send_response(status)
                self.send_header('Content-Length', str(len(reply)))
                self.end_headers()
                self.wfile.write(reply)

            do_GET = do_POST = do_PATCH = answer

        self.server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Handler)
        if certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate)
            self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        self.scheme = 'https' if certificate else 'http'
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def address(self):
        return f'{self.scheme}://127.0.0.1:{self.server.server_address[1]}'

    @property
    def log(self):
        return f'{self.directory}/serial.log'

    def is_on(self):
        return self.machine is not None and self.machine.poll() is None

    def close(self):
        self.server.shutdown()
        self.server.server_close()
        self.power_off()

    # ---- Requests ----

    def reply_to(self, request, body):
        """Status and content."""
        expected = base64.b64encode(f'root:{self.password}'.encode()).decode()
        if request.headers.get('Authorization') != f'Basic {expected}':
            return 401, b'{"error": {"message": "wrong password"}}'
        if request.path in self.odd:
            return self.odd[request.path]
        if request.command == 'GET':
            found = self.resources().get(request.path)
            return (200, json.dumps(found).encode()) if found else (404, b'')
        if request.command == 'PATCH' and request.path == SYSTEM:
            if request.headers.get('If-Match') is None:
                return 428, b''
            self.boot = body['Boot']
            return 204, b''
        return self.act(ACTIONS.get(request.path), body)

    def resources(self):
        return {
            SYSTEMS: {'Members': [{'@odata.id': SYSTEM}]},
            SYSTEM: {'PowerState': 'On' if self.is_on() else 'Off',
                     'Boot': {'BootSourceOverrideMode': 'Legacy'},
                     'Links': {'ManagedBy': [{'@odata.id': MANAGER}]},
                     'Actions': {'#ComputerSystem.Reset': {
                         'target': f'{SYSTEM}/Actions/ComputerSystem.Reset'}}},
            MANAGER: {'VirtualMedia': {'@odata.id': MEDIA}},
            MEDIA: {'Members': [{'@odata.id': f'{MEDIA}/1'}, {'@odata.id': CD}]},
            f'{MEDIA}/1': {'MediaTypes': ['Floppy'], 'Inserted': False},
            CD: {'MediaTypes': ['CD', 'DVD'], 'Inserted': self.image is not None,
                 'Actions': {'#VirtualMedia.InsertMedia': {'target': f'{CD}/Actions/Insert'},
                             '#VirtualMedia.EjectMedia': {'target': f'{CD}/Actions/Eject'}}},
        }

    def act(self, action, body):
        if action == 'insert':
            with urllib.request.urlopen(body['Image'], timeout=20) as image:
                self.image = image.read()
        elif action == 'eject':
            self.image = None
        elif action == 'reset' and body['ResetType'] == 'On':
            self.power_on()
        elif action == 'reset' and body['ResetType'] == 'ForceOff':
            self.power_off()
        else:
            return 400, b'{"error": {"@Message.ExtendedInfo": [{"Message": "unknown \\u001b[31m"}]}}'
        self.events.append(f'{action} {body.get("ResetType", "")}'.strip())
        return 204, b''

    # ---- The machine ----

    def power_on(self):
        boot, self.boot = self.boot, None
        if self.image is None or boot != {'BootSourceOverrideEnabled': 'Once',
                                          'BootSourceOverrideTarget': 'Cd',
                                          'BootSourceOverrideMode': 'UEFI'}:
            self.events.append(f'boots nothing: {boot}')
            return
        with open(f'{self.directory}/image', 'wb') as file:
            file.write(self.image)
        self.machine = subprocess.Popen(
            QEMU + ['-kernel', f'{self.directory}/image', '-append', self.words,
                    '-serial', f'file:{self.log}'], stdin=subprocess.DEVNULL)

    def power_off(self):
        if self.machine is not None:
            self.machine.kill()
            self.machine.wait()

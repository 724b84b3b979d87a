# SPDX-License-Identifier: MIT
"""A DHCP client in raw frames, which asks as the firmware of a processor does."""
import socket
import struct
import time

SERVER_PORT, CLIENT_PORT = 67, 68
WAIT_SECONDS = 60
# RFC 2132: options. RFC 4578, RFC 5970: 93 is the client's architecture.
MESSAGE, PARAMETERS, VENDOR_CLASS, SERVER_NAME, BOOT_FILE, ARCHITECTURE, END = 53, 55, 60, 66, 67, 93, 255
DISCOVER, OFFER = 1, 2
COOKIE = bytes([99, 130, 83, 99])


def checksum(data):
    total = sum(struct.unpack(f'!{len(data) // 2}H', data))
    while total >> 16:
        total = (total & 0xffff) + (total >> 16)
    return ~total & 0xffff


def discover(mac, architecture, vendor_class):
    options = b''.join(bytes([code, len(value)]) + value for code, value in (
        (MESSAGE, bytes([DISCOVER])), (VENDOR_CLASS, vendor_class.encode()),
        (ARCHITECTURE, struct.pack('!H', architecture)),
        (PARAMETERS, bytes([VENDOR_CLASS, SERVER_NAME, BOOT_FILE])))) + bytes([END])
    message = struct.pack('!BBBBIHH4s4s4s4s', 1, 1, 6, 0, architecture + 1, 0, 0x8000, *[bytes(4)] * 4) + (
        mac + bytes(10 + 192) + COOKIE + options).ljust(280, b'\0')
    datagram = struct.pack('!HHHH', CLIENT_PORT, SERVER_PORT, 8 + len(message), 0) + message
    head = struct.pack('!BBHHHBBH4s4s', 0x45, 0, 20 + len(datagram), 0, 0, 64, 17, 0, bytes(4), b'\xff' * 4)
    head = head[:10] + struct.pack('!H', checksum(head)) + head[12:]
    return b'\xff' * 6 + mac + b'\x08\0' + head + datagram


def parse_offer(frame, transaction):
    """The boot file, the address of its server and the vendor class, or None for another frame."""
    if frame[12:14] != b'\x08\0' or frame[23] != 17:
        return None
    datagram = frame[14 + 4 * (frame[14] & 15):]
    message = datagram[8:]
    if struct.unpack('!H', datagram[2:4])[0] != CLIENT_PORT or struct.unpack('!I', message[4:8])[0] != transaction:
        return None
    options, at = {}, 240
    while at < len(message) and message[at] != END:
        if message[at] == 0:
            at += 1
            continue
        options[message[at]] = message[at + 2:at + 2 + message[at + 1]]
        at += 2 + message[at + 1]
    if options.get(MESSAGE) != bytes([OFFER]):
        return None
    file = options.get(BOOT_FILE, message[108:236]).split(b'\0')[0]
    return file.decode(), socket.inet_ntoa(message[20:24]), options.get(VENDOR_CLASS, b'').decode()


def ask(interface, architecture, vendor_class):
    """What a DHCP server offers to firmware with that architecture."""
    mac = bytes([0x52, 0x54, 0, 0x99, 0, architecture])
    with socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(3)) as link:
        link.bind((interface, 0))
        link.settimeout(5)
        end = time.monotonic() + WAIT_SECONDS
        while time.monotonic() < end:
            link.send(discover(mac, architecture, f'{vendor_class}:Arch:{architecture:05}:UNDI:003000'))
            try:
                while True:
                    offer = parse_offer(link.recv(2048), architecture + 1)
                    if offer is not None:
                        return offer
            except socket.timeout:
                pass
    raise AssertionError(f'no offer for architecture {architecture}')

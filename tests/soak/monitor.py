# SPDX-License-Identifier: MIT
"""QEMU's machine protocol (QMP) over a socket pair: commands with replies, and events."""

import json
import select
import time

REPLY_SECONDS = 30


class Gone(Exception):
    """QEMU has ended, or no longer replies."""


class Monitor:
    """One QEMU's monitor. .events are the received events, .log is every line in both directions."""

    def __init__(self, link):
        self.link = link
        self.events = []
        self.log = []
        self._partial = b""

    def read(self, seconds=0):
        """The messages received within a time, except events."""
        if not select.select([self.link], [], [], seconds)[0]:
            return []
        try:
            data = self.link.recv(1 << 16)
        except OSError as error:
            raise Gone from error
        if not data:
            raise Gone
        *lines, self._partial = (self._partial + data).split(b"\n")
        messages = [json.loads(line) for line in lines if line.strip()]
        self.log += messages
        self.events += [message for message in messages if "event" in message]
        return [message for message in messages if "event" not in message]

    def _read_reply(self):
        end = time.monotonic() + REPLY_SECONDS
        while time.monotonic() < end:
            for message in self.read(0.2):
                if "return" in message or "error" in message:
                    return message
        raise Gone

    def execute(self, command, **arguments):
        """QEMU's reply: {"return": …} or {"error": …}. Raises Gone."""
        request = {"execute": command, "arguments": arguments}
        self.log.append(request)
        try:
            self.link.sendall(json.dumps(request).encode() + b"\n")
        except OSError as error:
            raise Gone from error
        return self._read_reply()

    def human_command(self, line):
        """The reply of the human monitor to a line."""
        return self.execute("human-monitor-command", **{"command-line": line}).get("return", "")

    def has_seen(self, name):
        return next((event for event in self.events if event["event"] == name), None)

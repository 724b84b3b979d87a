# SPDX-License-Identifier: MIT
"""Compare QEMU's count of a disk's reads with the image's records.

usage: disk_counts.py BUILD DIRECTORY MODEL [BENCH]; DIRECTORY has right.img
"""
import json
import os
import re
import socket
import subprocess
import sys
import time

LIMIT_SECONDS = 900
DEVICES = {
    "virtio": ["-device", "virtio-blk-pci,drive=disk"],
    "nvme": ["-device", "nvme,drive=disk,serial=counted"],
    "ahci": ["-device", "ahci,id=sata", "-device", "ide-hd,drive=disk,bus=sata.0"],
}


def start(build, directory, model, bench, log, monitor):
    guard = "snapshot=on" if model == "ahci" else "readonly=on"
    return subprocess.Popen(
        ["qemu-system-x86_64", "-machine", "q35", "-accel", "tcg", "-cpu", "max", "-m", "256M",
         "-kernel", f"{build}/kernel.elf", "-append", f"bench={bench} samples=3",
         "-serial", f"file:{log}", "-display", "none", "-monitor", "none", "-net", "none",
         "-no-reboot", "-qmp", f"unix:{monitor},server=on,wait=off", "-drive",
         f"file={directory}/right.img,format=raw,if=none,id=disk,{guard}"] + DEVICES[model])


def wait_for_end(log):
    begun = time.monotonic()
    while time.monotonic() - begun < LIMIT_SECONDS:
        text = open(log, errors="replace").read() if os.path.exists(log) else ""
        if re.search(r"^@end .*\n", text, re.M):
            return text
        time.sleep(0.1)
    sys.exit("expected an end record")


def ask(stream, command):
    stream.write(json.dumps({"execute": command}) + "\n")
    stream.flush()
    while True:
        answer = json.loads(stream.readline())
        if "return" in answer:
            return answer["return"]


def query(monitor):
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(LIMIT_SECONDS)
        connection.connect(monitor)
        stream = connection.makefile("rw")
        stream.readline()
        ask(stream, "qmp_capabilities")
        for block in ask(stream, "query-blockstats"):
            if block["device"] == "disk":
                return block["stats"]
    return None


def main():
    build, directory, model = sys.argv[1:4]
    bench = sys.argv[4] if len(sys.argv) > 4 else "disk.read"
    log = f"{directory}/counts-{model}.log"
    # The path of a socket is limited in length.
    monitor = os.path.relpath(f"{directory}/monitor")
    qemu = start(build, directory, model, bench, log, monitor)
    try:
        text = wait_for_end(log)
        stats = query(monitor)
    finally:
        qemu.kill()
        qemu.wait()
    used = re.search(r"^@disk_use .* reads=(\d+) bytes=(\d+) failed=0 ", text, re.M)
    if used is None or "@fault" in text:
        sys.exit(f"{model}: the image failed, or did not record its reads")
    ours = (int(used[1]), int(used[2]))
    theirs = (stats["rd_operations"], stats["rd_bytes"])
    if ours != theirs or stats["wr_operations"] != 0:
        sys.exit(f"{model}: the image read {ours}, QEMU counts {theirs} and "
                 f"{stats['wr_operations']} writes")
    print(f"{model}: {ours[0]} reads of {ours[1]} bytes, by the image and by QEMU")


main()

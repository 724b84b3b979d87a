# SPDX-License-Identifier: MIT
"""Random machines with unusual disks and PCI spaces: QEMU's arguments, and the expected results."""

from dataclasses import dataclass, field

import contents
from draw import Draw

MACHINES = {"q35": 3, "pc": 2}
CPUS = {"max": 4, "qemu64": 1, "Skylake-Client": 1}
DISKS_MOST = 4                          # controllers drawn
LINE = "exit=isa-debug bench={} samples={}"
SAMPLES, SAMPLES_CHANGED = 3, 200         # long enough for an event during the run
BENCHES = {"disk.read": 6, "disk.read suite=full": 1, "disk.cached": 1, "fault.major": 1, "disk.*": 1}

# ---- Backends of disks: QEMU's block devices ----

BYTES = {0: 2, 512: 2, 1000: 1, 7 * 512: 2, 4096: 1, 33 * 512: 1, (1 << 20) + 512: 1, 1 << 24: 4,
         1 << 40: 1, 1 << 60: 1}
FILES = {name: 2 for name in contents.NAMES}
LATENCY_NS = {0: 12, 1000000: 3, 6000000000: 1}
# Events of QEMU's blkdebug, sectors (-1: any) and errnos. Once: the next try succeeds.
ERROR_SECTORS = {-1: 2, 0: 2, 8: 1, 1023: 1, 2047: 1}
ERRORS = {5: 4, 28: 1, 110: 1}
# Events during the run of a machine.
EVENTS = {"": 10, "truncate": 3, "drive_del": 3, "device_del": 3, "throttle": 1, "resize": 1, "pause": 1}

# ---- Controllers ----

VIRTIO = {text: 1 for text in """disable-modern=on disable-legacy=on packed=on event_idx=off
    indirect_desc=off queue-size=4 queue-size=8 queue-size=1024 num-queues=4 vectors=0 vectors=1
    logical_block_size=4096,physical_block_size=4096 x-disable-pcie=on
    iothread=io write-cache=off x-pcie-pm-init=off multifunction=on rombar=0""".split()}
NVME = {text: 1 for text in """max_ioqpairs=1 mdts=0 mdts=1 msix_qsize=1 cmb_size_mb=1 use-intel-id=on
    logical_block_size=4096,physical_block_size=4096 vsl=1 aerl=0 ioeventfd=on""".split()}
NAMESPACES = {"own": 6, "none": 2, "two": 2, "second": 1, "metadata": 1, "zoned": 1}
PORTS = {"disk": 6, "none": 2, "cd": 2, "cd and disk": 2, "two": 1}
# The controllers that are readable disks, if their backends are readable.
READABLE = {"own", "two", "second", "zoned"}

# ---- Other devices in PCI space ----

CARDS = {text: 1 for text in """pci-testdev,membar=16 pci-testdev,membar=64M pci-testdev,membar=8G
    pci-testdev,membar=64G ivshmem-plain,memdev=shared ivshmem-doorbell,chardev=quiet edu
    pcie-root-port,chassis=90 pci-bridge,chassis_nr=91 pvpanic-pci virtio-rng-pci qemu-xhci
    intel-hda lsi53c895a megasas sdhci-pci ahci nvme,serial=empty virtio-scsi-pci
    virtio-serial-pci,max_ports=511,vectors=2""".split()}
BRIDGES = {"": 5, "root": 3, "nested": 1, "bridge": 2, "expander": 1}
PCIE_ONLY = {"root", "nested"}


@dataclass
class Plan:
    """A machine. sound: by driver, the number of disks that must be readable without a fault."""
    index: int
    arguments: list = field(default_factory=list)
    files: dict = field(default_factory=dict)           # the drive's id, and what is in its file
    sound: dict = field(default_factory=dict)
    devices: list = field(default_factory=list)         # IDs that can be unplugged
    drives: list = field(default_factory=list)
    event: str = ""
    benches: str = "disk.read"
    may_lie: bool = False                               # a disk's data differs from its pattern
    may_fail: bool = False                              # a read may fail or time out
    drawn: list = field(default_factory=list)

    @property
    def may_be_slow(self):
        """Whether a benchmark may be aborted by its time limit."""
        return self.may_fail or self.is_changed

    @property
    def is_changed(self):
        """Whether an event affects the machine; then no disk has an expectation."""
        return self.event != ""


def draw_file(draw, plan, drive):
    """A file, with or without injected errors. Returns the arguments, and whether the file is
    readable."""
    name = draw.one("contents", FILES)
    plan.files[drive] = name
    plan.may_lie |= name in contents.LYING
    base = f"file.filename={{directory}}/{drive}.img"
    if not draw.happens("errors", 0.3):
        return f"driver=raw,file.driver=file,{base}", name in contents.READABLE
    plan.may_fail = True
    sector = draw.one("error's sector", ERROR_SECTORS)
    place = "" if sector < 0 else f",file.inject-error.0.sector={sector}"
    once = draw.one("error is met", {"once": 1, "always": 2}) == "once"
    return (f"driver=raw,file.driver=blkdebug,file.image.driver=file,"
            f"{base.replace('file.', 'file.image.', 1)}"
            f",file.inject-error.0.event=read_aio,file.inject-error.0.once={'on' if once else 'off'}"
            f",file.inject-error.0.errno={draw.one('error', ERRORS)}{place}"), False


def draw_null(draw, plan):
    size, latency_ns = draw.one("bytes", BYTES), draw.one("latency", LATENCY_NS)
    plan.may_fail |= latency_ns >= 5000000000
    return (f"driver=null-co,size={size},read-zeroes=on,latency-ns={latency_ns}",
            size >= 1 << 20 and size < 1 << 57 and latency_ns < 5000000000)


def draw_drive(draw, plan):
    """A new drive's ID, and whether the drive is readable."""
    drive = f"d{len(plan.drives)}"
    text, is_readable = (draw_file(draw, plan, drive) if draw.happens("file", 0.5)
                         else draw_null(draw, plan))
    plan.arguments += ["-drive", f"if=none,id={drive},{text}"]
    plan.drives.append(drive)
    return drive, is_readable


# ---- Buses ----

ROOTS = {"q35": "pcie.0", "pc": "pci.0"}


def draw_bus(draw, plan, machine):
    """The bus of the next controller as ",bus=NAME". The image finds it, also behind another root."""
    kind = draw.one("bridge", {name: share for name, share in BRIDGES.items()
                               if machine == "q35" or name not in PCIE_ONLY})
    name = f"b{len(plan.devices)}"
    chassis = len(plan.devices) + 1
    if kind in PCIE_ONLY:
        plan.arguments += ["-device", f"pcie-root-port,id={name},chassis={chassis},bus=pcie.0"]
    if kind == "nested":
        plan.arguments += ["-device", f"x3130-upstream,id={name}u,bus={name}", "-device",
                           f"xio3130-downstream,id={name}n,bus={name}u,chassis={chassis + 20}"]
        name += "n"
    if kind == "bridge":
        plan.arguments += ["-device", f"pci-bridge,id={name},chassis_nr={chassis},bus={ROOTS[machine]}"]
    if kind == "expander":
        number = 40 + 16 * len(plan.devices)
        pxb = "pxb-pcie" if machine == "q35" else "pxb"
        plan.arguments += ["-device", f"{pxb},id={name}x,bus_nr={number},bus={ROOTS[machine]}"]
        if machine == "q35":
            plan.arguments += ["-device", f"pcie-root-port,id={name},bus={name}x,chassis={chassis}"]
        else:
            name += "x"
    if kind in ("bridge", "expander") and name[-1] != "x":
        return f",bus={name},addr={'1' if kind == 'bridge' else '0'}"
    return f",bus={name if kind else ROOTS[machine]}"


# ---- Controllers ----

def add_good(plan, driver, sound):
    plan.sound[driver] = plan.sound.get(driver, 0) + sound


def draw_virtio(draw, plan, bus, name):
    drive, is_readable = draw_drive(draw, plan)
    words = draw.some("virtio", VIRTIO, 3)
    if not bus.endswith((".0", "addr=1")):              # virtio 1 is required behind such a port
        words = [word for word in words if word != "disable-modern=on"]
    if "iothread=io" in words and "iothread,id=io" not in plan.arguments:
        plan.arguments += ["-object", "iothread,id=io"]
    plan.arguments += ["-device", ",".join([f"virtio-blk-pci,id={name},drive={drive}{bus}"] + words)]
    return is_readable and "disable-modern=on" not in words


def draw_nvme(draw, plan, bus, name):
    kind = draw.one("namespaces", NAMESPACES)
    words = draw.some("nvme", NVME, 2)
    if kind != "own":
        words = [word for word in words if "block_size" not in word]
    device = ",".join([f"nvme,id={name},serial={name}{bus}"] + words)
    if kind == "none":
        plan.arguments += ["-device", device]
        return False
    drive, is_readable = draw_drive(draw, plan)
    if kind == "own":
        plan.arguments += ["-device", f"{device},drive={drive}"]
        return is_readable
    if kind == "zoned" and not is_readable:
        kind = "second"                                 # zones need space
    plan.arguments += ["-device", device]
    spaces = {"two": ["nsid=1"], "second": ["nsid=2"], "metadata": ["nsid=1,ms=8"],
              "zoned": ["nsid=1,zoned=on,zoned.zone_size=65536"]}
    for words in spaces[kind]:
        plan.arguments += ["-device", f"nvme-ns,bus={name},drive={drive},{words}"]
    sound = int(is_readable and kind in READABLE)
    if kind == "two":
        drive, is_readable = draw_drive(draw, plan)
        plan.arguments += ["-device", f"nvme-ns,bus={name},drive={drive},nsid=2"]
        sound += is_readable
    return sound


def draw_ahci(draw, plan, bus, name):
    kind = draw.one("ports", PORTS)
    plan.arguments += ["-device", f"ahci,id={name}{bus}"]
    if kind == "cd":
        plan.arguments += ["-device", f"ide-cd,bus={name}.3"]
    if kind == "cd and disk":
        plan.arguments += ["-device", f"ide-cd,bus={name}.0"]
    if kind in ("none", "cd"):
        return False
    sound = 0
    for port in (1, 5) if kind == "two" else (1,):
        drive, can_be_read = draw_drive(draw, plan)
        sound += can_be_read
        text = plan.arguments[-1]
        plan.arguments[-1] = text + ",snapshot=on"      # QEMU rejects a read-only drive for such a disk
        plan.arguments += ["-device", f"ide-hd,bus={name}.{port},drive={drive}"]
    return sound


CONTROLLERS = {"virtio": draw_virtio, "nvme": draw_nvme, "ahci": draw_ahci}


def draw_disks(draw, plan, machine):
    for number in range(1 + draw.below(DISKS_MOST)):
        driver = draw.one("controller", {name: 1 for name in CONTROLLERS})
        bus = draw_bus(draw, plan, machine)
        name = f"disk{number}"
        sound = CONTROLLERS[driver](draw, plan, bus, name)
        plan.devices.append(name)
        add_good(plan, driver, sound)


def draw_cards(draw, plan, machine):
    for card in draw.some("card", CARDS, 4):
        if "memdev" in card:
            size = draw.one("shared memory", {"1M": 2, "256M": 1, "4G": 1})
            plan.arguments += ["-object", f"memory-backend-ram,id=shared,share=on,size={size}"]
        if "chardev" not in card:
            plan.arguments += ["-device", f"{card},bus={ROOTS[machine]}"]


def make_plan(seed, index):
    """The machine of a seed and a number, the same each time."""
    draw = Draw(f"disks/{seed}", index)
    plan = Plan(index, drawn=draw.drawn)
    machine = draw.one("machine", MACHINES)
    plan.benches = draw.one("bench", BENCHES)
    plan.event = draw.one("event", EVENTS)
    samples = SAMPLES_CHANGED if plan.event and "full" not in plan.benches else SAMPLES
    plan.arguments = ["-machine", machine, "-cpu", draw.one("cpu", CPUS), "-append",
                      LINE.format(plan.benches, samples)]
    if draw.happens("usual devices", 0.7):
        plan.arguments.append("-nodefaults")
    draw_cards(draw, plan, machine)
    draw_disks(draw, plan, machine)
    return plan

# SPDX-License-Identifier: MIT
"""The machine: its type, CPUs and memory."""

MACHINES = {
    "pc": 24, "q35": 24, "microvm": 4, "isapc": 3, "pc-i440fx-2.0": 1, "pc-i440fx-1.7": 1,
    "pc-i440fx-4.2": 1, "pc-q35-2.4": 1, "pc-q35-5.2": 1,
}
# Optional properties. QEMU refuses a machine without the property.
PROPERTIES = {
    "pc": {"hpet=off": 4, "acpi=off": 3, "i8042=off": 2, "pit=off": 1, "usb=on": 1, "smm=off": 1,
           "vmport=off": 1, "max-ram-below-4g=64M": 1, "graphics=off": 1, "mem-merge=off": 1},
    "q35": {"hpet=off": 4, "acpi=off": 3, "i8042=off": 2, "pit=off": 1, "usb=on": 1, "smm=off": 1,
        "vmport=off": 1, "smbios-entry-point-type=64": 1, "graphics=off": 1,
        "kernel-irqchip=off": 1, "sata=off": 1},
    "microvm": {"acpi=off": 2, "pic=off": 1, "pit=off": 1, "rtc=on": 2, "pcie=on": 1,
            "ioapic2=on": 1, "isa-serial=on": 1},
    "isapc": {"hpet=off": 1, "graphics=off": 1, "i8042=off": 1},
}
SMALL_PROPERTIES = {"hpet=off": 2, "acpi=off": 2, "i8042=off": 1, "usb=on": 1}

MODELS_64 = {name: 1 for name in """qemu64 kvm64 core2duo Conroe Penryn Nehalem Westmere SandyBridge
    IvyBridge Haswell Broadwell Skylake-Client Skylake-Server Cascadelake-Server Icelake-Server
    Snowridge Denverton KnightsMill Opteron_G1 Opteron_G2 Opteron_G3 Opteron_G4 Opteron_G5 phenom
    EPYC EPYC-Rome EPYC-Milan Dhyana""".split()} | {"max": 25}
WITHOUT_EXTENDED_LEAVES = ("pc-i440fx-1.7", "pc-i440fx-2.0", "pc-q35-2.4")
MODELS_32 = {name: 1 for name in
    "486 pentium pentium2 pentium3 athlon qemu32 kvm32 n270 coreduo".split()}
FEATURES = {name: 1 for name in """xsave x2apic la57 pdpe1gb tsc-deadline invtsc rdtscp apic pge pat
    sse2 sse fxsr cx16 smep smap umip mce mca sep syscall monitor pcid fsgsbase erms avx avx2
    hypervisor arat clflush mtrr lahf-lm popcnt pse36 cx8 msr tsc fpu ssbd rdrand aes pku
    kvm vme de pse clflushopt movbe svm vmx ibrs md-clear mpx sha-ni""".split()} | {"nx": 5, "lm": 1}
NUMBERS = {"level=0": 2, "level=1": 3, "level=4": 1, "level=6": 1, "level=7": 1, "level=10": 1,
       "level=13": 1, "level=21": 1, "level=22": 1, "xlevel=0x80000001": 2, "xlevel=0x80000004": 1,
       "xlevel=0x80000007": 1, "xlevel=0x80000008": 1, "family=6": 1, "model=255": 1,
       "stepping=15": 1, "phys-bits=36": 2, "phys-bits=52": 1, "hv-relaxed=on": 1, "pmu=on": 1,
       "tsc-frequency=1000000000": 1, "host-cache-info=on": 1, "enforce=on": 1,
       "vendor=CentaurHauls": 1, "l3-cache=off": 1, "x-intel-pt-auto-level=off": 1,
       "legacy-cache=off": 1, "min-level=31": 1, "fill-mtrr-mask=off": 1}

CPUS = {1: 30, 2: 30, 3: 6, 4: 10, 5: 2, 7: 2, 8: 5, 16: 3, 31: 1, 32: 1, 64: 2, 65: 1}
TOPOLOGIES = {"": 6, "sockets": 1, "cores": 1, "threads": 1}
MEMORY_MB = {8: 2, 9: 1, 12: 1, 16: 3, 24: 1, 32: 4, 48: 2, 64: 6, 100: 2, 128: 8, 256: 25, 512: 6,
         1024: 4, 2048: 4, 3072: 2, 4096: 3, 6144: 1}
CLOCKS = {"host": 82, "counted": 14, "counted-7": 2, "counted-auto": 1}
COUNTED = {"counted": "shift=0,sleep=off", "counted-7": "shift=7,sleep=off", "counted-auto": "shift=auto"}
SMALL_MODELS = {"max": 4, "qemu64": 2, "Haswell": 1, "pentium3": 1, "qemu32": 1}


def kind(name):
    """The base type of a versioned machine type."""
    return "pc" if name.startswith("pc-i440") else "q35" if name.startswith("pc-q35") else name


def draw_cpu(draw, plan):
    if plan.small:
        plan.cpu = draw.one("cpu", SMALL_MODELS)
        return
    models = draw.one("cpu bits", {"64": 94, "32": 6})
    model = draw.one("cpu", MODELS_64 if models == "64" else MODELS_32)
    parts = [model]
    if draw.happens("cpu changed", 0.5):
        for feature in draw.some("cpu feature", FEATURES, 3):
            parts.append(draw.one("cpu feature set", {"-": 7, "+": 3}) + feature)
        parts += draw.some("cpu number", NUMBERS, 1)
    plan.cpu = ",".join(parts)


def processors(draw, plan):
    """The value of -smp: the CPUs and their topology."""
    topology = draw.one("topology", TOPOLOGIES)
    spare = draw.one("spare cpus", {0: 8, 1: 1, 4: 1})
    most = plan.cpus + spare
    text = f"{plan.cpus},maxcpus={most}"
    return text + (f",{topology}={most}" if topology and plan.machine != "isapc" else "")


def draw_processors(draw, plan):
    if plan.small:
        plan.cpus = draw.one("cpus", {1: 2, 2: 2, 3: 1})
        plan.arguments += ["-smp", str(plan.cpus)]
        return
    if kind(plan.machine) == "isapc" and draw.happens("isapc cpus right", 0.98):
        plan.cpus = draw.one("cpus", {1: 1})
    elif plan.is_counted:
        plan.cpus = draw.one("cpus", {1: 4, 2: 3, 4: 1})
    else:
        plan.cpus = draw.one("cpus", CPUS)
    plan.arguments += ["-smp", processors(draw, plan)]


def draw_memory(draw, plan):
    plan.memory_mb = draw.one("memory", {32: 1, 64: 1, 256: 3} if plan.small else MEMORY_MB)
    plan.arguments += ["-m", f"{plan.memory_mb}M"]
    if plan.small or plan.memory_mb < 64 or not draw.happens("numa", 0.08):
        return
    half = plan.memory_mb // 2
    for node, size in enumerate((half, plan.memory_mb - half)):
        plan.arguments += ["-object", f"memory-backend-ram,id=m{node},size={size}M",
                   "-numa", f"node,nodeid={node},memdev=m{node}"]


def draw_clock(draw, plan):
    clock = draw.one("clock", {"host": 1, "counted": 1} if plan.small else CLOCKS)
    plan.is_counted = clock != "host"
    if plan.is_counted:
        plan.arguments += ["-icount", COUNTED[clock], "-rtc", "base=2026-01-01,clock=vm"]
    elif not plan.small:
        thread = draw.one("threads", {"multi": 4, "single": 1})
        plan.arguments += ["-accel", f"tcg,thread={thread}"]
        return
    plan.arguments += ["-accel", "tcg"]


def draw_machine(draw, plan):
    """Machine type and properties, CPU, number of CPUs, clock, memory."""
    plan.machine = draw.one("machine", {"pc": 1, "q35": 1} if plan.small else MACHINES)
    table = SMALL_PROPERTIES if plan.small else PROPERTIES[kind(plan.machine)]
    properties = draw.some("machine property", table, 2)
    plan.has_acpi = "acpi=off" not in properties and kind(plan.machine) not in ("isapc",)
    plan.has_screen = "graphics=off" not in properties and plan.machine != "microvm"
    plan.arguments += ["-machine", ",".join([plan.machine] + properties)]
    draw_cpu(draw, plan)
    plan.arguments += ["-cpu", plan.cpu]
    draw_clock(draw, plan)
    draw_processors(draw, plan)
    draw_memory(draw, plan)

# SPDX-License-Identifier: MIT
"""Make the logs of the corpus from the logs of a few boots, which are shortened and changed. README.md
lists the results. The stored logs stay as they are: they are input of the check, whatever a newer
image would print. This program records how they were made, and makes the next one.

usage: make_logs.py BOOTS DIRECTORY BARELINE; BOOTS has a run's directory for each name of a boot below.
The options of each boot are in the command line of its log"""
import json
import math
import os
import random
import re
import shutil
import subprocess
import sys

from edit import Log

BOOTS, OUT = sys.argv[1], sys.argv[2]
TOOL = os.path.abspath(sys.argv[3])
HERE = os.path.dirname(os.path.abspath(__file__))
TICKS, OVERHEAD = 20, 9         # ticks of an instruction on a made-up machine; instructions of null.timing
BASE_BUILD, NEW_BUILD = "1a2b3c4d5e6f", "2b3c4d5e6f70"
GATED = ("null.timing", "selftest.null", "entry.null_syscall", "fault.demand_zero", "os.pipe",
         "os.thread_create")


def boot(name, points=2, samples=None):
    """The shortened log of a boot. Its build is no commit, because the check replaces the tool's."""
    return Log.read(f"{BOOTS}/{name}/serial.log").set("manifest", build=BASE_BUILD).shorten(points, samples)


def write(name, log):
    path = f"{OUT}/{name}"
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="latin-1", newline="") as file:
        file.write(log if isinstance(log, str) else log.text())


def write_json(name, value):
    write(name, json.dumps(value, indent=1) + "\n")


def manifest(name, day, hour=2, host="one", **more):
    """The manifest of a run's directory, as `bareline run` writes it, without the host's noise."""
    write_json(f"{name}/manifest.json", {
        "schema": "bareline-run-1", "tool_build": BASE_BUILD,
        "started": f"2026-10-{day:02}T{hour:02}:00:00Z", "host_name": host, "host_kernel": "6.12.0",
        "options": ["--append", "samples=5"], "qemu_version": "QEMU emulator version 7.2.22",
        "accelerator": "tcg", "cpu_model": "bareline-v1", "outcome": "ended", **more})


def as_real(log, seed=0, spread=0.004, hertz=2_000_000_000):
    """A boot of real hardware: instructions taken as TICKS each, without a hypervisor, and with noise of
    the boot and of each sample. Timing overhead and self-tests have almost none."""
    log.set("manifest", time_base="real", hypervisor='""', tsc_hz=str(hertz))
    log.set("cpu", vendor="GenuineIntel", brand='"Example CPU 3000"', microcode="0xf0", max_hz="3400000000")
    log.set("machine", maker="Example", product='"Model A"', version='""', bios_maker="Example", bios="1.2",
            bios_date="05/01/2026", uuid_hash="0011223344556677")
    log.set("timer", tsc_hz=str(hertz), disagreement_ppm="0", uncertainty_ppm="5")
    log.set("made", utc="2026-10-01T02:00:00Z", source="rtc", problem='""')
    dice = random.Random(seed)
    factors, names = {}, log.benches()

    def noisy(value, index, series):
        if names[series["bench"]].startswith(("null.", "selftest.")):
            return TICKS * value
        factor = factors.setdefault(series["id"], math.exp(spread * dice.gauss(0, 1)))
        before = OVERHEAD if series["timed"] == "1" else 0
        return TICKS * (before + (value - before) * factor * (1 + 0.003 * dice.random()))
    return log.change(None, noisy)


def scaled(log, name, factor, **where):
    return log.change(name, lambda value, index, series: value * factor, **where)


def added(log, name, ticks, **where):
    return log.change(name, lambda value, index, series: value + ticks * int(series["iterations"]), **where)


# ---- Whole runs ----

metal, timed = boot("metal-counted"), boot("metal-timed", 2, 7)
linux, linux_timed = boot("linux-counted"), boot("linux-timed", 2, 7)
timed_names = [name for name in metal.benches().values() if name != "selftest.add_chain"]
real = as_real(metal.copy().only(*timed_names))
write("metal-counted.log", metal)
write("metal-emulated.log", timed)
write("linux-counted.log", linux)
write("linux-emulated.log", linux_timed)
others = boot("metal-others", 4, 7)
others.only(*[name for name in others.benches().values()
              if name not in ("clock.coarse", "mem.c2c", "os.switch_working_set")])
others.set("memory_device", locator='"ChannelA-DIMM0"', bank='"BANK 0"', data_bits="64", total_bits="72",
           rated_mts="3200", mts="2666")
write("metal-others.log", others)
clocks = boot("clocks", 9)
clocks.change("mem.c2c", lambda value, index, series: value * (1 + int(series["id"]) % 7 / 5) + index * index)
clocks.change("os.switch_working_set", lambda value, index, series: value + index * int(series["id"]) % 97)
for place, cpu in zip(clocks.of("cpu_place"), ((0, 0, 0), (0, 0, 1), (0, 1, 0), (1, 0, 0))):
    place.update(zip(("package", "core", "thread"), map(str, cpu)))
write("clocks.log", clocks)
write("metal-real.log", real)
write("linux-real.log", as_real(linux.copy().only(*timed_names), 1))
gated = metal.copy().only(*GATED).shorten(2, 3).set("manifest", command_line='"suite=quick exit=isa-debug"')
small = real.copy().only(*GATED).shorten(2, 5)
linux_small = linux.copy().only(*GATED).shorten(2, 3)

# ---- Runs that are not whole, or not good ----

FAULT = ('bench={0} point="" kind={1} cpu=0 vector={2} error=0x0 rip=0x10000101140 cr2=0x0 '
         'registers="rax=0x0 rbx=0x1" backtrace="pipe_read+0x10 run_bench+0x44" detail={3}')


def faulty(log, name, kind, vector, detail):
    """A benchmark that was aborted before its first result."""
    log = log.copy()
    number = next(fields["id"] for fields in log.of("bench") if fields["name"] == name)
    log.records = [record for record in log.records
                   if not (record[0] in ("series", "done") and record[1]["bench"] == number)]
    series = {fields["id"] for fields in log.of("series")}
    log.records = [record for record in log.records
                   if not (record[0] == "samples" and record[1]["series"] not in series)]
    place = next(i for i, record in enumerate(log.records)
                 if record[0] == "bench" and record[1]["id"] == number)
    log.records.insert(place + 1, ["fault", {}])
    log.put("fault", FAULT.format(name, kind, vector, detail), "fault").records.pop(place + 2)
    end = log.of("end")[0]
    end.update(run=str(int(end["run"]) - 1), faulted=str(int(end["faulted"]) + 1))
    return log


one_fault = faulty(gated, "os.pipe", "exception", 14, '"page fault at 0x0"')
write("fault.log", one_fault)
write("two-faults.log", faulty(one_fault, "entry.null_syscall", "timeout", 2, '"no result after 30 s"'))
panicked = gated.copy()
place = next(i for i, record in enumerate(panicked.records)
             if record[0] == "bench" and record[1]["name"] == "os.pipe")
end = dict(panicked.of("end")[0], status="panic", run=str(3))
panicked.records = panicked.records[:place + 1] + [
    ["panic", {"reason": '"pmem_free: addr_phys=0x123 is not aligned"', "registers": '"rax=0x0"',
               "backtrace": '"pmem_free+0x10"'}], ["end", end]]
write("aborted.log", panicked)
write("cut.log", gated.text()[:int(len(gated.text()) * 0.8)])
lines = gated.lines()
samples = [i for i, line in enumerate(lines) if line.startswith("@samples")]
write("missing-records.log", "".join(line for i, line in enumerate(lines) if i not in samples[3:6]))
lines[samples[4]] = lines[samples[4]].replace("n=", "n=9", 1)
write("damaged-record.log", "".join(lines[:2]) + "SeaBIOS (version 1.16)\r\n" + "".join(lines[2:]))
without = gated.copy()
number = next(fields["id"] for fields in without.of("bench") if fields["name"] == "os.pipe")
write("missing-benchmark.log", "".join(
    line for line, (kind, fields) in zip(without.lines(), without.records)
    if not (kind == "bench" and fields["id"] == number or fields.get("bench") == number)))
write("two-runs.log", "".join(gated.lines()[:30]) + gated.text())
write("empty.log", "")
write("console-only.log", "SeaBIOS (version 1.16)\nBooting from ROM..\n")
disturbed = small.copy()
smi, others = (disturbed.of("series")[place]["id"] for place in (4, 7))
for cause, number, index in (("smi", smi, 1), ("interrupt", others, 0), ("page_fault", others, 2)):
    disturbed.put("disturbed", f"series={number} index={index} cause={cause} count=1")
for fields in disturbed.of("series"):
    fields["disturbed_samples"] = str((fields["id"] == smi) + 2 * (fields["id"] == others))
write("disturbed.log", disturbed)
unstable = small.copy().change("null.timing", lambda value, i, series: value * (1 + i % 3))
write("unstable-overhead.log", unstable)
wrong = small.copy().change("selftest.null", lambda value, i, series: value * 3)
write("invalid-self-test.log", wrong)
failed = small.copy().put("failed_check", 'bench=fault.demand_zero point="ring=0" check=pages '
                          'detail="a page of 4 KiB where 2 MiB were asked for"')
failed.put("warning", 'source=smp text="CPU 3 did not start: no answer after 100 ms"', "plan")
write("failed-check.log", failed)
skipped = small.copy()
for name, point, missing, detail in (
        ("disk.read", "", "disk", "no disk is attached"), ("irq.pit", "", "pit", "no 8254"),
        ("mem.latency", "page_bytes=2097152", "page_2m", "no page of 2 MiB")):
    skipped.put("skip", f'bench={name} point="{point}" missing={missing} detail="{detail}"')
skipped.set("end", skipped="2")
skipped.of("plan")[0]["benches"] = "8"
write("skipped.log", skipped)
only_skips = gated.copy().only()
only_skips.put("skip", 'bench=disk.read point="" missing=disk detail="no disk is attached"')
only_skips.set("plan", benches="1").set("end", run="0", skipped="1")
write("only-skips.log", only_skips)
clockless = small.copy().set("manifest", tsc_hz="0").set("timer", tsc_hz="0", status="unusable")
write("no-clock.log", clockless)
hostile = small.copy().set("cpu", brand='"<b>|`=1+1\\x1b[31m&\\"CPU"')
hostile.set("bench", summary='"<script>alert(1)</script> | `x` \\x1b[2J"')
hostile.put("warning", 'source=x text="]]> &amp; | <i>\\x0a@end"', "plan")
write("hostile-texts.log", hostile)
counted = small.copy()
number = next(f["id"] for f in counted.of("bench") if f["name"] == "entry.null_syscall")
point = next(f["point"] for f in counted.of("series") if f["bench"] == number)
counted.put("pmu", "events=skylake version=4 programmable=4 programmable_bits=48 fixed=3 fixed_bits=48 "
            'core="" method=rdpmc rings=all overflow=""', "plan")
for event in ("instructions", "branch_misses", "cache_misses"):
    counted.put("count", f"bench={number} point={point} event={event} select=0x0 counter=c0 iterations=100 "
                "n=3 overhead=CgAA data=2AQAAg==")
write("counters.log", counted)

# ---- Older and newer formats ----

old = small.copy().without("made", "smbios", "machine", "memory_device", "pci", "planned", "nic")
for name in ("arch", "os", "os_version", "os_found", "container", "firmware", "mitigations"):
    for fields in old.of("manifest"):
        fields.pop(name, None)
for fields in old.of("series"):
    for name in ("unit", "disturbed_samples", "bytes"):
        fields.pop(name, None)
for fields in old.of("timer"):
    fields.pop("uncertainty_ppm", None)
write("old-format.log", old)
newer = small.copy().set("manifest", format="2").set("bench", colour="blue").put("weather", "is=fine")
write("newer-format.log", newer)


def parsed(log):
    write("made.tmp", log)
    subprocess.run([TOOL, "parse", f"{OUT}/made.tmp", "-o", f"{OUT}/made.json"], check=False,
                   stderr=subprocess.DEVNULL)
    with open(f"{OUT}/made.json", encoding="utf-8") as file:
        result = json.load(file)
    os.remove(f"{OUT}/made.tmp")
    os.remove(f"{OUT}/made.json")
    return result


oldest = small.copy().only("null.timing", "entry.null_syscall", "os.pipe")
result = parsed(oldest)
write("results-now.json", json.dumps(result, separators=(",", ":")) + "\n")
for name in ("identity", "made", "machine", "memory_devices", "network_cards", "pci", "disks", "disk_uses",
             "disk_caches", "smbios", "sequences", "failed_checks", "output_stalls", "stalls",
             "kernel_line", "command_line", "planned", "plan", "pmu", "validity"):
    result.pop(name, None)
write("results-old.json", json.dumps(result, separators=(",", ":")) + "\n")
result["schema"] = "bareline-results-2"
write("results-newer.json", json.dumps({"schema": "bareline-results-2"}) + "\n")

# ---- Pairs and groups ----

write("counted-pair/base.log", gated)
changed = gated.copy()
for name in ("fault.demand_zero", "os.thread_create"):
    added(changed, name, 9)
added(changed, "os.pipe", 14)
added(changed, "entry.null_syscall", -3, cold="0")
write("counted-pair/new.log", changed.set("manifest", build=NEW_BUILD))
lost = gated.copy().only(*(name for name in GATED if name != "os.pipe"))
write("counted-pair/without.log", lost)

for boots, side, factor in ((6, "base", 1), (6, "new", 1.08), (6, "same", 1)):
    for number in range(boots):
        log = metal.copy().only(*GATED).shorten(1, 5)
        log = as_real(log, f"{side}{number}", 0.004)
        scaled(log, "entry.null_syscall", factor)
        scaled(log, "os.pipe", 2 - factor)
        minute = number * 2 + (side != "base")
        log.set("made", utc=f"2026-10-01T02:{minute:02}:00Z")
        write(f"timed-pair/{side}/run-{number + 1}/serial.log", log)
        manifest(f"timed-pair/{side}/run-{number + 1}", 1 + number, 2 + (side != "base"))

for side, creates, pipes in (("base", (15801, 18200, 20092), (900, 900, 907)),
                             ("new", (41377, 43001, 45833), (903, 900, 911))):
    for number in range(3):
        log = linux.copy().only("null.timing", "os.thread_create", "os.pipe", "entry.null_syscall").shorten(1, 3)
        log.change("os.thread_create", lambda value, i, series, n=number, c=creates: c[n] + 7 * i, cold="0")
        log.change("os.thread_create", lambda value, i, series, c=creates: c[0] * 2, cold="1")
        log.change("os.pipe", lambda value, i, series, n=number, p=pipes: p[n] * int(series["iterations"]), cold="0")
        log.set("manifest", command_line='"nokaslr --quiet --suite=quick"')
        write(f"layouts-pair/{side}/layout-{number + 1}/serial.log", log)
        manifest(f"layouts-pair/{side}/layout-{number + 1}", 1 + number,
                 layouts={"group": "0123456789abcdef" if side == "base" else "fedcba9876543210",
                          "number": number + 1, "of": 3})

for number, release, factor in ((1, "6.1.0-41", 1), (2, "6.6.30", 0.93), (3, "6.12.9", 1.21)):
    log = linux_small.copy().set("manifest", kernel=f'"{release}-amd64 #1 SMP Debian"')
    scaled(log, "entry.null_syscall", factor)
    scaled(log, "os.pipe", factor)
    added(log, "os.thread_create", round(100 * factor))
    write(f"kernels/kernel-{number}-1/serial.log", log)
write("kernels/metal-1/serial.log", gated)
other = linux_small.copy().set("manifest", os="gVisor", host="other-os", os_version='""',
                               os_found='"/proc/version"', kernel='"4.4.0 gVisor"')
scaled(other, "entry.null_syscall", 40)
write("kernels/gvisor/serial.log", other)

for number in range(8):
    log = as_real(metal.copy().only("null.timing", "selftest.null", "entry.null_syscall", "os.pipe").shorten(1, 5),
                  f"history{number}", 0.003)
    if number >= 4:
        scaled(log, "entry.null_syscall", 1.15)
        log.set("cpu", microcode="0xf4").set("machine", bios="1.3")
    log.set("made", utc=f"2026-10-{number + 1:02}T02:00:00Z")
    write(f"history/run-{number + 1}/serial.log", log)
    manifest(f"history/run-{number + 1}", number + 1)

# ---- Idle traces, input, interactions, disks, sequences, other kernels ----

for name in ("idle-metal", "gaps-metal", "idle-linux-1", "idle-linux-2", "gaps-linux", "editor", "disk", "code"):
    write(f"{name}.log", boot(name, 2, 3))
write("idle-bare.log", boot("idle-linux-2", 2, 3).set("manifest", host="bare-metal", os='""', os_found='""', kernel='""'))
for case in ("markdown-without-remark/metal.log", "markdown-without-remark/linux.log",
             "unstable-gate/linux/serial.log", "unstable-gate/gvisor/serial.log"):
    write(case.replace("markdown-", ""), Log.read(f"{BOOTS}/cases/{case}").set("manifest", build=BASE_BUILD))
write("own-kernel.log", boot("toy", 2, 5))
write("other-os.log", as_real(other.copy()))


def interactions(name, source, runs, first):
    """The log of the first interactions of some runs, with the description of the target."""
    paths = subprocess.run([TOOL, "flow", "path", "--ndjson", "--run", runs, f"{BOOTS}/{source}/serial.log"],
                           check=True, capture_output=True, text=True).stdout
    numbers = [json.loads(line)["interaction"] for line in paths.splitlines()
               if '"table": "paths"' in line][:first]
    subprocess.run([TOOL, "flow", "filter", "--run", runs, "--interaction", f"{numbers[0]}-{numbers[-1]}",
                    "-o", f"{OUT}/{name}", f"{BOOTS}/{source}/serial.log"], check=True)


interactions("flow-metal.log", "flow-metal", "flow.echo", 2)
interactions("flow-linux.log", "flow-linux", "flow.echo", 2)
interactions("flow-parallel.log", "flow-metal", "flow.parallel", 3)
for name in ("flow-metal", "flow-linux", "flow-parallel"):
    write(f"{name}.log", Log.read(f"{OUT}/{name}.log").set("manifest", build=BASE_BUILD))
for node in ("node0", "node1"):
    write(f"nodes/{node}/serial.log", boot(f"nodes/{node}", 1, 2))
subprocess.run([f"{os.path.dirname(TOOL)}/flow-generate", "--interactions", "4", "--events", "12", "-o",
                f"{OUT}/flow-generated.log"], check=True)

# ---- Layers, explanations, rooms ----

for layer in ("metal-1", "kvm-1", "linux-1", "linux-in-kvm-1"):
    if os.path.isdir(f"{BOOTS}/layers/{layer}"):
        write(f"layers/{layer}/serial.log", boot(f"layers/{layer}", 2, 3))
        with open(f"{BOOTS}/layers/{layer}/manifest.json", encoding="utf-8") as file:
            text = re.sub(r'"/[^"]*/(build/[^"]*)"', r'"\1"', file.read())        # of no host
        stated = json.loads(text)
        stated["tool_build"] = BASE_BUILD
        for name in ("qemu_command", "host_noise", "image", "kernel", "identity"):
            stated.pop(name, None)
        write_json(f"layers/{layer}/manifest.json", stated)
for side in ("base", "new"):
    shutil.copytree(f"{BOOTS}/explain/{side}", f"{OUT}/explain/{side}", ignore=shutil.ignore_patterns(
        "*.html", "*.svg", "*.pb", "*.md", "*.json", "qemu.log", "*.folded"))
    subprocess.run(["strip", "-g", f"{OUT}/explain/{side}/program-1.elf"], check=True)
room_base = metal.copy().only("null.timing", "selftest.null", "entry.null_syscall", "fault.demand_zero",
                              "mem.bandwidth.read", "os.switch_thread").shorten(1, 4)
write("room.tmp", room_base)
for room, more in (("room", ("--update", "1")), ("room-odd", ("--slow", "5", "--less", "7"))):
    subprocess.run([sys.executable, f"{HERE}/../fleet/room.py", f"{OUT}/room.tmp", f"{OUT}/{room}", "--machines",
                    "8", "--nights", "2", *more], check=True)
    write(f"{room}/names", "00:11:22:33:44:55 desk-1\n")
os.remove(f"{OUT}/room.tmp")

# ---- Baselines: written by `bareline run --baseline FILE --update`, and changed ----


def baseline(name, log):
    write("base.tmp", log)
    write("kernel", "\x7fELF")
    if os.path.exists(f"{OUT}/{name}"):
        os.remove(f"{OUT}/{name}")
    subprocess.run([TOOL, "run", "--deterministic", "--qemu", f"{HERE}/qemu.sh", "--accel", "tcg", "--quiet",
                    "--image", f"{OUT}/kernel", "-o", f"{OUT}/run.tmp", "--baseline", f"{OUT}/{name}", "--update"],
                   check=True, env={**os.environ, "CORPUS_LOG": f"{OUT}/base.tmp"})
    shutil.rmtree(f"{OUT}/run.tmp")
    os.remove(f"{OUT}/base.tmp")
    with open(f"{OUT}/{name}", encoding="utf-8") as file:
        return file.read()


os.makedirs(f"{OUT}/baseline", exist_ok=True)
whole = baseline("baseline/metal.txt", gated)
write("baseline/few.txt", "".join(line for line in whole.splitlines(True) if "os.pipe" not in line))
write("baseline/other-machine.txt", whole.replace("model 107", "model 108"))
write("baseline/other-qemu.txt", "".join(
    line.replace("7.2.0", "8.2.0") for line in whole.splitlines(True)))
write("baseline/old.txt", "".join(
    line.split(" in ")[0].rstrip("\n") + "\n" for line in whole.splitlines(True)
    if not line.startswith(("#", "condition command line", "note"))))
write("baseline/broken.txt", whole + "this is no metric\n")
write("baseline/layouts.txt", "".join(
    line.replace(line.split(": ")[1].split("*")[0], f"{line.split(': ')[1].split('*')[0]}*1 "
                 f"{int(line.split(': ')[1].split('*')[0]) + 40}", 1)
    if line.startswith(("os.", "fault.")) else line for line in whole.splitlines(True)))
image = bytearray(2048)         # a boot sector of Linux with a version, for `run --linux` and its fake QEMU
image[0x1f1], image[0x1fe:0x202 + 4] = 1, b"\x55\xaa\xeb\x66HdrS"
image[0x206:0x208], image[0x20e:0x210] = b"\x0f\x02", (0x400).to_bytes(2, "little")
image[0x600:0x60d] = b"6.1.0 (a@b) 1"
for name in ("bzImage", "bzImage-2", "bzImage-3"):
    with open(f"{OUT}/{name}", "wb") as file:
        file.write(image)

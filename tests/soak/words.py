# SPDX-License-Identifier: MIT
"""The kernel's command line: valid and hostile parameters."""

import devices

BENCHES = {text: 1 for text in """selftest.* cpu.loop cpu.read cpu.call cpu.instruction
    entry.* entry.round_trip entry.null_syscall entry.mitigation os.process_* os.thread_*
    os.switch_thread os.switch_space os.futex os.pipe os.switch_working_set irq.* irq.hpet irq.rtc
    irq.self_ipi irq.nmi irq.lapic_timer irq.pit irq.serial irq.keyboard irq.ipi irq.fixed_work fault.*
    fault.shootdown fault.demand_zero smp.* smp.ipi mem.atomic mem.c2c mem.tlb mem.store_forward
    mem.mlp mem.prefetch mem.bandwidth_copy mem.bandwidth_nt* clock.* clock.timer_latency
    clock.coarse idle.* idle.validation idle.profile noise.gaps input.keystroke input.mouse_*
    input.script flow.* flow.record flow.message flow.echo flow.command flow.files flow.parallel
    flow.random disk.* disk.read disk.cached fault.major test.fault test.user_fault test.cpu_fault
    test.hang test.smi test.flow_overflow nothing.* ?ull.t*""".split()}
# Minutes in instruction time.
LONG_COUNTED = ("mem.bandwidth_nt*", "mem.mlp", "mem.prefetch", "mem.tlb", "flow.*", "flow.random",
                "flow.parallel", "test.user_fault", "test.hang")
SMALL_BENCHES = {"cpu.call": 1, "entry.round_trip": 1, "fault.not_present": 1, "irq.self_ipi": 1,
         "entry.null_syscall": 1, "test.fault": 1}
SUITES = {"": 60, "suite=quick": 10, "suite=full": 4, "suite=exact": 4, "suite=flow": 2,
      "suite=noise": 2}
VALUES = {text: 1 for text in """samples=1 samples=2 samples=3 samples=5 duration=100ms
    duration=300ms limit=1ms limit=1us quantum=10us quantum=10ms input=1 input=7 pace=paced pace=fast
    pace=both pmc=core pmc=branch,tlb pmc=all pmc=interrupt screen=none screen=auto cpus=1 cpus=2
    cpus=3 cpus=256 disk.cache=0 disk.cache=4k disk.cache=100000 disk.cache=64M test=stray
    test=panic""".split()}
HOSTILE = {text: 1 for text in """colour=blue = == =x bench bench= bench=, bench=,, samples=0
    samples= samples=-1 samples=99999999999999999999 samples=0x samples=1e3 cpus=0 cpus=257
    cpus=18446744073709551616 duration=-1s duration=0 duration=99h duration=1.s duration=. limit=0ns
    quantum=1ns disk.cache disk.cache= disk.cache=-1 disk.cache=65M disk.cache=1x
    pace= pmc= pmc=, pmc=none,core serial serial= serial=com5 serial=com serial=0
    serial=65536 serial=com1,0 serial=com1,99999999 serial=,9600 screen screen= screen=on exit exit=
    exit=now test= test=none suite suite= suite=all %s%n%1$s%p @manifest @end *00000000 \\x00 \\ \\" ''
    $(reboot) ../../../etc --help suite=quick=full bench=[a-z]* bench=a**********************b
    input=0 -- \x7f \x1b[2J \x01\x02 \xff\xfe \xc3\xa4\xc3\xb6 \xe2\x82\xac""".split()}
# Characters accepted by every boot loader's configuration without quoting.
PLAIN = set(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789=.,*?_-+:/ ")
SHAPES = {"none": 60, "some": 25, "pattern of one length": 3, "long word": 3, "many words": 3,
      "many patterns": 2, "open quote": 2, "only blanks": 1}
LINE_MAX = 4095
LENGTHS = {255: 1, 256: 1, 1000: 1, 1023: 1, 1024: 1, 2047: 1, 4000: 1, 4094: 1, 4095: 1, 4096: 1,
       5000: 1, 20000: 1}
EXITS = {"isa-debug": 70, "": 8, "acpi-off": 5, "acpi-reset": 4, "keyboard": 4, "triple": 4, "halt": 5,
     "bochs": 1}


def hostile(draw, length):
    """Random hostile text, up to a number of characters."""
    shape = draw.one("hostile", SHAPES)
    if shape == "none":
        return []
    if shape == "some":
        return draw.some("hostile word", HOSTILE, 4)
    if shape == "long word":
        return ["colour=" + "b" * length]
    if shape == "many words":
        return ["w%d" % number for number in range(length // 6)]
    if shape == "many patterns":
        return ["bench=" + ",".join("x%d" % number for number in range(1 + length // 40))]
    if shape == "open quote":
        return ['"duration=1s', "x" * draw.below(40)]
    if shape == "only blanks":
        return [" " * (length // 4)]
    return ["bench=" + "z" * (1 + draw.below(200))]


def benches(draw, plan):
    """The benchmarks. A whole suite is rare, because it takes a minute."""
    if not plan.small and not plan.is_counted and draw.happens("whole suite", 0.005):
        return []
    table = SMALL_BENCHES if plan.small else BENCHES
    if plan.is_counted:
        table = {name: share for name, share in table.items() if name not in LONG_COUNTED}
    names = ["null.*"] + draw.some("bench", table, 2 if plan.is_counted else 3)
    return ["bench=" + ",".join(names)]


def exits(draw, plan):
    """The end of the run: without a power-off port, QEMU is ended from outside."""
    if plan.small:
        return "isa-debug"
    if plan.reboots:
        table = {"isa-debug": 1} if plan.has_exit_device else {"halt": 1}
    elif plan.has_reader:
        table = EXITS
    else:
        table = {"isa-debug": 1}
    return draw.one("exit", table)


def draw_words(draw, plan):
    """The command line, in plan.words."""
    length = draw.one("length", LENGTHS)
    own = hostile(draw, length)
    plan.exit = exits(draw, plan)
    chosen = benches(draw, plan)
    own += chosen
    if not plan.small:
        own += [word for word in [draw.one("suite", SUITES)] if word]
        own += draw.some("word", VALUES, 3)
    # A refused line selects only the first port.
    if plan.serial not in ("com1", "two") and len(" ".join(own)) > LINE_MAX - 60:
        own = chosen
    # Few samples, so that a full suite ends too. Comes last, unless a later parameter sets the
    # number.
    if not any(word.startswith("samples=") for word in own):
        own.append("samples=3")
    if plan.serial in devices.SERIAL_WORDS:
        own.append(devices.SERIAL_WORDS[plan.serial])
    if plan.exit:
        own.append("exit=" + plan.exit)
    # An unclosed quote includes all that follows.
    line = " ".join(sorted(own, key=lambda word: '"' in word))
    plan.words = line.encode("latin-1")
    if plan.firmware == "bios-menu":
        plan.words = bytes(byte for byte in plan.words if byte in PLAIN)
    draw.drawn.append(("line", "over 4095" if len(plan.words) > 4095 else
               "over 1023" if len(plan.words) > 1023 else "up to 1023"))

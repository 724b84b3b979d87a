#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Test the soak test: one number always gives the same boot, every choice is drawn, and no error
counts as a normal ending.

usage: tests/soak/test_soak.py BUILD
"""

import os
import subprocess
import sys
import tempfile
import unittest

import machine
import medium
import odd_tables
import stick_account
import words
from judge import judge
from plan import make_plan
from watch import Seen

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from wire_line import record  # noqa: E402

TOOL = ""
TRIPLE_IN_KERNEL = "CPU Reset (CPU 0)\nEIP=0000fff0\nTriple fault\n"
TRIPLE_IN_BIOS = "Triple fault\nCPU Reset (CPU 0)\nEAX=00000006\nEIP=000efaad EFL=00000046\n"

MANIFEST = record('manifest seq=0 format=1 build=x compiler="" host=bare-metal boot=multiboot1 '
                  'loader=qemu time_base=emulated hypervisor="" timing="" tsc_hz=1000 capabilities="" '
                  'command_line="bench=null.*" suite=quick kernel="" mitigations=""')
PLAN = record("plan seq=1 benches=0")
END = record("end seq=2 status=complete records=2 run=0 skipped=0 faulted=0 elapsed_us=1")
PANIC = record('panic seq=1 reason="invalid opcode" registers="" backtrace=""')
PANIC_END = record("end seq=2 status=panic records=2 run=0 skipped=0 faulted=0 elapsed_us=1")


def planned(**changes):
    """A plain boot with some changes."""
    plan = make_plan("test", 0, small=True)
    plain = {"cpu": "max", "cpus": 1, "firmware": "kernel", "serial": "com1", "events": [],
             "exit": "isa-debug", "words": b"bench=null.*", "reboots": False}
    for name, value in {**plain, **changes}.items():
        setattr(plan, name, value)
    return plan


class Drawing(unittest.TestCase):
    def test_seed_and_number_determine_the_boot(self):
        for index in range(200):
            self.assertEqual(make_plan("a", index), make_plan("a", index))
        self.assertNotEqual(make_plan("a", 1).drawn, make_plan("b", 1).drawn)

    def test_no_open_quote_includes_required_parameters(self):
        quoted = 0
        for index in range(2000):
            plan = make_plan("quotes", index)
            before = plan.words.split(b'"')[0]
            quoted += before != plan.words
            if b'"' in plan.words and plan.exit:
                self.assertIn(b"exit=" + plan.exit.encode(), before)
            if b'"' in plan.words and plan.serial == "com3":
                self.assertIn(b"serial=0x3e8", before)
        self.assertGreater(quoted, 10)

    def test_every_value_is_drawn(self):
        drawn = {pair for index in range(8000) for pair in make_plan("all", index).drawn}
        for name, table in (("machine", machine.MACHINES), ("cpu", machine.MODELS_64),
                            ("cpu", machine.MODELS_32), ("cpus", machine.CPUS),
                            ("memory", machine.MEMORY_MB), ("medium", medium.MEDIA),
                            ("odd tables' name", odd_tables.TABLES),
                            ("spoilt firmware's name", odd_tables.SPOILT),
                            ("firmware", medium.FIRMWARE), ("exit", words.EXITS),
                            ("bench", words.BENCHES), ("hostile word", words.HOSTILE)):
            for value in table:
                self.assertIn((name, str(value)), drawn)


class Judging(unittest.TestCase):
    def ending(self, plan=None, **seen):
        with tempfile.TemporaryDirectory() as directory:
            observed = Seen(**{"resets": "CPU Reset (CPU 0)\n", **seen})
            with open(f"{directory}/serial.log", "wb") as log:
                log.write(observed.log)
            return judge(plan or planned(), observed, TOOL, directory)

    def expect(self, what, is_finding, plan=None, **seen):
        ending = self.ending(plan, **seen)
        self.assertEqual((ending.what, ending.is_finding), (what, is_finding), ending.detail)

    def test_complete_run_is_normal(self):
        self.expect("records: complete", False, log=MANIFEST + PLAN + END, ended_by="exit", status=33)

    def test_run_without_end_is_finding(self):
        self.expect("no end", True, log=MANIFEST + PLAN, ended_by="silence")

    def test_last_end_of_two_truncated_runs_counts(self):
        longer = MANIFEST + PLAN + b"".join(
            record(f"memory seq={i} base_phys=0x0 size_bytes=0x1000 type=usable") for i in range(2, 9))
        restarted = MANIFEST + PANIC + PANIC_END
        self.expect("records: cut off, by a reset or by an early machine check of a CPU", False,
                    log=longer + restarted, ended_by="exit", status=35,
                    events_done=["reset", "machine check"])
        self.expect("no end", True, log=longer + MANIFEST, ended_by="exit", status=35,
                    events_done=["reset", "machine check"])

    def test_lost_record_is_finding(self):
        ending = self.ending(log=MANIFEST + END, ended_by="exit", status=33)
        self.assertTrue(ending.is_finding)

    def test_triple_fault_in_run_is_finding(self):
        self.expect("triple fault in a run", True, log=MANIFEST + PLAN, ended_by="shutdown",
                    resets=TRIPLE_IN_KERNEL)

    def test_reset_by_seabios_is_normal(self):
        self.expect("records: complete", False, log=MANIFEST + PLAN + END, ended_by="exit", status=33,
                    resets=TRIPLE_IN_BIOS)

    def test_triple_fault_without_record_is_finding(self):
        self.expect("triple fault without a record", True, ended_by="shutdown",
                    resets=TRIPLE_IN_KERNEL)

    def test_silence_is_finding(self):
        self.expect("no record and no reason", True, ended_by="silence", log=b"SeaBIOS\r\n")

    def test_reason_on_screen_is_normal(self):
        self.expect("message", False, ended_by="halted",
                    screen="Bareline: this CPU has no 64-bit mode")

    def test_silence_without_reader_after_ejection_is_normal(self):
        plan = planned(serial="none", has_screen=False)
        self.expect("output not visible", False, plan, ended_by="silence", events_done=["eject"])
        self.expect("no record and no reason", True, plan, ended_by="silence")

    def test_silence_of_32_bit_cpu_without_reader_is_normal(self):
        plan = planned(cpu="athlon", serial="com2", words=b"serial=com2", has_screen=True)
        self.expect("output not visible", False, plan, ended_by="halted")
        self.expect("no record and no reason", True, plan, ended_by="halted", screen="GRUB")
        plan.serial = "com1"
        self.expect("no record and no reason", True, plan, ended_by="halted")

    def test_silence_of_q35_with_covered_smram_is_normal(self):
        plan = planned(machine="q35", arguments=["-machine", "q35", "-device", "isa-vga"])
        self.expect("firmware does not start", False, plan, ended_by="silence")
        plan.arguments[1] = "q35,smm=off"
        self.expect("no record and no reason", True, plan, ended_by="silence")

    def test_endless_menu_on_486_with_lost_ticks_is_normal(self):
        plan = planned(machine="q35", cpu="486", firmware="bios", medium="virtio-blk")
        self.expect("firmware does not start", False, plan, ended_by="silence")
        plan.medium = "ahci"
        self.expect("no record and no reason", True, plan, ended_by="silence")

    def test_endless_menu_on_two_486_is_normal(self):
        plan = planned(machine="q35", cpu="486", firmware="bios", medium="usb", cpus=2)
        self.expect("firmware does not start", False, plan, ended_by="silence")
        plan.cpu = "486,+apic"
        self.expect("no record and no reason", True, plan, ended_by="silence")
        plan.cpu, plan.cpus = "486", 1
        self.expect("no record and no reason", True, plan, ended_by="silence")

    def test_endless_menu_without_cpuid_leaf_1_is_normal(self):
        plan = planned(cpu="Dhyana,+sep,level=0", firmware="bios", medium="ide")
        self.expect("firmware does not start", False, plan, ended_by="silence")
        plan.cpu = "Dhyana,+sep,level=1"
        self.expect("no record and no reason", True, plan, ended_by="silence")

    def test_early_refusal_of_cpu_uses_only_first_port(self):
        plan = planned(machine="pc-q35-2.4", cpu="max,+umip", serial="com3", has_screen=False)
        self.expect("output not visible", False, plan, ended_by="halted")
        plan.cpu = "KnightsMill,-sse2"
        self.expect("output not visible", False, plan, ended_by="halted")
        for cpu in ("max,xlevel=0x80000008", "Haswell"):
            plan.cpu = cpu
            self.expect("no record and no reason", True, plan, ended_by="halted")

    def test_boot_menu_is_finding(self):
        self.expect("no record and no reason", True, ended_by="silence",
                    screen="Bareline: quick suite")

    def test_menu_stopped_by_key_is_normal(self):
        menu = b"\x1b[H\x1b[J\x1b[2;24HGNU GRUB  version 2.06\x1b[5;3H*Bareline: quick suite"
        held = {"ended_by": "silence", "log": menu, "events_done": ["keys"]}
        self.expect("menu stopped by a key", False, **held)
        self.expect("menu stopped by a key", False,
                    **{**held, "log": b"", "screen": "GNU GRUB  version 2.06"})
        self.expect("no record and no reason", True, **{**held, "events_done": ["nmi"]})
        self.expect("no record and no reason", True, **{**held, "log": menu + b"\x1b[H\x1b[J\r\nBareline"})
        self.expect("no record and no reason", True, **held, registers="RIP=ffffffff80001000")

    def test_unexpected_panic_is_finding(self):
        self.expect("panic", True, log=MANIFEST + PANIC + PANIC_END, ended_by="exit", status=35)

    def test_early_panic_of_minimal_cpu_is_normal(self):
        self.expect("records: panic", False, planned(cpu="max,-fxsr"), ended_by="exit", status=35,
                    log=record('panic seq=0 reason="invalid opcode" registers="" backtrace=""') +
                    record("end seq=1 status=panic records=1 run=0 skipped=0 faulted=0 elapsed_us=1"))

    def test_panic_after_machine_check_is_normal(self):
        self.expect("records: panic", False, log=MANIFEST + PANIC + PANIC_END, ended_by="exit",
                    status=35, events_done=["machine check"])

    def test_record_cut_by_machine_check_is_normal(self):
        first = {"what": "machine check", "cpu": "first"}
        panic = record('panic seq=2 reason="machine check" registers="" backtrace=""')
        end = record("end seq=3 status=panic records=3 run=0 skipped=0 faulted=0 elapsed_us=1")
        cut = {"log": MANIFEST + PLAN[:9] + b"\n" + panic + end, "ended_by": "exit", "status": 35,
               "events_done": ["machine check"]}
        self.expect("records: panic", False, planned(events=[first], cpus=2), **cut)
        self.expect("records lost", True, planned(events=[{**first, "cpu": "last"}], cpus=2), **cut)

    def test_machine_check_of_unstarted_cpu_is_normal(self):
        self.expect("records: cut off, by a reset or by an early machine check of a CPU", False,
                    log=MANIFEST + PLAN, ended_by="shutdown", events_done=["machine check"],
                    monitor=[{"return": "CPU 1: MCE capability is not enabled, raising triple fault"}])

    def test_refusal_of_overlong_line_is_normal(self):
        log = MANIFEST + PLAN + record("end seq=2 status=refused records=2 run=0 skipped=0 faulted=0 "
                                       "elapsed_us=1")
        self.expect("records: refused", False, planned(words=b"x" * 4096), log=log,
                    ended_by="end record")
        self.expect("command line", True, log=log, ended_by="end record")

    def test_wrong_exit_status_is_finding(self):
        self.expect("exit status", True, log=MANIFEST + PLAN + END, ended_by="exit", status=35)

    def test_foreign_key_is_normal_after_key_events(self):
        fault = ('fault seq=3 bench=input.keystroke point="" kind=error cpu=0 vector=0 error=0x0 rip=0x0 '
                 'cr2=0x0 registers="" backtrace="" detail="the event was not the one sent"')
        log = MANIFEST + record("plan seq=1 benches=1") + record(
            'bench seq=2 id=0 name=input.keystroke summary="" unit=tsc_ticks differs=""') + record(fault) + \
            record("end seq=4 status=complete records=4 run=0 skipped=0 faulted=1 elapsed_us=1")
        self.expect("fault", True, log=log, ended_by="exit", status=35)
        self.expect("records: complete with error", False, log=log, ended_by="exit", status=35,
                    events_done=["keys"])

    def test_wrong_command_line_is_finding(self):
        self.expect("command line", True, planned(words=b"bench=cpu.*"), log=MANIFEST + PLAN + END,
                    ended_by="exit", status=33)

    def test_blanks_joined_by_grub_are_normal(self):
        seen = {"log": MANIFEST.replace(b'"bench=null.*"', b'"bench=null.* cpus=1"'),
                "ended_by": "exit", "status": 33}
        seen["log"] = record(seen["log"].decode()[1:].rsplit(" *", 1)[0]) + PLAN + END
        words = b"bench=null.*  cpus=1"
        self.expect("records: complete", False, planned(words=words, firmware="bios-menu"), **seen)
        self.expect("command line", True, planned(words=words), **seen)

    def test_refusal_by_qemu_is_normal(self):
        self.expect("refused by QEMU", False, ended_by="exit", status=1, resets="",
                    stderr="qemu-system-x86_64: no such device\n")

    def test_end_without_record_is_finding(self):
        self.expect("QEMU ended without a record", True, ended_by="exit", status=33)

    def test_end_without_serial_port_is_normal(self):
        self.expect("status alone: good", False, planned(serial="none"), ended_by="exit", status=33)


class Media(unittest.TestCase):
    BACK = b"firmware state restored: 56 values; 0 differ; CPUs not returned: 0; none\n"

    def wrong(self, log, **seen):
        """The finding for a stick with this log."""
        with tempfile.TemporaryDirectory() as directory:
            image = f"{directory}/esp.img"
            subprocess.run(["mformat", "-i", image, "-C", "-T", "8192", "-h", "16", "-s", "32", "-c", "1",
                            "::"], check=True)
            with open(f"{directory}/log.txt", "wb") as file:
                file.write(log)
            subprocess.run(["mmd", "-i", image, "::/bareline", "::/bareline/1"], check=True)
            subprocess.run(["mcopy", "-i", image, f"{directory}/log.txt", "::/bareline/1"], check=True)
            found = stick_account.wrong(planned(firmware="uefi-file", is_writable=True), Seen(**seen), directory)
            return found[0] if found else ""

    def test_complete_log_is_normal(self):
        self.assertEqual(self.wrong(MANIFEST + self.BACK), "")

    def test_truncated_log_is_finding(self):
        self.assertEqual(self.wrong(MANIFEST), "a log on the stick")

    def test_changed_machine_is_finding_without_events(self):
        log = MANIFEST + self.BACK.replace(b"0 differ", b"1 differs: RTC")
        self.assertEqual(self.wrong(log), "a log on the stick")
        self.assertEqual(self.wrong(log, events_done=["nmi"]), "")


if __name__ == "__main__":
    BUILD = sys.argv.pop()
    TOOL = os.path.abspath(f"{BUILD}/bareline")
    subprocess.run([TOOL, "--version"], check=True, stdout=subprocess.DEVNULL)
    unittest.main()

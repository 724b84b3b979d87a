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
    def test_the_same_seed_and_number_are_the_same_boot(self):
        for index in range(200):
            self.assertEqual(make_plan("a", index), make_plan("a", index))
        self.assertNotEqual(make_plan("a", 1).drawn, make_plan("b", 1).drawn)

    def test_no_quote_takes_in_the_words_that_a_boot_needs(self):
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

    def test_every_value_is_drawn_at_some_time(self):
        drawn = {pair for index in range(6000) for pair in make_plan("all", index).drawn}
        for name, table in (("machine", machine.MACHINES), ("cpu", machine.MODELS_64),
                            ("cpu", machine.MODELS_32), ("cpus", machine.CPUS),
                            ("memory", machine.MEMORY_MB), ("medium", medium.MEDIA),
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

    def test_a_whole_run_is_none(self):
        self.expect("records: complete", False, log=MANIFEST + PLAN + END, ended_by="exit", status=33)

    def test_a_run_without_an_end_is_one(self):
        self.expect("no end", True, log=MANIFEST + PLAN, ended_by="silence")

    def test_of_two_runs_that_were_cut_the_last_ones_end_counts(self):
        longer = MANIFEST + PLAN + b"".join(
            record(f"memory seq={i} base_phys=0x0 size_bytes=0x1000 type=usable") for i in range(2, 9))
        anew = MANIFEST + PANIC + PANIC_END
        self.expect("records: cut off, by a reset or by a machine check on a CPU that is not set up for it", False, log=longer + anew, ended_by="exit", status=35,
                    events_done=["reset", "machine check"])
        self.expect("no end", True, log=longer + MANIFEST, ended_by="exit", status=35,
                    events_done=["reset", "machine check"])

    def test_a_lost_record_is_one(self):
        ending = self.ending(log=MANIFEST + END, ended_by="exit", status=33)
        self.assertTrue(ending.is_finding)

    def test_a_triple_fault_in_a_run_is_one(self):
        self.expect("triple fault in a run", True, log=MANIFEST + PLAN, ended_by="shutdown",
                    resets=TRIPLE_IN_KERNEL)

    def test_how_seabios_begins_anew_is_none(self):
        self.expect("records: complete", False, log=MANIFEST + PLAN + END, ended_by="exit", status=33,
                    resets=TRIPLE_IN_BIOS)

    def test_a_triple_fault_without_a_record_is_one(self):
        self.expect("triple fault without a record", True, ended_by="shutdown",
                    resets=TRIPLE_IN_KERNEL)

    def test_silence_is_one(self):
        self.expect("no record and no reason", True, ended_by="silence", log=b"SeaBIOS\r\n")

    def test_a_reason_on_the_screen_is_none(self):
        self.expect("message", False, ended_by="halted",
                    screen="Bareline: this CPU has no 64-bit mode")

    def test_silence_of_one_that_nobody_hears_is_none_when_its_medium_was_taken(self):
        plan = planned(serial="none", has_screen=False)
        self.expect("output not visible", False, plan, ended_by="silence", events_done=["eject"])
        self.expect("no record and no reason", True, plan, ended_by="silence")

    def test_silence_of_a_cpu_of_32_bits_is_none_where_its_message_cannot_be_read(self):
        plan = planned(cpu="athlon", serial="com2", words=b"serial=com2", has_screen=True)
        self.expect("output not visible", False, plan, ended_by="halted")
        self.expect("no record and no reason", True, plan, ended_by="halted", screen="GRUB")
        plan.serial = "com1"
        self.expect("no record and no reason", True, plan, ended_by="halted")

    def test_silence_of_a_q35_whose_smram_is_covered_is_none(self):
        plan = planned(machine="q35", arguments=["-machine", "q35", "-device", "isa-vga"])
        self.expect("firmware does not start", False, plan, ended_by="silence")
        plan.arguments[1] = "q35,smm=off"
        self.expect("no record and no reason", True, plan, ended_by="silence")

    def test_a_menu_that_counts_for_good_on_a_486_is_none_where_its_ticks_are_lost(self):
        plan = planned(machine="q35", cpu="486", firmware="bios", medium="virtio-blk")
        self.expect("firmware does not start", False, plan, ended_by="silence")
        plan.medium = "ahci"
        self.expect("no record and no reason", True, plan, ended_by="silence")

    def test_a_menu_that_counts_for_good_is_none_where_a_486_is_one_of_two(self):
        plan = planned(machine="q35", cpu="486", firmware="bios", medium="usb", cpus=2)
        self.expect("firmware does not start", False, plan, ended_by="silence")
        plan.cpu = "486,+apic"
        self.expect("no record and no reason", True, plan, ended_by="silence")
        plan.cpu, plan.cpus = "486", 1
        self.expect("no record and no reason", True, plan, ended_by="silence")

    def test_a_menu_that_counts_for_good_is_none_where_cpuid_ends_before_its_first_leaf(self):
        plan = planned(cpu="Dhyana,+sep,level=0", firmware="bios", medium="ide")
        self.expect("firmware does not start", False, plan, ended_by="silence")
        plan.cpu = "Dhyana,+sep,level=1"
        self.expect("no record and no reason", True, plan, ended_by="silence")

    def test_a_cpu_that_is_refused_early_has_only_the_first_port_to_say_so(self):
        plan = planned(machine="pc-q35-2.4", cpu="max,+umip", serial="com3", has_screen=False)
        self.expect("output not visible", False, plan, ended_by="halted")
        plan.cpu = "KnightsMill,-sse2"
        self.expect("output not visible", False, plan, ended_by="halted")
        for cpu in ("max,xlevel=0x80000008", "Haswell"):
            plan.cpu = cpu
            self.expect("no record and no reason", True, plan, ended_by="halted")

    def test_a_boot_menu_is_no_reason(self):
        self.expect("no record and no reason", True, ended_by="silence",
                    screen="Bareline: quick suite")

    def test_a_menu_whose_countdown_a_key_stopped_is_none(self):
        menu = b"\x1b[H\x1b[J\x1b[2;24HGNU GRUB  version 2.06\x1b[5;3H*Bareline: quick suite"
        held = {"ended_by": "silence", "log": menu, "events_done": ["keys"]}
        self.expect("menu stopped by a key", False, **held)
        self.expect("menu stopped by a key", False, **{**held, "log": b"", "screen": "GNU GRUB  version 2.06"})
        self.expect("no record and no reason", True, **{**held, "events_done": ["nmi"]})
        self.expect("no record and no reason", True, **{**held, "log": menu + b"\x1b[H\x1b[J\r\nBareline"})
        self.expect("no record and no reason", True, **held, registers="RIP=ffffffff80001000")

    def test_a_panic_that_nobody_asked_for_is_one(self):
        self.expect("panic", True, log=MANIFEST + PANIC + PANIC_END, ended_by="exit", status=35)

    def test_a_panic_before_the_first_record_of_a_cpu_that_lacks_much_is_none(self):
        self.expect("records: panic", False, planned(cpu="max,-fxsr"), ended_by="exit", status=35,
                    log=record('panic seq=0 reason="invalid opcode" registers="" backtrace=""') +
                    record("end seq=1 status=panic records=1 run=0 skipped=0 faulted=0 elapsed_us=1"))

    def test_a_panic_after_a_machine_check_is_none(self):
        self.expect("records: panic", False, log=MANIFEST + PANIC + PANIC_END, ended_by="exit",
                    status=35, events_done=["machine check"])

    def test_a_record_cut_by_a_machine_check_of_its_cpu_is_none(self):
        first = {"what": "machine check", "cpu": "first"}
        panic = record('panic seq=2 reason="machine check" registers="" backtrace=""')
        end = record("end seq=3 status=panic records=3 run=0 skipped=0 faulted=0 elapsed_us=1")
        cut = {"log": MANIFEST + PLAN[:9] + b"\n" + panic + end, "ended_by": "exit", "status": 35,
               "events_done": ["machine check"]}
        self.expect("records: panic", False, planned(events=[first], cpus=2), **cut)
        self.expect("records lost", True, planned(events=[{**first, "cpu": "last"}], cpus=2), **cut)

    def test_a_machine_check_of_a_cpu_that_was_never_started_is_none(self):
        self.expect("records: cut off, by a reset or by a machine check on a CPU that is not set up for it", False,
                    log=MANIFEST + PLAN, ended_by="shutdown", events_done=["machine check"],
                    monitor=[{"return": "CPU 1: MCE capability is not enabled, raising triple fault"}])

    def test_a_line_that_is_refused_is_none_if_it_is_too_long(self):
        log = MANIFEST + PLAN + record("end seq=2 status=refused records=2 run=0 skipped=0 faulted=0 "
                                       "elapsed_us=1")
        self.expect("records: refused", False, planned(words=b"x" * 4096), log=log,
                    ended_by="end record")
        self.expect("command line", True, log=log, ended_by="end record")

    def test_an_exit_status_that_the_records_deny_is_one(self):
        self.expect("exit status", True, log=MANIFEST + PLAN + END, ended_by="exit", status=35)

    def test_another_key_than_a_benchmarks_own_is_none_where_keys_were_struck(self):
        fault = ('fault seq=3 bench=input.keystroke point="" kind=error cpu=0 vector=0 error=0x0 rip=0x0 '
                 'cr2=0x0 registers="" backtrace="" detail="the event was not the one sent"')
        log = MANIFEST + record("plan seq=1 benches=1") + record(
            'bench seq=2 id=0 name=input.keystroke summary="" unit=tsc_ticks differs=""') + record(fault) + \
            record("end seq=4 status=complete records=4 run=0 skipped=0 faulted=1 elapsed_us=1")
        self.expect("fault", True, log=log, ended_by="exit", status=35)
        self.expect("records: complete with error", False, log=log, ended_by="exit", status=35,
                    events_done=["keys"])

    def test_another_command_line_is_one(self):
        self.expect("command line", True, planned(words=b"bench=cpu.*"), log=MANIFEST + PLAN + END,
                    ended_by="exit", status=33)

    def test_blanks_that_grubs_menu_makes_one_are_no_other_line(self):
        seen = {"log": MANIFEST.replace(b'"bench=null.*"', b'"bench=null.* cpus=1"'),
                "ended_by": "exit", "status": 33}
        seen["log"] = record(seen["log"].decode()[1:].rsplit(" *", 1)[0]) + PLAN + END
        words = b"bench=null.*  cpus=1"
        self.expect("records: complete", False, planned(words=words, firmware="bios-menu"), **seen)
        self.expect("command line", True, planned(words=words), **seen)

    def test_a_refusal_of_qemus_is_none(self):
        self.expect("refused by QEMU", False, ended_by="exit", status=1, resets="",
                    stderr="qemu-system-x86_64: no such device\n")

    def test_an_end_without_a_record_is_one(self):
        self.expect("QEMU ended without a record", True, ended_by="exit", status=33)

    def test_an_end_without_a_serial_port_is_none(self):
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
            found = stick_account.wrong(planned(firmware="uefi-file", is_kept=True), Seen(**seen), directory)
            return found[0] if found else ""

    def test_a_whole_log_is_none(self):
        self.assertEqual(self.wrong(MANIFEST + self.BACK), "")

    def test_a_log_that_is_cut_is_one(self):
        self.assertEqual(self.wrong(MANIFEST), "a log on the stick")

    def test_a_machine_that_is_not_as_it_was_is_one_unless_something_was_done_to_it(self):
        log = MANIFEST + self.BACK.replace(b"0 differ", b"1 differs: RTC")
        self.assertEqual(self.wrong(log), "a log on the stick")
        self.assertEqual(self.wrong(log, events_done=["nmi"]), "")


if __name__ == "__main__":
    BUILD = sys.argv.pop()
    TOOL = os.path.abspath(f"{BUILD}/bareline")
    subprocess.run([TOOL, "--version"], check=True, stdout=subprocess.DEVNULL)
    unittest.main()

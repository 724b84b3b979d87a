/* SPDX-License-Identifier: MIT */
/* Models of operations as sums: operation = count * primitive + ... Each model is a simple estimate
 * that an engineer would make beforehand. If a machine does better or worse, the residual shows
 * it. */
#include "tools/analysis/predict.h"

/* An operation of a chain on one register takes one core cycle. */
#define CYCLE {"selftest.add_chain", "", ""}
#define CACHED_LOAD {"selftest.l1_load", "", ""}
#define LOOP_ITERATION {"cpu.loop", "", ""}
#define PLAIN_CALL {"cpu.call", "arguments=0", ""}
#define STORE_AND_LOAD {"mem.store_forward", "case=same", ""}
#define INSTRUCTION(name) {"cpu.instruction", "instruction=" name, ""}
#define CLOCK_READS {"null.timing", "", ""}
#define ROUND_TRIP(path) {"entry.round_trip", "path=" path, ""}
#define NULL_CALL {"entry.null_syscall", "path=syscall", ""}
#define MITIGATED_CALL(name) {"entry.mitigation", "mitigation=" name, ""}
#define FAULT(kind, action) {"fault." kind, "ring=0 action=" action " page_bytes=4096", "total"}
#define THREAD_SWITCH {"os.switch_thread", "ring=0 state=none", ""}
#define SPACE_SWITCH {"os.switch_space", "ring=0 state=none pcid=off", ""}
#define ROUND_TRIP_BETWEEN(ring, tasks) {"os.pipe", "ring=" ring " between=" tasks, ""}
/* 64 bytes written to the L1 cache; a page of 4 KiB has 64 lines. */
#define LINE_WRITTEN {"mem.bandwidth.fill", "cpus=1 width=64 size_bytes=16384", ""}

#define BASE TERM_BASE
#define SOFTWARE TERM_SOFTWARE

const struct prediction predictions[] = {
	{{"cpu.loop", "", ""},
	 "an iteration counts down, one cycle, and jumps back, predicted at no cost",
	 {{1, BASE, CYCLE}}},

	{{"cpu.read", "", ""},
	 "a load from the L1 cache and a loop iteration, as if loads did not overlap",
	 {{1, BASE, CACHED_LOAD}, {1, SOFTWARE, LOOP_ITERATION}}},

	{{"cpu.call", "arguments=0", ""},
	 "a cycle for the call and one for the return, and the return address through memory",
	 {{2, BASE, CYCLE}, {1, SOFTWARE, STORE_AND_LOAD}}},

	{{"cpu.call", "arguments=6", ""},
	 "a call without arguments and a cycle for each of the six that go in registers",
	 {{6, BASE, CYCLE}, {1, SOFTWARE, PLAIN_CALL}}},

	{{"entry.null_syscall", "path=syscall", ""},
	 "entry and return, two SWAPGS, fifteen registers through memory, and a call by a table",
	 {{1, BASE, ROUND_TRIP("syscall")}, {2, BASE, INSTRUCTION("swapgs")},
	  {15, SOFTWARE, STORE_AND_LOAD}, {1, SOFTWARE, INSTRUCTION("indirect_call")}}},

	{{"entry.null_syscall", "path=int_gate", ""},
	 "entry and return, two SWAPGS, fifteen registers through memory, and a call by a table",
	 {{1, BASE, ROUND_TRIP("int_gate")}, {2, BASE, INSTRUCTION("swapgs")},
	  {15, SOFTWARE, STORE_AND_LOAD}, {1, SOFTWARE, INSTRUCTION("indirect_call")}}},

	{MITIGATED_CALL("cr3"), "a null system call and two loads of CR3",
	 {{2, BASE, INSTRUCTION("mov_cr3")}, {1, SOFTWARE, NULL_CALL}}},

	{MITIGATED_CALL("retpoline"), "a null system call whose indirect call is a retpoline",
	 {{1, BASE, INSTRUCTION("retpoline_call")}, {-1, BASE, INSTRUCTION("indirect_call")},
	  {1, SOFTWARE, NULL_CALL}}},

	{MITIGATED_CALL("ibrs"), "a null system call and two writes of the control register",
	 {{2, BASE, INSTRUCTION("wrmsr_ibrs")}, {1, SOFTWARE, NULL_CALL}}},

	{MITIGATED_CALL("ibpb"), "a null system call and one write of the command register",
	 {{1, BASE, INSTRUCTION("wrmsr_ibpb")}, {1, SOFTWARE, NULL_CALL}}},

	{MITIGATED_CALL("verw"), "a null system call and one VERW",
	 {{1, BASE, INSTRUCTION("verw")}, {1, SOFTWARE, NULL_CALL}}},

	{{"irq.self_ipi", "ring=0 wait=spin cache=warm", "total"},
	 "a gate and its return, two registers of the local APIC, and two pairs of clock reads",
	 {{1, BASE, ROUND_TRIP("int_gate")}, {2, BASE, INSTRUCTION("xapic_read")},
	  {2, SOFTWARE, CLOCK_READS}}},

	{FAULT("not_present", "trap"),
	 "a walk of four tables, a gate and its return, and two pairs of clock reads",
	 {{4, BASE, CACHED_LOAD}, {1, BASE, ROUND_TRIP("int_gate")}, {2, SOFTWARE, CLOCK_READS}}},

	{FAULT("not_present", "map"),
	 "a fault that only traps, a store to the page table, INVLPG, and the walk again",
	 {{1, BASE, INSTRUCTION("invlpg")}, {4, BASE, CACHED_LOAD},
	  {1, SOFTWARE, FAULT("not_present", "trap")}, {1, SOFTWARE, STORE_AND_LOAD}}},

	{{"fault.demand_zero", "ring=0 page_bytes=4096", ""},
	 "a fault that maps a page, and the page cleared, line by line",
	 {{64, BASE, LINE_WRITTEN}, {1, SOFTWARE, FAULT("not_present", "map")}}},

	{THREAD_SWITCH,
	 "a call, and six registers and the stack pointer through memory",
	 {{7, BASE, STORE_AND_LOAD}, {1, SOFTWARE, PLAIN_CALL}}},

	{{"os.switch_thread", "ring=3 state=none", ""},
	 "a null system call and a switch of the kernel's threads",
	 {{1, SOFTWARE, NULL_CALL}, {1, SOFTWARE, THREAD_SWITCH}}},

	{SPACE_SWITCH, "a switch of threads and a load of CR3",
	 {{1, BASE, INSTRUCTION("mov_cr3")}, {1, SOFTWARE, THREAD_SWITCH}}},

	{{"os.switch_space", "ring=3 state=none pcid=off", ""},
	 "a null system call and a switch of the kernel's threads to another address space",
	 {{1, SOFTWARE, NULL_CALL}, {1, SOFTWARE, SPACE_SWITCH}}},

	{ROUND_TRIP_BETWEEN("0", "threads"),
	 "two switches, and a call to write and one to read on each side",
	 {{2, SOFTWARE, THREAD_SWITCH}, {4, SOFTWARE, PLAIN_CALL}}},

	{ROUND_TRIP_BETWEEN("0", "processes"), "the same between threads and two loads of CR3",
	 {{2, BASE, INSTRUCTION("mov_cr3")},
	  {1, SOFTWARE, ROUND_TRIP_BETWEEN("0", "threads")}}},

	{ROUND_TRIP_BETWEEN("3", "processes"),
	 "four null system calls and the round trip of kernel threads in two address spaces",
	 {{4, SOFTWARE, NULL_CALL}, {1, SOFTWARE, ROUND_TRIP_BETWEEN("0", "processes")}}},

	{{"os.thread_create", "stack=pooled", ""},
	 "a stack taken from a pool, eight words put on it, eight of the thread's own written, "
	 "four calls, and a pair of clock reads",
	 {{16, BASE, STORE_AND_LOAD}, {4, SOFTWARE, PLAIN_CALL}, {1, SOFTWARE, CLOCK_READS}}},

	{{"os.thread_run", "stack=pooled", ""},
	 "a thread created, a switch to it and back, and a hundred loop iterations",
	 {{100, BASE, LOOP_ITERATION}, {1, SOFTWARE, {"os.thread_create", "stack=pooled", ""}},
	  {2, SOFTWARE, THREAD_SWITCH}}},

	/* Page tables: a top-level one, whose lower half is scanned, one on each of the next two
	 * levels, and two on the lowest. */
	{{"os.process_create", "size_bytes=4096", ""},
	 "five page tables cleared, the 2304 entries of their templates read, CR3 loaded, "
	 "a thread created",
	 {{320, BASE, LINE_WRITTEN}, {1, BASE, INSTRUCTION("mov_cr3")},
	  {2304, SOFTWARE, {"cpu.read", "", ""}},
	  {1, SOFTWARE, {"os.thread_create", "stack=pooled", ""}}}},

	{{"os.process_run", "size_bytes=4096", ""},
	 "a process created, a switch to it and back, a copy-on-write fault, a hundred iterations",
	 {{100, BASE, LOOP_ITERATION}, {1, SOFTWARE, {"os.process_create", "size_bytes=4096", ""}},
	  {2, SOFTWARE, SPACE_SWITCH}, {1, SOFTWARE, FAULT("write_protect", "map")}}},
};

const size_t prediction_count = sizeof(predictions) / sizeof(predictions[0]);

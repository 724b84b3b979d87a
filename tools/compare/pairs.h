/* SPDX-License-Identifier: MIT */
/* Parts of each operation on bare metal, and of the operation that replaces it under Linux. The
 * ratio of two metrics is the cost of the operating system only if both operations consist of the
 * same parts. */
#ifndef TOOLS_COMPARE_PAIRS_H
#define TOOLS_COMPARE_PAIRS_H

#include <stdbool.h>
#include <stddef.h>

/* A part is present or absent; its quality or cost is not described. */
#define PARTS(X) \
	X(WORK, "work", "the benchmark's own instructions, the same on both sides") \
	X(CROSSING, "kernel entry and exit", "from user mode into the kernel and back") \
	X(DISPATCH, "dispatch", "registers saved, a function looked up in a table and called") \
	X(LOOK_UP, "look-up", "an address looked up in the process's mappings") \
	X(ALLOCATION, "allocation", "memory allocated or freed") \
	X(CLEARING, "clearing", "allocated memory cleared") \
	X(COPYING, "copying", "page tables copied, and pages copied on write") \
	X(MAPPING, "mapping", "a page-table entry written and its TLB entry invalidated") \
	X(ACCOUNTING, "accounting", "memory charged to its user") \
	X(SIGNAL, "signal", "a user-mode handler called, which returns by a system call") \
	X(CALLS, "calls", "further system calls, such as mprotect") \
	X(INTERRUPT, "interrupt", "an interrupt of another CPU, a timer or a device") \
	X(TIMER, "timer", "a timer armed") \
	X(TASK, "task", "a thread's registers and stack set up, the thread made runnable") \
	X(PROCESS, "process", "a process's ID, files, signals and credentials") \
	X(LIBRARY, "library", "the C library's work for a thread or a process") \
	X(SWITCH, "switch", "one task's registers and stack saved, another's loaded") \
	X(STATE, "extended state", "x87, SSE and AVX registers saved and loaded") \
	X(SPACE, "address-space switch", "another address space loaded") \
	X(WAITING, "block and wake", "a task blocked until an event, then found and made " \
				     "runnable") \
	X(POLICY, "scheduling policy", "the next task chosen by class, weight and CPU time used") \
	X(MESSAGE, "message", "a word copied into a queue and out again") \
	X(FILES, "files", "file descriptors looked up, with locks and permission checks")

enum part_number {
#define X(symbol, name, meaning) PART_##symbol##_NUMBER,
	PARTS(X)
#undef X
	PART_COUNT
};

enum part {
#define X(symbol, name, meaning) PART_##symbol = 1 << PART_##symbol##_NUMBER,
	PARTS(X)
#undef X
};

struct part_text {
	const char *name, *meaning;
};

extern const struct part_text part_texts[PART_COUNT];

/* A benchmark whose operation differs between bare metal and Linux. */
struct pair {
	const char *bench;
	const char *point;      /* applies to points with "ring=3 action=map"; "": to all */
	unsigned metal, hosted; /* PART_… of the operation on bare metal, and under Linux */
	const char *note;       /* differences beyond the parts, as a sentence; or "" */
	const char *beyond;     /* Work of one side's functions beyond the other's within common
				 * parts. `bareline explain` prints this phrase after "Linux also:
				 * "; or "" */
};

/* The first matching line applies. */
extern const struct pair pairs[];
extern const size_t pair_count;

/* What Linux's functions for x86-64 do besides pair->beyond, or "". */
const char *pair_beyond_x86(const struct pair *pair);

/* Returns NULL if the benchmark's operations are not declared. */
const struct pair *pairs_find(const char *bench, const char *point);

/* Whether both operations consist of the same parts. */
bool pair_is_comparable(const struct pair *pair);

#endif

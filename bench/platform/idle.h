/* SPDX-License-Identifier: MIT */
/* The part of bench/platform.h that runs idle loops, and tells what else went on meanwhile. */
#ifndef BENCH_PLATFORM_IDLE_H
#define BENCH_PLATFORM_IDLE_H

#include <stdint.h>

#include "bench/idle/trace.h"

/* Run the idle loop of an open trace on this CPU, any CPU, for its duration or until its ring is
 * full. Interrupts are on meanwhile and off before and after. Returns 0; -ENOTSUP if the machine
 * lacks this kind of idle, the tick, or a way to run the application; -ENOMEM. */
int platform_idle_run(struct idle_trace *trace);

/* Note an event in the trace that runs on this CPU, at the time of the call; does nothing if none
 * does. */
void platform_idle_add_event(enum idle_event_kind kind, uint32_t value);

/* Make a system management interrupt by the port that ACPI names for it, whatever firmware does
 * with it. Returns 0, or -ENOTSUP if there is none. */
int platform_raise_smi(void);

/* The MSR whose low 32 bits count a CPU's SMIs, on each CPU its own; 0 if there is none. */
uint32_t platform_smi_msr(void);

#define PLATFORM_ACTIVITY_CHARS 48

/* Something that an operating system does on a CPU, and how often it has done so. */
struct platform_activity {
	const char *source;             /* what kind of thing: "interrupt", "softirq", "switch" */
	char name[PLATFORM_ACTIVITY_CHARS];     /* which, as the system calls it */
	uint64_t count;
};

/* What there is to count on a CPU, at most capacity; returns how many: 0 without an operating
 * system. Not in the isolated section. */
uint32_t platform_activity(uint32_t cpu, struct platform_activity *activities, uint32_t capacity);

/* What raises an interrupt vector, in a word; "" if that is not known. */
const char *platform_idle_vector_name(uint32_t vector);

#endif

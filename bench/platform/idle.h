/* SPDX-License-Identifier: MIT */
/* The part of bench/platform.h that runs idle loops and reports other activity during them. */
#ifndef BENCH_PLATFORM_IDLE_H
#define BENCH_PLATFORM_IDLE_H

#include <stdint.h>

#include "lib/event/idle.h"

struct idle_trace;

/* Run the idle loop of an open trace on the calling CPU, for its duration or until its ring is
 * full. Interrupts are on during the run, off before and after. Returns 0; -ENOTSUP without this
 * kind of idle, the tick, or support for the application; or -ENOMEM. */
int platform_idle_run(struct idle_trace *trace);

/* Record an event with the current time in the trace that runs on this CPU. Without a running
 * trace, does nothing. */
void platform_idle_add_event(enum idle_event_kind kind, uint32_t value);

/* Raise a system management interrupt through ACPI's port. The effect depends on the firmware.
 * Returns 0, or -ENOTSUP without the port. */
int platform_raise_smi(void);

/* The MSR whose low 32 bits count the SMIs of each CPU; 0 without one. */
uint32_t platform_smi_msr(void);

/* Write records of what an operating system did during the last run of an idle loop, whose idle
 * record has this id. Not in the isolated section. */
void platform_idle_report(uint64_t id);

#define PLATFORM_ACTIVITY_CHARS 48

/* An activity of an operating system on a CPU, and its count. */
struct platform_activity {
	const char *source;             /* "interrupt", "softirq" or "switch" */
	char name[PLATFORM_ACTIVITY_CHARS];     /* the system's name for it */
	uint64_t count;
};

/* List the activities of a CPU, at most capacity. Returns their number: 0 without an operating
 * system. Not in the isolated section. */
uint32_t platform_activity(uint32_t cpu, struct platform_activity *activities, uint32_t capacity);

/* Source of an interrupt vector, one word; "" if unknown. */
const char *platform_idle_vector_name(uint32_t vector);

#endif

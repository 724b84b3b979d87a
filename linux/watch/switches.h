/* SPDX-License-Identifier: MIT */
/* When threads and processes of the watched program run and sleep, by the kernel's context-switch
 * events: perf_event_open(2), "PERF_RECORD_SWITCH". If kernel.perf_event_paranoid is at most 2, any
 * user may see these events of an own process. */
#ifndef LINUX_WATCH_SWITCHES_H
#define LINUX_WATCH_SWITCHES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* A thread runs after it slept or was created. It sleeps or ends. Another thread takes its CPU
 * while it could run. It runs again after that. */
enum watch_switch_kind {WATCH_RUNS, WATCH_SLEEPS, WATCH_PREEMPTED, WATCH_RESUMES};

struct watch_switch {
	uint64_t tsc;
	uint32_t thread;
	uint32_t kind;          /* enum watch_switch_kind */
};

struct watch_switches {
	struct watch_switch *items;     /* in order after the end */
	size_t count, capacity;
	uint64_t lost;
};

/* Start to record the switches of a process and of all processes and threads that it starts.
 * Returns 0, or a negative errno, after which nothing is recorded. */
int watch_switches_begin(pid_t process);

/* Take recorded switches out of the kernel's buffers, which hold some 16 000 switches for each
 * CPU. */
void watch_switches_read(struct watch_switches *switches);

/* Stop, and put all switches in order. */
void watch_switches_end(struct watch_switches *switches);

/* Sort by time. If a thread runs after it was preempted, the switch becomes a resumption.
 * watch_switches_end calls this. */
void watch_switches_sort(struct watch_switches *switches);

#endif

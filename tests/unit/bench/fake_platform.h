/* SPDX-License-Identifier: MIT */
/* A scripted machine behind bench/platform.h: it has what the test says, fails where the benchmark
 * says, and keeps every record for the test to look at. Clock reads are the real CPU's. */
#ifndef TESTS_UNIT_BENCH_FAKE_PLATFORM_H
#define TESTS_UNIT_BENCH_FAKE_PLATFORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bench/platform.h"

#define FAKE_EVENT_LATE_TICKS (1ull << 35) /* of an idle loop: more than any test takes */
#define FAKE_MAPS_MAX 16
#define FAKE_CPUS_MAX 4
#define FAKE_COUNTER_MSR 0x1000u        /* of the first counter opened;
					 * the next one's is 1 more … */

struct fake_platform {
	/* What the machine has: set by the test. */
	uint32_t capabilities;
	const char *missing;            /* why, of every capability */
	bool is_hosted;
	enum platform_time_base time_base;
	uint64_t last_level_cache_bytes;
	uint64_t memory_bytes;
	uint32_t cpu_count;             /* the others are threads */
	uint64_t map_ticks;             /* that platform_map takes for each page */
	int run_on_status;              /* what platform_run_on returns, if not 0 */
	uint64_t smis_per_look;         /* added at every look at the disturbances */
	int trial_status;               /* what trials return, and the start of a coarse clock */
	int interrupt_open_status;      /* what opening a source of interrupts returns */
	int task_status;                /* what a task's trial returns */
	uint64_t task_ticks;            /* that making one takes, and as many that it runs */
	bool copies_leak;               /* what a copied process writes reaches the process */
	uint64_t coarse_system_period_ns;
	uint64_t user_ticks;            /* that a user function returns, for each of its argument */
	uint64_t interrupt_early_ticks; /* by how much interrupts come sooner than usual */
	uint64_t ipi_ticks;             /* from one CPU to another, by both clocks */
	bool hides_stages;              /* of a shootdown, as an operating system does */
	uint64_t late_ticks;            /* by which every rest is too long */
	uint32_t countable;             /* events, a bit each */
	size_t counters;                /* that can count at once */
	uint64_t count_step;            /* by which the first advances at each read,
					 * the next by 1 more … */
	uint64_t count_mask;
	uint32_t smi_msr;               /* that counts SMIs; nothing can read it */
	unsigned unread_after;          /* reads, before one that can't be; 0: never */
	int flow_status;                 /* what platform_flow_act returns */
	const char *flow_line, *flow_line_missing_reason;      /* of a serial line */
	const char *flow_problem;        /* of a real device */
	void (*flow_check)(const struct flow_run *run);   /* called at each open, if not NULL */

	const char *input_script;       /* what the machine was given; NULL: nothing */
	int input_open_status, input_run_status;
	uint32_t input_messages_lost;   /* so many of a run never come */
	bool interrupts_on;             /* whatever the isolated section does */
	uint64_t page_bytes;            /* of every page; 0: as mapped */

	/* What was done to it: looked at by the test. */
	int wake_open_status;
	uint32_t woken_cpu;             /* that the thread was made on */
	unsigned isolation_depth, scope_depth, settled, entries_open, rings_open, interrupts_open,
		wakes_open;
	enum interrupt_source interrupt_source; /* the last one opened */
	char said[1024];                /* the last lines of the console, cut to that */
	unsigned concluded, inputs_open;
	uint64_t device_waits_us;       /* in all */
	uint64_t timer_period_us;       /* of the application's timer, as last set */
	struct platform_task task;      /* the last one */
	uint64_t task_word;             /* that its tasks write to */
	unsigned tasks_open;
	struct platform_ring ring;      /* the last one */
	uint64_t ring_turns;
	uint64_t slept_until_tsc;
	uint64_t smis;
	bool wrote_while_isolated;
	unsigned coarse_clocks, coarse_waits;   /* clocks that run; waits for a step */
	uint64_t coarse_looks, coarse_period_ns;
	uint64_t activity_looks;
	void *maps[FAKE_MAPS_MAX];
	unsigned map_count;
	uint64_t mapped_bytes, mapped_page_bytes; /* of the last one */
	uint64_t largest_mapped_bytes;  /* by one platform_map */
	unsigned faults[3];             /* by their kind */
	struct flow_run flow_run;         /* the last one that was opened */
	unsigned flow_runs, flow_served;
	uint64_t flow_events;
	char flow_name[64];              /* with which the last one was closed */
	int nets_open;
	int prefetchers_off;            /* 1 while they are, 0 while they are not */
	unsigned prefetchers_switched;
	unsigned counter_opens, counter_reads;
	size_t counters_open;
	unsigned progress_calls;
	uint64_t progress_done, progress_all;   /* in the last one */
};

extern struct fake_platform fake;

/* A plain real machine without capabilities, and nothing written yet. */
void fake_reset(void);

/* From inside a guarded call: end it as an exception or as the watchdog would. */
void fake_fail(const char *kind) __attribute__((noreturn));

/* The records written since fake_reset. NULL after the last of the kind; nth counts from 0. */
const struct wire_record *fake_record(enum wire_kind kind, size_t nth);
size_t fake_record_count(enum wire_kind kind);

/* The kind of the nth record of all; WIRE_KINDS after the last. */
enum wire_kind fake_record_kind(size_t nth);

#endif

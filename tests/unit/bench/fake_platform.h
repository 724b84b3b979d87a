/* SPDX-License-Identifier: MIT */
/* A scripted machine behind bench/platform.h. It has the capabilities that the test sets, fails
 * where the benchmark requests it, and keeps every record for the test. Clock reads are the real
 * CPU's. */
#ifndef TESTS_UNIT_BENCH_FAKE_PLATFORM_H
#define TESTS_UNIT_BENCH_FAKE_PLATFORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "bench/platform.h"

#define FAKE_EVENT_LATE_TICKS (1ull << 35) /* of an idle loop: more than any test takes */
#define FAKE_MAPS_MAX 16
#define FAKE_CPUS_MAX 8
#define FAKE_COUNTER_MSR 0x1000u        /* of the first counter opened;
					 * the next one's is 1 more … */

struct fake_platform {
	/* Capabilities of the machine, set by the test. */
	uint32_t capabilities;          /* besides the clock */
	bool has_no_clock;
	const char *missing;            /* reason, for every capability */
	bool is_hosted;
	enum time_base time_base;
	uint64_t last_level_cache_bytes;
	uint64_t memory_bytes;
	int map_status;                 /* platform_map returns NULL if it is not 0 */
	uint32_t cpu_count;             /* the others are threads */
	uint32_t node_count;            /* memory nodes; 0: one, without a choice */
	uint32_t cpu_nodes[FAKE_CPUS_MAX];
	uint32_t memory_less;           /* bit mask of nodes */
	uint32_t astray_node;           /* memory is of the node before; 0: never */
	uint64_t map_ticks;             /* time of platform_map per page */
	int run_on_status;              /* what platform_run_on returns, if not 0 */
	int wait_for_status;            /* what platform_wait_for returns */
	uint64_t smis_per_reading;         /* added at each reading of the disturbances */
	int trial_status;               /* result of trials and of starting a coarse clock */
	bool never_flushes;             /* whatever a trial asks for */
	int interrupt_open_status;      /* result of opening an interrupt source */
	uint64_t changed_registers;     /* by a switch between threads */
	uint32_t tasks_without_memory;  /* of a ring */
	int task_status;                /* result of a task's trial */
	uint64_t task_ticks;            /* time to make a task, and time that it runs */
	bool copies_leak;               /* writes of a copied process reach the original */
	uint64_t coarse_system_period_ns;
	struct counter program_clocks[PROGRAM_CLOCK_COUNT];     /* without read: absent */
	uint64_t entries_missed;        /* by the count of entries from user mode */
	uint64_t user_ticks;            /* result of a user function per unit of its argument */
	uint64_t interrupt_early_ticks; /* reduction of the usual interrupt latency */
	uint64_t ipi_ticks;             /* from one CPU to another, by both clocks */
	bool hides_stages;              /* of a shootdown, as an operating system does */
	uint64_t late_ticks;            /* additional length of each wait */
	uint32_t countable;             /* bit mask of events */
	size_t counters;                /* counters available at once */
	uint64_t count_step;            /* of the first counter per read; the next adds 1 */
	uint64_t count_mask;
	const struct service_times *service_times;
	const char *runtime_problem;
	uint64_t runtime_status[RUNTIME_COUNT];
	const struct boot_times *boot_times;
	uint32_t smi_msr;               /* the MSR that counts SMIs, if it can be read */
	unsigned unread_after;          /* successful reads before a failing one; 0: no limit */
	uint64_t idle_reported;          /* id of platform_idle_report */
	int flow_status;                 /* result of platform_flow_act */
	const char *flow_line, *flow_line_missing_reason;      /* of a serial line */
	const char *flow_problem;        /* of a real device */
	void (*flow_check)(const struct flow_run *run);   /* called at each open, if not NULL */

	const char *code_list;          /* the user's sequences; NULL: none */
	int code_status;                /* result of opening memory for one */
	bool code_does_nothing;         /* when it is called */

	const char *input_script;       /* the given script; NULL: none */
	unsigned input_merges;          /* runs whose messages all arrive together */
	int input_open_status, input_run_status;
	uint32_t input_messages_lost;   /* this many messages of a run are lost */
	bool interrupts_on;             /* even in the isolated section */
	uint64_t page_bytes;            /* of pages from an offset in their mapping; 0: as mapped */
	uint64_t page_bytes_from, astray_from;

	/* What was done to the machine, checked by the test. */
	int wake_open_status;
	uint32_t woken_cpu;             /* CPU of the created thread */
	unsigned isolation_depth, scope_depth, settled, entries_open, rings_open, interrupts_open,
		wakes_open;
	enum interrupt_source interrupt_source; /* the last one opened */
	char text[1024];                /* last console output, truncated */
	uint64_t code_calls;
	uint64_t *code_buffer;          /* of the latest sequence */
	unsigned concluded, inputs_open;
	uint64_t device_waits_us;       /* total */
	uint64_t timer_period_us;       /* of the application's timer, as last set */
	struct platform_task task;      /* the last one */
	uint64_t task_word;             /* that its tasks write to */
	unsigned tasks_open;
	struct platform_ring ring;      /* the last one */
	uint64_t ring_turns;
	uint64_t slept_until_tsc;
	uint64_t smis;
	bool wrote_while_isolated;
	unsigned coarse_clocks, coarse_waits;   /* running clocks; waits for a step */
	uint64_t coarse_readings, coarse_period_ns;
	uint64_t activity_looks;
	void *maps[FAKE_MAPS_MAX];
	uint32_t map_nodes[FAKE_MAPS_MAX];
	uint64_t map_bytes[FAKE_MAPS_MAX];
	uint32_t chosen_node;
	unsigned map_count, map_calls;  /* of the point; of all */
	uint64_t mapped_bytes, mapped_page_bytes; /* of the last one */
	uint64_t largest_mapped_bytes;  /* by one platform_map */
	unsigned faults[3];             /* by their kind */
	struct flow_run flow_run;         /* the last one that was opened */
	unsigned flow_runs, flow_served;
	uint64_t flow_events;
	char flow_name[64];              /* name at the latest close */
	int nets_open;
	int prefetchers_off;            /* 1: disabled, 0: enabled */
	unsigned prefetchers_switched;
	unsigned counter_opens, counter_reads;
	size_t counters_open;
	unsigned progress_calls;
	uint64_t progress_done, progress_all;   /* at the latest report */
};

extern struct fake_platform fake;

/* Where the machine writes what benchmarks ask of it, with all operands but times and addresses; or
 * NULL. Only with one CPU. */
extern FILE *fake_requests;
void fake_request(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* A real machine without capabilities or records. */
void fake_reset(void);

/* Within a guarded call: end it as an exception or the watchdog would. */
void fake_fail(const char *kind) __attribute__((noreturn));

/* Records since fake_reset, by kind. nth counts from 0; NULL after the last one. */
const struct wire_record *fake_record(enum wire_kind kind, size_t nth);
size_t fake_record_count(enum wire_kind kind);

/* Kind of the nth record; WIRE_KINDS after the last one. */
enum wire_kind fake_record_kind(size_t nth);

#endif

/* SPDX-License-Identifier: MIT */
/* What runs threads (sched.c) and what begins and ends that (sched_begin.c) share; for these two
 * only. */
#ifndef KERNEL_FLOW_SCHEDULER_H
#define KERNEL_FLOW_SCHEDULER_H

#include "kernel/cpu/interrupt.h"
#include "kernel/dev/lapic.h"
#include "kernel/flow/sched.h"
#include "lib/x86/control.h"

#define SCHEDULER_RATIO_BITS 24

struct flow_cpu {
	uint64_t loop_rsp;
	struct flow_thread *current;     /* NULL in the loop */
	uint64_t slice_end_tsc;
	uint32_t apic_id;
	bool is_halted;
};

/* Set up before the nodes are. */
extern struct scheduler {
	const struct flow_devices *devices;
	void (*body)(struct flow_thread *self);
	uint32_t node_count, cpu_count;
	uint64_t slice_ticks, timer_ratio;
	struct flow_cpu cpus[FLOW_CPUS_MAX];    /* each under the lock of its node */
} scheduler;

/* Handlers of the timer and of what another node sends. */
void scheduler_on_timer(struct trap_frame *frame);
void scheduler_on_packet(struct trap_frame *frame);

/* What each CPU but the boot CPU does until its node is over; index is the CPU's. */
void scheduler_run_other_cpu(void *index);

/* What this CPU's timer has raised already is taken while there is a handler for it. */
static inline void scheduler_stop_timer(void)
{
	lapic_timer_stop();
	interrupts_handle_pending();
}

#endif

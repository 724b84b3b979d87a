/* SPDX-License-Identifier: MIT */
/* Shared by sched.c, which runs threads, and sched_begin.c, which begins and ends that. */
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

/* Set up before the nodes. */
extern struct scheduler {
	const struct flow_devices *devices;
	void (*body)(struct flow_thread *self);
	uint32_t node_count, cpu_count;
	uint64_t slice_ticks, timer_ratio;
	struct flow_cpu cpus[FLOW_CPUS_MAX];    /* each with its node's lock */
} scheduler;

/* Handlers of the timer and of packets. */
void scheduler_on_timer(struct trap_frame *frame);
void scheduler_on_packet(struct trap_frame *frame);

/* Loop of each CPU but the boot CPU until its node is over; index is the CPU's. */
void scheduler_run_other_cpu(void *index);

/* Stop the timer, and handle its pending interrupt while there is a handler. */
static inline void scheduler_stop_timer(void)
{
	lapic_timer_stop();
	interrupts_handle_pending();
}

#endif

/* SPDX-License-Identifier: MIT */
/* The idle loop for other parts of the kernel: handlers log events in its trace, and run threads
 * before it continues. The trace is that of bench/idle/trace.h.
 *
 * If a thread waits for a device, the device's handler has this form, for a vector of
 * interrupt_handle or ioapic_route_isa:
 *
 * 	idle_add_event(IDLE_EVENT_…, …);    to log more than the vector
 * 	interrupt_acknowledge();
 * 	thread_wake(&waiting);
 * 	idle_preempt();
 *
 * The thread calls thread_sleep with interrupts off, and may enable interrupts while it works. */
#ifndef KERNEL_IDLE_IDLE_H
#define KERNEL_IDLE_IDLE_H

#include <stdint.h>

#include "bench/idle/trace.h"

struct trap_frame;

/* For handlers, after the EOI, interrupts off. If the handler interrupted the boot CPU's idle loop,
 * run all ready threads until they sleep, and return. The threads may enable interrupts. If the
 * handler interrupted anything else, do nothing, because the threads run later. */
void idle_preempt(void);

/* End the run on this CPU after the current pass. From a handler or thread. */
void idle_stop(void);

/* Implement the functions of bench/platform/idle.h. */
void idle_add_event(enum idle_event_kind kind, uint32_t value);
int idle_run(struct idle_trace *trace);

/* Detach the trace from this CPU, after a run was aborted at any instruction. */
void idle_reset(void);

/* Entry for interrupt_enter_at: stores the clock at the first instruction of VECTOR_TRIAL's handler
 * in idle_entered_tsc, then continues with the normal stub. In loop.S. */
void idle_enter_stamped(void);
extern volatile uint64_t idle_entered_tsc;

/* Idle loops that sleep. They are used like idle_loop_poll, but with interrupts off. In loop.S. */
void idle_loop_hlt(struct idle_loop *loop);
void idle_loop_mwait(struct idle_loop *loop);

#endif

/* SPDX-License-Identifier: MIT */
/* The idle loop of this machine, for the kernel's own parts: handlers that note what they do in its
 * trace, and let threads run before it goes on. The trace is bench/idle/trace.h's.
 *
 * Who lets a thread wait for a device writes a handler like this, for a vector that
 * interrupt_handle or ioapic_route_isa gave it:
 *
 * 	idle_add_event(IDLE_EVENT_…, …);    if there is more to say than the vector
 * 	lapic_eoi();
 * 	thread_wake(&waiting);
 * 	idle_preempt();
 *
 * The thread calls thread_sleep with interrupts off; it may have them on while it works. */
#ifndef KERNEL_IDLE_IDLE_H
#define KERNEL_IDLE_IDLE_H

#include <stdint.h>

#include "bench/idle/trace.h"

struct trap_frame;

/* For handlers, after the EOI, interrupts off: if what was interrupted is the idle loop of the boot
 * CPU, let all threads run that are ready before it goes on where it was. A thread goes on when it
 * sleeps; interrupts may be on until then. Else does nothing, and threads wait their turn. */
void idle_preempt(void);

/* Let the run on this CPU end with its current pass. From a handler, or from a thread. */
void idle_stop(void);

/* What bench/platform/idle.h's functions of these names do. */
void idle_add_event(enum idle_event_kind kind, uint32_t value);
int idle_run(struct idle_trace *trace);

/* No trace is on on this CPU any more: a run may have been left at any instruction. */
void idle_reset(void);

/* An entry for interrupt_enter_at: stores the TSC at the first instruction of VECTOR_TRIAL's
 * handler in idle_entered_tsc, and goes on to the normal stub. In loop.S. */
void idle_enter_stamped(void);
extern volatile uint64_t idle_entered_tsc;

/* The loops that rest, as idle_loop_poll is used, but for interrupts: off. In loop.S. */
void idle_loop_hlt(struct idle_loop *loop);
void idle_loop_mwait(struct idle_loop *loop);

#endif

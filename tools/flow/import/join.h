/* SPDX-License-Identifier: MIT */
/* Joins what a process recorded of its interactions with its kernel's trace. The process knows who
 * sent what to whom, by sub-task numbers in its messages; the kernel knows when threads ran. The
 * result has the events that bare metal records:
 *
 * - READY, START and STOP of threads, from sched_waking and sched_switch.
 * - A thread that slept received a message when it was woken, not when it ran again.
 * - A message for which no thread slept was in its queue. If its receiver works for the same task,
 *   the message waited for that thread.
 * - Uses of "interrupt": handlers on the CPU of a thread that runs or is ready. */
#ifndef TOOLS_FLOW_IMPORT_JOIN_H
#define TOOLS_FLOW_IMPORT_JOIN_H

#include "tools/flow/log.h"

/* Join all traces of a log, and add a lack for each that is missing or incomplete. Takes n log n
 * time for n events. */
void flow_join(struct flow_log *log);

#endif

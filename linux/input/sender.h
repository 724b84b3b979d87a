/* SPDX-License-Identifier: MIT */
/* Plays a script with the keyboard controller, in parallel to the application. */
#ifndef LINUX_INPUT_SENDER_H
#define LINUX_INPUT_SENDER_H

#include <stdbool.h>

#include "bench/input/run.h"

/* Start to send the run's steps, each when it is due. The sender is ahead of the received steps by
 * at most the number that a keyboard can buffer. A signal that ends the process first releases
 * pressed keys. Returns 0 or a negative errno. */
int sender_start(const struct input_run *run);

/* Stop sending and release pressed keys; does nothing if no sender runs. */
void sender_stop(void);

/* After the stop: insert the sent steps, with their times, into the run's log. Returns 0, or a
 * negative errno if a step could not be sent. */
int sender_write(struct message_log *log);

/* When the next step is due. 0: now, or unknown, or the application does not wait. From any
 * thread. */
uint64_t sender_due_tsc(void);

/* From the application: whether it waits for a message; and how many it has received. */
void sender_tell_waiting(bool is_waiting);
void sender_tell_received(uint32_t messages);

#endif

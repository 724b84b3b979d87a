/* SPDX-License-Identifier: MIT */
/* Plays a script through the keyboard controller, in parallel with the application. */
#ifndef LINUX_INPUT_SENDER_H
#define LINUX_INPUT_SENDER_H

#include <stdbool.h>

#include "bench/input/run.h"

/* Start to send the run's steps, each when it is due. The sender is ahead of the received steps by
 * at most as many steps as a keyboard can buffer. If a signal ends the process, pressed keys are
 * released first. Returns 0 or a negative errno. */
int sender_start(const struct input_run *run);

/* Stop sending and release pressed keys. If no sender runs, does nothing. */
void sender_stop(void);

/* Called after the stop: insert the sent steps, with their times, into the run's log. Returns 0, or
 * a negative errno if a step could not be sent. */
int sender_write(struct message_log *log);

/* When the next step is due. Returns 0 if it is due now, if that is unknown, or if the application
 * does not wait. From any thread. */
uint64_t sender_due_tsc(void);

/* Called by the application, to tell whether it waits for a message, and how many messages it has
 * received. */
void sender_tell_waiting(bool is_waiting);
void sender_tell_received(uint32_t messages);

#endif

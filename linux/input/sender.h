/* SPDX-License-Identifier: MIT */
/* Plays a script by the keyboard controller, beside the application. */
#ifndef LINUX_INPUT_SENDER_H
#define LINUX_INPUT_SENDER_H

#include <stdbool.h>

#include "bench/input/run.h"

/* Send the run's steps from now on, each when it is due. Never more steps than a
 * keyboard keeps are ahead of what has been received. A signal that ends the process lets go of the
 * keys that are held before. Returns 0 or a negative errno. */
int sender_start(const struct input_run *run);

/* It sends no more, and lets go of the keys that are held; does nothing if there is none. */
void sender_stop(void);

/* After it was stopped: put what was sent, and when, in its places in the run's log. Returns 0, or
 * a negative errno if something could not be sent. */
int sender_write(struct message_log *log);

/* For the application: it waits for a message, or no longer; and it has received so many. */
void sender_tell_waiting(bool is_waiting);
void sender_tell_received(uint32_t messages);

#endif

/* SPDX-License-Identifier: MIT */
/* The part of bench/platform.h for applications with keyboard and mouse input. */
#ifndef BENCH_PLATFORM_INPUT_H
#define BENCH_PLATFORM_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bench/input/run.h"

/* Prepare the keyboard controller for runs; needs CAN_KEYBOARD. platform_input_close undoes it.
 * Returns 0, -ENOTSUP without a controller, or a negative errno. */
int platform_input_open(void);
void platform_input_close(void);

/* Copy the script given to the machine, in the format of bench/input/steps.h, with '\0', truncated
 * to size. Returns false if there is none. */
bool platform_input_script(char *text, size_t size);

/* Run the application as a thread, and this CPU's idle loop otherwise. Keyboard and mouse, or the
 * script that simulates them, fill the application's queue. Writes the run's trace and log.
 * Interrupts are off before and after. Returns 0 when the application has returned;
 * platform_message_get returns false to it if a script ended and messages were lost. Errors:
 * -ETIMEDOUT after the trace's duration; -EIO if devices send more than any user or script would;
 * -ENOMEM; -ENOTSUP. */
int platform_input_run(const struct input_run *run);

/* From a run's application: remove the next message from the queue. If the queue is empty, wait.
 * Returns false at the end of the run. */
bool platform_message_get(struct message *message);

/* Copy the next message without removing it. Returns false if there is none. is_ready states that
 * the application has handled the previous message: it polls, or works in the background. */
bool platform_message_peek(struct message *message, bool is_ready);

/* Add a message to the queue. If there is a current message, the new message is its consequence.
 * Returns the new message's number. If the queue is full, returns 0, and the message is dropped and
 * counted. */
uint32_t platform_message_post(uint32_t code);

/* Make a posted message that is still in the queue also a consequence of the current message. */
void platform_message_join(uint32_t number);

/* Add MESSAGE_CODE_TIMER to the queue every period_us, unless an earlier one is still there; 0:
 * stop. The end of the run also stops it. */
void platform_message_timer(uint64_t period_us);

/* Wait for a simulated device that works for service_us. */
void platform_device_wait(uint64_t service_us);

#endif

/* SPDX-License-Identifier: MIT */
/* The part of bench/platform.h that lets an application live on keyboard and mouse. */
#ifndef BENCH_PLATFORM_INPUT_H
#define BENCH_PLATFORM_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bench/input/run.h"

/* Prepare the keyboard controller for runs, for machines with CAN_KEYBOARD; to be undone by
 * platform_input_close. Returns 0 or a negative errno, -ENOTSUP where there is no such thing. */
int platform_input_open(void);
void platform_input_close(void);

/* The script that the machine was given, in the format of bench/input/steps.h, ended by '\0' and
 * cut if it does not fit. False if there is none. */
bool platform_input_script(char *text, size_t size);

/* Let the application run, as a thread, while this CPU's idle loop runs otherwise; keyboard and
 * mouse, or the script that plays them, fill its queue. Writes the run's trace and log. Interrupts
 * are off before and after. Returns 0 when the application has ended, to which platform_message_get
 * has said no if a script was over and messages of it were lost; -ETIMEDOUT if the trace's
 * duration was over before, -EIO if the devices sent more than any person or script would; -ENOMEM,
 * or -ENOTSUP. */
int platform_input_run(const struct input_run *run);

/* For the application of a run: take the next message out of the queue, and wait for it if there is
 * none. False when the run is over. */
bool platform_message_get(struct message *message);

/* Look at the next message and leave it there. False if there is none. */
bool platform_message_peek(struct message *message);

/* Put a message in the queue, as a consequence of the one that is handled just now, if one is.
 * Returns its number, or 0 if the queue is full: the message is dropped, and counted. */
uint32_t platform_message_post(uint32_t code);

/* Let a message that was posted and is still in the queue be a consequence of the one that is
 * handled just now too. */
void platform_message_join(uint32_t number);

/* Let a message MESSAGE_CODE_TIMER be put in the queue each time so many microseconds are over, but
 * where the last one is still there; 0: no more. The run's end is its end too. */
void platform_message_timer(uint64_t period_us);

/* Wait for a device that works so long. */
void platform_device_wait(uint64_t service_us);

#endif

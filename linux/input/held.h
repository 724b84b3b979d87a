/* SPDX-License-Identifier: MIT */
/* Which keys have gone down and not up again, by what was sent: whoever reads the keyboard next
 * would find them held. */
#ifndef LINUX_INPUT_HELD_H
#define LINUX_INPUT_HELD_H

#include <stdbool.h>

#include "bench/input/run.h"

/* None is. */
void held_forget(void);

/* Mark the key of a step as pressed or released. Steps of a mouse change nothing. */
void held_note(const struct input_step *step);

bool held_is_release(const struct input_step *step);

/* Send what lets go of each, a byte at a time, until one can't be sent: returns 0, or what send
 * gave. May be called in a signal's handler if send may. */
int held_release(int (*send)(uint8_t byte));

#endif

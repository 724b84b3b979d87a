/* SPDX-License-Identifier: MIT */
/* Which keys have gone down and not up again, by what was sent: whoever reads the keyboard next
 * would find them held. */
#ifndef LINUX_INPUT_PRESSED_KEYS_H
#define LINUX_INPUT_PRESSED_KEYS_H

#include "bench/input/run.h"

/* None is. */
void pressed_keys_clear(void);

/* The step has been sent, whole. */
void pressed_keys_add(const struct input_step *step);

/* Send what lets go of each, a byte at a time, until one can't be sent: returns 0, or what send
 * gave. May be called in a signal's handler if send may. */
int pressed_keys_release(int (*send)(uint8_t byte));

#endif

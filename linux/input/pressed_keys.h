/* SPDX-License-Identifier: MIT */
/* Keys that the bytes sent have pressed and not released. The next reader of the keyboard would see
 * these keys pressed. */
#ifndef LINUX_INPUT_PRESSED_KEYS_H
#define LINUX_INPUT_PRESSED_KEYS_H

#include <stdbool.h>

#include "bench/input/run.h"

/* Mark all keys released. */
void pressed_keys_clear(void);

/* Mark the key of a step as pressed or released. Steps of a mouse change nothing. */
void pressed_keys_add(const struct input_step *step);

bool pressed_keys_is_release(const struct input_step *step);

/* Release each pressed key, one byte at a time, until send fails. Returns 0 or send's error. If
 * send is safe in a signal handler, so is this. */
int pressed_keys_release(int (*send)(uint8_t byte));

#endif

/* SPDX-License-Identifier: MIT */
/* The keyboard of a Linux machine. The keyboard's controller simulates keys by the same command as
 * on bare metal, and the process reads them like any program. */
#ifndef LINUX_INPUT_KEYBOARD_H
#define LINUX_INPUT_KEYBOARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Check for a readable keyboard and an accessible controller. */
void keyboard_init(void);

/* What is missing, as a clause; NULL if nothing is missing. */
const char *keyboard_missing_reason(void);

/* Read the keyboard's keys from now on, exclusively, so that no other program gets them.
 * keyboard_close undoes this, and may be called anyway. Returns 0 or a negative errno. */
int keyboard_open(void);
void keyboard_close(void);
bool keyboard_is_open(void);

/* Codes of available messages, at most capacity, as evdev_read stores them. */
int keyboard_read(uint32_t *codes, size_t capacity);

/* Sleep until there is something to read, at most for limit_us. */
void keyboard_wait(uint64_t limit_us);

/* Whether the controller accepts a byte, because the previous byte was read. */
bool keyboard_is_free(void);

/* Make the controller report a byte as if from the keyboard. Only from the thread that called
 * keyboard_command. The interrupt arrives before this returns or soon after. Returns 0 or
 * -ETIMEDOUT. */
int keyboard_send(uint8_t byte);

/* Allow the calling thread to access the controller's ports. Returns 0 or a negative errno. */
int keyboard_command(void);

#endif

/* SPDX-License-Identifier: MIT */
/* The keyboard of a Linux machine. Its controller simulates keys with the same command as on bare
 * metal, and the process reads them like any program. */
#ifndef LINUX_INPUT_KEYBOARD_H
#define LINUX_INPUT_KEYBOARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Check for a readable keyboard and an accessible controller. */
void keyboard_init(void);

/* What is missing, as a clause; NULL if nothing is. */
const char *keyboard_missing_reason(void);

/* Read its keys from now on, exclusively, so that no other program gets them. keyboard_close undoes
 * it, and may be called anyway. Returns 0 or a negative errno. */
int keyboard_open(void);
void keyboard_close(void);
bool keyboard_is_open(void);

/* Codes of available messages, at most capacity; see evdev_read. */
int keyboard_read(uint32_t *codes, size_t capacity);

/* Sleep until there is something to read, at most that long. */
void keyboard_wait(uint64_t limit_us);

/* Whether the controller accepts a byte: the previous one was read. */
bool keyboard_is_free(void);

/* Make the controller report a byte as the keyboard's. Only from the thread that called
 * keyboard_command. The interrupt arrives before the return or soon after. Returns 0 or
 * -ETIMEDOUT. */
int keyboard_send(uint8_t byte);

/* Allow the calling thread to access the controller's ports. Returns 0 or a negative errno. */
int keyboard_command(void);

#endif

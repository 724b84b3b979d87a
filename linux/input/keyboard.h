/* SPDX-License-Identifier: MIT */
/* The keyboard of a Linux machine, whose controller is told to act as if keys had been struck, by
 * the command that the bare machine uses, and whose keys the process reads as any program would. */
#ifndef LINUX_INPUT_KEYBOARD_H
#define LINUX_INPUT_KEYBOARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Find out whether there is one that can be read, and a controller that may be commanded. */
void keyboard_init(void);

/* What of it is missing, in a clause; NULL if nothing is. */
const char *keyboard_lacking(void);

/* Read its keys from now on, and keep them from all others: nobody else is to be typed at. Undone
 * by keyboard_close, which may be called without it. Returns 0 or a negative errno. */
int keyboard_open(void);
void keyboard_close(void);
bool keyboard_is_open(void);

/* The codes of at most capacity messages that came; see evdev_read. */
int keyboard_read(uint32_t *codes, size_t capacity);

/* Sleep until there is something to read, or for so long. */
void keyboard_wait(uint64_t limit_us);

/* Whether the controller takes a byte: what it sent before has been fetched. */
bool keyboard_is_free(void);

/* Let it send this byte as if from the keyboard, of the thread that called keyboard_command. The
 * interrupt comes before this returns, or soon after. Returns 0 or -ETIMEDOUT. */
int keyboard_send(uint8_t byte);

/* Let the calling thread reach the controller's ports: the right is a thread's own. Returns 0 or a
 * negative errno. */
int keyboard_command(void);

#endif

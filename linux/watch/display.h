/* SPDX-License-Identifier: MIT */
/* Types into a window of a local X server, or listens to a person there. The server delivers the
 * keys of its extension XTEST like those of a keyboard, to the window with the focus, or if no
 * window has it, to the window under the pointer. */
#ifndef LINUX_WATCH_DISPLAY_H
#define LINUX_WATCH_DISPLAY_H

#include <stdbool.h>
#include <stdint.h>

#include "tools/run/input/terminal_keys.h"

#define DISPLAY_PROBLEM_MAX 200

/* Connect to the server that the environment names in DISPLAY, with the cookie of XAUTHORITY if it
 * has one. Sets each key's count to the number of events that tell of the key's press: one, and one
 * for each modifier. Returns 0, or a negative errno after storing the cause. */
int display_open(struct terminal_key *keys, uint32_t count, char problem[DISPLAY_PROBLEM_MAX]);

/* The path of the server's socket, and the major opcode of its X Input Extension; 0: none. */
const char *display_path(void);
uint8_t display_x_input(void);

/* Move the pointer to the middle of the topmost window. Returns false if there is no window. */
bool display_aim(void);

/* Press and release a key, or press or release a button of the mouse. display_move() sends the
 * movement before it. Both functions return false if the connection is broken. */
bool display_type(const struct terminal_key *key);
bool display_move(const struct terminal_key *key);

/* Let the server tell from now on of a person's keys and buttons, in all of its windows. Returns 0,
 * or a negative errno after storing the cause. */
int display_listen(char problem[DISPLAY_PROBLEM_MAX]);

/* The descriptor that is readable when the server tells of a key or button. */
int display_listener(void);

/* Read what the server tells. Calls take for each press of a key or button, and for each release of
 * a button, with the server's time in ms. Returns false if the connection is broken. */
bool display_read(void (*take)(const struct terminal_key *key, uint32_t time_ms));

void display_close(void);

#endif

/* SPDX-License-Identifier: MIT */
/* A line on the terminal for a wait of more than 5 seconds: what is awaited, for how long, and how
 * long it took last time. Prints nothing if standard error is no terminal. One wait at a time. */
#ifndef TOOLS_BASE_WAITING_H
#define TOOLS_BASE_WAITING_H

#include <stdbool.h>
#include <stdio.h>

/* Begin a wait, and end the wait before. key names the wait in the file of earlier durations; text
 * is shown. Both are copied. */
void waiting_begin(const char *key, const char *text);

/* Show the line if it is time. To be called once a second, or more often. */
void waiting_tick(void);

/* Remove the line. If is_done, the wait ended with what was awaited, so its duration is kept. No
 * effect without a wait. */
void waiting_end(bool is_done);

/* ---- For tests ---- */

/* Use this clock, terminal and file of durations. file NULL: none. */
void waiting_use(double (*seconds)(void), FILE *terminal, const char *file);

#endif

/* SPDX-License-Identifier: MIT */
/* The machine's screen, if this program is its only one: rows with the progress of the run above
 * scrolling text. The kernel draws it; does nothing without a screen. */
#ifndef LINUX_SCREEN_H
#define LINUX_SCREEN_H

#include <stdbool.h>
#include <stddef.h>

#include "bench/engine/options.h"

/* Set up the screen and show the results' directory on the stick. /dev must be mounted. Forked
 * processes use the screen too. */
void screen_begin(const char *results);

bool screen_is_there(void);

/* Show the progress of the run that this process starts. The options must outlive it. Draws only
 * when records are written, which never happens in a timed section. */
void screen_follow(const struct options *options);

/* Show text of standard error, if that is not the screen. Safe in signal handlers. */
void screen_write(const char *text, size_t length);

/* Print a line to standard error and the screen. */
void screen_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Show a text file's section with that heading: the heading and the first table, as far as the
 * screen has room; without such a heading the start of the file. */
void screen_show_table(const char *path, const char *heading);

#endif

/* SPDX-License-Identifier: MIT */
/* The machine's screen, if this is the only program of the machine: rows with the progress of the
 * run above scrolling text. The kernel draws the text. Without a screen, nothing is drawn. */
#ifndef LINUX_SCREEN_H
#define LINUX_SCREEN_H

#include <stdbool.h>
#include <stddef.h>

#include "bench/engine/options.h"

/* Set up the screen and show the results' directory on the stick. /dev must be mounted. Forked
 * processes use the screen too. */
void screen_begin(const char *results);

bool screen_is_there(void);

/* Show the progress of the run that this process starts. The options must outlive the run. Draws
 * only when records are written, which never happens in a timed section. */
void screen_follow(const struct options *options);

/* Show text of standard error, unless standard error is the screen. Safe in signal handlers. */
void screen_write(const char *text, size_t length);

/* Print a line to standard error and the screen. */
void screen_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Show the section of a text file that has this heading: the heading and the first table, as far as
 * the screen has room. Without such a heading, show the start of the file. */
void screen_show_table(const char *path, const char *heading);

#endif

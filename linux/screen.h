/* SPDX-License-Identifier: MIT */
/* The machine's screen while this program is the only one of a machine: how far the run is stands
 * in rows that the text scrolls below. The kernel draws it; without one this does nothing. */
#ifndef LINUX_SCREEN_H
#define LINUX_SCREEN_H

#include <stdbool.h>
#include <stddef.h>

#include "bench/engine/options.h"

/* Take the screen, and say on it into which directory of the stick the results will go. /dev has to
 * be mounted. Processes that are forked later have the screen too. */
void screen_begin(const char *results);

bool screen_is_there(void);

/* Have the run that this process begins shown as it goes on. The options must outlive it. Records
 * are never written while something is timed, so nothing is drawn then either. */
void screen_follow(const struct options *options);

/* What standard error was given, where that is not the screen. A signal handler may call it. */
void screen_write(const char *text, size_t length);

/* A line for a person, on standard error and the screen. */
void screen_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Show the heading of a text file that begins so, and the first table below it, as far as the
 * screen has room; of a file without that heading its begin. */
void screen_show_table(const char *path, const char *heading);

#endif

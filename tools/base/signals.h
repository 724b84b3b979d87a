/* SPDX-License-Identifier: MIT */
/* SIGINT, SIGTERM and SIGHUP, for what has to end in good order. */
#ifndef TOOLS_BASE_SIGNALS_H
#define TOOLS_BASE_SIGNALS_H

#include <stddef.h>

/* From now on each sets a flag the first time that it comes, and ends this process the second time.
 * One that is ignored (nohup) stays so. */
void signals_catch(void);

/* The signal that came, or 0. */
int signals_caught(void);

/* "interrupted by signal 15 (Terminated)", of the one that came. */
void signals_describe(char *text, size_t size);

#endif

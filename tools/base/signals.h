/* SPDX-License-Identifier: MIT */
/* SIGINT, SIGTERM and SIGHUP, for an orderly end. */
#ifndef TOOLS_BASE_SIGNALS_H
#define TOOLS_BASE_SIGNALS_H

#include <stddef.h>

/* From now on a signal's first arrival sets a flag, and its second one ends this process. Ignored
 * signals (nohup) stay ignored. */
void signals_catch(void);

/* The caught signal, or 0. */
int signals_caught(void);

/* Write "interrupted by signal 15 (Terminated)" for the caught signal. */
void signals_describe(char *text, size_t size);

#endif

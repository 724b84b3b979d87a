/* SPDX-License-Identifier: MIT */
/* SIGINT, SIGTERM and SIGHUP, for an orderly end. */
#ifndef TOOLS_BASE_SIGNALS_H
#define TOOLS_BASE_SIGNALS_H

#include <stddef.h>

/* From now on the first signal sets a flag. A second signal, of any kind, ends this process. 30 s
 * after the first signal, the process also ends. Ignored signals (nohup) stay ignored. */
void signals_catch(void);

/* From now on, a signal ends this process at once, because nothing has to be ended in order. */
void signals_release(void);

/* From now on a signal of the terminal is only for a child that shares this process's group. */
void signals_leave_terminal(void);

/* Release, and forget the caught signal, so that it ends no further waits. */
void signals_forget(void);

/* The caught signal, or 0. */
int signals_caught(void);

/* Write "interrupted by signal 15 (Terminated)" for the caught signal. */
void signals_describe(char *text, size_t size);

#endif

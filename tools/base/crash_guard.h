/* SPDX-License-Identifier: MIT */
/* Survives the crash of a library. The program continues in a child process. The parent waits, and
 * ends with the status or signal of the child. Threads do not survive. */
#ifndef TOOLS_BASE_CRASH_GUARD_H
#define TOOLS_BASE_CRASH_GUARD_H

#include <stdbool.h>

#define CRASH_GUARD_CPU_SECONDS 600
#define CRASH_GUARD_MIB 256

/* Continue in a child. Returns true there. Returns false in this process if there can be no child,
 * or if the child ended before crash_guard_end(), by a signal or otherwise. Before
 * crash_guard_end(), nothing is printed to standard error, and CPU time and allocated memory are
 * limited. */
bool crash_guard_begin(void);

/* From now on, the end of the child ends this program, with the same status or signal. */
void crash_guard_end(void);

#endif

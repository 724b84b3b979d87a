/* SPDX-License-Identifier: MIT */
/* Monotonic time. */
#ifndef TOOLS_BASE_CLOCK_H
#define TOOLS_BASE_CLOCK_H

/* Seconds of a monotonic clock. */
double clock_seconds(void);

#endif

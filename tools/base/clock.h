/* SPDX-License-Identifier: MIT */
/* Time as it passes. */
#ifndef TOOLS_BASE_CLOCK_H
#define TOOLS_BASE_CLOCK_H

/* Seconds on a clock that is never set. */
double clock_seconds(void);

#endif

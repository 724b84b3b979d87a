/* SPDX-License-Identifier: MIT */
/* The run on the machine's screen. Reserved rows show the machine, the verdict, progress and a
 * curve of the current benchmark; text scrolls below. All data comes from the records as they are
 * written, so nothing is drawn during a sample. */
#ifndef KERNEL_DISPLAY_DISPLAY_H
#define KERNEL_DISPLAY_DISPLAY_H

#include "bench/engine/options.h"

/* Show the run that the options select on a machine with these capabilities (enum
 * platform_capability), if the screen is large enough. In any case, collect the data for
 * summary_write(). options must stay valid. Boot CPU, before the first record. Drawing begins with
 * the plan record. */
void display_init(const struct options *options, uint32_t capabilities);

/* Report the progress of a long sample. Boot CPU, while nothing is timed. */
void display_progress(uint64_t done_ticks, uint64_t all_ticks);

#endif

/* SPDX-License-Identifier: MIT */
/* What a person sees of a run on the machine's own screen: above, what machine it is, whether the
 * run is valid, how far it is, and a curve of what is measured now; below, the text. All of it
 * comes from the records, as they are written: never while something is timed. */
#ifndef KERNEL_DISPLAY_DISPLAY_H
#define KERNEL_DISPLAY_DISPLAY_H

#include "bench/engine/options.h"

/* Show the run that these options, which must stay, select on a machine with such capabilities
 * (enum platform_capability), if there is a screen that it fits on, and gather what
 * summary_write() tells in any case. Boot CPU, before the first record; what the records say is
 * shown from the plan on. */
void display_init(const struct options *options, uint32_t capabilities);

/* So much of a long sample's time is over. On the boot CPU, where nothing is timed. */
void display_progress(uint64_t done_ticks, uint64_t all_ticks);

#endif

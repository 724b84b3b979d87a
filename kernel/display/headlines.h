/* SPDX-License-Identifier: MIT */
/* Collects the ten key metrics during the run. */
#ifndef KERNEL_DISPLAY_HEADLINES_H
#define KERNEL_DISPLAY_HEADLINES_H

#include "kernel/display/metrics.h"

void headlines_begin(void);

void headlines_take(const struct metric *metric);

/* Call show for each measured metric, with its name and value. */
void headlines_show(void (*show)(const char *what, const char *quantity));

#endif

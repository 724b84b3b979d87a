/* SPDX-License-Identifier: MIT */
/* The ten figures that most people want of a machine, picked out as they come. */
#ifndef KERNEL_DISPLAY_HEADLINES_H
#define KERNEL_DISPLAY_HEADLINES_H

#include "kernel/display/figures.h"

void headlines_begin(void);

void headlines_take(const struct figure *figure);

/* Show each of those that were measured: what it is, and its quantity. */
void headlines_show(void (*show)(const char *what, const char *quantity));

#endif

/* SPDX-License-Identifier: MIT */
/* How long work and requests take, where the command line scales objects that a sub-task uses: by
 * itself, or as inherited, on whatever node it got them. Under the scheduler's lock, but for
 * flow_scales_begin. */
#ifndef KERNEL_FLOW_SCALE_H
#define KERNEL_FLOW_SCALE_H

#include <stdint.h>

#include "kernel/flow/record.h"

/* Take what a run says, outside of all locks, while nothing runs. The run stays. */
void flow_scales_begin(const struct flow_run *run);

/* What is left of an amount of work, or of ticks at a device (object; 0: the CPU). */
uint64_t flow_scaled(const struct flow_task *task, uint64_t amount, unsigned object);

/* Those of the run's scales, as bits, that what the sub-task passes on to its messages brings
 * about: what another node has to know of it. */
uint8_t flow_scales_passed_on(const struct flow_task *task);

/* Sets of objects by their numbers, which begin with 1, from sets by flow_bit. */
static inline uint64_t flow_numbers(uint64_t objects)
{
	return objects << 1;
}

#endif

/* SPDX-License-Identifier: MIT */
/* Scales the duration of work and requests by the objects that a sub-task uses, including objects
 * that it inherited on any node. The command line sets the scales. With the scheduler's lock,
 * except for flow_scales_begin. */
#ifndef KERNEL_FLOW_SCALE_H
#define KERNEL_FLOW_SCALE_H

#include <stdint.h>

#include "kernel/flow/record.h"

/* Set the scales of a run, which must stay valid. Without locks, while nothing runs. */
void flow_scales_begin(const struct flow_run *run);

/* Scale an amount of work, or the ticks of device object (0: the CPU). */
uint64_t flow_scaled(const struct flow_task *task, uint64_t amount, unsigned object);

/* The run's scales that apply to the sub-task's messages, as bits to send to another node. */
uint8_t flow_scales_passed_on(const struct flow_task *task);

#endif

/* SPDX-License-Identifier: MIT */
/* Devices of workloads that the machine really has. A request to one queues up as to a simulated
 * one (resource.h); the device is then told, and its interrupt ends the request. What is counted
 * for a simulated device is here the longest that may take: when it is over, the run has failed. */
#ifndef KERNEL_FLOW_REAL_H
#define KERNEL_FLOW_REAL_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/flow/script.h"
#include "kernel/flow/sched.h"

/* Open the devices that run->real names, and let the run have scripts of its own in which
 * requests to them are FLOW_OP_REQUEST_REAL; memory is the current scope's. Boot CPU, between
 * runs. Returns 0, -ENOMEM, or a negative errno when flow_real_problem says which device is not
 * as it should be. */
int flow_real_open(struct flow_run *run);

/* Give them back; also when none is open. */
void flow_real_close(void);

/* From now on interrupts of the devices are requests', and no longer. Boot CPU. */
void flow_real_begin(void);
void flow_real_end(void);

/* Whether the run that is open uses one. */
bool flow_real_is_used(void);

/* The devices of the run that is open, for the scheduler. */
const struct flow_devices *flow_real_devices(void);

/* Let real device object serve this thread, and wait for the end of it. Under the lock. */
void flow_real_use(unsigned object);

/* What the machine calls the device that serves an object; NULL: it is simulated. */
const char *flow_real_name(uint32_t node, unsigned object);

/* In a sentence, what one of them did wrong since that was forgotten; NULL: nothing. */
const char *flow_real_problem(void);
void flow_real_discard(void);

#endif

/* SPDX-License-Identifier: MIT */
/* Real devices of workloads. A request is queued as for a simulated device (resource.h) and started
 * on the real device, whose interrupt ends the request. The simulated service time is the time
 * limit. If a request exceeds the limit, the run fails. */
#ifndef KERNEL_FLOW_REAL_H
#define KERNEL_FLOW_REAL_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/flow/script.h"
#include "kernel/flow/sched.h"

/* Open the devices of run->real, and replace the run's scripts by copies with FLOW_OP_REQUEST_REAL
 * steps, in memory of the current scope. Boot CPU, between runs. Returns 0, -ENOMEM, or a negative
 * errno with the device and reason in flow_real_problem. */
int flow_real_open(struct flow_run *run);

/* Close the devices, if open. */
void flow_real_close(void);

/* Begin and stop handling the devices' interrupts as ends of requests. Boot CPU. */
void flow_real_begin(void);
void flow_real_end(void);

/* Whether the open run uses a real device. */
bool flow_real_is_used(void);

/* The open run's devices, for the scheduler. */
const struct flow_devices *flow_real_devices(void);

/* Let real device object serve this thread, and wait for the end. With the lock. */
void flow_real_use(unsigned object);

/* The machine's name of the device that serves an object; NULL: the object is simulated. */
const char *flow_real_name(uint32_t node, unsigned object);

/* The first problem of a device since flow_real_discard, as a sentence; NULL: none. */
const char *flow_real_problem(void);
void flow_real_discard(void);

#endif

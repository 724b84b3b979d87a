/* SPDX-License-Identifier: MIT */
/* What threads queue up for: devices, which serve a request for a time, and locks, which are held
 * until they are given up. All under the scheduler's lock. */
#ifndef KERNEL_FLOW_RESOURCE_H
#define KERNEL_FLOW_RESOURCE_H

#include <stdint.h>

#include "bench/flow/script.h"
#include "kernel/flow/sched.h"

/* Forget all that was before; a node's are those of its script. */
void flow_resources_begin(const struct flow_run *run);

/* Let device object serve this thread for so many ticks, and wait for the end of it. */
void flow_device_use(unsigned object, uint64_t ticks);

/* Let a device serve a request, whose link is nobody else's until it has: after the one under way
 * if there is one. ticks, task and served are set, and stay. */
void flow_device_request(unsigned object, struct flow_request *request);

/* The request that device object serves, from whatever CPU of this node; NULL: none. */
struct flow_request *flow_device_serves(unsigned object);

/* End a request that is being served, whatever is left of its time, and begin the next one. */
void flow_device_end(struct flow_request *request);

/* Take lock object, waiting for it; give it to whom it is due next. */
void flow_resource_lock(unsigned object);
void flow_resource_unlock(unsigned object);

/* The devices, for the scheduler. */
extern const struct flow_devices flow_resource_devices;

#endif

/* SPDX-License-Identifier: MIT */
/* Resources with queues: devices, which serve requests for a time, and locks. With the scheduler's
 * lock. */
#ifndef KERNEL_FLOW_RESOURCE_H
#define KERNEL_FLOW_RESOURCE_H

#include <stdint.h>

#include "bench/flow/script.h"
#include "kernel/flow/sched.h"

/* Reset all resources, and set up each node's resources from its script. */
void flow_resources_begin(const struct flow_run *run);

/* Use device object for a number of ticks, and wait until they have passed. */
void flow_device_use(unsigned object, uint64_t ticks);

/* Queue a request at a device. ticks, task and served must be set and must not change. The link is
 * in use until the request is served. */
void flow_device_request(unsigned object, struct flow_request *request);

/* The request that device object of this node serves on any CPU, or NULL. */
struct flow_request *flow_device_serves(unsigned object);

/* End a request in service at once, and start the device's next one. */
void flow_device_end(struct flow_request *request);

/* flow_resource_lock() acquires lock object and waits if necessary. flow_resource_unlock() releases
 * the lock to the next thread. */
void flow_resource_lock(unsigned object);
void flow_resource_unlock(unsigned object);

/* The devices, for the scheduler. */
extern const struct flow_devices flow_resource_devices;

#endif

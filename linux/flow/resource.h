/* SPDX-License-Identifier: MIT */
/* Simulated devices and locks. A device serves one request after the other, and only takes time. A
 * lock is given to the thread that waits longest. */
#ifndef LINUX_FLOW_RESOURCE_H
#define LINUX_FLOW_RESOURCE_H

#include "linux/flow/thread.h"

uint64_t flow_us_to_ticks(uint64_t us);

/* Set all devices and locks to free. */
void flow_resources_begin(void);

/* Let a device work for a time, and sleep until it has finished. */
void flow_device_use(struct flow_thread *self, unsigned object, uint64_t ticks);

void flow_lock_take(struct flow_thread *self, unsigned object);
void flow_lock_release(struct flow_thread *self, unsigned object);

#endif

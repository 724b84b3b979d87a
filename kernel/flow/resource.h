/* What threads queue up for: devices, which serve a request for a time, and locks, which are held
 * until they are given up. All under the scheduler's lock. */
#ifndef KERNEL_FLOW_RESOURCE_H
#define KERNEL_FLOW_RESOURCE_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/flow/script.h"

struct flow_thread;

/* Forget all that was before. */
void flow_resources_begin(const struct flow_script *script);

/* Let device object serve this thread for so many ticks, and wait for the end of it. */
void flow_device_use(unsigned object, uint64_t ticks);

/* Take lock object, waiting for it; give it to whom it is due next. */
void flow_resource_lock(unsigned object);
void flow_resource_unlock(unsigned object);

/* When the first of the requests that are served from this CPU ends; UINT64_MAX without one. */
uint64_t flow_resource_deadline(void);

/* End those whose time is over, and begin others. */
void flow_resource_serve(void);

/* Whether a request is being served, from any CPU. */
bool flow_resource_is_busy(void);

#endif

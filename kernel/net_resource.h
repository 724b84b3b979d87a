/* What threads queue up for: devices, which serve a request for a time, and locks, which are held
 * until they are given up. All under the scheduler's lock. */
#ifndef KERNEL_NET_RESOURCE_H
#define KERNEL_NET_RESOURCE_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/net/script.h"

struct net_thread;

/* Forget all that was before. */
void net_resources_begin(const struct net_script *script);

/* Let device object serve this thread for so many ticks, and wait for the end of it. */
void net_device_use(unsigned object, uint64_t ticks);

/* Take lock object, waiting for it; give it to whom it is due next. */
void net_resource_lock(unsigned object);
void net_resource_unlock(unsigned object);

/* When the first of the requests that are served from this CPU ends; UINT64_MAX without one. */
uint64_t net_resource_deadline(void);

/* End those whose time is over, and begin others. */
void net_resource_serve(void);

/* Whether a request is being served, from any CPU. */
bool net_resource_is_busy(void);

#endif

/* SPDX-License-Identifier: MIT */
/* The caches by the identification registers, which describe what maintenance by set and way needs.
 * They do not tell how many CPUs share a cache, so sharing is 0, which means unknown. */
#ifndef LIB_AARCH64_REGISTER_CACHES_H
#define LIB_AARCH64_REGISTER_CACHES_H

#include "lib/cpu/caches.h"

/* Store the caches of this CPU and return their number. */
size_t register_caches_read(struct cpu_cache caches[CPU_CACHES_MAX]);

#endif

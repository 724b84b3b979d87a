/* SPDX-License-Identifier: MIT */
/* Random networks of forks, joins and messages with a known critical path. */
#ifndef BENCH_FLOW_RANDOM_H
#define BENCH_FLOW_RANDOM_H

#include <stddef.h>
#include <stdint.h>

#include "bench/flow/script.h"
#include "lib/rng.h"

#define RANDOM_THREADS_MAX 240

/* Memory size of a network with that number of threads. */
size_t random_network_bytes(uint32_t threads);

/* Generate a network of that number of threads, 2 to RANDOM_THREADS_MAX, in zeroed memory of
 * random_network_bytes() bytes. Returns its script, which is in that memory. */
const struct flow_script *random_network_make(void *memory, uint32_t threads, struct rng *rng);

#endif

/* SPDX-License-Identifier: MIT */
/* Random networks of forks, joins and messages, whose critical path is known before they run. */
#ifndef BENCH_FLOW_RANDOM_H
#define BENCH_FLOW_RANDOM_H

#include <stddef.h>
#include <stdint.h>

#include "bench/flow/script.h"
#include "lib/rng.h"

#define RANDOM_THREADS_MAX 240

/* Bytes of memory for a network of so many threads. */
size_t random_network_bytes(uint32_t threads);

/* Make a network of at least two and at most so many threads, out of random numbers, in zeroed
 * memory of that many bytes. Returns its script, which is in there. */
const struct flow_script *random_network_make(void *memory, uint32_t threads, struct rng *rng);

#endif

/* SPDX-License-Identifier: MIT */
/* A small seeded random number generator. The same seed gives the same numbers everywhere. */
#ifndef LIB_RNG_H
#define LIB_RNG_H

#include <stdint.h>

struct rng {
	uint64_t state;
};

/* Set the seed, which may be any number, including 0. */
void rng_seed(struct rng *rng, uint64_t seed);

/* The next 64 uniform bits. SplitMix64: Steele, Lea & Flood, "Fast Splittable Pseudorandom Number
 * Generators", OOPSLA 2014. */
uint64_t rng_next(struct rng *rng);

/* A random number below limit, which must not be 0. The bias is below limit / 2^32. */
uint32_t rng_below(struct rng *rng, uint32_t limit);

#endif

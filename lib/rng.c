/* SPDX-License-Identifier: MIT */
/* SplitMix64: one addition and two multiplications per number; the state is a counter. */
#include "lib/rng.h"

#define GOLDEN_GAMMA 0x9e3779b97f4a7c15u

void rng_seed(struct rng *rng, uint64_t seed)
{
	rng->state = seed;
}

uint64_t rng_next(struct rng *rng)
{
	uint64_t z = rng->state += GOLDEN_GAMMA;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return z ^ z >> 31;
}

uint32_t rng_below(struct rng *rng, uint32_t limit)
{
	return (uint32_t)((rng_next(rng) >> 32) * limit >> 32);
}

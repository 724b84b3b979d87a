/* SPDX-License-Identifier: MIT */
/* Runs the same work on several CPUs at once. */
#ifndef BENCH_ENGINE_CPU_TEAM_H
#define BENCH_ENGINE_CPU_TEAM_H

#include <stdint.h>

#include "bench/benchmark.h"

#define CPU_TEAM_MAX 256

struct cpu_team {
	const uint32_t *cpus;           /* one per member; may include the calling CPU */
	unsigned count;                 /* at most CPU_TEAM_MAX */
	void (*work)(void *argument, unsigned member);
	void *argument;
};

/* Call work(argument, member) on all members at the same time. The work must finish by itself.
 * Stores the ticks from the start signal to the end of the last member, by the calling CPU's clock.
 * elapsed_ticks may be NULL. Returns like a benchmark's sample. */
int cpu_team_run(struct bench_ctx *ctx, const struct cpu_team *cpu_team, uint64_t *elapsed_ticks);

/* Report a failed check unless the last team had one member on each of these CPUs. Call in a verify
 * function, with the CPUs of the point. */
void cpu_team_verify(const struct bench_ctx *ctx, const uint32_t *cpus, uint64_t count);

/* Double *amount, which sets the size of the work, until a run is long enough for a sample. The
 * signals between CPUs then take a negligible part. Returns like cpu_team_run. */
int cpu_team_calibrate(struct bench_ctx *ctx, const struct cpu_team *cpu_team, uint64_t *amount);

/* Values function of an axis "cpus". A team of N consists of the first N CPUs. The sizes are one,
 * two, four and so on, and all CPUs. In the quick suite they are one and all. With a single CPU,
 * writes a skip record. */
size_t cpu_team_sizes(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX]);

/* Like cpu_team_sizes(), for work that needs parallel execution. With instruction counting an
 * emulator runs CPUs in turns, so the only size is one, with a skip record. */
size_t cpu_team_sizes_at_once(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX]);

/* The CPUs of a team. A team of N consists of the first N of them. */
const uint32_t *cpu_team_first_cpus(void);

#endif

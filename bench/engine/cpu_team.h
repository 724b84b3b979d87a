/* SPDX-License-Identifier: MIT */
/* The same work done by several CPUs at once. */
#ifndef BENCH_ENGINE_CPU_TEAM_H
#define BENCH_ENGINE_CPU_TEAM_H

#include <stdint.h>

#include "bench/benchmark.h"

#define CPU_TEAM_MAX 256

struct cpu_team {
	const uint32_t *cpus;           /* a member each; the CPU that calls may be one of them */
	unsigned count;                 /* at most CPU_TEAM_MAX */
	void (*work)(void *argument, unsigned member);
	void *argument;
};

/* Let all members call work(argument, member) together: none begins before all are there. The work
 * must come to an end by itself. Stores the ticks from the signal to begin to the last member's
 * end, by the clock of the CPU that calls; elapsed_ticks may be NULL. Returns 0, or what
 * bench_error returned. */
int cpu_team_run(struct bench_ctx *ctx, const struct cpu_team *cpu_team, uint64_t *elapsed_ticks);

/* Double *amount, from which the work takes how much it is, until a run takes long enough to be a
 * sample: the signals between CPUs are nothing against it. Returns as cpu_team_run. */
int cpu_team_calibrate(struct bench_ctx *ctx, const struct cpu_team *cpu_team, uint64_t *amount);

/* Values of an axis "cpus", and the CPUs that a cpu_team of so many has: the first ones. One CPU,
 * two, four and so on, and all of them; the quick suite takes the first and the last of these. With
 * one CPU only, a skip record says what is left out. */
size_t cpu_team_sizes(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX]);

/* The same for work that has to go on at the same time to mean anything: one CPU only, and a skip
 * record, where an emulator that counts instructions lets its CPUs run in turns. */
size_t cpu_team_sizes_at_once(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX]);

/* The CPUs of a cpu_team of any such size. */
const uint32_t *cpu_team_first_cpus(void);

#endif

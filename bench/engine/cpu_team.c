/* SPDX-License-Identifier: MIT */
/* Members add 1 to a counter when they are ready, and wait for the start signal, so their wake-up
 * is not timed. What remains is the transfer of one cache line in each direction, so samples must
 * be long compared with that. All waits are bounded, so that a lost CPU costs only a point. */
#include "bench/engine/cpu_team.h"

#include <stdbool.h>

#include "bench/engine/validity_check.h"
#include "bench/platform.h"
#include "lib/cpu/clock.h"
#include "lib/cpu/spin.h"
#include "lib/text/errno.h"
#include "lib/text/ticks.h"

#define LINE_BYTES 64
#define MUSTER_LIMIT_S 4
#define WORK_LIMIT_S 5
#define SAMPLE_US 100
#define CALIBRATION_TRIES 8
#define AMOUNT_MAX (1ull << 32)

enum signal {SIGNAL_WAIT, SIGNAL_BEGIN, SIGNAL_LEAVE};

/* Each field is on its own cache line. Counters are added to with release ordering and read with
 * acquire ordering. The signal is stored and loaded likewise. So a CPU that has seen the signal
 * also sees cpu_team. */
static struct {
	_Alignas(LINE_BYTES) unsigned ready;
	_Alignas(LINE_BYTES) enum signal signal;
	_Alignas(LINE_BYTES) unsigned done;
	_Alignas(LINE_BYTES) const struct cpu_team *cpu_team;
} muster;

/* The CPU on which each member of the last team ran before it reported. */
static struct {
	unsigned count;
	uint32_t cpus[CPU_TEAM_MAX];
} present;

static void cpu_team_take_part(void *argument)
{
	unsigned member = (unsigned)(uintptr_t)argument;
	struct spin spin = spin_for(platform_limit_hz() * MUSTER_LIMIT_S);
	enum signal signal;

	present.cpus[member] = platform_cpu();
	__atomic_fetch_add(&muster.ready, 1, __ATOMIC_RELEASE);
	while ((signal = __atomic_load_n(&muster.signal, __ATOMIC_ACQUIRE)) == SIGNAL_WAIT) {
		if (!spin_on(&spin))
			return;
	}
	if (signal != SIGNAL_BEGIN)
		return;
	muster.cpu_team->work(muster.cpu_team->argument, member);
	__atomic_fetch_add(&muster.done, 1, __ATOMIC_RELEASE);
}

static bool reaches(const unsigned *counter, unsigned count, unsigned limit_s)
{
	struct spin spin = spin_for(platform_limit_hz() * limit_s);

	while (__atomic_load_n(counter, __ATOMIC_ACQUIRE) != count) {
		if (!spin_on(&spin))
			return false;
	}
	return true;
}

/* Give all other members their work. Stores the number of other members. */
static int call_up(struct bench_ctx *ctx, const struct cpu_team *cpu_team, unsigned *others)
{
	uint32_t self = platform_cpu();

	*others = 0;
	for (unsigned member = 0; member < cpu_team->count; member++) {
		int status;

		present.cpus[member] = self;
		if (cpu_team->cpus[member] == self)
			continue;
		status = platform_run_on(cpu_team->cpus[member], cpu_team_take_part,
					 (void *)(uintptr_t)member);
		if (status == -EAGAIN)
			return bench_skip_tasks(ctx);
		if (status != 0)
			return bench_cpu_error(ctx, status,
					       "CPU %u does not accept work: error %d",
					       cpu_team->cpus[member], status);
		++*others;
	}
	return 0;
}

static void cpu_team_send(enum signal signal)
{
	__atomic_store_n(&muster.signal, signal, __ATOMIC_RELEASE);
}

static void work_oneself(const struct cpu_team *cpu_team)
{
	for (unsigned member = 0; member < cpu_team->count; member++) {
		if (cpu_team->cpus[member] == platform_cpu())
			cpu_team->work(cpu_team->argument, member);
	}
}

/* Returns status, or if status is 0, the first error. An exception takes precedence over both,
 * because it is their cause. */
static int dismiss(struct bench_ctx *ctx, const struct cpu_team *cpu_team, int status)
{
	uint32_t self = platform_cpu();

	for (unsigned member = 0; member < cpu_team->count; member++) {
		uint32_t cpu = cpu_team->cpus[member];
		int ended = cpu != self ? platform_wait_for(cpu) : 0;

		if (ended == -EFAULT)
			status = bench_error(ctx, ended, "CPU %u raised an exception", cpu);
		else if (ended != 0 && status == 0)
			status = bench_cpu_error(ctx, ended, "CPU %u did not finish", cpu);
	}
	return status;
}

/* The time between the clock reads contains a store, the member's own work, and loads until the
 * last member has finished. */
static int time_work(struct bench_ctx *ctx, const struct cpu_team *cpu_team, unsigned others,
		     uint64_t *elapsed_ticks)
{
	uint64_t begin_tsc;
	bool all_done;

	if (!reaches(&muster.ready, others, MUSTER_LIMIT_S)) {
		cpu_team_send(SIGNAL_LEAVE);
		return bench_cpu_error(ctx, -ETIMEDOUT, "not all of %u CPUs arrived in time",
				       cpu_team->count);
	}
	begin_tsc = clock_read();
	cpu_team_send(SIGNAL_BEGIN);
	work_oneself(cpu_team);
	all_done = reaches(&muster.done, others, WORK_LIMIT_S);
	if (elapsed_ticks != NULL)
		*elapsed_ticks = clock_read() - begin_tsc;
	return all_done ? 0 : bench_cpu_error(ctx, -ETIMEDOUT,
					      "not all of %u CPUs finished in time",
					      cpu_team->count);
}

int cpu_team_run(struct bench_ctx *ctx, const struct cpu_team *cpu_team, uint64_t *elapsed_ticks)
{
	unsigned others;
	int status;

	muster.cpu_team = cpu_team;
	present.count = cpu_team->count;
	muster.ready = muster.done = 0;
	cpu_team_send(SIGNAL_WAIT);
	status = call_up(ctx, cpu_team, &others);
	if (status == 0)
		status = time_work(ctx, cpu_team, others, elapsed_ticks);
	else
		cpu_team_send(SIGNAL_LEAVE);
	return dismiss(ctx, cpu_team, status);
}

void cpu_team_verify(const struct bench_ctx *ctx, const uint32_t *cpus, uint64_t count)
{
	if (present.count != count)
		validity_check_failed(ctx, "cpus", "%u CPUs took part, not %lu", present.count,
				      count);
	for (unsigned member = 0; member < present.count && member < count; member++) {
		if (present.cpus[member] != cpus[member])
			validity_check_failed(ctx, "cpus", "CPU %u took part instead of CPU %u",
					      present.cpus[member], cpus[member]);
	}
}

/* Uses the shortest of several runs, so that one disturbance does not make a run look long
 * enough. */
static int is_long_enough(struct bench_ctx *ctx, const struct cpu_team *cpu_team, bool *long_enough)
{
	uint64_t target_ticks = ticks_of_us(SAMPLE_US, platform_limit_hz()), ticks;

	*long_enough = true;
	for (int i = 0; i < CALIBRATION_TRIES && *long_enough; i++) {
		int status = cpu_team_run(ctx, cpu_team, &ticks);

		if (status != 0)
			return status;
		*long_enough = ticks >= target_ticks;
	}
	return 0;
}

int cpu_team_calibrate(struct bench_ctx *ctx, const struct cpu_team *cpu_team, uint64_t *amount)
{
	bool long_enough;
	int status = is_long_enough(ctx, cpu_team, &long_enough);

	while (status == 0 && !long_enough && *amount < AMOUNT_MAX) {
		*amount *= 2;
		status = is_long_enough(ctx, cpu_team, &long_enough);
	}
	return status;
}

size_t cpu_team_sizes(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	uint32_t cpus = platform_cpu_count() < CPU_TEAM_MAX ? platform_cpu_count() : CPU_TEAM_MAX;
	size_t count = 0;

	if (cpus == 1)
		bench_skip(ctx, "smp", "points with several CPUs need a second CPU");
	values[count++] = 1;
	for (uint32_t size = 2; size < cpus && ctx->suite == SUITE_FULL; size *= 2)
		values[count++] = size;
	if (cpus > 1)
		values[count++] = cpus;
	return count;
}

size_t cpu_team_sizes_at_once(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	if (platform_time_base() != TIME_INSTRUCTIONS || platform_cpu_count() == 1)
		return cpu_team_sizes(ctx, values);
	bench_skip(ctx, "time", "with instruction counting, CPUs run in turns, not in parallel");
	values[0] = 1;
	return 1;
}

const uint32_t *cpu_team_first_cpus(void)
{
	static uint32_t cpus[CPU_TEAM_MAX];

	for (uint32_t cpu = 0; cpu < CPU_TEAM_MAX; cpu++)
		cpus[cpu] = cpu;
	return cpus;
}

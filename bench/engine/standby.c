/* SPDX-License-Identifier: MIT */
/* A halted CPU is a CPU without work, so it only needs time to reach the halt. A spinning CPU runs
 * a function of this file until it is stopped. */
#include "bench/engine/standby.h"

#include "bench/engine/validity_check.h"
#include "lib/cpu/pause.h"
#include "lib/cpu/spin.h"
#include "lib/text/errno.h"
#include "lib/text/ticks.h"

#define SPIN_LIMIT_S 5          /* time limit of a CPU that nothing stops */
#define READY_LIMIT_S 4         /* a busy emulator may stop a CPU for up to a second */
#define HALT_US 100             /* from a function's end to the CPU's halt, with a wide margin */

static struct {
	struct standby shape;
	unsigned ready;         /* incremented with release ordering by each CPU */
	unsigned touched;       /* incremented before `ready` by each CPU that read its byte */
	unsigned spun;          /* incremented by each CPU after it has spun */
	bool stop;              /* stored with release ordering by the initiating CPU */
	bool was_begun;         /* whether a wait has begun since standby_expect */
	uint32_t expected;      /* number of CPUs */
	enum wait_kind expected_wait;
} standby;

static void enable_interrupts(bool on)
{
	if (standby.shape.enable_interrupts != NULL)
		standby.shape.enable_interrupts(on);
}

static void spin_until_stopped(void)
{
	struct spin spin = spin_for(platform_limit_hz() * SPIN_LIMIT_S);

	while (!__atomic_load_n(&standby.stop, __ATOMIC_ACQUIRE) && spin_on(&spin))
		;
	__atomic_fetch_add(&standby.spun, 1, __ATOMIC_RELAXED);
}

/* Interrupts are let in before the CPU is ready, because the interrupt that woke it may still be
 * pending and may enter the handler of a trial. */
static void stand_by(void *unused)
{
	bool spins = standby.shape.wait == WAIT_SPIN;

	(void)unused;
	if (spins)
		enable_interrupts(true);
	if (standby.shape.address != NULL && *(const volatile char *)standby.shape.address != 0)
		__atomic_fetch_add(&standby.touched, 1, __ATOMIC_RELAXED);
	__atomic_fetch_add(&standby.ready, 1, __ATOMIC_RELEASE);
	if (!spins)
		return;
	spin_until_stopped();
	enable_interrupts(false);
}

static bool are_ready(void)
{
	struct spin spin = spin_for(platform_limit_hz() * READY_LIMIT_S);

	while (__atomic_load_n(&standby.ready, __ATOMIC_ACQUIRE) != standby.shape.count) {
		if (!spin_on(&spin))
			return false;
	}
	return true;
}

/* The given CPU, or if that is the calling CPU, the next one. */
static uint32_t other_than_this(uint32_t cpu)
{
	return cpu == platform_cpu() ? cpu + 1 : cpu;
}

static int wait_for_all(void)
{
	uint32_t cpu = standby.shape.first;
	int worst = 0;

	for (uint32_t i = 0; i < standby.shape.count; i++, cpu++) {
		int error;

		cpu = other_than_this(cpu);
		error = platform_wait_for(cpu);
		if (error != 0)
			worst = error;
	}
	return worst;
}

static int start_all(void)
{
	uint32_t cpu = standby.shape.first;

	for (uint32_t i = 0; i < standby.shape.count; i++, cpu++) {
		int error;

		cpu = other_than_this(cpu);
		error = platform_run_on(cpu, stand_by, NULL);
		if (error != 0)
			return error;
	}
	return are_ready() ? 0 : -ETIMEDOUT;
}

static void wait_us(uint64_t us)
{
	uint64_t begin_tsc = clock_read(), ticks = ticks_of_us(us, platform_limit_hz());

	while (clock_read() - begin_tsc < ticks)
		cpu_pause();
}

int standby_begin(const struct standby *shape)
{
	int error;

	standby.shape = *shape;
	standby.ready = standby.touched = standby.spun = 0;
	standby.was_begun = true;
	__atomic_store_n(&standby.stop, false, __ATOMIC_RELEASE);
	error = start_all();
	if (error == 0 && shape->address != NULL && standby.touched != shape->count)
		error = -EIO;
	if (error == 0 && shape->wait == WAIT_HLT)
		error = wait_for_all();
	if (error != 0) {
		standby_end();
		return error;
	}
	wait_us(HALT_US);
	return 0;
}

int standby_end(void)
{
	__atomic_store_n(&standby.stop, true, __ATOMIC_RELEASE);
	return wait_for_all();
}

void standby_expect(uint32_t count, enum wait_kind wait)
{
	standby.was_begun = false;
	standby.expected = count;
	standby.expected_wait = wait;
}

int standby_verify(struct bench_ctx *ctx)
{
	uint32_t spinning = standby.expected_wait == WAIT_SPIN ? standby.expected : 0;

	if (standby.was_begun && (standby.ready != standby.expected || standby.spun != spinning))
		validity_check_failed(ctx, "wait", "other CPUs: %u waited, %u of them in a loop; "
						   "the point says %u and %u", standby.ready,
				      standby.spun, standby.expected, spinning);
	return 0;
}

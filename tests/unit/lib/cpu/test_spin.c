/* SPDX-License-Identifier: MIT */
/* Time limits of polling, by a fake clock that advances by the same step at each read. */
#include "tests/unit/unit.h"

#include "lib/cpu/clock.h"

static uint64_t fake_tsc, step;

static uint64_t fake_read(void)
{
	return fake_tsc += step;
}

#define clock_read fake_read
#include "lib/cpu/spin.h"

#define STEP 1000u
#define READS 1000u
#define LIMIT (STEP * READS)

/* The number of clock reads until the limit, or far more if the wait does not end. */
static unsigned reads_until_limit(struct spin *spin)
{
	unsigned turns = 1;

	while (spin_on(spin) && turns < 100 * READS * SPIN_LOOKS)
		turns++;
	return turns / SPIN_LOOKS;
}

TEST(wait_ends_at_its_limit)
{
	struct spin spin;

	step = STEP;
	spin = spin_for(LIMIT);
	assert_int_equal(reads_until_limit(&spin), READS);
}

TEST(stop_of_the_machine_does_not_end_a_wait)
{
	struct spin spin;

	step = STEP;
	spin = spin_for(LIMIT);
	fake_tsc += 5 * (uint64_t)LIMIT;
	assert_uint_in_range(reads_until_limit(&spin), READS * 9 / 10, READS);
}

static const struct {
	const char *name;
	uint64_t limit, step;
} clocks[] = {
	{"the clock leaps at each read", LIMIT, 10 * LIMIT},
	{"the clock runs backward", LIMIT, (uint64_t)0 - STEP},
	{"the limit is shorter than a step", 1, STEP},
	{"the limit is over", 0, 1},
};

static void every_wait_ends(void **state)
{
	const __typeof__(clocks[0]) *clock = *state;
	struct spin spin;

	step = clock->step;
	spin = spin_for(clock->limit);
	assert_uint_in_range(reads_until_limit(&spin), 1, SPIN_READS_LEAST);
}
TEST_CASES(every_wait_ends, clocks);

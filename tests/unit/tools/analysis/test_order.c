/* SPDX-License-Identifier: MIT */
/* Orders that metrics must have are checked by name and along curves, within the intervals. */
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "tests/unit/tools/small_log.h"
#include "tools/analysis/analysis.h"
#include "tools/analysis/order.h"

#define SAMPLES 15

/* A point whose samples spread by 10 % around the value. */
static void add(struct small_log *log, const char *point, const char *stage, uint64_t ticks)
{
	uint64_t samples[SAMPLES];

	for (size_t i = 0; i < SAMPLES; i++)
		samples[i] = ticks * (95 + i * 10 / (SAMPLES - 1)) / 100;
	log->stage = stage;
	small_log_samples(log, point, samples, SAMPLES);
}

static size_t violations_of(uint64_t trap, uint64_t map, const uint64_t *curve, size_t points,
			    struct order_violation *first, size_t *checked)
{
	struct small_log log;
	struct result *result;
	struct analysis *analysis;
	size_t count;

	small_log_begin(&log);
	small_log_bench(&log, "fault.not_present");
	add(&log, "ring=0 action=trap page_bytes=4096", "total", trap);
	add(&log, "ring=0 action=map page_bytes=4096", "total", map);
	small_log_bench(&log, "mem.latency");
	for (size_t i = 0; i < points; i++) {
		char point[64];

		snprintf(point, sizeof(point), "order=random page_bytes=4096 size_bytes=%zu",
			 (size_t)1024 << i);
		add(&log, point, "", curve[i]);
	}
	add(&log, "order=tlb_local page_bytes=4096 size_bytes=1024", "", 1);
	result = small_log_end(&log);
	analysis = analysis_new(result);
	count = order_check(&analysis->metrics, first, 1, checked);
	analysis_free(analysis);
	result_free(result);
	return count;
}

static const uint64_t rising[] = {1000, 2000, 2000, 9000};

TEST(operation_that_contains_another_costs_at_least_as_much)
{
	struct order_violation first;
	size_t checked;

	assert_int_equal(violations_of(1000, 3000, rising, 4, &first, &checked), 0);
	assert_int_equal(checked, 1 + 3);
	assert_int_equal(violations_of(3000, 1000, rising, 4, &first, &checked), 1);
}

TEST(difference_within_the_intervals_is_no_violation)
{
	struct order_violation first;
	size_t checked;

	assert_int_equal(violations_of(1000, 960, rising, 4, &first, &checked), 0);
}

/* The last point belongs to another order of the chase. */
TEST(curve_that_falls_is_a_violation)
{
	static const uint64_t falling[] = {1000, 2000, 1000, 500};
	struct order_violation first;
	size_t checked;

	assert_int_equal(violations_of(1000, 3000, falling, 4, &first, &checked), 2);
}

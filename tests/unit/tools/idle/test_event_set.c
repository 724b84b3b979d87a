/* SPDX-License-Identifier: MIT */
/* Statistics of four events of two types, by hand. A unit is 1000 ticks, a second 1000 units. */
#include "tests/unit/unit.h"

#include <math.h>

#include "tools/idle/event_set.h"

static const struct latency_event events[] = {
	{.start = 300, .length = 9000, .type = 0}, {.start = 100, .length = 2000, .type = 0},
	{.start = 200, .length = 7000, .type = 1}, {.start = 400, .length = 4000, .type = 0},
};
static const char *const names[] = {"key", "disk"};
static const struct event_set_scale scale = {1e6, 1000, "ms"};

static struct event_set set;

static void make(const struct event_set_settings *settings)
{
	event_set_make(settings, &scale, events, COUNT(events), names, 2, &set);
}

TEST(types_have_statistics_of_their_events)
{
	const struct event_set_type *key = &set.types[0], *disk = key + 1, *all = key + 2;

	make(&(struct event_set_settings){.power = 1});
	assert_int_equal(set.count, 4);
	for (size_t i = 0; i < 4; i++)
		assert_int_equal(set.events[i].start, 100 * (i + 1));
	assert_string_equal(key->name, "key");
	assert_true(key->count == 3 && key->min == 2 && key->median == 4 && key->max == 9);
	assert_true(key->mean == 5 && key->total == 15);
	assert_float_equal(key->sigma, sqrt((9 + 1 + 16) / 2.0), 1e-12);
	assert_true(disk->count == 1 && disk->total == 7 && disk->sigma == 0);
	assert_string_equal(all->name, "all");
	assert_true(all->count == 4 && all->min == 2 && all->median == 5.5 && all->max == 9 &&
		    all->mean == 5.5 && all->total == 22);
	/* A tenth of a second. */
	assert_int_equal(key->latency_limit, 100000);
	assert_true(all->excess_latency == 0);
	event_set_free(&set);
}

/* Above 3 units, but 5 for disk: 1 and 6, and 2. */
TEST(excess_of_all_is_the_sum_over_types)
{
	make(&(struct event_set_settings){
		.latency_limits = {{(char *)"disk", 0.004}, {NULL, 0.003}, {(char *)"disk", 0.005}},
		.latency_limit_count = 3, .power = 1,
	});
	assert_int_equal(set.types[0].latency_limit, 3000);
	assert_int_equal(set.types[1].latency_limit, 5000);
	assert_true(set.types[0].excess_latency == 7 && set.types[1].excess_latency == 2);
	assert_true(set.types[2].excess_latency == 9);
	event_set_free(&set);
	make(&(struct event_set_settings){
		.latency_limits = {{NULL, 0.003}, {(char *)"disk", 0}}, .latency_limit_count = 2,
		.power = 2,
	});
	assert_true(set.types[2].excess_latency == 1 + 36 + 49);
	event_set_free(&set);
	make(&(struct event_set_settings){
		.latency_limits = {{NULL, 1e30}}, .latency_limit_count = 1, .power = 1,
	});
	assert_true(set.types[0].latency_limit == UINT64_MAX);
	event_set_free(&set);
}

TEST(arrivals_are_those_of_longer_events)
{
	make(&(struct event_set_settings){.thresholds = {0.003, 0.008}, .threshold_count = 2,
					  .power = 1});
	assert_int_equal(set.arrivals_count, 2);
	assert_true(set.arrivals[0].threshold == 3000 && set.arrivals[0].count == 3);
	assert_true(set.arrivals[0].has_mean && set.arrivals[0].mean == 100);
	assert_true(set.arrivals[1].threshold == 8000 && set.arrivals[1].count == 1);
	event_set_free(&set);
}

/* Bins of 1, 2 and 5 per decade: 2 to 5 has two events, 5 to 10 has two. */
TEST(lower_edges_of_bins_are_the_default_thresholds)
{
	make(&(struct event_set_settings){.power = 1});
	assert_int_equal(set.bin_count, 2);
	assert_true(set.bins[0].low == 2 && set.bins[0].count == 2);
	assert_true(set.bins[1].low == 5 && set.bins[1].count == 2);
	assert_int_equal(set.arrivals_count, 2);
	assert_true(set.arrivals[0].threshold == 2000 && set.arrivals[0].count == 3);
	assert_true(set.arrivals[1].threshold == 5000 && set.arrivals[1].count == 2);
	event_set_free(&set);
}

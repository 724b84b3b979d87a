/* SPDX-License-Identifier: MIT */
/* Sampling of states in periodic work with a known result. */
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "tests/unit/tools/flow_fixture.h"
#include "tools/topic/flow/flow.h"

#define INTERACTIONS 60
#define PERIOD 1000
#define ON_CPU 100              /* in each period; then twice as long on the disk */
#define EVENTS_EACH 6

static struct fixture fixture;
static struct tables tables;

/* The work begins with the period. */
static int open_periodic(void **state)
{
	struct flow_event events[INTERACTIONS * EVENTS_EACH];
	size_t count = 0;

	(void)state;
	for (uint32_t i = 0; i < INTERACTIONS; i++) {
		uint64_t begin = 10000 + i * PERIOD;
		const struct flow_event each[] = {
			EVENT(begin, ACTION, i + 1, 0, .thread = 1),
			EVENT(begin, START, i + 1, 0, .thread = 1, .object = CPU),
			EVENT(begin + ON_CPU, STOP, i + 1, 0, .thread = 1, .object = CPU),
			EVENT(begin + ON_CPU, DEVICE_START, i + 1, 0, .thread = 1, .object = DISK),
			EVENT(begin + 3 * ON_CPU, DEVICE_END, i + 1, 0, .thread = 1,
			      .object = DISK),
			EVENT(begin + 3 * ON_CPU, FINISH, i + 1, 0, .thread = 1),
		};

		memcpy(events + count, each, sizeof(each));
		count += COUNT(each);
	}
	fixture_open(&fixture, events, count);
	tables_init(&tables, "");
	return 0;
}

static int close_periodic(void **state)
{
	(void)state;
	tables_free(&tables);
	fixture_close(&fixture);
	return 0;
}

/* The table of samples with its one row, the CPU. */
static const struct table *sample(const struct flow_sampling *sampling)
{
	static const char *const texts[] = {"cpu"};
	uint8_t picked[INTERACTIONS];
	struct flow_expr cpu;

	memset(picked, 1, sizeof(picked));
	assert_null(flow_expr_parse(&cpu, texts[0]));
	topic_flow_sampled(&tables, &fixture.session,
			   &(struct flow_states_request){picked, texts, &cpu, 1}, sampling);
	flow_expr_free(&cpu);
	assert_int_equal(tables.count, 1);
	return tables.items[0];
}

enum {STATE, SAMPLES, SAMPLED, LOW, HIGH, SHARE, TRUTH};

static bool is_locked(const struct table *table)
{
	return strncmp(table->note, "LOCKED", 6) == 0;
}

/* Each sample hits the same phase: the CPU at work. */
TEST_WITH(sampling_at_the_works_period_is_reported_as_locked, open_periodic, close_periodic)
{
	const struct table *table = sample(&(struct flow_sampling){.period = PERIOD, .phase = 50});

	assert_int_equal(table->cells[SAMPLES].count, INTERACTIONS);
	assert_float_equal(table->cells[SAMPLED].number, 1, 0);
	assert_float_equal(table->cells[SHARE].number, 1. / 3, 1e-12);
	assert_string_equal(table->cells[TRUTH].text, "outside");
	assert_true(is_locked(table));
}

TEST_WITH(sampling_locked_to_the_idle_phase_is_reported_too, open_periodic, close_periodic)
{
	const struct table *table = sample(&(struct flow_sampling){.period = PERIOD, .phase = 250});

	assert_float_equal(table->cells[SAMPLED].number, 0, 0);
	assert_string_equal(table->cells[TRUTH].text, "outside");
	assert_true(is_locked(table));
}

TEST_WITH(multiples_and_parts_of_the_works_period_are_locked_too, open_periodic, close_periodic)
{
	assert_true(is_locked(sample(&(struct flow_sampling){.period = 2 * PERIOD, .phase = 50})));
	tables_free(&tables);
	tables_init(&tables, "");
	assert_true(is_locked(sample(&(struct flow_sampling){.period = PERIOD / 2, .phase = 50})));
}

/* 617 and 1000 have no common divisor, so samples are spread evenly over the work. */
TEST_WITH(sampling_at_an_unrelated_period_finds_the_true_share, open_periodic, close_periodic)
{
	const struct table *table = sample(&(struct flow_sampling){.period = 617});

	assert_float_equal(table->cells[SAMPLED].number, 1. / 3, 0.05);
	assert_string_equal(table->cells[TRUTH].text, "within");
	assert_false(is_locked(table));
}

TEST_WITH(random_sampling_finds_the_true_share_at_the_works_period, open_periodic, close_periodic)
{
	const struct table *table =
		sample(&(struct flow_sampling){.period = PERIOD, .is_random = true});

	assert_uint_in_range(table->cells[SAMPLES].count, 5, 40);
	assert_string_equal(table->cells[TRUTH].text, "within");
	assert_false(is_locked(table));
}

/* All work is in the first part of the only period. */
TEST_WITH(sampling_period_too_long_for_the_run_has_no_verdict, open_periodic, close_periodic)
{
	static const uint64_t periods[] = {100 * PERIOD, 59 * PERIOD, 20 * PERIOD};

	for (size_t i = 0; i < COUNT(periods); i++) {
		const struct table *table = sample(&(struct flow_sampling){.period = periods[i]});

		assert_false(is_locked(table));
		assert_non_null(strstr(table->note, "No verdict"));
		assert_false(table->cells[TRUTH].has_value);
		tables_free(&tables);
		tables_init(&tables, "");
	}
	assert_true(sample(&(struct flow_sampling){.period = 19 * PERIOD})->cells[TRUTH].has_value);
}

#define SHORT_ONES 3000
#define SHORT_STEP 7

/* In three and a half periods, the first half of the period occurs more often than the second. */
TEST(partial_last_period_is_not_reported_as_locked)
{
	const struct flow_sampling sampling = {.period = SHORT_ONES * SHORT_STEP * 2 / 7};
	struct flow_event *events = calloc(SHORT_ONES, 2 * sizeof(*events));
	uint64_t origin;

	assert_non_null(events);
	for (uint32_t i = 0; i < SHORT_ONES; i++) {
		uint64_t begin = 500 + i * SHORT_STEP;

		events[2 * i] = (struct flow_event)EVENT(begin, ACTION, i + 1, 0, .thread = 1);
		events[2 * i + 1] = (struct flow_event)EVENT(begin + 1, FINISH, i + 1, 0,
							     .thread = 1);
	}
	fixture_open(&fixture, events, 2 * SHORT_ONES);
	flow_sampling_origins(&fixture.session, &origin);
	assert_true(flow_sampling_chance(&sampling, &fixture.session, NULL, &origin) > 0.9);
	fixture_close(&fixture);
	free(events);
}

/* Each sample is counted once, however the time is divided. */
TEST(samples_of_parts_add_up_to_those_of_the_whole)
{
	for (int is_random = 0; is_random < 2; is_random++) {
		const struct flow_sampling sampling = {7, 3, is_random != 0};
		uint64_t sum = 0;

		for (uint64_t time = 0; time < 700; time++) {
			uint64_t here = flow_samples_in(&sampling, 100, 100 + time, 1);

			assert_uint_in_range(here, 0, 1);
			assert_true(is_random || (here == 1) == (time % 7 == 3));
			sum += here;
		}
		assert_int_equal(sum, 100);
		assert_int_equal(flow_samples_in(&sampling, 100, 100, 700), 100);
	}
}

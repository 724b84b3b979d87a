/* SPDX-License-Identifier: MIT */
/* The runner on a scripted machine: what it runs, what it writes, what it survives. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "bench/engine/measure.h"
#include "bench/engine/options.h"
#include "bench/engine/runner.h"
#include "bench/null/empty.h"
#include "lib/text/errno.h"
#include "lib/text/fmt.h"
#include "lib/wire/samples.h"
#include "tests/unit/bench/fake_platform.h"

/* What the benchmarks below did. */
static struct {
	unsigned warming_trial;         /* which of the trials was as long as asked for */
	unsigned setups, teardowns, trials;
	uint64_t largest_iterations;
	bool state_was_zeroed, state_was_there;
	uint64_t first_random[8];
} seen;

static unsigned run_one(const struct benchmark *bench, const char *samples)
{
	const struct benchmark *benchmarks[] = {bench, NULL};
	struct options options;

	options_init(&options);
	options_parse(&options, "bench", bench->name);
	if (samples != NULL)
		options_parse(&options, "samples", samples);
	return runner_run(&options, benchmarks);
}

static int reset(void **state)
{
	(void)state;
	fake_reset();
	memset(&seen, 0, sizeof(seen));
	return 0;
}

/* Whatever happened, the machine must have been put back and the log be whole. */
static int check_clean(void **state)
{
	const struct wire_record *end = fake_record(WIRE_end, 0);

	(void)state;
	assert_int_equal(fake.quiet_depth, 0);
	assert_int_equal(fake.scope_depth, 0);
	assert_int_equal(fake.map_count, 0);
	assert_false(fake.wrote_while_quiet);
	assert_int_equal(fake_record_kind(0), WIRE_manifest);
	assert_non_null(end);
	assert_string_equal(end->end.status, "complete");
	assert_int_equal(end->end.records, end->seq);
	assert_int_equal(fake_record_kind(end->seq), WIRE_end);
	assert_int_equal(fake.concluded, 1);
	assert_int_equal(fake_record_kind(end->seq + 1), WIRE_KINDS);
	return 0;
}

/* ---- A benchmark that is sampled ---- */

static int counting_setup(struct bench_ctx *ctx)
{
	uint64_t *state = ctx->state;

	seen.state_was_zeroed = state[0] == 0 && state[7] == 0;
	state[0] = 42;
	seen.first_random[seen.setups++ % 8] = rng_next(&ctx->rng);
	return 0;
}

static int counting_sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	seen.state_was_there = *(uint64_t *)ctx->state == 42;
	values[0] = seen.trials;
	values[1] = 1000 + seen.trials++;
	return 0;
}

static void counting_teardown(struct bench_ctx *ctx)
{
	(void)ctx;
	seen.teardowns++;
}

static const char *const two_stages[] = {"there", "back", NULL};

static const struct benchmark counting = {
	.name = "fake.counting",
	.summary = "one trial more",
	.stages = two_stages,
	.state_bytes = 64,
	.setup = counting_setup,
	.sample = counting_sample,
	.teardown = counting_teardown,
};

static long unpack(const struct wire_record *record, uint64_t *values, size_t capacity)
{
	const struct wire_bytes *data = &record->samples.data;

	return samples_unpack(data->data, data->size, values, capacity);
}

static void each_stage_gets_a_series_with_its_cold_and_warm_samples(void **state)
{
	const struct wire_record *series, *cold, *warm;
	uint64_t values[5];

	(void)state;
	assert_int_equal(run_one(&counting, "5"), 0);
	series = fake_record(WIRE_series, 1);
	cold = fake_record(WIRE_samples, 2);
	warm = fake_record(WIRE_samples, 3);
	assert_int_equal(fake_record_count(WIRE_series), 2);
	assert_string_equal(series->series.stage, "back");
	assert_string_equal(series->series.point, "");
	assert_int_equal(series->series.iterations, 1);
	assert_int_equal(series->series.cold_iterations, 1);
	assert_int_equal(series->series.timed, 0);
	assert_int_equal(cold->samples.series, series->series.id);
	assert_int_equal(cold->samples.cold, 1);
	assert_int_equal(cold->samples.n, 1);
	assert_int_equal(unpack(cold, values, 5), 1);
	assert_int_equal(values[0], 1000);
	assert_int_equal(warm->samples.series, series->series.id);
	assert_int_equal(warm->samples.cold, 0);
	assert_int_equal(unpack(warm, values, 5), 5);
	assert_int_equal(values[4] - values[0], 4);
	assert_int_equal(values[4], 1000 + seen.trials - 1);
}

/* ---- What a sample holds ---- */

static void count_iterations(struct bench_ctx *ctx, uint64_t iterations)
{
	(void)ctx;
	seen.trials++;
	seen.largest_iterations = iterations;
}

static const struct benchmark differenced = {
	.name = "fake.differenced",
	.summary = "an operation timed n and 2n times",
	.differs_hosted = "it is another one",
	.run = count_iterations,
	.loop_operations = 10,
	.differenced = true,
};

static void a_differenced_benchmark_has_a_second_series_of_twice_the_operations(void **state)
{
	const struct wire_series *once, *twice;

	(void)state;
	fake.time_base = TIME_INSTRUCTIONS;
	assert_int_equal(run_one(&differenced, "5"), 0);
	once = &fake_record(WIRE_series, 0)->series;
	twice = &fake_record(WIRE_series, 1)->series;
	assert_int_equal(fake_record_count(WIRE_series), 2);
	assert_string_equal(once->stage, "");
	assert_string_equal(twice->stage, "2n");
	assert_int_equal(once->timed, 1);
	assert_int_equal(twice->timed, 1);
	assert_int_equal(twice->iterations, 2 * once->iterations);
	assert_int_equal(seen.largest_iterations, twice->iterations);
	assert_int_equal(fake_record(WIRE_samples, 1)->samples.n, 5);
	assert_int_equal(fake_record(WIRE_samples, 2)->samples.n, 5);
	assert_int_equal(fake_record_count(WIRE_samples), 3);
}

static void what_differs_under_an_operating_system_is_said_there_only(void **state)
{
	(void)state;
	run_one(&differenced, "5");
	assert_string_equal(fake_record(WIRE_bench, 0)->bench.differs, "");
	fake_reset();
	fake.is_hosted = true;
	run_one(&differenced, "5");
	assert_string_equal(fake_record(WIRE_bench, 0)->bench.differs, "it is another one");
}

static void records_come_in_the_order_a_reader_needs(void **state)
{
	static const enum wire_kind order[] = {
		WIRE_manifest, WIRE_plan, WIRE_planned, WIRE_bench, WIRE_series, WIRE_samples,
		WIRE_samples, WIRE_series, WIRE_samples, WIRE_samples, WIRE_done, WIRE_end,
	};

	(void)state;
	run_one(&counting, "5");
	for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); i++)
		assert_int_equal(fake_record_kind(i), order[i]);
	assert_int_equal(fake_record(WIRE_plan, 0)->plan.benches, 1);
	assert_int_equal(fake_record(WIRE_end, 0)->end.run, 1);
}

static void a_point_is_set_up_and_torn_down_once_with_zeroed_state(void **state)
{
	(void)state;
	run_one(&counting, NULL);
	assert_int_equal(seen.setups, 1);
	assert_int_equal(seen.teardowns, 1);
	assert_true(seen.state_was_zeroed);
	assert_true(seen.state_was_there);
}

static void more_samples_than_fit_a_record_are_split(void **state)
{
	const struct wire_record *record;
	uint64_t next = 0;

	(void)state;
	run_one(&counting, "1024");
	for (size_t i = 0; (record = fake_record(WIRE_samples, i)) != NULL; i++) {
		if (record->samples.series != 1 || record->samples.cold)
			continue;
		assert_true(record->samples.data.size <= WIRE_BYTES_MAX);
		assert_int_equal(record->samples.first, next);
		next += record->samples.n;
	}
	assert_int_equal(next, 1024);
}

static void a_disturbed_sample_is_flagged_and_kept(void **state)
{
	(void)state;
	fake.smis_per_look = 1;
	run_one(&counting, "5");
	assert_int_equal(fake_record_count(WIRE_disturbed), 10);
	assert_string_equal(fake_record(WIRE_disturbed, 4)->disturbed.cause, "smi");
	assert_int_equal(fake_record(WIRE_disturbed, 4)->disturbed.index, 4);
	assert_int_equal(fake_record(WIRE_disturbed, 4)->disturbed.count, 1);
	assert_int_equal(fake_record(WIRE_samples, 1)->samples.n, 5);
	assert_int_equal(fake_record_count(WIRE_warning), 0);
}

static void when_everything_is_disturbed_the_list_is_cut_and_says_so(void **state)
{
	(void)state;
	fake.smis_per_look = 1;
	run_one(&counting, "1000");
	assert_true(fake_record_count(WIRE_disturbed) < 100);
	assert_non_null(strstr(fake_record(WIRE_warning, 0)->warning.text, "1000 of 1000"));
}

static int half_blind_sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	(void)ctx;
	values[0] = BENCH_NOT_MEASURED;
	values[1] = 1000;
	return 0;
}

static void a_stage_that_is_never_shown_is_skipped_and_the_others_kept(void **state)
{
	const struct benchmark half_blind = {
		.name = "fake.half_blind", .stages = two_stages, .sample = half_blind_sample,
	};

	(void)state;
	run_one(&half_blind, "5");
	assert_int_equal(fake_record_count(WIRE_series), 1);
	assert_string_equal(fake_record(WIRE_series, 0)->series.stage, "back");
	assert_int_equal(fake_record_count(WIRE_skip), 1);
	assert_non_null(strstr(fake_record(WIRE_skip, 0)->skip.detail, "there"));
}

static void a_difference_is_told_only_where_there_is_an_operating_system(void **state)
{
	struct benchmark different = counting;

	(void)state;
	different.differs_hosted = "it is slower";
	run_one(&different, "5");
	assert_string_equal(fake_record(WIRE_bench, 0)->bench.differs, "");
	fake_reset();
	fake.is_hosted = true;
	run_one(&different, "5");
	assert_string_equal(fake_record(WIRE_bench, 0)->bench.differs, "it is slower");
}

/* ---- Benchmarks that the runner times ---- */

#define WARMING 77777           /* no length that calibration tries */

static void counting_run(struct bench_ctx *ctx, uint64_t iterations)
{
	seen.trials++;
	if (iterations == WARMING) {
		seen.warming_trial = seen.trials;
		assert_int_equal(fake.quiet_depth, 1);
	}
	if (iterations > seen.largest_iterations)
		seen.largest_iterations = iterations;
	empty_run(ctx, iterations);
}

static const struct benchmark single = {.name = "fake.single", .run = counting_run};
static const struct benchmark repeated = {
	.name = "fake.repeated", .run = counting_run, .loop_operations = 10,
};

static void an_operation_without_a_loop_is_done_once_a_sample(void **state)
{
	(void)state;
	run_one(&single, NULL);
	assert_int_equal(seen.largest_iterations, 1);
	assert_int_equal(fake_record(WIRE_series, 0)->series.iterations, 1);
	assert_int_equal(fake_record(WIRE_series, 0)->series.timed, 1);
}

static void a_loop_is_repeated_until_a_sample_is_long_for_the_clock(void **state)
{
	const struct wire_series *series;

	(void)state;
	run_one(&repeated, NULL);
	series = &fake_record(WIRE_series, 0)->series;
	assert_true(series->iterations > 100);
	assert_int_equal(series->iterations % 10, 0);
	assert_int_equal(series->cold_iterations, 10);
	assert_int_equal(series->iterations, seen.largest_iterations);
}

static void where_a_tick_is_an_instruction_a_loop_turns_once(void **state)
{
	(void)state;
	fake.time_base = TIME_INSTRUCTIONS;
	run_one(&repeated, NULL);
	assert_int_equal(fake_record(WIRE_series, 0)->series.iterations, 10);
	assert_int_equal(seen.largest_iterations, 10);
	assert_true(seen.trials < 15);
}

static void the_number_of_samples_can_be_given(void **state)
{
	(void)state;
	run_one(&repeated, "77");
	assert_int_equal(fake_record(WIRE_samples, 1)->samples.n, 77);
}

static int warming_setup(struct bench_ctx *ctx)
{
	ctx->warming = WARMING;
	return 0;
}

static void what_a_benchmark_works_on_is_warmed_after_the_cold_sample(void **state)
{
	struct benchmark warming = repeated;

	(void)state;
	warming.setup = warming_setup;
	run_one(&warming, NULL);
	assert_int_equal(seen.warming_trial, 2);
}

#define NEEDED_SAMPLES 123

static int needing_setup(struct bench_ctx *ctx)
{
	ctx->samples = NEEDED_SAMPLES;
	return counting_setup(ctx);
}

static void a_benchmark_that_needs_a_number_of_samples_gets_them(void **state)
{
	struct benchmark needing = counting;

	(void)state;
	needing.setup = needing_setup;
	run_one(&needing, NULL);
	assert_int_equal(fake_record(WIRE_samples, 1)->samples.n, NEEDED_SAMPLES);
	assert_int_equal(seen.teardowns, 1);
}

/* ---- Sweeps ---- */

static const char *const wait_labels[] = {"spin", "hlt"};

static size_t two_values(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	(void)ctx;
	values[0] = 0;
	values[1] = 1;
	return 2;
}

/* The first value of the axis before decides: 0 leaves out what comes after 64, 1 all. */
static size_t sizes(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	bench_skip(ctx, "memory", "%d bytes are too many", 128);
	values[0] = 32;
	values[1] = 64;
	return ctx->point[0] == 0 ? 2 : 0;
}

static const struct axis swept_axes[] = {
	{"wait", wait_labels, two_values}, {"size_bytes", NULL, sizes}, {0},
};

static const struct benchmark swept = {
	.name = "fake.swept", .axes = swept_axes, .setup = counting_setup,
	.sample = counting_sample, .state_bytes = 64,
};

static void the_last_axis_is_swept_fastest_and_points_name_their_values(void **state)
{
	(void)state;
	run_one(&swept, "3");
	assert_int_equal(fake_record_count(WIRE_series), 2);
	assert_string_equal(fake_record(WIRE_series, 0)->series.point, "wait=spin size_bytes=32");
	assert_string_equal(fake_record(WIRE_series, 1)->series.point, "wait=spin size_bytes=64");
}

static void what_an_axis_leaves_out_gives_one_skip_record(void **state)
{
	(void)state;
	run_one(&swept, "3");
	assert_int_equal(fake_record_count(WIRE_skip), 2);
	assert_string_equal(fake_record(WIRE_skip, 0)->skip.point, "wait=spin");
	assert_string_equal(fake_record(WIRE_skip, 0)->skip.detail, "128 bytes are too many");
	assert_string_equal(fake_record(WIRE_skip, 1)->skip.point, "wait=hlt");
	assert_string_equal(fake_record(WIRE_skip, 1)->skip.missing, "memory");
}

/* The seed is part of what makes a run repeatable: figures change with it, so it must not. */
static void every_point_of_every_run_starts_with_the_same_random_numbers(void **state)
{
	struct rng rng;

	(void)state;
	rng_seed(&rng, 1);
	run_one(&swept, "3");
	assert_int_equal(seen.setups, 2);
	assert_true(seen.first_random[0] == rng_next(&rng));
	assert_true(seen.first_random[0] == seen.first_random[1]);
}

/* ---- What is missing ---- */

static const struct benchmark needy = {
	.name = "fake.needy", .needs = CAN_LAPIC | CAN_SMP, .setup = counting_setup,
	.sample = counting_sample, .state_bytes = 64,
};

static void a_missing_capability_gives_a_skip_record_that_names_it(void **state)
{
	const struct wire_skip *skip;

	(void)state;
	fake.capabilities = CAN_SMP;
	assert_int_equal(run_one(&needy, NULL), 0);
	skip = &fake_record(WIRE_skip, 0)->skip;
	assert_string_equal(skip->bench, "fake.needy");
	assert_string_equal(skip->missing, "lapic");
	assert_string_equal(skip->point, "");
	assert_int_equal(seen.setups, 0);
	assert_int_equal(fake_record(WIRE_end, 0)->end.skipped, 1);
	assert_int_equal(fake_record(WIRE_end, 0)->end.run, 0);
}

static void why_a_capability_is_missing_is_told_where_it_is_known(void **state)
{
	struct benchmark large = counting;

	(void)state;
	fake.lacking = "ask the administrator";
	large.needs = CAN_PAGE_2M;
	run_one(&large, NULL);
	assert_string_equal(fake_record(WIRE_skip, 0)->skip.detail,
			    "needs 2 MiB pages: ask the administrator");
}

static void a_benchmark_whose_capabilities_are_there_is_run(void **state)
{
	(void)state;
	fake.capabilities = CAN_SMP | CAN_LAPIC;
	run_one(&needy, "3");
	assert_int_equal(fake_record_count(WIRE_series), 1);
}

static int skipping_setup(struct bench_ctx *ctx)
{
	return bench_skip(ctx, "luck", "there was none");
}

static const struct benchmark skipping = {
	.name = "fake.skipping", .setup = skipping_setup, .sample = counting_sample,
	.teardown = counting_teardown,
};

static void a_setup_that_skips_gives_a_skip_record_and_no_teardown(void **state)
{
	(void)state;
	assert_int_equal(run_one(&skipping, NULL), 0);
	assert_string_equal(fake_record(WIRE_skip, 0)->skip.missing, "luck");
	assert_int_equal(fake_record_count(WIRE_fault), 0);
	assert_int_equal(fake_record(WIRE_end, 0)->end.skipped, 1);
	assert_int_equal(seen.teardowns, 0);
}

static void a_pattern_that_matches_nothing_is_warned_of(void **state)
{
	const struct benchmark *benchmarks[] = {&counting, NULL};
	struct options options;

	(void)state;
	options_init(&options);
	options_parse(&options, "bench", "fake.countng");
	runner_run(&options, benchmarks);
	assert_string_equal(fake_record(WIRE_warning, 0)->warning.text,
			    "bench=fake.countng matches no benchmark");
	assert_int_equal(fake_record(WIRE_plan, 0)->plan.benches, 0);
}

static const struct benchmark beneath = {
	.name = "fake.beneath",
	.unit = UNIT_TSC_TICKS,
	.underlies_all = true,
	.run = empty_run,
};

static void select_by(const char *pattern)
{
	const struct benchmark *benchmarks[] = {&beneath, &counting, NULL};
	struct options options;

	options_init(&options);
	options_parse(&options, "bench", pattern);
	runner_run(&options, benchmarks);
}

static void what_others_rest_on_runs_whatever_is_selected(void **state)
{
	(void)state;
	select_by("fake.counting");
	assert_int_equal(fake_record(WIRE_plan, 0)->plan.benches, 2);
	assert_string_equal(fake_record(WIRE_bench, 0)->bench.name, "fake.beneath");
	assert_string_equal(fake_record(WIRE_bench, 1)->bench.name, "fake.counting");
}

/* Where no pattern at all would select everything. */
static void a_bench_word_without_a_pattern_selects_nothing(void **state)
{
	(void)state;
	select_by("");
	assert_int_equal(fake_record(WIRE_plan, 0)->plan.benches, 0);
	assert_null(fake_record(WIRE_bench, 0));
}

static void patterns_before_an_unusable_one_select_what_they_match(void **state)
{
	(void)state;
	select_by("fake.counting,");
	assert_int_equal(fake_record(WIRE_plan, 0)->plan.benches, 2);
}

/* In the order in which they run. */
static void what_is_going_to_run_is_announced_by_name(void **state)
{
	(void)state;
	select_by("fake.counting");
	assert_string_equal(fake_record(WIRE_planned, 0)->planned.benches,
			    "fake.beneath,fake.counting");
	assert_null(fake_record(WIRE_planned, 1));
}

#define MANY 100

static void names_beyond_one_record_are_in_the_next(void **state)
{
	static struct benchmark many[MANY];
	static char names[MANY][32];
	const struct benchmark *benchmarks[MANY + 1] = {NULL};
	struct options options;
	size_t record = 0, found = 0;

	(void)state;
	for (size_t i = 0; i < MANY; i++) {
		fmt_buffer(names[i], sizeof(names[i]), "fake.number_%lu_of_many", i);
		many[i] = (struct benchmark){
			.name = names[i], .unit = UNIT_TSC_TICKS, .run = empty_run,
		};
		benchmarks[i] = &many[i];
	}
	options_init(&options);
	options_parse(&options, "bench", "fake.*");
	options_parse(&options, "samples", "5");
	runner_run(&options, benchmarks);
	for (; fake_record(WIRE_planned, record) != NULL; record++) {
		const char *name = fake_record(WIRE_planned, record)->planned.benches;

		for (; name != NULL; found++) {
			assert_memory_equal(name, names[found], strlen(names[found]));
			name = strchr(name, ',');
			name = name != NULL ? name + 1 : NULL;
		}
	}
	assert_int_equal(found, MANY);
	assert_int_equal(record, 5);
}

static void what_others_rest_on_does_not_run_for_nothing(void **state)
{
	(void)state;
	select_by("fake.countng");
	assert_int_equal(fake_record(WIRE_plan, 0)->plan.benches, 0);
	assert_null(fake_record(WIRE_planned, 0));
	assert_null(fake_record(WIRE_bench, 0));
}

/* ---- What goes wrong ---- */

static size_t many_values(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	(void)ctx;
	for (unsigned i = 0; i < BENCH_AXIS_VALUES_MAX; i++)
		values[i] = i;
	return BENCH_AXIS_VALUES_MAX;
}

static const struct axis many_axes[] = {{"nth", NULL, many_values}, {0}};

static int failing_setup(struct bench_ctx *ctx)
{
	return ctx->point[0] == 0 ? -ENOMEM : bench_error(ctx, -EIO, "point %lu is bad",
							  ctx->point[0]);
}

/* Point 0 faults, the others work. */
static int faulting_sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	if (ctx->point[0] == 0)
		fake_fail("exception");
	values[0] = 1;
	return 0;
}

static int hanging_sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	(void)ctx;
	(void)values;
	fake_fail("timeout");
}

static void faulting_teardown(struct bench_ctx *ctx)
{
	(void)ctx;
	fake_fail("exception");
}

static const struct benchmark faulting = {
	.name = "fake.faulting", .axes = many_axes, .sample = faulting_sample,
	.teardown = counting_teardown,
};
static const struct benchmark hanging = {
	.name = "fake.hanging", .axes = many_axes, .sample = hanging_sample,
};
static const struct benchmark failing = {
	.name = "fake.failing", .axes = many_axes, .setup = failing_setup,
	.sample = counting_sample,
};
static const struct benchmark faulting_at_the_end = {
	.name = "fake.faulting_at_the_end", .setup = counting_setup, .sample = counting_sample,
	.teardown = faulting_teardown, .state_bytes = 64,
};

static void a_fault_ends_its_point_and_the_next_point_is_run(void **state)
{
	const struct wire_fault *fault;

	(void)state;
	assert_int_equal(run_one(&faulting, "3"), 1);
	fault = &fake_record(WIRE_fault, 0)->fault;
	assert_int_equal(fake_record_count(WIRE_fault), 1);
	assert_string_equal(fault->bench, "fake.faulting");
	assert_string_equal(fault->point, "nth=0");
	assert_string_equal(fault->kind, "exception");
	assert_int_equal(fault->vector, 14);
	assert_string_equal(fault->backtrace, "scripted+0x0");
	assert_int_equal(fake_record_count(WIRE_series), BENCH_AXIS_VALUES_MAX - 1);
	assert_int_equal(seen.teardowns, BENCH_AXIS_VALUES_MAX);
	assert_int_equal(fake_record(WIRE_end, 0)->end.faulted, 1);
}

static void after_a_timeout_the_rest_of_the_benchmark_is_given_up_and_the_next_one_run(void **state)
{
	const struct benchmark *benchmarks[] = {&hanging, &counting, NULL};
	struct options options;

	(void)state;
	options_init(&options);
	options_parse(&options, "bench", "fake.*");
	assert_int_equal(runner_run(&options, benchmarks), 1);
	assert_int_equal(fake_record_count(WIRE_fault), 1);
	assert_string_equal(fake_record(WIRE_fault, 0)->fault.kind, "timeout");
	assert_non_null(strstr(fake_record(WIRE_warning, 0)->warning.text, "hung"));
	assert_int_equal(fake_record_count(WIRE_done), 2);
	assert_int_equal(fake_record(WIRE_end, 0)->end.run, 1);
}

static void errors_are_reported_in_words_and_given_up_after_several_in_a_row(void **state)
{
	(void)state;
	assert_int_equal(run_one(&failing, NULL), 1);
	assert_int_equal(fake_record_count(WIRE_fault), 8);
	assert_string_equal(fake_record(WIRE_fault, 0)->fault.kind, "error");
	assert_string_equal(fake_record(WIRE_fault, 0)->fault.detail, "the benchmark returned -12");
	assert_string_equal(fake_record(WIRE_fault, 1)->fault.detail, "point 1 is bad");
	assert_int_equal(fake_record_count(WIRE_warning), 1);
}

/* Of three devices the one in the middle fails at each of its points. */
static size_t three_devices(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	(void)ctx;
	for (uint64_t device = 0; device < 3; device++)
		values[device] = device;
	return 3;
}

static int one_device_failing_setup(struct bench_ctx *ctx)
{
	return ctx->point[0] == 1 ? bench_error(ctx, -5, "it can't be read") : 0;
}

static const char *const device_labels[] = {"good0", "bad0", "good1"};
static const struct axis device_axes[] = {
	{"device", device_labels, three_devices}, {"nth", NULL, many_values}, {0},
};
static const struct benchmark of_devices = {
	.name = "fake.of_devices", .axes = device_axes, .is_of_devices = true,
	.setup = one_device_failing_setup, .sample = counting_sample,
};

static void a_device_that_is_given_up_leaves_the_others_to_be_measured(void **state)
{
	(void)state;
	assert_int_equal(run_one(&of_devices, "3"), 1);
	assert_int_equal(fake_record_count(WIRE_fault), 8);
	assert_int_equal(fake_record_count(WIRE_series), 2 * BENCH_AXIS_VALUES_MAX);
	assert_int_equal(fake_record_count(WIRE_warning), 1);
	assert_string_equal(fake_record(WIRE_warning, 0)->warning.text,
			    "fake.of_devices: too many points in a row failed, so its other points of "
			    "bad0 were not run");
}

static void a_fault_in_teardown_is_reported_beside_the_samples(void **state)
{
	(void)state;
	assert_int_equal(run_one(&faulting_at_the_end, "3"), 1);
	assert_int_equal(fake_record_count(WIRE_series), 1);
	assert_int_equal(fake_record_count(WIRE_fault), 1);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, reset, check_clean)

/* ---- The quiet section ---- */

static const struct benchmark timed = {
	.name = "fake.timed",
	.summary = "nothing",
	.run = empty_run,
};

static void interrupts_that_are_on_while_samples_are_taken_are_a_doubt(void **state)
{
	(void)state;
	run_one(&timed, NULL);
	assert_int_equal(fake_record_count(WIRE_doubt), 0);
	fake_reset();
	fake.interrupts_on = true;
	run_one(&timed, NULL);
	assert_string_equal(fake_record(WIRE_doubt, 0)->doubt.check, "interrupts");
	assert_string_equal(fake_record(WIRE_doubt, 0)->doubt.bench, "fake.timed");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(each_stage_gets_a_series_with_its_cold_and_warm_samples),
		TEST(a_differenced_benchmark_has_a_second_series_of_twice_the_operations),
		TEST(what_differs_under_an_operating_system_is_said_there_only),
		TEST(records_come_in_the_order_a_reader_needs),
		TEST(a_point_is_set_up_and_torn_down_once_with_zeroed_state),
		TEST(more_samples_than_fit_a_record_are_split),
		TEST(a_disturbed_sample_is_flagged_and_kept),
		TEST(when_everything_is_disturbed_the_list_is_cut_and_says_so),
		TEST(a_stage_that_is_never_shown_is_skipped_and_the_others_kept),
		TEST(a_difference_is_told_only_where_there_is_an_operating_system),
		TEST(an_operation_without_a_loop_is_done_once_a_sample),
		TEST(a_loop_is_repeated_until_a_sample_is_long_for_the_clock),
		TEST(where_a_tick_is_an_instruction_a_loop_turns_once),
		TEST(the_number_of_samples_can_be_given),
		TEST(what_a_benchmark_works_on_is_warmed_after_the_cold_sample),
		TEST(a_benchmark_that_needs_a_number_of_samples_gets_them),
		TEST(the_last_axis_is_swept_fastest_and_points_name_their_values),
		TEST(what_an_axis_leaves_out_gives_one_skip_record),
		TEST(every_point_of_every_run_starts_with_the_same_random_numbers),
		TEST(a_missing_capability_gives_a_skip_record_that_names_it),
		TEST(why_a_capability_is_missing_is_told_where_it_is_known),
		TEST(a_benchmark_whose_capabilities_are_there_is_run),
		TEST(a_setup_that_skips_gives_a_skip_record_and_no_teardown),
		TEST(a_pattern_that_matches_nothing_is_warned_of),
		TEST(what_others_rest_on_runs_whatever_is_selected),
		TEST(a_bench_word_without_a_pattern_selects_nothing),
		TEST(patterns_before_an_unusable_one_select_what_they_match),
		TEST(what_is_going_to_run_is_announced_by_name),
		TEST(names_beyond_one_record_are_in_the_next),
		TEST(what_others_rest_on_does_not_run_for_nothing),
		TEST(a_fault_ends_its_point_and_the_next_point_is_run),
		TEST(after_a_timeout_the_rest_of_the_benchmark_is_given_up_and_the_next_one_run),
		TEST(a_device_that_is_given_up_leaves_the_others_to_be_measured),
		TEST(errors_are_reported_in_words_and_given_up_after_several_in_a_row),
		TEST(a_fault_in_teardown_is_reported_beside_the_samples),
		TEST(interrupts_that_are_on_while_samples_are_taken_are_a_doubt),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

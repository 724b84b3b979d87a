/* SPDX-License-Identifier: MIT */
/* Counts of the gaps in an idle loop. */
#include "tests/unit/bench/idle/trace_fixture.h"

#include <string.h>

#include "bench/noise/tally.h"
#include "lib/cpu/clock.h"
#include "lib/wire/samples.h"
#include "tests/unit/bench/bench_run.h"
#include "tests/unit/bench/fake_platform.h"

static struct noise_tally tally;
static struct {
	uint32_t short_passes, smis, interrupts;
} counted;                              /* by the next run */

#define RUN_AFTER_TICKS 300

/* A run with these gaps in ticks, one pass each, one after the other. It begins after the tally. */
static void add_run(struct idle_trace *trace, const uint64_t *gaps, size_t count)
{
	uint64_t now_tsc = tally.begin_tsc + RUN_AFTER_TICKS;

	idle_trace_begin(trace);
	trace->loop.short_passes = counted.short_passes;
	trace->smis = counted.smis;
	trace->interrupts = counted.interrupts;
	trace->passes.offered = trace->passes.kept = 0;
	for (size_t i = 0; i < count; i++) {
		struct idle_pass *pass = ring_push(&trace->passes);

		*pass = (struct idle_pass){now_tsc, now_tsc + trace->pass_ticks + gaps[i],
					   .interrupts = i == 0, .readings = {i > 0}};
		now_tsc = pass->end_tsc;
	}
	trace->begin_tsc = tally.begin_tsc + RUN_AFTER_TICKS;
	trace->end_tsc = now_tsc;
	noise_tally_add(&tally);
}

static struct idle_trace *open_tally(void)
{
	struct idle_trace *trace = trace_fixture_open(false);

	memset(&tally, 0, sizeof(tally));
	memset(&counted, 0, sizeof(counted));
	tally.trace = trace;
	tally.begin_tsc = 1000000;
	tally.limit_ticks = 5000;
	trace->readings[0].name = "smi";
	trace->loop.readings = 1;
	return trace;
}

RESET_TEST(gaps_are_counted_by_their_length)
{
	static const uint64_t gaps[] = {1024, 2047, 2048, 5000, 5001};
	struct idle_trace *trace = open_tally();

	add_run(trace, gaps, 5);
	assert_int_equal(tally.bins[10], 2);
	assert_int_equal(tally.bins[11], 1);
	assert_int_equal(tally.bins[12], 2);
	assert_int_equal(tally.firsts_ticks[10], RUN_AFTER_TICKS + trace->pass_ticks + 1024);
	assert_int_equal(tally.gap_ticks, 1024 + 2047 + 2048 + 5000 + 5001);
	assert_int_equal(tally.largest_ticks, 5001);
	assert_int_equal(tally.over_limit, 1);
	platform_scope_end();
}

RESET_TEST(maximum_gap_is_kept)
{
	static const uint64_t gaps[] = {3000, 7000, 2000};
	struct idle_trace *trace = open_tally();

	add_run(trace, gaps, 3);
	assert_int_equal(tally.largest_ticks, 7000);
	assert_int_equal(tally.largest_at_ticks,
			 RUN_AFTER_TICKS + 2 * trace->pass_ticks + 10000);
	platform_scope_end();
}

RESET_TEST(gap_is_attributed_to_the_events_counted_in_its_pass)
{
	static const uint64_t gaps[] = {3000, 3000, 3000};
	struct idle_trace *trace = open_tally();

	tally.limit_ticks = 0;
	add_run(trace, gaps, 3);
	assert_int_equal(tally.interrupt_gaps, 2);      /* the count goes from 0 to 1 and back */
	assert_int_equal(tally.smi_gaps, 1);
	assert_int_equal(tally.listed[0].interrupts, 1);
	assert_int_equal(tally.listed[0].smis, 0);
	assert_int_equal(tally.listed[1].smis, 1);
	platform_scope_end();
}

RESET_TEST(memory_use_does_not_grow_with_the_number_of_gaps)
{
	uint64_t gaps[PASSES];
	struct idle_trace *trace = open_tally();

	for (size_t i = 0; i < PASSES; i++)
		gaps[i] = 1000000;
	for (int run = 0; run < 100; run++)
		add_run(trace, gaps, PASSES);
	assert_int_equal(tally.gaps, 100 * PASSES);
	assert_int_equal(tally.over_limit, 100 * PASSES);
	assert_int_equal(tally.listed_count, NOISE_LISTED_MAX);
	noise_tally_write(&trace_fixture_ctx, &tally, true);
	noise_tally_write(&trace_fixture_ctx, &tally, true);
	assert_int_equal(fake_record_count(WIRE_noise_gap), NOISE_LISTED_MAX);
	assert_int_equal(fake_record(WIRE_noise, 1)->noise.over_limit, 100 * PASSES);
	platform_scope_end();
}

/* Each field has its own value. The run before begins at the same time. */
RESET_TEST(record_has_the_counts_of_all_runs)
{
	static const uint64_t first[] = {2047, 6000, 7000}, second[] = {0, 1024, 9000, 5000};
	struct idle_trace *trace = open_tally();
	uint64_t pass_ticks = trace->pass_ticks, values[NOISE_BINS];
	const struct wire_noise *noise;
	const struct wire_noise_gap *gap;

	counted.smis = 3;
	counted.interrupts = 20;
	add_run(trace, first, 3);
	counted.short_passes = 40;
	counted.smis = 4;
	counted.interrupts = 50;
	add_run(trace, second, 4);
	tally.cpu = 6;
	noise_tally_write(&trace_fixture_ctx, &tally, false);
	noise = &fake_record(WIRE_noise, 0)->noise;
	assert_int_equal(noise->cpu, 6);
	assert_int_equal(noise->final, 0);
	assert_int_equal(noise->quantum_ticks, trace->quantum_ticks);
	assert_int_equal(noise->pass_ticks, pass_ticks);
	assert_int_equal(noise->threshold_ticks, trace->loop.threshold_ticks);
	assert_int_equal(noise->limit_ticks, 5000);
	assert_int_equal(noise->begin_tsc, 1000000);
	assert_int_equal(noise->until_ticks, RUN_AFTER_TICKS + 4 * pass_ticks + 15024);
	assert_int_equal(noise->watched_ticks, 7 * pass_ticks + 15047 + 15024);
	assert_int_equal(noise->passes, 47);
	assert_int_equal(noise->smis, 7);
	assert_int_equal(noise->interrupts, 70);
	assert_int_equal(noise->smi_gaps, 2);
	assert_int_equal(noise->interrupt_gaps, 3);
	assert_int_equal(noise->gaps, 6);
	assert_int_equal(noise->gap_ticks, 15047 + 15024);
	assert_int_equal(noise->over_limit, 3);
	assert_int_equal(noise->largest_ticks, 9000);
	assert_int_equal(noise->largest_at, RUN_AFTER_TICKS + 3 * pass_ticks + 10024);
	assert_string_equal(noise->readings, "smi");
	assert_int_equal(samples_unpack(noise->bins.data, noise->bins.size, values, NOISE_BINS),
			 NOISE_BINS);
	assert_true(values[10] == 2 && values[12] == 3 && values[13] == 1 && values[11] == 0);
	assert_int_equal(samples_unpack(noise->firsts.data, noise->firsts.size, values,
					NOISE_BINS), NOISE_BINS);
	assert_int_equal(values[10], RUN_AFTER_TICKS + pass_ticks + 2047);
	assert_int_equal(values[12], RUN_AFTER_TICKS + 2 * pass_ticks + 8047);
	gap = &fake_record(WIRE_noise_gap, 2)->noise_gap;
	assert_int_equal(gap->cpu, 6);
	assert_int_equal(gap->ticks, 9000);
	assert_int_equal(gap->at, RUN_AFTER_TICKS + 3 * pass_ticks + 10024);
	assert_null(fake_record(WIRE_noise_gap, 3));
	platform_scope_end();
}

RESET_TEST(noise_of_every_cpu_is_reported)
{
	uint64_t begin_tsc = clock_read();

	fake.cpu_count = 2;
	bench_run("noise.gaps");
	for (size_t i = 0; i < 2; i++) {
		assert_true(fake_record(WIRE_noise, i)->noise.begin_tsc > begin_tsc);
		assert_true(fake_record(WIRE_noise, i)->noise.begin_tsc < clock_read());
	}
	assert_int_equal(fake_record_count(WIRE_noise), 2);
	assert_int_equal(fake_record(WIRE_noise, 1)->noise.cpu, 1);
	assert_int_equal(fake_record(WIRE_noise, 1)->noise.final, 1);
	assert_int_equal(fake_record_count(WIRE_os_activity), 2);
	assert_true(bench_first_sample("watched") > 0);
}

/* Of the only point. */
static uint64_t sum_of_samples(const char *stage)
{
	const struct wire_record *series, *samples;
	uint64_t values[1024], sum = 0;

	for (size_t i = 0; (series = fake_record(WIRE_series, i)) != NULL; i++) {
		for (size_t j = 0; (samples = fake_record(WIRE_samples, j)) != NULL; j++) {
			if (strcmp(series->series.stage, stage) != 0 ||
			    samples->samples.series != series->series.id)
				continue;
			assert_int_equal(samples_unpack(samples->samples.data.data,
							samples->samples.data.size, values, 1024),
					 samples->samples.n);
			for (uint64_t k = 0; k < samples->samples.n; k++)
				sum += values[k];
		}
	}
	return sum;
}

RESET_TEST(samples_add_up_to_the_final_record)
{
	const struct wire_noise *noise;

	bench_run("noise.gaps");
	noise = &fake_record(WIRE_noise, fake_record_count(WIRE_noise) - 1)->noise;
	assert_int_equal(noise->final, 1);
	assert_int_equal(sum_of_samples("watched"), noise->watched_ticks);
	assert_int_equal(sum_of_samples("gaps"), noise->gaps);
	assert_int_equal(sum_of_samples("in_gaps"), noise->gap_ticks);
	assert_int_equal(sum_of_samples("smis"), noise->smis);
}

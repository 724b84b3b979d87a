/* SPDX-License-Identifier: MIT */
/* Output of `bareline idle` for noise, and its tables and charts for other programs. */
#include "tests/unit/unit.h"

#include "lib/wire/samples.h"
#include "tests/unit/tools/idle/view_fixture.h"
#include "tests/unit/tools/idle_log.h"
#include "tools/topic/idle/idle.h"
#include "tools/view/chart.h"
#include "tools/view/text.h"

/* ---- Noise ---- */

static void add_noise(uint64_t final, uint64_t largest, uint64_t gaps)
{
	struct wire_record record = {.kind = WIRE_noise};
	uint64_t counts[20] = {[10] = 3, [17] = 2},
		 firsts[20] = {[10] = 5 * VIEW_MS, [17] = 9 * VIEW_MS};
	static uint8_t packed[2][20 * SAMPLE_BYTES_MAX];

	record.noise = (struct wire_noise){
		.bench = 1, .cpu = 3, .final = final, .pass_ticks = VIEW_MS, .limit_ticks = 150000,
		.until_ticks = 2000 * VIEW_MS, .watched_ticks = 1000 * VIEW_MS, .passes = 990,
		.gaps = gaps, .gap_ticks = 10 * VIEW_MS, .largest_ticks = largest,
		.readings = "smi", .smis = 2, .smi_gaps = 2,
	};
	samples_pack(counts, 20, packed[0], sizeof(packed[0]), &record.noise.bins.size);
	samples_pack(firsts, 20, packed[1], sizeof(packed[1]), &record.noise.firsts.size);
	record.noise.bins.data = packed[0];
	record.noise.firsts.data = packed[1];
	idle_log_add(view_result, &record);
}

TEST(last_noise_report_of_a_cpu_is_judged)
{
	view_begin("real", "noise.gaps");
	add_noise(0, 1000, 5);
	add_noise(1, 149000, 5);
	view_analyse();
	assert_int_equal(view.noise_count, 1);
	assert_int_equal(view.noise[0].verdict, NOISE_PASSED);
	assert_true(view.noise[0].available == 0.99);
	assert_int_equal(view.noise[0].bin_count, 18);
	assert_true(idle_view_passed(&view));
	assert_string_equal(view_text_in("noise", 0, "verdict"), "passed");
	assert_true(view_number_in("noise", 0, "largest") == 149);
	assert_true(view_number_in("noise", 0, "limit") == 150);
	assert_true(view_number_in("noise-causes", 0, "smi_gaps") == 2);
	assert_int_equal(view_table_of("noise-gaps")->row_count, 18);
	view_end();
}

TEST(gap_above_the_limit_fails_the_machine)
{
	view_begin("real", "noise.gaps");
	add_noise(1, 150000, 5);
	view_analyse();
	assert_int_equal(view.noise[0].verdict, NOISE_PASSED);
	view_end();
	view_begin("real", "noise.gaps");
	add_noise(1, 150001, 5);
	view_analyse();
	assert_int_equal(view.noise[0].verdict, NOISE_FAILED);
	assert_false(idle_view_passed(&view));
	view_end();
	view_begin("real", "noise.gaps");
	add_noise(1, 150001, 5);
	view_settings.limit = 0.001;
	view_analyse();
	assert_int_equal(view.noise[0].verdict, NOISE_PASSED);
	view_end();
}

/* A forged log may have any number. */
TEST(reports_beyond_4096_are_omitted)
{
	struct wire_record *records = calloc(4100, sizeof(*records));
	struct result result = {.records[WIRE_noise] = {.items = records, .count = 4100}};
	struct noise *reports;

	assert_non_null(records);
	for (uint64_t i = 0; i < 4100; i++)
		records[i] = (struct wire_record){
			.kind = WIRE_noise, .noise = {.point = "", .cpu = i}};
	records[4099].noise.cpu = 0;
	records[4099].noise.largest_ticks = 7;
	assert_int_equal(noise_find(&result, NOISE_LIMIT_OWN, &reports), 4096);
	assert_int_equal(reports[0].info->largest_ticks, 7);
	assert_int_equal(reports[4095].info->cpu, 4095);
	free(reports);
	free(records);
}

TEST(bins_that_contradict_the_count_are_not_judged)
{
	view_begin("real", "noise.gaps");
	add_noise(1, 1000, 6);
	view_analyse();
	assert_int_equal(view.noise[0].bin_count, 0);
	assert_int_equal(view.noise[0].verdict, NOISE_NOT_JUDGED);
	assert_false(idle_view_passed(&view));
	view_end();
}

/* ---- For other programs ---- */

/* Text shows only the longest gaps. Tables for programs have all gaps and passes. */
TEST(tables_contain_every_gap_and_pass)
{
	static const struct {
		const char *name;
		size_t rows;
	} sizes[] = {
		{"runs", 1},       {"loops", 1},        {"passes", 150},  {"gaps", 12},
		{"gap-causes", 4}, {"gap-lengths", 16}, {"gap-above", 3}, {"gap-cumulative", 12},
		{"profile", 13},   {"trials", 0},       {"stretches", 0}, {"messages", 0},
		{"noise", 0},      {"screens", 0},
	};
	size_t details = 0;

	view_begin("real", "idle.profile");
	view_add_ticks();
	view_analyse();
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
		assert_int_equal(view_table_of(sizes[i].name)->row_count, sizes[i].rows);
	for (size_t i = 0; i < 12; i++)
		details += view_table_of("gaps")->rows[i].is_detail;
	assert_int_equal(details, 2);
	assert_true(view_number_in("runs", 0, "bursts") == 11);
	assert_true(view_number_in("gap-causes", 3, "excess_latency") == 200000);
	assert_true(view_number_in("gap-causes", 3, "share") == 1);
	assert_float_equal(view_number_in("gap-causes", 0, "share") +
				   view_number_in("gap-causes", 1, "share") +
				   view_number_in("gap-causes", 2, "share"),
			   1, 1e-9);
	assert_true(view_number_in("gap-cumulative", 11, "length") == 300000);
	view_end();
}

/* A chart of each table that has one, with a curve for each cause. */
TEST(charts_distinguish_causes)
{
	const struct plot *plot;

	view_begin("real", "idle.profile");
	view_add_ticks();
	view_analyse();
	plot = chart_make_plot(view_table_of("profile"));
	assert_int_equal(plot->curve_count, 4);
	assert_string_equal(plot->curves[0].name, "lapic_timer");
	assert_int_equal(plot->curves[0].count, 10);
	assert_string_equal(plot->curves[3].name, "no gap");
	plot = chart_make_plot(view_table_of("gap-lengths"));
	assert_true(plot->x.is_log && plot->x.low == 1 && plot->x.high == 1000000);
	plot = chart_make_plot(view_table_of("passes"));
	assert_int_equal(plot->curves[0].count, 150);
	assert_string_equal(plot->x.label, "elapsed time, in ms");
	view_end();
}

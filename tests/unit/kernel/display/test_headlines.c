/* SPDX-License-Identifier: MIT */
/* Metrics from records, their units, and the selection of ten key metrics. */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <string.h>

#include "kernel/display/metrics.h"
#include "kernel/display/headlines.h"
#include "lib/text/quantity.h"
#include "lib/wire/samples.h"

static char shown[4096];

static void show(const char *what, const char *quantity)
{
	size_t used = strlen(shown);

	snprintf(shown + used, sizeof(shown) - used, "%s: %s\n", what, quantity);
}

static void begin(uint64_t tsc_hz)
{
	shown[0] = '\0';
	metrics_begin();
	headlines_begin();
	quantity_begin(tsc_hz, tsc_hz != 0 ? "tick" : "instruction");
}

struct made {
	const char *bench, *point, *stage;
	uint64_t iterations, bytes, ticks;
	bool is_not_timed;
};

/* Samples near this many ticks, in two records, as from a target. */
static bool take(const struct made *made, struct metric *metric)
{
	const uint64_t values[] = {made->ticks + 7, made->ticks, made->ticks - 1, made->ticks + 1,
				   made->ticks};
	const struct wire_series series = {
		.point = made->point, .stage = made->stage, .iterations = made->iterations,
		.bytes = made->bytes, .timed = !made->is_not_timed,
	};
	uint8_t packed[64];
	struct wire_samples samples = {.data = {.data = packed}};

	metrics_begin_bench(made->bench, "tsc_ticks");
	metrics_begin_series(&series);
	samples.cold = 1;
	samples_pack(values, 1, packed, sizeof(packed), &samples.data.size);
	metrics_add_samples(&samples);
	samples.cold = 0;
	samples_pack(values, 2, packed, sizeof(packed), &samples.data.size);
	metrics_add_samples(&samples);
	samples_pack(values + 2, 3, packed, sizeof(packed), &samples.data.size);
	metrics_add_samples(&samples);
	return metrics_end_series(metric);
}

static void take_headline(const struct made *made)
{
	struct metric metric;

	assert_true(take(made, &metric));
	headlines_take(&metric);
}

TEST(metric_is_the_median_minus_timing_overhead_per_operation)
{
	struct metric metric;
	unsigned count;

	begin(1000000000);
	assert_true(take(&(struct made){"null.timing", "", "", 1, 0, 40, false}, &metric));
	assert_int_equal(metric.thousandths, 40000);
	assert_true(take(&(struct made){"a.b", "n=7", "", 250, 0, 540, false}, &metric));
	assert_int_equal(metric.thousandths, 2000);
	assert_string_equal(metric.point, "n=7");
	assert_int_equal(metrics_sorted_samples(&count)[0], 539);
	assert_int_equal(count, 5);
	assert_true(take(&(struct made){"a.c", "", "x", 1, 0, 30, true}, &metric));
	assert_int_equal(metric.thousandths, 30000);
	assert_true(take(&(struct made){"a.d", "", "", 1, 0, 30, false}, &metric));
	assert_int_equal(metric.thousandths, 0);
}

TEST(series_without_valid_samples_is_no_metric)
{
	const uint8_t damaged[] = {0xff, 0xff};
	const struct wire_samples samples = {.data = {damaged, sizeof(damaged)}};
	struct metric metric;

	begin(1000000000);
	assert_false(metrics_end_series(&metric));
	metrics_begin_bench("a.b", "tsc_ticks");
	metrics_begin_series(&(struct wire_series){.point = "", .stage = ""});
	metrics_add_samples(&samples);
	assert_false(metrics_end_series(&metric));
}

TEST(unstable_timing_overhead_is_not_subtracted)
{
	const uint64_t values[] = {20, 40, 60, 80, 100};
	uint8_t packed[64];
	struct wire_samples samples = {.data = {.data = packed}};
	struct metric metric;

	begin(1000000000);
	metrics_begin_bench("null.timing", "tsc_ticks");
	metrics_begin_series(&(struct wire_series){.point = "", .stage = "", .timed = 1});
	samples_pack(values, 5, packed, sizeof(packed), &samples.data.size);
	metrics_add_samples(&samples);
	assert_true(metrics_end_series(&metric));
	assert_true(take(&(struct made){"a.b", "", "", 1, 0, 540, false}, &metric));
	assert_int_equal(metric.thousandths, 540000);
}

TEST(parameters_of_a_point_are_found)
{
	struct metric metric = {.point = "order=random page_bytes=4096 size_bytes=65536 x=y"};
	uint64_t value;

	assert_true(shown_parameter_number(&metric, "size_bytes", &value));
	assert_int_equal(value, 65536);
	assert_true(shown_parameter_number(&metric, "page_bytes", &value));
	assert_int_equal(value, 4096);
	assert_false(shown_parameter_number(&metric, "bytes", &value));
	assert_false(shown_parameter_number(&metric, "x", &value));
	assert_int_equal(strncmp(shown_parameter(&metric, "order"), "random ", 7), 0);
}

TEST(quantities_are_in_ns_gb_per_s_instructions_or_ticks)
{
	char text[QUANTITY_CHARS];

	quantity_begin(2500000000, "tick");
	quantity_time(10000, text);
	assert_string_equal(text, "4 ns");
	quantity_time(2500000, text);
	assert_string_equal(text, "1000 ns");
	quantity_time(300000, text);
	assert_string_equal(text, "120 ns");
	quantity_time(8025 * 5 / 2 + 1, text);
	assert_string_equal(text, "8.03 ns");
	quantity_time(7240664 / 2 * 5, text);
	assert_string_equal(text, "7240.7 ns");
	quantity_rate(64, 12500, text);
	assert_string_equal(text, "12.80 GB/s");
	quantity_rate(64, 0, text);
	assert_string_equal(text, "unknown");
	quantity_time(UINT64_MAX, text);        /* 7.38e6 s: no overflow on the way */
	assert_string_equal(text, "7378697629483821 ns");
	quantity_begin(0, "instruction");
	quantity_time(58050, text);
	assert_string_equal(text, "58.05 instructions");
	quantity_rate(64, 8000, text);
	assert_string_equal(text, "8 bytes per instruction");
	quantity_begin(0, "tick");
	quantity_time(58050, text);
	assert_string_equal(text, "58.05 ticks");
	quantity_time_number(58050, text);
	assert_string_equal(text, "58.05");
	quantity_rate(64, 8000, text);
	assert_string_equal(text, "8 bytes per tick");
	quantity_size(48 << 10, text);
	assert_string_equal(text, "48 KiB");
	quantity_size(1000, text);
	assert_string_equal(text, "1000 bytes");
}

TEST(both_ends_of_the_curve_of_the_smallest_pages_are_selected)
{
	begin(1000000000);
	take_headline(&(struct made){"mem.latency",
				      "order=random page_bytes=2097152 size_bytes=512",
				      "", 1, 0, 3, false});
	take_headline(&(struct made){"mem.latency", "order=random page_bytes=4096 size_bytes=2048",
				      "", 1, 0, 5, false});
	take_headline(&(struct made){"mem.latency", "order=random page_bytes=4096 size_bytes=1024",
				      "", 1, 0, 4, false});
	take_headline(&(struct made){"mem.latency", "order=pages page_bytes=4096 size_bytes=65536",
				      "", 1, 0, 9, false});
	take_headline(&(struct made){"mem.latency",
				      "order=random page_bytes=2097152 size_bytes=1073741824", "",
				      1, 0, 99, false});
	headlines_show(show);
	assert_string_equal(shown, "a load in a working set of 1 KiB: 4 ns\n"
				   "a load in a working set of 2 KiB: 5 ns\n");
}

TEST(best_rate_at_the_largest_size_and_named_metrics_are_selected)
{
	begin(1000000000);
	take_headline(&(struct made){"mem.bandwidth.read", "cpus=1 width=64 size_bytes=65536", "",
				      1, 65536, 100, false});
	take_headline(&(struct made){"mem.bandwidth.read", "cpus=1 width=64 size_bytes=1048576", "",
				      1, 1048576, 262144, false});
	take_headline(&(struct made){"mem.bandwidth.read", "cpus=2 width=64 size_bytes=1048576", "",
				      1, 2097152, 131072, false});
	take_headline(&(struct made){"mem.bandwidth.read", "cpus=3 width=64 size_bytes=1048576", "",
				      1, 1048576, 131072, false});
	take_headline(&(struct made){"os.thread_run", "stack=fresh", "", 1, 0, 4359, false});
	take_headline(&(struct made){"os.thread_run", "stack=kept", "", 1, 0, 7, false});
	headlines_show(show);
	assert_string_equal(shown, "reading a working set of 1 MiB, the fastest way: 16 GB/s\n"
				   "a thread created, run and joined: 4359 ns\n");
}

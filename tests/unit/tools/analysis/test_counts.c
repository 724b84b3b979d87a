/* SPDX-License-Identifier: MIT */
/* Event counts per operation from raw counts, and the names of events. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/unit.h"

#include "lib/wire/samples.h"
#include "lib/x86/pmc_table.h"
#include "tools/analysis/counts.h"
#include "tools/record/pmc_list.h"

#define SAMPLES 15

static uint8_t packed[2][SAMPLES * SAMPLE_BYTES_MAX];

/* A record with readings from reading and samples from value, each growing by its step. */
static struct wire_count count_of(uint64_t reading, uint64_t reading_step, uint64_t value)
{
	struct wire_count count = {.iterations = 10, .n = SAMPLES};
	uint64_t readings[SAMPLES], values[SAMPLES];

	for (uint64_t i = 0; i < SAMPLES; i++) {
		readings[i] = reading + i * reading_step;
		values[i] = value + i;
	}
	count.overhead.data = packed[0];
	count.data.data = packed[1];
	samples_pack(readings, SAMPLES, packed[0], sizeof(packed[0]), &count.overhead.size);
	samples_pack(values, SAMPLES, packed[1], sizeof(packed[1]), &count.data.size);
	return count;
}

TEST(counter_reading_is_subtracted_before_the_division)
{
	struct wire_count count = count_of(40, 0, 540);
	struct count_summary summary;

	assert_true(count_record_is_whole(&count));
	counts_summarise(&count, &summary);
	assert_true(summary.corrected);
	assert_int_equal(summary.saturated, 0);
	assert_float_equal(summary.reading.median, 40, 1e-9);
	assert_float_equal(summary.events.min, 50, 1e-9);
	assert_float_equal(summary.events.median, 50.7, 1e-9);
}

TEST(count_without_operations_is_not_divided)
{
	struct wire_count count = count_of(40, 0, 540);
	struct count_summary summary;

	count.iterations = 0;
	counts_summarise(&count, &summary);
	assert_float_equal(summary.events.min, 500, 1e-9);
}

/* The quartiles of 15 readings are 7 steps apart, and the median is the eighth. */
TEST(counter_reading_may_vary_by_two_events_or_a_tenth)
{
	struct wire_count count = count_of(63, 1, 540);
	struct count_summary summary;

	counts_summarise(&count, &summary);
	assert_true(summary.corrected);
	count = count_of(62, 1, 540);
	counts_summarise(&count, &summary);
	assert_false(summary.corrected);
}

TEST(varying_counter_reading_is_not_subtracted)
{
	struct wire_count count = count_of(40, 5, 540);
	struct count_summary summary;

	counts_summarise(&count, &summary);
	assert_false(summary.corrected);
	assert_float_equal(summary.events.min, 54, 1e-9);
}

TEST(count_below_the_counter_reading_is_zero_and_flagged)
{
	struct wire_count count = count_of(40, 0, 35);
	struct count_summary summary;

	counts_summarise(&count, &summary);
	assert_int_equal(summary.saturated, 5);
	assert_float_equal(summary.events.min, 0, 1e-9);
	assert_float_equal(summary.events.max, 0.9, 1e-9);
}

TEST(count_record_without_all_its_values_is_incomplete)
{
	struct wire_count count = count_of(40, 0, 540);

	count.n = SAMPLES + 1;
	assert_false(count_record_is_whole(&count));
	count.n = SAMPLES;
	count.overhead.size = 0;
	assert_false(count_record_is_whole(&count));
}

/* The host and the target use the same tables of event settings. */
TEST(every_event_setting_has_a_name_and_other_settings_have_none)
{
	for (int table = 0; table < PMC_TABLE_COUNT; table++) {
		for (int event = 0; event < PMC_EVENT_COUNT; event++) {
			uint64_t select = pmc_table_select((enum pmc_table)table,
							   (enum pmc_event)event);
			const char *name = counts_vendor_name(
				pmc_table_word((enum pmc_table)table),
				pmc_event_word((enum pmc_event)event));

			assert_int_equal(select != 0, name != NULL);
		}
	}
	assert_string_equal(counts_vendor_name("zen2", "l2_misses"), "L2CacheReqStat.LsRdBlkC");
	assert_string_equal(counts_vendor_name("zen2", "cycles"), "Cycles Not in Halt");
	assert_string_equal(counts_vendor_name("golden_cove", "cycles"), "UnHalted Core Cycles");
	assert_null(counts_vendor_name("abacus", "cycles"));
	assert_null(counts_vendor_name("zen2", "beads"));
	assert_null(counts_meaning("beads"));
}

TEST(event_list_names_each_event_once)
{
	char *text = NULL, word[64];
	size_t size = 0;
	FILE *file = open_memstream(&text, &size);

	pmc_list_write(file);
	fclose(file);
	for (int event = 0; event < PMC_EVENT_COUNT; event++) {
		const char *found;

		snprintf(word, sizeof(word), "\n    %s ", pmc_event_word((enum pmc_event)event));
		found = strstr(text, word);
		assert_non_null(found);
		assert_null(strstr(found + 1, word));
	}
	free(text);
}

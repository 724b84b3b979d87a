/* SPDX-License-Identifier: MIT */
/* A deterministic run of this build is held against the counts that the build embeds. A pair of
 * clock reads takes 9 instructions in tests/golden/instructions.txt. */
#include "tests/unit/unit.h"

#include <string.h>

#include "lib/wire/samples.h"
#include "tools/base/build_id.h"
#include "tools/results/known_counts.h"

static const struct counted_run {
	const char *name;
	uint64_t samples[3], operations;
	const char *time_base, *host, *build, *brand;
	const char *says;               /* NULL: no difference */
	size_t compared;
} runs[] = {
	{"known", {9, 9, 9}, 1, "instructions", "bare-metal", build_id,
	 "QEMU TCG CPU version 2.5+", NULL, 1},
	{"one_more_instruction", {10, 10, 10}, 1, "instructions", "bare-metal", build_id,
	 "QEMU TCG CPU version 2.5+", "null.timing warm: 10*3, and not 9 in 1", 1},
	{"more_in_one_sample", {9, 9, 10}, 1, "instructions", "bare-metal", build_id,
	 "QEMU TCG CPU version 2.5+", "null.timing warm: 9*2 10*1, and not 9 in 1", 1},
	{"other_operations", {9, 9, 9}, 2, "instructions", "bare-metal", build_id,
	 "QEMU TCG CPU version 2.5+", "null.timing warm: 9*3 in 2, and not 9 in 1", 1},
	{"times", {10, 10, 10}, 1, "emulated", "bare-metal", build_id,
	 "QEMU TCG CPU version 2.5+", NULL, 0},
	{"process", {10, 10, 10}, 1, "instructions", "linux", build_id,
	 "QEMU TCG CPU version 2.5+", NULL, 0},
	{"other_build", {10, 10, 10}, 1, "instructions", "bare-metal", "0123456789ab",
	 "QEMU TCG CPU version 2.5+", NULL, 0},
	{"other_processor", {10, 10, 10}, 1, "instructions", "bare-metal", build_id, "max",
	 NULL, 0},
};

static void run_is_held_against_known_counts(void **state)
{
	const struct counted_run *run = *state;
	const struct log_account account = {.records = 5};
	uint8_t data[COUNT(run->samples) * SAMPLE_BYTES_MAX];
	struct wire_record records[] = {
		{.kind = WIRE_manifest,
		 .manifest = {.time_base = run->time_base, .host = run->host, .build = run->build,
			      .arch = "x86_64", .compiler = "gcc"}},
		{.kind = WIRE_cpu,
		 .cpu = {.brand = run->brand, .family = 15, .model = 107, .stepping = 1,
			 .online = 1}},
		{.kind = WIRE_bench,
		 .bench = {.id = 1, .name = "null.timing", .unit = "tsc_ticks"}},
		{.kind = WIRE_series,
		 .series = {.id = 1, .bench = 1, .iterations = run->operations, .timed = 1}},
		{.kind = WIRE_samples,
		 .samples = {.series = 1, .n = COUNT(run->samples), .data = {data, 0}}},
	};
	struct result *result = result_new();
	struct known_counts counts;

	samples_pack(run->samples, COUNT(run->samples), data, sizeof(data),
		     &records[4].samples.data.size);
	for (size_t i = 0; i < COUNT(records); i++) {
		records[i].seq = i;
		result_add(result, &records[i]);
	}
	result_link(result, &account);
	known_counts_compare(result, &counts);
	assert_int_equal(counts.compared, run->compared);
	assert_int_equal(counts.different, run->says != NULL);
	if (run->says != NULL)
		assert_string_equal(counts.text, run->says);
	result_free(result);
}
TEST_CASES(run_is_held_against_known_counts, runs);

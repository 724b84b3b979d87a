/* SPDX-License-Identifier: MIT */
/* The run that is used of a log with two runs, and what a run skipped. */
#include "tests/unit/unit.h"

#include "tests/unit/tools/log_buffer.h"

#define RECORDS_MAX 6

#define FIRST "@manifest seq=0 build=first", "@plan seq=1 benches=4"
#define SECOND "@manifest seq=0 build=second", "@plan seq=1 benches=4"

static const struct two_runs {
	const char *name;
	const char *records[RECORDS_MAX];       /* of both runs; NULL: end */
	const char *build;                      /* of the used run */
	uint64_t used;                          /* number of its records */
} two_runs[] = {
	{"the last of two complete runs is used",
	 {FIRST, "@end seq=2 status=complete", SECOND, "@end seq=2 status=complete"}, "second", 3},
	{"a complete run is preferred to a later one with more records",
	 {"@manifest seq=0 build=first", "@end seq=1 status=complete", SECOND,
	  "@plan seq=2 benches=4"}, "first", 2},
	{"a failed run is not complete",
	 {"@manifest seq=0 build=first", "@end seq=1 status=complete", SECOND,
	  "@end seq=2 status=failed"}, "first", 2},
	{"the truncated run with more records is used",
	 {FIRST, "@plan seq=2 benches=4", SECOND}, "first", 3},
	{"the last of two equally truncated runs is used", {FIRST, SECOND}, "second", 2},
};

static void check_used_run(void **state)
{
	const struct two_runs *runs = *state;
	struct log_buffer buffer = {0};
	struct result *result;

	for (size_t i = 0; i < RECORDS_MAX && runs->records[i] != NULL; i++)
		log_buffer_record(&buffer, runs->records[i]);
	result = log_buffer_load(&buffer);
	assert_string_equal(result_manifest(result)->build, runs->build);
	assert_int_equal(result->account.other_runs, 1);
	assert_int_equal(result->account.records, runs->used);
	result_free(result);
}

TEST_CASES(check_used_run, two_runs);

#define MEASURED "@bench seq=1 id=1 name=mem.c2c", "@series seq=2 id=2 bench=1 point=a=1"
#define SKIP(seq, bench, point) "@skip seq=" #seq " bench=" bench " point=" point " missing=smp"

static const struct skipped {
	const char *name;
	const char *records[RECORDS_MAX];
	struct skipped_counts counts;
} skipped[] = {
	{"a benchmark is skipped", {SKIP(1, "smp.ipi", "")}, {.benchmarks = 1}},
	{"all points of a benchmark are skipped",
	 {SKIP(1, "smp.ipi", "a=1"), SKIP(2, "smp.ipi", "a=2"), SKIP(3, "mem.tlb", "a=1")},
	 {.benchmarks = 2}},
	{"a benchmark that measured is not skipped, whether a record names its points or not",
	 {MEASURED, SKIP(3, "mem.c2c", ""), SKIP(4, "mem.c2c", "a=2")}, {.points = 2}},
	{"a benchmark that a fault ended is not skipped",
	 {"@fault seq=1 bench=mem.c2c", SKIP(2, "mem.c2c", "a=2")}, {.points = 1}},
	{"an event is no benchmark", {SKIP(1, "pmc.cycles", "")}, {.events = 1}},
};

static void check_skipped(void **state)
{
	const struct skipped *run = *state;
	struct log_buffer buffer = {0};
	struct skipped_counts counts;
	struct result *result;

	for (size_t i = 0; i < RECORDS_MAX && run->records[i] != NULL; i++)
		log_buffer_record(&buffer, run->records[i]);
	result = log_buffer_load(&buffer);
	counts = result_skipped(result);
	assert_int_equal(counts.benchmarks, run->counts.benchmarks);
	assert_int_equal(counts.points, run->counts.points);
	assert_int_equal(counts.events, run->counts.events);
	result_free(result);
}

TEST_CASES(check_skipped, skipped);

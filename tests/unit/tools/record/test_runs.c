/* SPDX-License-Identifier: MIT */
/* The run that is used of a log with two runs. */
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

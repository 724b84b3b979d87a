/* SPDX-License-Identifier: MIT */
/* Which run of a log is read, where there are two of them. */
#include "tests/unit/unit.h"

#include "tests/unit/tools/log_buffer.h"

#define RECORDS_MAX 6

#define FIRST "@manifest seq=0 build=first", "@plan seq=1 benches=4"
#define SECOND "@manifest seq=0 build=second", "@plan seq=1 benches=4"

static const struct two_runs {
	const char *name;
	const char *records[RECORDS_MAX];       /* of both runs; NULL: no more */
	const char *build;                      /* of the run that is read */
	uint64_t used;                          /* of its records */
} two_runs[] = {
	{"of two complete runs the last is used",
	 {FIRST, "@end seq=2 status=complete", SECOND, "@end seq=2 status=complete"}, "second", 3},
	{"a complete run is preferred to a later one that has more records",
	 {"@manifest seq=0 build=first", "@end seq=1 status=complete", SECOND,
	  "@plan seq=2 benches=4"}, "first", 2},
	{"a run that failed is not complete",
	 {"@manifest seq=0 build=first", "@end seq=1 status=complete", SECOND,
	  "@end seq=2 status=failed"}, "first", 2},
	{"of two runs that are cut the one with more records is used",
	 {FIRST, "@plan seq=2 benches=4", SECOND}, "first", 3},
	{"of two runs that are cut alike the last is used", {FIRST, SECOND}, "second", 2},
};

static void one_is_read(void **state)
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

int main(void)
{
	struct CMUnitTest tests[COUNT(two_runs)];

	for (size_t i = 0; i < COUNT(two_runs); i++)
		tests[i] = UNIT_CASE(one_is_read, &two_runs[i]);
	return cmocka_run_group_tests(tests, NULL, NULL);
}

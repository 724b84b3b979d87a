/* SPDX-License-Identifier: MIT */
/* Verdicts on a count of instructions that varies within each run, in logs of a made-up machine. */
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "tests/unit/tools/sample_log.h"
#include "tools/compare/judge.h"

#define VARYING_BENCH "selftest.mul_chain"
#define RUNS_MAX 2

/* Case: what every second sample has more, in each run of the sides. */
static const struct varying {
	const char *name;
	uint64_t more[SIDES][RUNS_MAX];
	size_t runs, unstable;
} cases[] = {
	{"other values", {{300}, {700}}, 1, 1},
	{"the same values", {{300}, {300}}, 1, 0},
	{"the same two memory layouts", {{300, 700}, {300, 700}}, 2, 0},
};

static void add_run(struct comparison *comparison, enum side side, uint64_t more)
{
	struct sample_log log = sample_log_make(&(struct sample_log_options){
		.time_base = "instructions", .short_curve = true});
	struct compared_runs *runs = &comparison->sides[side];
	struct compared_run run = {.path = strdup("x.log"),
				   .result = sample_log_load(log.text, log.length)};
	const struct sample_set *samples = &result_bench(run.result, VARYING_BENCH)->series[0].warm;

	for (size_t i = 0; i < samples->count; i += 2)
		((uint64_t *)samples->values)[i] += more;
	run.analysis = analysis_new(run.result);
	runs->items = reallocarray(runs->items, runs->count + 1, sizeof(*runs->items));
	assert_non_null(runs->items);
	runs->items[runs->count++] = run;
	free(log.text);
}

static void varying_counts_have_no_verdict(void **state)
{
	const struct varying *varying = *state;
	struct comparison comparison = {.kind = COMPARE_CHANGE};
	struct judging judging = {0};

	for (size_t i = 0; i < varying->runs; i++) {
		add_run(&comparison, BASE, varying->more[BASE][i]);
		add_run(&comparison, NEW, varying->more[NEW][i]);
	}
	compare_make(&comparison, NULL);
	judge_comparison(&comparison, &judging);
	assert_int_equal(judging.changes[CHANGE_UNSTABLE], varying->unstable);
	assert_int_equal(judging.changes[CHANGE_REGRESSED], 0);
	assert_true(judge_is_conclusive(&comparison, &judging));
	compare_free(&comparison);
}

TEST_CASES(varying_counts_have_no_verdict, cases);

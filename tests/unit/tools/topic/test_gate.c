/* SPDX-License-Identifier: MIT */
/* The gate on exact metrics, from two baselines: which metrics fail it, and its test cases. */
#include "tests/unit/unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/topic/change.h"
#include "tools/view/data.h"

#define CPU "condition cpu: x, family 1, model 2, stepping 3, 1 online\n"
#define HEAD "condition host: bare-metal\n" CPU
#define LINUX "condition host: linux\n" CPU

struct gate {
	struct comparison comparison;
	struct judging judging;
	struct reasons refused, notes;
	struct change_report report;
};

static void add_text(struct comparison *comparison, enum side side, const char *text)
{
	static char path[] = "/tmp/bareline-gate-XXXXXX";
	struct baseline baseline;
	FILE *file;

	strcpy(path + strlen(path) - 6, "XXXXXX");
	file = fdopen(mkstemp(path), "w");
	assert_non_null(file);
	fputs(text, file);
	assert_int_equal(fclose(file), 0);
	assert_true(baseline_read(path, &baseline));
	remove(path);
	compared_runs_add_baseline(&comparison->sides[side], side == BASE ? "kept.txt" : "now.txt",
				   &baseline);
}

/* On the heap, as the report points into it. */
static struct gate *gate_of(const char *base, const char *new, bool is_strict)
{
	struct gate *gate = calloc(1, sizeof(*gate));

	assert_non_null(gate);
	gate->comparison.kind = COMPARE_CHANGE;
	add_text(&gate->comparison, BASE, base);
	add_text(&gate->comparison, NEW, new);
	same_machine_compare_conditions(&gate->comparison, &gate->refused);
	same_machine_add_notes(&gate->comparison, &gate->notes);
	compare_make(&gate->comparison, NULL);
	judge_comparison(&gate->comparison, &gate->judging);
	gate->report = (struct change_report){
		.comparison = &gate->comparison, .judging = &gate->judging,
		.refused = &gate->refused, .notes = &gate->notes, .is_gate = true,
		.is_strict = is_strict,
	};
	return gate;
}

static void gate_free(struct gate *gate)
{
	reasons_free(&gate->refused);
	reasons_free(&gate->notes);
	compare_free(&gate->comparison);
	free(gate);
}

struct gate_case {
	const char *name, *base, *new;
	size_t failures, unstable;
};

static const struct gate_case gate_cases[] = {
	{"equal counts pass", "a.b warm: 7*5\n", "a.b warm: 7*5\n", 0, 0},
	{"one more instruction fails", "a.b warm: 7*5\n", "a.b warm: 8*5\n", 1, 0},
	{"one instruction less fails too", "a.b warm: 7*5\n", "a.b warm: 6*5\n", 1, 0},
	{"a cold sample fails", "a.b cold: 7*1\na.b warm: 7*5\n",
	 "a.b cold: 9*1\na.b warm: 7*5\n", 1, 0},
	/* and the metric that is the difference of both */
	{"twice the operations fail", "a.b warm: 7*5\na.b 2n warm: 14*5\n",
	 "a.b warm: 7*5\na.b 2n warm: 15*5\n", 2, 0},
	{"a stage fails, its total does not",
	 "a.b one warm: 3*5\na.b two warm: 4*5\na.b total warm: 7*5\n",
	 "a.b one warm: 4*5\na.b two warm: 3*5\na.b total warm: 7*5\n", 2, 0},
	{"a count for many operations fails by a part of one", "a.b warm: 7000*5 in 1000\n",
	 "a.b warm: 7001*5 in 1000\n", 1, 0},
	{"another number of operations is no change", "a.b warm: 7000*5 in 1000\n",
	 "a.b warm: 14000*5 in 2000\n", 0, 0},
	{"a change from 0 fails", "a.b warm: 0*5\n", "a.b warm: 3*5\n", 1, 0},
	{"ranges that overlap are unstable", "a.b warm: 17*4 19*1\n", "a.b warm: 18*5\n", 0, 1},
	{"ranges that touch are unstable", "a.b warm: 17*4 19*1\n", "a.b warm: 19*4 20*1\n", 0, 1},
	{"disjoint ranges fail", "a.b warm: 17*4 19*1\n", "a.b warm: 30*4 31*1\n", 1, 0},
	{"on bare metal a count that begins to vary fails", "a.b warm: 17*5\n",
	 "a.b warm: 17*4 18*1\n", 1, 0},
	{"under Linux a count that begins to vary is unstable", LINUX "a.b warm: 17*5\n",
	 LINUX "a.b warm: 17*4 18*1\n", 0, 1},
	{"under Linux disjoint ranges fail", LINUX "a.b warm: 100*5 102*5\n",
	 LINUX "a.b warm: 150*5 151*5\n", 1, 0},
	{"three layouts of one thread's creation",
	 LINUX "os.thread_create warm: 15801*5 20092*5 17400*5\nos.thread_create cold: 15700*3\n",
	 LINUX "os.thread_create warm: 41377*5 45833*5 42000*5\nos.thread_create cold: 41377*3\n",
	 2, 0},
	{"the same boots in another order pass", "a.b warm: 1*5 2*5\n", "a.b warm: 2*5 1*5\n", 0,
	 0},
	{"different numbers of operations are a range",
	 LINUX "a.b warm: 500*3 in 100 900*3 in 200\n", LINUX "a.b warm: 950*3 in 200\n", 0, 1},
	{"on another QEMU only the exact suite is judged",
	 LINUX "note emulator: 7\nentry.null_syscall warm: 9*5\nos.pipe warm: 9*5\n",
	 LINUX "note emulator: 10\nentry.null_syscall warm: 8*5\nos.pipe warm: 8*5\n", 1, 0},
	{"on one QEMU all is judged", LINUX "note emulator: 7\nos.pipe warm: 9*5\n",
	 LINUX "note emulator: 7\nos.pipe warm: 8*5\n", 1, 0},
	{"on bare metal all is judged on any QEMU", HEAD "note emulator: 7\nos.pipe warm: 9*5\n",
	 HEAD "note emulator: 10\nos.pipe warm: 8*5\n", 1, 0},
};

static void metrics_fail(void **state)
{
	const struct gate_case *one = *state;
	struct gate *gate = gate_of(one->base, one->new, false);

	assert_int_equal(change_count_failures(&gate->report), one->failures);
	assert_int_equal(gate->judging.changes[CHANGE_UNSTABLE], one->unstable);
	gate_free(gate);
}

TEST_CASES(metrics_fail, gate_cases);

/* A variation that is taken over both sides hides any difference. */
TEST(difference_between_the_sides_is_no_variation)
{
	struct gate *gate = gate_of(LINUX "a.b warm: 100*5 102*5\n",
				    LINUX "a.b warm: 150*5 151*5\n", false);
	const struct compared_metric *metric = &gate->comparison.metrics[0];

	assert_true(fabs(side_metric_spread(&metric->sides[BASE]) - 0.02) < 1e-12);
	assert_true(side_metric_spread(&metric->sides[NEW]) < 0.007);
	gate_free(gate);
}

TEST(metric_of_one_side_fails_only_a_strict_gate)
{
	for (unsigned is_strict = 0; is_strict < 2; is_strict++) {
		struct gate *gate = gate_of("a.b warm: 7*5\na.d warm: 1*1\n",
					    "a.c warm: 7*5\na.d warm: 1*1\n", is_strict);

		assert_int_equal(change_count_failures(&gate->report), 2 * is_strict);
		gate_free(gate);
	}
}

TEST(conditions_must_be_equal_on_both_sides_and_notes_need_not)
{
	static const struct {
		const char *base, *new;
		size_t refused, notes;
	} cases[] = {
		{"condition x: 1\n", "condition x: 2\n", 1, 0},
		{"condition x: 1\n", "", 1, 1},
		{"", "condition x: 1\n", 1, 1},
		{"condition x: a,b\n", "condition x: b,a\n", 0, 0},
		{"note kernel: 6.1\n", "note kernel: 6.2\n", 0, 1},
		{"note kernel: 6.1\n", "", 0, 0},
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		char base[256], new[256];
		struct gate *gate;

		snprintf(base, sizeof(base), HEAD "%sa.b warm: 7*5\n", cases[i].base);
		snprintf(new, sizeof(new), HEAD "%sa.b warm: 7*5\n", cases[i].new);
		gate = gate_of(base, new, false);
		assert_int_equal(gate->refused.count, cases[i].refused);
		assert_int_equal(gate->notes.count, cases[i].notes);
		gate_free(gate);
	}
}

/* ---- Cases ---- */

/* The caller frees the text. */
static char *written(const struct gate *gate,
		     void (*write)(const struct tables *tables, FILE *file))
{
	struct tables tables;
	char *text;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	tables_init(&tables, "");
	topic_change_cases(&tables, &gate->report);
	tables.title = "t";
	write(&tables, out);
	fclose(out);
	tables_free(&tables);
	return text;
}

#define STAGES(point, one, two, total) \
	"a.b " point " one warm: " one "*5\na.b " point " two warm: " two "*5\na.b " point \
	" total warm: " total "*5\n"

/* Two stages changed alike, and the same counts before and after, are one change each. Equal
 * differences of a total alone are not. */
TEST(change_is_one_case)
{
	struct gate *gate = gate_of(HEAD STAGES("x=p", "10", "20", "40") STAGES("x=q", "15", "25",
										"50")
					    "a.c warm: 100*5\na.d warm: 100*5\na.e warm: 7*5\n"
					    "a.f warm: 110*5\na.g warm: 1*4 9*1\n",
				    HEAD STAGES("x=p", "11", "22", "43") STAGES("x=q", "16", "27",
										"53")
					    "a.c warm: 103*5\na.d warm: 103*5\na.e warm: 7*5\n"
					    "a.f warm: 113*5\na.g warm: 5*5\n",
				    false);
	char *text = written(gate, ktap_write);

	assert_string_equal(text,
		"KTAP version 1\n1..5\n# t\n"
		"# regressed, base 40 instructions, new 43 instructions, change +7.5 %, by stage "
		"one +1, two +2, changed alike a.b q\n"
		"not ok 1 operations: a.b p, 1 more\n"
		"# regressed, base 100 instructions, new 103 instructions, change +3.0 %, changed "
		"alike a.d\n"
		"not ok 2 operations: a.c, 1 more\n"
		"# regressed, base 110 instructions, new 113 instructions, change +2.7 %\n"
		"not ok 3 operations: a.f\n"
		"ok 4 operations: a.g # SKIP unstable, base 1 instructions, new 5 instructions, "
		"change +400.0 %. varies within a side by up to 8e+02 %\n"
		"ok 5 operations: a.e\n");
	free(text);
	text = written(gate, junit_write);
	assert_non_null(strstr(text, "tests=\"5\" failures=\"3\" errors=\"0\" skipped=\"1\""));
	free(text);
	text = written(gate, annotations_write);
	assert_non_null(strstr(text, "::error file=kept.txt,line=5,title=+3 instructions in 2 "
				     "operations::a.b p, 1 more: regressed, base 40 "));
	assert_non_null(strstr(text, "change +7.5 %25, by stage"));
	assert_non_null(strstr(text, "\n::error file=kept.txt,line=12,title=+3 instructions in "
				     "a.f::a.f: "));
	assert_non_null(strstr(text, "\n::notice title=Bareline::t\n"));
	free(text);
	gate_free(gate);
}

TEST(failed_run_and_different_conditions_are_failed_cases)
{
	struct gate *gate = gate_of("condition x: 1\na.b warm: 7*5\n",
				    "condition x: 2\na.b warm: 7*5\n", false);
	struct tables tables;
	char *text;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	tables_init(&tables, "t");
	topic_change_refused(&tables, &gate->refused, 1);
	ktap_write(&tables, out);
	fclose(out);
	tables_free(&tables);
	assert_string_equal(text, "KTAP version 1\n1..2\n# t\n"
			    "# failed, exit status 1\nnot ok 1 run: as a whole\n"
			    "# different condition\n"
			    "not ok 2 conditions: now.txt: x is \"2\", not \"1\"\n");
	free(text);
	gate_free(gate);
}

TEST(annotations_are_ten_and_their_text_is_escaped)
{
	static const struct column columns[] = {
		{"what", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"verdict", COLUMN_VERDICT, 0, NULL, NULL},
	};
	struct tables tables;
	struct table *table;
	size_t size, errors = 0;
	char *text;
	FILE *out = open_memstream(&text, &size);

	tables_init(&tables, "50 %\nat once");
	table = table_begin(&tables, "", "cases", "", columns, COUNT(columns));
	for (unsigned i = 0; i < 12; i++) {
		table_row(table);
		cell_string(table_at(table, "what"), "a, b: c\rd");
		cell_verdict(table_at(table, "verdict"), i == 0 ? TABLE_GOOD : TABLE_BAD, "100 %");
	}
	annotations_write(&tables, out);
	fclose(out);
	tables_free(&tables);
	for (const char *at = text; (at = strstr(at, "::error ")) != NULL; at++)
		errors++;
	assert_int_equal(errors, 10);
	assert_non_null(strstr(text, "::error title=a%2C b%3A c%0Dd::a, b: c%0Dd: 100 %25\n"));
	assert_non_null(strstr(text, "::notice title=Bareline::50 %25%0Aat once\n"));
	free(text);
}

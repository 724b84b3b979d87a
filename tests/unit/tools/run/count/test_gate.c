/* SPDX-License-Identifier: MIT */
/* Which number of which row each line of a counted program's baseline has. All numbers of the rows
 * differ, so a line with another number has another value. */
#include "tests/unit/unit.h"

#include "tools/run/count/gate.h"

static struct entry_row first_rows[] = {
	{COUNTED_CALL, "read", 3, 100, 150, 470},
	{COUNTED_EXCEPTION, PAGE_FAULT, 5, 200, 250, 1300},
	{COUNTED_EXCEPTION, "divide", 7, 300, 350, 2500},
	{COUNTED_CALL, "write", 11, 400, 450, 5000},
};
static struct entry_row second_rows[] = {
	{COUNTED_CALL, "write", 11, 401, 451, 5001},
	{COUNTED_CALL, "read", 4, 100, 151, 471},
	{COUNTED_EXCEPTION, PAGE_FAULT, 5, 200, 251, 1301},
};
static struct counted_run runs[] = {
	{.user = 9000, .kernel = 8000, .rows = first_rows, .row_count = COUNT(first_rows)},
	{.user = 9000, .kernel = 8001, .rows = second_rows, .row_count = COUNT(second_rows)},
};

static struct baseline baseline_of(enum gate_subject subject)
{
	static char *const none[] = {NULL};
	static const struct measure_request request = {.boot = {.cpus = 1, .memory = "256M"}};
	struct measured measured = {
		.line = (char *)"/bin/true", .runs = runs, .run_count = COUNT(runs),
		.program = {.arguments = none, .environment = none, .keys = none},
	};
	const struct measurement measurement = {.items = &measured, .count = 1};

	return gate_baseline(&request, &measurement, subject, "7.2", "6.1");
}

static void assert_line(const struct baseline *baseline, const char *name, const char *value)
{
	const struct baseline_line *line = baseline_find(baseline, name);

	if (value == NULL) {
		assert_null(line);
		return;
	}
	assert_non_null(line);
	assert_string_equal(line->value, value);
}

TEST(each_line_of_a_baseline_has_its_own_number)
{
	static const enum gate_subject subjects[] = {GATE_PROGRAM, GATE_KERNEL};

	for (size_t i = 0; i < COUNT(subjects); i++) {
		bool is_kernel = subjects[i] == GATE_KERNEL;
		struct baseline baseline = baseline_of(subjects[i]);

		assert_line(&baseline, "count.user warm", "9000*2");
		assert_line(&baseline, "count.calls call=read warm", "3*1 4*1");
		assert_line(&baseline, "count.calls call=write warm", "11*2");
		assert_line(&baseline, "count.faults warm", "5*2");
		assert_line(&baseline, "count.kernel entry=read warm", is_kernel ? "100*2" : NULL);
		assert_line(&baseline, "count.kernel entry=write warm",
			    is_kernel ? "400*1 401*1" : NULL);
		assert_line(&baseline, "count.kernel entry=" PAGE_FAULT " warm",
			    is_kernel ? "200*2" : NULL);
		assert_line(&baseline, "count.calls call=divide warm", NULL);
		assert_line(&baseline, "note kernel instructions", "8000");
		baseline_free(&baseline);
	}
}

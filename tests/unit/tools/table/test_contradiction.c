/* SPDX-License-Identifier: MIT */
/* Tables that contradict themselves in one cell, and those that do not. */
#include "tests/unit/unit.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "tools/table/contradiction.h"

static const struct column columns[] = {
	{"min", COLUMN_TEXT, COLUMN_KEY, NULL, NULL}, /* a parameter of a log, and no minimum */
	{"n", COLUMN_COUNT, 0, NULL, NULL},
	{"median", COLUMN_QUANTITY, 0, NULL, "ns"},
	{"p99", COLUMN_NUMBER, 0, NULL, "ns"},
	{"max", COLUMN_NUMBER, 0, NULL, "ns"},
	{"time", COLUMN_NUMBER, 0, NULL, "ticks"},
	{"time_us", COLUMN_NUMBER, 0, NULL, "µs"},
	{"length", COLUMN_NUMBER, 0, NULL, "ns"},
	{"length_ticks", COLUMN_COUNT, 0, NULL, NULL},
	{"wait", COLUMN_NUMBER, 0, NULL, "ns"},
	{"wait_ticks", COLUMN_COUNT, 0, NULL, NULL},
	{"time_ticks", COLUMN_COUNT, COLUMN_STATED, NULL, NULL}, /* by the log */
	{"busy", COLUMN_NUMBER, 0, NULL, "%"},
	{"busy_ticks", COLUMN_COUNT, 0, NULL, NULL},
	{"share", COLUMN_SHARE, 0, NULL, NULL},
	{"arc", COLUMN_NUMBER, 0, NULL, NULL},
	{"gain", COLUMN_NUMBER, 0, NULL, NULL},
	{"user", COLUMN_NUMBER, 0, NULL, NULL},
	{"kernel", COLUMN_NUMBER, 0, NULL, NULL},
	{"total", COLUMN_NUMBER, 0, NULL, NULL},
	{"base", COLUMN_NUMBER, 0, NULL, NULL},
	{"new", COLUMN_NUMBER, 0, NULL, NULL},
	{"difference", COLUMN_NUMBER, 0, NULL, NULL},
	{"change", COLUMN_CHANGE, 0, NULL, NULL},
	{"ratio", COLUMN_NUMBER, 0, NULL, NULL},
};

struct row_values {
	double median, low, high, p99, max, time, time_us, length, wait, share;
	double arc, gain, user, kernel, total;
	double base, new, difference, change, ratio;
};

static const struct row_values good = {
	.median = 10, .low = 9, .high = 11, .p99 = 30, .max = 30, .time = 5000, .time_us = 2.5,
	.length = 10, .wait = 30, .share = 0.5, .arc = 5000, .gain = 5000,
	.user = 7, .kernel = 3, .total = 10,
	.base = 200, .new = 150, .difference = -50, .change = -0.25, .ratio = 0.75,
};

#define IN(member) offsetof(struct row_values, member) / sizeof(double)

static const struct contradiction_case {
	const char *name;
	size_t member;          /* of the second row, with this value */
	double value;
	const char *says;       /* NULL: no contradiction */
} cases[] = {
	{"good", IN(median), 10, NULL},
	{"value_below_its_interval", IN(low), 10.5, "median contradicts its interval"},
	{"value_above_its_interval", IN(high), 9.5, "median contradicts its interval"},
	{"quantile_below_the_median", IN(p99), 9, "median contradicts p99"},
	{"maximum_below_a_quantile", IN(max), 29, "p99 contradicts max"},
	{"missing_quantile", IN(p99), NAN, NULL},
	{"other_factor_of_a_time", IN(time_us), 2500, "time_us contradicts time"},
	{"other_factor_of_ticks", IN(length), 11, "length_ticks contradicts length"},
	{"other_factor_of_one_of_two_times", IN(wait), 33,
	 "row 1: wait_ticks contradicts length_ticks"},
	{"no_time", IN(time), 0, NULL},
	{"share_of_another_whole", IN(share), 0.05, "share contradicts time"},
	{"gain_of_more_than_the_arc", IN(gain), 5001, "gain contradicts arc"},
	{"sum_of_one_part", IN(total), 7, "total contradicts kernel"},
	{"difference_with_the_other_sign", IN(difference), 50, "difference contradicts new"},
	{"change_of_the_new_side", IN(change), -1 / 3.0, "change contradicts new"},
	{"inverted_ratio", IN(ratio), 4 / 3.0, "ratio contradicts new"},
	{"missing_side", IN(new), NAN, NULL},
};

static void add_row(struct table *table, const struct row_values *values,
		    const struct quantity *quantity)
{
	const double rest[] = {values->arc, values->gain, values->user, values->kernel,
			       values->total, values->base, values->new,
			       values->difference, values->change, values->ratio};

	table_row(table);
	cell_string(table, "64");
	cell_count(table, 9);
	cell_quantity(table, quantity);
	cell_number_if(table, !isnan(values->p99), values->p99);
	cell_number(table, values->max);
	cell_number(table, values->time);
	cell_number(table, values->time_us);
	cell_number(table, values->length);
	cell_count(table, 20);
	cell_number(table, values->wait);
	cell_count(table, 60);
	cell_count(table, (uint64_t)values->max);
	cell_number(table, values->time);
	cell_count(table, 9);
	cell_number(table, values->share);
	for (size_t i = 0; i < COUNT(rest); i++)
		cell_number_if(table, !isnan(rest[i]), rest[i]);
}

static void contradiction_is_found(void **state)
{
	const struct contradiction_case *of = *state;
	/* A contradiction of two columns is found in the first row. */
	bool is_alone = of->says != NULL && strncmp(of->says, "row 1", strlen("row 1")) == 0;
	struct row_values second = good;
	struct quantity quantities[] = {
		{.value = 10, .low = 9, .high = 11, .interval = INTERVAL_95},
		{.interval = INTERVAL_95},
	};
	char text[CONTRADICTION_TEXT_MAX] = "";
	struct tables tables;
	struct table *table;

	((double *)&second)[of->member] = of->value;
	quantities[1].value = second.median;
	quantities[1].low = second.low;
	quantities[1].high = second.high;
	tables_init(&tables, "a test");
	table = table_begin(&tables, "", "made", "made", columns, COUNT(columns));
	add_row(table, is_alone ? &second : &good, &quantities[is_alone]);
	add_row(table, &second, &quantities[1]);
	assert_int_equal(table_contradicts(table, text), of->says != NULL);
	if (of->says != NULL) {
		assert_non_null(strstr(text, is_alone ? "table made, row 1: "
							  : "table made, row 2: "));
		assert_non_null(strstr(text, of->says));
	}
	tables_free(&tables);
}
TEST_CASES(contradiction_is_found, cases);

/* ---- Rows and tables ---- */

TEST(time_since_a_beginning_rises_by_each_step)
{
	static const struct column steps[] = {
		{"after", COLUMN_COUNT, 0, NULL, "ticks"}, {"arc", COLUMN_COUNT, 0, NULL, "ticks"},
	};
	static const uint64_t rows[][2] = {{0, 0}, {40, 40}, {50, 10}};

	for (uint64_t late = 0; late < 2; late++) {
		char text[CONTRADICTION_TEXT_MAX] = "";
		struct tables tables;
		struct table *table;

		tables_init(&tables, "a test");
		table = table_begin(&tables, "", "path", "path", steps, COUNT(steps));
		for (size_t i = 0; i < COUNT(rows); i++) {
			table_row(table);
			cell_count(table, rows[i][0] - (i == 1 ? late : 0));
			cell_count(table, rows[i][1]);
		}
		assert_int_equal(tables_contradict(&tables, text), late);
		assert_true(late == 0 || strstr(text, "table path, row 2: after") != NULL);
		tables_free(&tables);
	}
}

TEST(shares_of_one_operation_add_up_to_a_hundred)
{
	static const struct column parts[] = {
		{"operation", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"share", COLUMN_NUMBER, 0, NULL, "%"},
	};
	static const struct {
		const char *operation;
		double share;
	} rows[] = {{"call", 40}, {"call", 60}, {"fault", 100}};

	for (int is_wrong = 0; is_wrong < 2; is_wrong++) {
		char text[CONTRADICTION_TEXT_MAX] = "";
		struct tables tables;
		struct table *table;

		tables_init(&tables, "a test");
		table = table_begin(&tables, "", "parts", "parts", parts, COUNT(parts));
		for (size_t i = 0; i < COUNT(rows); i++) {
			table_row(table);
			cell_string(table, rows[i].operation);
			cell_number(table, rows[i].share + (i == 0 ? is_wrong : 0));
		}
		assert_int_equal(tables_contradict(&tables, text), is_wrong);
		assert_true(is_wrong == 0 || strstr(text, "table parts, row 2: share") != NULL);
		tables_free(&tables);
	}
}

TEST(parts_of_a_response_are_parts_of_the_base)
{
	static const struct column differences[] = {
		{"who", COLUMN_TEXT, 0, NULL, NULL},
		{"base", COLUMN_NUMBER, 0, NULL, "ticks"},
		{"difference", COLUMN_NUMBER, 0, NULL, "ticks"},
		{"of_base", COLUMN_CHANGE, 0, NULL, NULL},
	};

	for (int is_wrong = 0; is_wrong < 2; is_wrong++) {
		double whole = is_wrong ? 250 : 200;    /* of the new side, or of the base */
		char text[CONTRADICTION_TEXT_MAX] = "";
		struct tables tables;
		struct table *table;

		tables_init(&tables, "a test");
		table = table_begin(&tables, "", "made", "made", differences, COUNT(differences));
		for (size_t i = 0; i < 2; i++) {
			table_row(table);
			cell_string(table, i == 0 ? WHOLE_RESPONSE : "thread");
			cell_number(table, i == 0 ? 200 : 10);
			cell_number(table, i == 0 ? 50 : 20);
			cell_number(table, (i == 0 ? 50 : 20) / whole);
		}
		assert_int_equal(tables_contradict(&tables, text), is_wrong);
		assert_true(is_wrong == 0 || strstr(text, "of_base contradicts base") != NULL);
		tables_free(&tables);
	}
}

TEST(handling_and_delivery_are_the_total_of_an_interrupt)
{
	static const struct column stages[] = {
		{"source", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"stage", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"median", COLUMN_NUMBER, 0, NULL, "ns"},
	};
	static const struct column sources[] = {
		{"source", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"delivery", COLUMN_NUMBER, 0, NULL, NULL},
		{"handling", COLUMN_NUMBER, 0, NULL, NULL},
	};

	for (int is_wrong = 0; is_wrong < 2; is_wrong++) {
		char text[CONTRADICTION_TEXT_MAX] = "";
		struct tables tables;
		struct table *table;

		tables_init(&tables, "a test");
		table = table_begin(&tables, "", "irq.stages", "made", stages, COUNT(stages));
		table_row(table);
		cell_string(table, "pit");
		cell_string(table, "total");
		cell_number(table, 50);
		table = table_begin(&tables, "", "irq.handling", "made", sources, COUNT(sources));
		table_row(table);
		cell_string(table, "pit");
		cell_number(table, 30);
		cell_number(table, is_wrong ? 50 : 20);
		assert_int_equal(tables_contradict(&tables, text), is_wrong);
		assert_true(is_wrong == 0 ||
			    strstr(text, "handling contradicts irq.stages") != NULL);
		tables_free(&tables);
	}
}

TEST(overhead_of_a_sample_is_the_same_in_all_rows)
{
	static const struct column sums[] = {
		{"samples", COLUMN_COUNT, 0, NULL, NULL},
		{"operations", COLUMN_COUNT, 0, NULL, NULL},
		{"timing", COLUMN_NUMBER, 0, NULL, NULL},
	};

	for (int is_wrong = 0; is_wrong < 2; is_wrong++) {
		char text[CONTRADICTION_TEXT_MAX] = "";
		struct tables tables;
		struct table *table;

		tables_init(&tables, "a test");
		table = table_begin(&tables, "", "sums", "sums", sums, COUNT(sums));
		for (uint64_t i = 1; i < 4; i++) {
			table_row(table);
			cell_count(table, 7 * i);
			cell_count(table, 70 * i);
			cell_number(table, is_wrong ? 10.0 / (double)(70 * i) : 1);
		}
		assert_int_equal(tables_contradict(&tables, text), is_wrong);
		assert_true(!is_wrong || strstr(text, "timing") != NULL);
		tables_free(&tables);
	}
}

TEST(shares_are_of_the_whole_that_another_table_states)
{
	static const struct column parts[] = {
		{"part", COLUMN_TEXT, COLUMN_KEY, "", NULL},
		{"instructions", COLUMN_COUNT, 0, NULL, NULL},
		{"share", COLUMN_SHARE, 0, NULL, NULL},
	};

	for (int is_wrong = 0; is_wrong < 2; is_wrong++) {
		char text[CONTRADICTION_TEXT_MAX] = "";
		struct tables tables;
		struct table *table;

		tables_init(&tables, "a test");
		table = table_begin(&tables, "", "made.total", "", parts, COUNT(parts));
		table_row(table);
		cell_string(table, "total");
		cell_count(table, 200);
		cell_number(table, 1);
		table = table_begin(&tables, "", "made.entries", "", parts, COUNT(parts));
		table_row(table);
		cell_string(table, "read");
		cell_count(table, 50);
		cell_number(table, is_wrong ? 0.5 : 0.25);
		table = table_begin(&tables, "", "other.entries", "", parts, COUNT(parts));
		table_row(table);
		cell_string(table, "of another whole");
		cell_count(table, 50);
		cell_number(table, 0.5);
		assert_int_equal(tables_contradict(&tables, text), is_wrong);
		assert_true(!is_wrong || strstr(text, "made.entries, row 1: share") != NULL);
		tables_free(&tables);
	}
}

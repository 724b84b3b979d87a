/* SPDX-License-Identifier: MIT */
#include "tools/topic/count/count.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/file.h"
#include "tools/base/proof.h"
#include "tools/count/counted_flames.h"
#include "tools/flame/flames.h"

#define SECTION "Instructions of a program"
#define METHOD "Each instruction is counted. The sums of entries and of functions equal the total."
#define ENTRIES_SHOWN 12
#define FUNCTIONS_SHOWN 10

static double share_of(uint64_t part, uint64_t whole)
{
	return whole > 0 ? (double)part / (double)whole : 0;
}

/* ---- Totals ---- */

static const struct column total_columns[] = {
	{"part", COLUMN_TEXT, COLUMN_KEY, "", NULL},
	{"number", COLUMN_COUNT, 0, NULL, NULL},
	{"instructions", COLUMN_COUNT, 0, NULL, NULL},
	{"share", COLUMN_SHARE, 0, NULL, NULL},
	{"least", COLUMN_COUNT, 0, "least run", NULL},
	{"most", COLUMN_COUNT, 0, "most run", NULL},
};

/* A value of a run, by its part of the table. */
typedef uint64_t value_of(const struct counted_run *run);

static uint64_t user_of(const struct counted_run *run)
{
	return run->user;
}

static uint64_t user_repeats_of(const struct counted_run *run)
{
	return run->user_repeats;
}

static uint64_t kernel_of(const struct counted_run *run)
{
	return run->kernel;
}

static uint64_t kernel_repeats_of(const struct counted_run *run)
{
	return run->kernel_repeats;
}

static uint64_t calls_of(const struct counted_run *run)
{
	return run->kind_sums[COUNTED_CALL];
}

static uint64_t faults_of(const struct counted_run *run)
{
	const struct entry_row *row = counted_run_row(run, COUNTED_EXCEPTION, PAGE_FAULT);

	return row != NULL ? row->sum : 0;
}

static uint64_t exceptions_of(const struct counted_run *run)
{
	return run->kind_sums[COUNTED_EXCEPTION] - faults_of(run);
}

static uint64_t interrupts_of(const struct counted_run *run)
{
	return run->kind_sums[COUNTED_INTERRUPT];
}

static uint64_t starts_of(const struct counted_run *run)
{
	return run->kind_sums[COUNTED_START];
}

static uint64_t all_of(const struct counted_run *run)
{
	return run->user + run->kernel;
}

struct span {
	uint64_t least, most;
};

/* Check that no run is outside of the span, and that the ends of the span are values of runs. */
static void span_prove(struct span span, const struct counted_run *runs, size_t count,
		       value_of *value, const char *name)
{
	bool has_least = false, has_most = false, is_outside = false;

	for (size_t i = count; i-- > 0;) {
		uint64_t of_run = value(&runs[i]);

		has_least |= of_run == span.least;
		has_most |= of_run == span.most;
		is_outside |= of_run < span.least || of_run > span.most;
	}
	proof_require(has_least && has_most && !is_outside,
		      "%s: %zu runs do not extend from %" PRIu64 " to %" PRIu64, name, count,
		      span.least, span.most);
}

/* The span of a value over the runs, at least one. */
static struct span span_of(const struct counted_run *runs, size_t count, value_of *value,
			   const char *name)
{
	struct span span = {value(&runs[0]), value(&runs[0])};

	for (size_t i = 1; i < count; i++) {
		uint64_t other = value(&runs[i]);

		span.least = other < span.least ? other : span.least;
		span.most = other > span.most ? other : span.most;
	}
	span_prove(span, runs, count, value, name);
	return span;
}

static uint64_t number_of(const struct counted_run *run, enum counted_kind kind, bool is_fault)
{
	uint64_t number = 0;

	for (size_t i = 0; i < run->row_count; i++) {
		const struct entry_row *row = &run->rows[i];

		if (row->kind == kind && is_fault == (kind == COUNTED_EXCEPTION &&
						      strcmp(row->name, PAGE_FAULT) == 0))
			number += row->number;
	}
	return number;
}

static const struct {
	const char *name;
	value_of *value;
	enum counted_kind kind;         /* of entries, whose number the row has; or 0 */
	bool is_fault, is_part, is_always;
} parts[] = {
	{"user", user_of, 0, false, false, true},
	{"repeats of string instructions", user_repeats_of, 0, false, true, false},
	{"kernel", kernel_of, 0, false, false, true},
	{"system calls", calls_of, COUNTED_CALL, false, true, true},
	{"page faults", faults_of, COUNTED_EXCEPTION, true, true, true},
	{"other exceptions", exceptions_of, COUNTED_EXCEPTION, false, true, false},
	{"interrupts", interrupts_of, COUNTED_INTERRUPT, false, true, false},
	{"starts of tasks", starts_of, COUNTED_START, false, true, false},
	{"repeats of string instructions", kernel_repeats_of, 0, false, true, false},
	{"total", all_of, 0, false, false, true},
};

static void count_totals(struct tables *tables, const struct count_report *report)
{
	const struct counted_run *first = &report->runs[0];
	struct table *table = table_begin(tables, SECTION, "count.total", "User and kernel",
					  total_columns, COUNT(total_columns));

	table->flags = TABLE_WHOLE;
	table->note = tables_text(
		tables, "Of the first run of %zu, after %lu to warm up.%s", report->run_count,
		report->warmups, user_repeats_of(first) + kernel_repeats_of(first) == 0 ? "" :
		" QEMU counts each repetition of a string instruction, which a processor counts as "
		"one instruction in all.");
	for (size_t i = 0; i < COUNT(parts); i++) {
		struct span span = span_of(report->runs, report->run_count, parts[i].value,
					   parts[i].name);
		uint64_t value = parts[i].value(first);
		struct row *row;

		if (span.most == 0 && !parts[i].is_always)
			continue;
		row = table_row(table);
		row->is_part = parts[i].is_part;
		cell_text(table_at(table, "part"), "%s%s", parts[i].is_part ? "  " : "",
			  parts[i].name);
		cell_count_if(table_at(table, "number"), parts[i].kind != 0,
			      number_of(first, parts[i].kind, parts[i].is_fault));
		cell_count(table_at(table, "instructions"), value);
		cell_number(table_at(table, "share"), share_of(value, all_of(first)));
		cell_count_if(table_at(table, "least"), span.least != span.most, span.least);
		cell_count_if(table_at(table, "most"), span.least != span.most, span.most);
	}
}

/* ---- Layouts ---- */

static const struct column layout_columns[] = {
	{"figure", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
	{"run", COLUMN_COUNT, 0, "first run", NULL},
	{"least", COLUMN_COUNT, 0, NULL, NULL},
	{"most", COLUMN_COUNT, 0, NULL, NULL},
	{"change", COLUMN_TEXT, COLUMN_RIGHT, "most - least", NULL},
};

static uint64_t call_count_of(const struct counted_run *run)
{
	return run->calls;
}

static uint64_t fault_count_of(const struct counted_run *run)
{
	return run->faults;
}

static void count_layouts(struct tables *tables, const struct count_report *report)
{
	static const struct {
		const char *name;
		value_of *value;
	} figures[] = {
		{"user instructions", user_of}, {"system calls", call_count_of},
		{"page faults", fault_count_of}, {"kernel instructions", kernel_of},
	};
	struct table *table;

	if (report->layout_count == 0)
		return;
	table = table_begin(tables, SECTION, "count.layouts", "Layouts", layout_columns,
			    COUNT(layout_columns));
	table->flags = TABLE_WHOLE;
	table->note = tables_text(
		tables, "Checked in %zu layouts: one more variable in the environment, whose "
		"length differs, moves the stack.", report->layout_count);
	for (size_t i = 0; i < COUNT(figures); i++) {
		struct span span = span_of(report->layouts, report->layout_count,
					   figures[i].value, figures[i].name);

		table_row(table);
		cell_string(table_at(table, "figure"), figures[i].name);
		cell_count(table_at(table, "run"), figures[i].value(&report->runs[0]));
		cell_count(table_at(table, "least"), span.least);
		cell_count(table_at(table, "most"), span.most);
		cell_text(table_at(table, "change"), "%" PRIu64, span.most - span.least);
	}
}

/* ---- Entries to the kernel ---- */

static const struct column entry_columns[] = {
	{"entry", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
	{"kind", COLUMN_TEXT, 0, NULL, NULL},
	{"number", COLUMN_COUNT, 0, NULL, NULL},
	{"least", COLUMN_COUNT, 0, NULL, NULL},
	{"median", COLUMN_COUNT, 0, NULL, NULL},
	{"instructions", COLUMN_COUNT, 0, "sum", NULL},
	{"share", COLUMN_SHARE, 0, NULL, NULL},
};

static const char *kind_name(enum counted_kind kind)
{
	switch (kind) {
	case COUNTED_CALL:
		return "system call";
	case COUNTED_EXCEPTION:
		return "exception";
	case COUNTED_INTERRUPT:
		return "interrupt";
	default:
		return "start";
	}
}

static void count_entries(struct tables *tables, const struct count_report *report)
{
	const struct counted_run *run = &report->runs[0];
	size_t shown = report->is_whole || run->row_count < ENTRIES_SHOWN ? run->row_count
									   : ENTRIES_SHOWN;
	struct table *table = table_begin(tables, SECTION, "count.entries", "Entries to the kernel",
					  entry_columns, COUNT(entry_columns));
	uint64_t number = 0, sum = 0;

	table->flags = TABLE_WHOLE;
	table->note = "Instructions of an entry, without those of faults and interrupts in it.";
	for (size_t i = 0; i < shown; i++) {
		const struct entry_row *row = &run->rows[i];

		table_row(table);
		cell_text(table_at(table, "entry"), "%s", row->name);
		cell_string(table_at(table, "kind"), kind_name(row->kind));
		cell_count(table_at(table, "number"), row->number);
		cell_count_if(table_at(table, "least"), row->number > 0, row->least);
		cell_count_if(table_at(table, "median"), row->number > 0, row->median);
		cell_count(table_at(table, "instructions"), row->sum);
		cell_number(table_at(table, "share"), share_of(row->sum, all_of(run)));
	}
	for (size_t i = shown; i < run->row_count; i++) {
		number += run->rows[i].number;
		sum += run->rows[i].sum;
	}
	if (shown == run->row_count)
		return;
	table_row(table);
	cell_text(table_at(table, "entry"), "%zu others", run->row_count - shown);
	cell_count(table_at(table, "number"), number);
	cell_count(table_at(table, "instructions"), sum);
	cell_number(table_at(table, "share"), share_of(sum, all_of(run)));
}

/* ---- Functions ---- */

static const struct column function_columns[] = {
	{"function", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
	{"side", COLUMN_TEXT, 0, NULL, NULL},
	{"instructions", COLUMN_COUNT, 0, NULL, NULL},
	{"share", COLUMN_SHARE, 0, NULL, NULL},
	{"with_callees", COLUMN_COUNT, 0, NULL, NULL},
};

static const char *draw_flames(struct tables *tables, const struct count_report *report)
{
	char *text;
	size_t size;
	FILE *file = file_in_memory(&text, &size);
	const char *kept;

	counted_flames_write(report->functions, report->program, file);
	file_end_memory(file, &text);
	kept = tables_text(tables, "%s", text);
	free(text);
	return kept;
}

static void count_functions(struct tables *tables, const struct count_report *report)
{
	struct function_list list = function_list_make(&report->functions->tree);
	struct table *table = table_begin(tables, SECTION, "count.functions", "Functions",
					  function_columns, COUNT(function_columns));
	size_t shown = 0;
	uint64_t rest = 0;

	table->flags = TABLE_WHOLE;
	table->note = "A function's own instructions, and with its callees. FILE+0xADDRESS is a "
		      "function that a stripped file does not name.";
	for (size_t i = 0; i < list.count; i++) {
		const struct function_count *function = &list.items[i];

		if (function->insns == 0)
			continue;
		if (!report->is_whole && shown == FUNCTIONS_SHOWN) {
			rest += function->insns;
			continue;
		}
		shown++;
		table_row(table);
		cell_text(table_at(table, "function"), "%s", function->name);
		cell_string(table_at(table, "side"), function->layer == CODE_USER ? "user"
										  : "kernel");
		cell_count(table_at(table, "instructions"), function->insns);
		cell_number(table_at(table, "share"),
			    share_of(function->insns, all_of(&report->runs[0])));
		cell_count(table_at(table, "with_callees"), function->insns_with_callees);
	}
	if (rest > 0) {
		table_row(table);
		cell_string(table_at(table, "function"), "all others");
		cell_count(table_at(table, "instructions"), rest);
		cell_number(table_at(table, "share"),
			    share_of(rest, all_of(&report->runs[0])));
	}
	function_list_free(&list);
	if (report->is_whole)
		table->chart = (struct chart){
			.kind = CHART_DRAWING, .svg = draw_flames(tables, report),
			.svg_width = FLAMES_WIDTH_PIXELS,
		};
}

/* ---- All ---- */

static void count_facts(struct tables *tables, const struct count_report *report)
{
	const struct counted_run *run = &report->runs[0];
	struct table *table = table_begin_facts(tables, SECTION, "count.program", "Program");

	table_fact(table, "program", "%s", report->program);
	table_fact(table, "status", "%s", report->status);
	table_fact(table, "tasks", "%u", run->tasks);
	if (report->kernel != NULL)
		table_fact(table, "kernel", "%s", report->kernel);
	if (report->boot != NULL)
		table_fact(table, "boot", "%s", report->boot);
	table_fact(table, "not counted", "kernel threads %" PRIu64 ", idle %" PRIu64 ", the "
		   "process that waits for the program %" PRIu64 " instructions",
		   run->others[CLASS_KERNEL], run->others[CLASS_IDLE], run->others[CLASS_INIT]);
}

void topic_count(struct tables *tables, const struct count_report *report)
{
	tables->title = tables_text(tables, "Bareline: instructions of %s", report->program);
	tables->method = METHOD;
	count_facts(tables, report);
	count_totals(tables, report);
	count_layouts(tables, report);
	count_entries(tables, report);
	if (report->functions != NULL)
		count_functions(tables, report);
}

/* ---- Suites ---- */

/* What is counted of a program of a suite, or of a key. */
#define SUITE_COUNTS \
	{"user", COLUMN_COUNT, 0, NULL, NULL}, \
	{"kernel", COLUMN_COUNT, 0, NULL, NULL}, \
	{"total", COLUMN_COUNT, 0, NULL, NULL}, \
	{"calls", COLUMN_COUNT, 0, "system calls", NULL}, \
	{"faults", COLUMN_COUNT, 0, "page faults", NULL}, \
	{"tasks", COLUMN_COUNT, 0, NULL, NULL}, \
	{"runs", COLUMN_TEXT, 0, NULL, NULL}

static const struct column suite_columns[] = {
	{"program", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
	SUITE_COUNTS,
	{"status", COLUMN_TEXT, 0, NULL, NULL},
};

static const struct column key_columns[] = {
	{"key", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
	SUITE_COUNTS,
};

static void suite_row(struct table *table, const char *key, const struct count_report *report)
{
	const struct counted_run *runs = report->runs;
	bool varies = false;

	for (size_t i = 1; i < report->run_count; i++)
		varies |= runs[i].user != runs[0].user;
	table_row(table);
	cell_text(table_at(table, key), "%s", report->name);
	cell_count(table_at(table, "user"), runs->user);
	cell_count(table_at(table, "kernel"), runs->kernel);
	cell_count(table_at(table, "total"), runs->user + runs->kernel);
	cell_count(table_at(table, "calls"), runs->calls);
	cell_count(table_at(table, "faults"), runs->faults);
	cell_count(table_at(table, "tasks"), runs->tasks);
	cell_string(table_at(table, "runs"), varies ? "differ" : "equal");
}

void topic_count_suite(struct tables *tables, const struct count_report *reports, size_t count)
{
	struct table *table = table_begin(tables, SECTION, "count.programs", "Programs",
					  suite_columns, COUNT(suite_columns));

	tables->title = "Bareline: instructions of a suite";
	tables->method = METHOD;
	table->flags = TABLE_WHOLE;
	table->note = "Of the first run of each program. The last column but one says whether the "
		      "user instructions of all runs are equal.";
	for (size_t i = 0; i < count; i++) {
		suite_row(table, "program", &reports[i]);
		cell_text(table_at(table, "status"), "%s", reports[i].status);
	}
}

void topic_count_keys(struct tables *tables, const struct count_report *reports, size_t count)
{
	struct table *table;

	tables->title = tables_text(tables, "Bareline: instructions of a key in %s",
				    reports[0].program);
	tables->method = METHOD;
	count_facts(tables, &reports[0]);
	table = table_begin(tables, SECTION, "count.keys", "Keys", key_columns, COUNT(key_columns));
	table->flags = TABLE_WHOLE;
	table->note = "Of the first run. A key ends when the program waits for another one, and "
		      "all its threads sleep. What it does after that, such as at the end of a "
		      "time limit, is a row \"pause\".";
	for (size_t i = 0; i < count; i++)
		suite_row(table, "key", &reports[i]);
}

/* ---- Two sides ---- */

static const struct column change_columns[] = {
	{"function", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
	{"side", COLUMN_TEXT, 0, NULL, NULL},
	{"base", COLUMN_COUNT, 0, NULL, NULL},
	{"new", COLUMN_COUNT, 0, NULL, NULL},
	{"change", COLUMN_TEXT, COLUMN_RIGHT, "+N", NULL},
};

struct changed_function {
	const char *name;
	enum code_layer layer;
	uint64_t insns[2];
};

static int by_function_name(const void *first, const void *second)
{
	const struct function_count *a = first, *b = second;
	int order = strcmp(a->name, b->name);

	return order != 0 ? order : (int)a->layer - (int)b->layer;
}

static int64_t change_of(const struct changed_function *function)
{
	return (int64_t)(function->insns[1] - function->insns[0]);
}

static int by_change(const void *first, const void *second)
{
	const struct changed_function *a = first, *b = second;
	uint64_t a_size = (uint64_t)llabs(change_of(a)), b_size = (uint64_t)llabs(change_of(b));

	if (a_size != b_size)
		return a_size > b_size ? -1 : 1;
	return strcmp(a->name, b->name);
}

/* The functions of both lists, which are sorted by name. */
static size_t merge_functions(const struct function_list lists[2], struct changed_function *merged)
{
	size_t at[2] = {0}, count = 0;

	while (at[0] < lists[0].count || at[1] < lists[1].count) {
		const struct function_count *base = &lists[0].items[at[0]];
		const struct function_count *new = &lists[1].items[at[1]];
		int order = at[0] == lists[0].count   ? 1
			    : at[1] == lists[1].count ? -1 : by_function_name(base, new);
		struct changed_function *function = &merged[count++];

		*function = (struct changed_function){
			.name = order <= 0 ? base->name : new->name,
			.layer = order <= 0 ? base->layer : new->layer,
			.insns = {order <= 0 ? base->insns : 0, order >= 0 ? new->insns : 0},
		};
		at[0] += order <= 0;
		at[1] += order >= 0;
	}
	return count;
}

static void change_row(struct table *table, const char *name, const char *side,
		       const uint64_t insns[2])
{
	table_row(table);
	cell_text(table_at(table, "function"), "%s", name);
	cell_string_or_none(table_at(table, "side"), side);
	cell_count(table_at(table, "base"), insns[0]);
	cell_count(table_at(table, "new"), insns[1]);
	cell_text(table_at(table, "change"), "%+" PRId64, (int64_t)(insns[1] - insns[0]));
}

void topic_count_change(struct tables *tables, const struct counted_functions *base,
			const struct counted_functions *new)
{
	struct function_list lists[2] = {function_list_make(&base->tree),
					 function_list_make(&new->tree)};
	struct changed_function *merged = xcalloc(lists[0].count + lists[1].count + 1,
						  sizeof(*merged));
	struct table *table = table_begin(tables, SECTION, "count.changes",
					  "Functions that changed", change_columns,
					  COUNT(change_columns));
	uint64_t rest[2] = {0};
	size_t count;

	table->flags = TABLE_WHOLE;
	table->note = "A function's own instructions in the first run of each side. The kernel's "
		      "instructions also change with what it did before.";
	for (size_t i = 0; i < 2; i++)
		qsort(lists[i].items, lists[i].count, sizeof(*lists[i].items), by_function_name);
	count = merge_functions(lists, merged);
	qsort(merged, count, sizeof(*merged), by_change);
	for (size_t i = 0; i < count; i++) {
		if (i < FUNCTIONS_SHOWN && change_of(&merged[i]) != 0) {
			change_row(table, merged[i].name,
				   merged[i].layer == CODE_USER ? "user" : "kernel",
				   merged[i].insns);
		} else {
			rest[0] += merged[i].insns[0];
			rest[1] += merged[i].insns[1];
		}
	}
	change_row(table, "all others", "", rest);
	free(merged);
	for (size_t i = 0; i < 2; i++)
		function_list_free(&lists[i]);
}

/* SPDX-License-Identifier: MIT */
#include "tools/run/baseline_cases.h"

struct cases {
	struct table *table;
	bool is_strict;
	bool is_comparable;     /* all conditions match */
};

static struct table *cases_begin(struct tables *tables, const char *name, const char *title)
{
	static const struct column columns[] = {
		{"what", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"kept", COLUMN_TEXT, 0, NULL, NULL},
		{"now", COLUMN_TEXT, 0, NULL, NULL},
		{"verdict", COLUMN_VERDICT, 0, NULL, NULL},
	};

	return table_begin(tables, "", name, title, columns, sizeof(columns) / sizeof(columns[0]));
}

/* The texts are copied, since the tables outlive the lines. */
static void cases_add(struct table *table, const struct baseline_line *base,
		      const struct baseline_line *new, enum table_verdict verdict, const char *text)
{
	table_row(table);
	cell_text(table_at(table, "what"), "%s", new != NULL ? new->name : base->name);
	if (base != NULL)
		cell_text(table_at(table, "kept"), "%s", base->value);
	if (new != NULL)
		cell_text(table_at(table, "now"), "%s", new->value);
	cell_verdict(table_at(table, "verdict"), verdict, text);
}

static void cases_add_condition(void *context, enum baseline_finding finding,
				const struct baseline_line *base, const struct baseline_line *new)
{
	struct cases *cases = context;

	if (finding == BASELINE_MATCHES)
		return;
	cases->is_comparable = false;
	cases_add(cases->table, base, new, TABLE_BAD, "different condition");
}

static void cases_add_metric(void *context, enum baseline_finding finding,
			     const struct baseline_line *base, const struct baseline_line *new)
{
	static const char *const texts[] = {
		[BASELINE_MATCHES] = "matches baseline", [BASELINE_CHANGED] = "changed",
		[BASELINE_UNSTABLE] = "unstable, not checked",
		[BASELINE_LAYOUT_DEPENDENT] = "unstable with memory layout, not checked",
		[BASELINE_OTHER_EMULATOR] = "depends on QEMU's version, not compared",
		[BASELINE_NEW] = "new", [BASELINE_MISSING] = "missing",
	};
	const struct cases *cases = context;
	bool is_alone = finding == BASELINE_NEW || finding == BASELINE_MISSING;
	enum table_verdict verdict = TABLE_UNKNOWN;
	const char *text = texts[finding];
	struct baseline_change change;

	if (!cases->is_comparable) {
		cases_add(cases->table, base, new, TABLE_UNKNOWN, "not compared: different "
								  "conditions");
		return;
	}
	if (finding == BASELINE_CHANGED && baseline_compute_change(base, new, &change))
		text = change.after > change.before ? "changed, costs more" : "changed, costs less";
	if (finding == BASELINE_MATCHES)
		verdict = TABLE_GOOD;
	else if (finding == BASELINE_CHANGED || (is_alone && cases->is_strict))
		verdict = TABLE_BAD;
	cases_add(cases->table, base, new, verdict, text);
	/* Readers of a page look for differences only. */
	cases->table->rows[cases->table->row_count - 1].is_detail =
		finding == BASELINE_MATCHES || finding == BASELINE_UNSTABLE ||
		finding == BASELINE_LAYOUT_DEPENDENT || finding == BASELINE_OTHER_EMULATOR;
}

void baseline_cases_add(struct tables *tables, const struct baseline *base,
			const struct baseline *new, bool is_strict)
{
	struct cases cases = {.is_strict = is_strict, .is_comparable = true};

	cases.table = cases_begin(tables, "conditions", "Different conditions");
	baseline_walk(base, new, BASELINE_CONDITION, cases_add_condition, &cases);
	cases.table = cases_begin(tables, "baseline", "Metrics against the baseline");
	baseline_walk_worst_first(base, new, cases_add_metric, &cases);
}

void baseline_cases_add_failure(struct tables *tables, int status)
{
	static const struct column columns[] = {
		{"what", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"exit_status", COLUMN_COUNT, 0, NULL, NULL},
		{"verdict", COLUMN_VERDICT, 0, NULL, NULL},
	};
	struct table *table = table_begin(tables, "", "run", "The run", columns,
					  sizeof(columns) / sizeof(columns[0]));

	table_row(table);
	cell_string(table_at(table, "what"), "as a whole");
	cell_count(table_at(table, "exit_status"), (uint64_t)status);
	cell_verdict(table_at(table, "verdict"), TABLE_BAD, "failed");
}

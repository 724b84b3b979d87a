/* SPDX-License-Identifier: MIT */
/* Prints the comparison of a baseline, limited to a readable number of lines. Regressed and
 * improved metrics come first. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/file.h"
#include "tools/record/result.h"
#include "tools/results/baseline.h"

#define LINES_MAX 20
#define COLD " cold"

struct entry {
	enum baseline_finding finding;
	const struct baseline_line *base, *new;
	struct baseline_change change;
	bool is_stage;                  /* of an operation whose total is a line too */
	size_t number;                  /* in the order of the run */
};

struct report {
	struct entry *entries;          /* lines that do not match */
	size_t count, different;        /* different: entries that fail the comparison */
	size_t more, less, otherwise;   /* changed metrics */
	size_t layout_dependent;        /* unchecked metrics that vary with the memory layout */
	double layout_spread_max;       /* relative */
	size_t uncompared;              /* unchecked because the version of QEMU differs */
	bool is_strict;
};

/* ---- Entries ---- */

static const struct baseline_line *entry_line(const struct entry *entry)
{
	return entry->new != NULL ? entry->new : entry->base;
}

static bool entry_is_cold(const struct entry *entry)
{
	const char *name = entry_line(entry)->name;
	size_t length = strlen(name);

	return length > strlen(COLD) && strcmp(name + length - strlen(COLD), COLD) == 0;
}

/* The name of the total of a line's operation: "irq.self_ipi ring=0 total warm" of "irq.self_ipi
 * ring=0 delivery warm". NULL if the line has no stage. The caller frees it. */
static char *entry_total_name(const char *name)
{
	const char *last = strrchr(name, ' '), *stage = last;

	while (stage != NULL && stage > name && stage[-1] != ' ')
		stage--;
	if (stage == NULL || stage == name || memchr(stage, '=', (size_t)(last - stage)) != NULL)
		return NULL;
	return xasprintf("%.*s" TOTAL_STAGE "%s", (int)(stage - name), name, last);
}

static bool entry_is_stage(const struct entry *entry, const struct baseline *baseline)
{
	const char *name = entry_line(entry)->name;
	char *total = entry_total_name(name);
	bool is_stage = total != NULL && strcmp(total, name) != 0 &&
			baseline_find(baseline, total) != NULL;

	free(total);
	return is_stage;
}

static double change_part(const struct baseline_change *change)
{
	return change->before == change->after ? 0 : change->after / change->before - 1;
}

static int compare_numbers(double a, double b)
{
	return (a > b) - (a < b);
}

static bool change_is_more(const struct baseline_change *change)
{
	return change->after > change->before;
}

/* Failures first, then warm before cold, operations before their stages, what costs more before
 * what costs less, and the largest change. */
static int entry_compare(const void *a, const void *b)
{
	const struct entry *one = a, *other = b;
	int order = (int)one->finding - (int)other->finding;

	if (order == 0)
		order = entry_is_cold(one) - entry_is_cold(other);
	if (order == 0)
		order = one->is_stage - other->is_stage;
	if (order == 0 && one->finding == BASELINE_CHANGED)
		order = change_is_more(&other->change) - change_is_more(&one->change);
	if (order == 0 && one->finding == BASELINE_CHANGED)
		order = compare_numbers(fabs(change_part(&other->change)),
					fabs(change_part(&one->change)));
	return order != 0 ? order : compare_numbers((double)one->number, (double)other->number);
}

static bool report_counts_alone(const struct report *report, const struct baseline_line *line)
{
	enum baseline_kind kind = baseline_line_kind(line);

	return kind == BASELINE_CONDITION || (kind == BASELINE_METRIC && report->is_strict);
}

static void report_add(struct report *report, const struct entry *entry)
{
	report->entries = xreallocarray(report->entries, report->count + 1,
					sizeof(*report->entries));
	report->entries[report->count] = *entry;
	report->entries[report->count].number = report->count;
	report->count++;
}

static void report_visit(void *context, enum baseline_finding finding,
			 const struct baseline_line *base, const struct baseline_line *new)
{
	struct report *report = context;
	struct entry entry = {.finding = finding, .base = base, .new = new};
	bool is_alone = base == NULL || new == NULL, differs = false;
	double spread;

	if (is_alone) {
		report->different += report_counts_alone(report, entry_line(&entry));
		report_add(report, &entry);
		return;
	}
	if (finding == BASELINE_OTHER_EMULATOR) {
		report->uncompared++;
		return;
	}
	if (finding == BASELINE_LAYOUT_DEPENDENT) {
		spread = baseline_compute_spread(base, new);
		report->layout_dependent++;
		report->layout_spread_max = fmax(spread, report->layout_spread_max);
	}
	if (baseline_line_kind(new) == BASELINE_METRIC)
		differs = baseline_compute_change(base, new, &entry.change);
	if (finding == BASELINE_CHANGED && baseline_line_kind(new) == BASELINE_METRIC) {
		report->more += differs && entry.change.after > entry.change.before;
		report->less += differs && entry.change.after < entry.change.before;
		report->otherwise += !differs;
	}
	if (!baseline_is_equal(base, new))
		report_add(report, &entry);
	report->different += finding == BASELINE_CHANGED &&
			     baseline_line_kind(new) != BASELINE_NOTE;
}

static void report_make(struct report *report, const struct baseline *base,
			const struct baseline *new, enum baseline_kind kind)
{
	baseline_walk(base, new, kind, report_visit, report);
	for (size_t i = 0; i < report->count && kind == BASELINE_METRIC; i++)
		report->entries[i].is_stage = entry_is_stage(&report->entries[i], new);
	if (report->count > 0 && kind == BASELINE_METRIC)
		qsort(report->entries, report->count, sizeof(*report->entries), entry_compare);
}

static void report_free(struct report *report)
{
	free(report->entries);
	*report = (struct report){.is_strict = report->is_strict};
}

/* ---- All metrics, worst first ---- */

struct rest {
	baseline_visit *visit;
	void *context;
};

/* Lines that are not entries of a report. */
static void rest_visit(void *context, enum baseline_finding finding,
		       const struct baseline_line *base, const struct baseline_line *new)
{
	const struct rest *rest = context;

	if (base != NULL && new != NULL &&
	    (finding == BASELINE_OTHER_EMULATOR || baseline_is_equal(base, new)))
		rest->visit(rest->context, finding, base, new);
}

void baseline_walk_worst_first(const struct baseline *base, const struct baseline *new,
			       baseline_visit *visit, void *context)
{
	struct rest rest = {visit, context};
	struct report report = {0};

	report_make(&report, base, new, BASELINE_METRIC);
	for (size_t i = 0; i < report.count; i++)
		visit(context, report.entries[i].finding, report.entries[i].base,
		      report.entries[i].new);
	report_free(&report);
	baseline_walk(base, new, BASELINE_METRIC, rest_visit, &rest);
}

/* ---- Text ---- */

static const char *operations_of(const struct baseline_line *line)
{
	return strstr(line->value, " in ");
}

static void write_part(const struct baseline_change *change, FILE *out)
{
	if (change->before > 0)
		fprintf(out, ", %+.3g %%", 100 * change_part(change));
}

static void write_change(const struct entry *entry, FILE *out)
{
	const struct baseline_change *change = &entry->change;
	double by = change->after - change->before;
	const char *which = by > 0 ? "more" : "fewer";

	if (by == 0)
		return;
	if (change->is_exact) {
		fprintf(out, " (%.12g %s%s", fabs(by), which,
			operations_of(entry->new) != NULL ? " an operation" : "");
		write_part(change, out);
		putc(')', out);
	} else {
		fprintf(out, " (%s)", which);
	}
}

static void write_entry(const struct entry *entry, FILE *out)
{
	const struct baseline_line *base = entry->base, *new = entry->new;

	if (base == NULL) {
		fprintf(out, "  %s: new, %s\n", new->name, new->value);
		return;
	}
	if (new == NULL) {
		fprintf(out, "  %s: missing, was %s\n", base->name, base->value);
		return;
	}
	fprintf(out, "  %s: %s -> %s", new->name, base->value, new->value);
	if (entry->finding == BASELINE_LAYOUT_DEPENDENT)
		fprintf(out, " (differs with memory layout by up to %.2g %%, not checked)",
			100 * baseline_compute_spread(base, new));
	else if (entry->finding == BASELINE_UNSTABLE)
		fputs(" (unstable, not checked)", out);
	else
		write_change(entry, out);
	putc('\n', out);
}

/* The largest regression of a whole operation, else of a stage or a cold sample; else the largest
 * change. */
static const struct entry *report_largest(const struct report *report)
{
	for (size_t i = 0; i < report->count; i++) {
		if (report->entries[i].finding == BASELINE_CHANGED &&
		    change_is_more(&report->entries[i].change))
			return &report->entries[i];
	}
	return &report->entries[0];
}

static void write_summary(const struct report *report, size_t metrics, FILE *out)
{
	const struct entry *largest = report_largest(report);
	const struct baseline_change *change = &largest->change;

	fprintf(out, "%zu metric%s more, %zu less", report->more,
		report->more == 1 ? " costs" : "s cost", report->less);
	if (report->otherwise > 0)
		fprintf(out, ", %zu the same with other samples", report->otherwise);
	fprintf(out, ", of %zu", metrics);
	if (change->before == change->after)
		return;
	fprintf(out, "; the largest%s: %s %.12g → %.12g (%+.12g instructions an operation",
		change_is_more(change) ? " regression" : "", entry_line(largest)->name,
		change->before, change->after,
		change->after - change->before);
	write_part(change, out);
	putc(')', out);
}

static bool has_changed(const struct report *report)
{
	return report->more + report->less + report->otherwise > 0;
}

char *baseline_summary(const struct baseline *base, const struct baseline *new)
{
	struct report report = {0};
	char *text = NULL;
	size_t size;
	FILE *file;

	report_make(&report, base, new, BASELINE_METRIC);
	if (has_changed(&report)) {
		file = file_in_memory(&text, &size);
		write_summary(&report, baseline_count(new, BASELINE_METRIC), file);
		file_end_memory(file, &text);
	}
	report_free(&report);
	return text;
}

/* Explains the format of values, by the first changed value with operations. */
static void write_legend(const struct report *report, size_t shown, FILE *out)
{
	for (size_t i = 0; i < shown; i++) {
		const char *value = entry_line(&report->entries[i])->value;
		const char *times = strchr(value, '*'), *in = strstr(value, " in ");
		int digits;

		if (report->entries[i].finding != BASELINE_CHANGED || times == NULL || in == NULL ||
		    strchr(times + 1, '*') != NULL)
			continue;
		digits = (int)(times - value);
		fprintf(out, "  (%s: %.*s sample%s of %.*s instructions, for %s operations each)\n",
			value, (int)(in - times - 1), times + 1,
			strncmp(times, "*1 ", 3) == 0 ? "" : "s", digits, value, in + 4);
		return;
	}
}

static void write_report(const struct report *report, size_t most, FILE *out)
{
	size_t shown = report->count < most ? report->count : most;

	for (size_t i = 0; i < shown; i++)
		write_entry(&report->entries[i], out);
	write_legend(report, shown, out);
	if (report->count > shown)
		fprintf(out, "  and %zu more; --markdown FILE lists all\n", report->count - shown);
	if (report->layout_dependent > 0)
		fprintf(out,
			"  metrics that differ with memory layout by up to %.2g %%, "
			"not checked: %zu\n",
			100 * report->layout_spread_max, report->layout_dependent);
	if (report->uncompared > 0)
		fprintf(out, "  metrics that depend on QEMU's version, not checked: %zu\n",
			report->uncompared);
}

enum baseline_verdict baseline_compare(const struct baseline *base, const struct baseline *new,
				       bool is_strict, FILE *out)
{
	struct report report = {.is_strict = is_strict};
	size_t different;

	report_make(&report, base, new, BASELINE_CONDITION);
	write_report(&report, report.count, out);
	different = report.different;
	report_free(&report);
	if (different > 0)
		return BASELINE_NOT_COMPARABLE;
	report_make(&report, base, new, BASELINE_NOTE);
	write_report(&report, report.count, out);
	report_free(&report);
	report_make(&report, base, new, BASELINE_METRIC);
	if (has_changed(&report)) {
		write_summary(&report, baseline_count(new, BASELINE_METRIC), out);
		putc('\n', out);
	}
	write_report(&report, LINES_MAX, out);
	different = report.different;
	report_free(&report);
	return different > 0 ? BASELINE_FAIL : BASELINE_PASS;
}

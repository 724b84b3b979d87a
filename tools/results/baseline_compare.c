/* SPDX-License-Identifier: MIT */
/* Compares two lines of a baseline. Equal text is a match; otherwise the samples decide. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/record/catalogue.h"
#include "tools/results/baseline.h"

#define DIGITS "0123456789"
#define IN " in " /* before the number of operations of each sample */

/* ---- Samples ---- */

struct range {
	double least, greatest;
};

static void range_add(struct range *range, double sample)
{
	range->least = fmin(range->least, sample);
	range->greatest = fmax(range->greatest, sample);
}

/* Minimum and maximum sample of a value, per operation. Samples before " in N" are of N operations
 * each. Returns false if the value has no samples. */
static bool range_of(const char *value, double *least, double *greatest)
{
	struct range all = {INFINITY, 0}, group = all;

	while (*value >= '0' && *value <= '9') {
		char *end;
		double operations = 1;

		range_add(&group, (double)strtoull(value, &end, 10));
		if (*end != '*')
			return false;
		value = end + 1 + strspn(end + 1, DIGITS);
		if (strncmp(value, IN, strlen(IN)) == 0) {
			operations = strtod(value + strlen(IN), &end);
			value = end;
		} else if (*value != '\0') {
			value += *value == ' ';
			continue;
		}
		if (operations <= 0)
			return false;
		range_add(&all, group.least / operations);
		range_add(&all, group.greatest / operations);
		group = (struct range){INFINITY, 0};
		value += *value == ' ';
	}
	*least = all.least;
	*greatest = all.greatest;
	return isfinite(all.least);
}

static bool ranges_overlap(const struct baseline_line *base, const struct baseline_line *new)
{
	double least, greatest, new_least, new_greatest;

	return range_of(base->value, &least, &greatest) &&
	       range_of(new->value, &new_least, &new_greatest) && new_least <= greatest &&
	       new_greatest >= least;
}

bool baseline_is_constant(const struct baseline_line *line)
{
	const char *times = line->value + strspn(line->value, DIGITS), *in;

	if (times == line->value || *times != '*')
		return false;
	in = times + 1 + strspn(times + 1, DIGITS);
	if (strncmp(in, IN, strlen(IN)) == 0)
		in += strlen(IN) + strspn(in + strlen(IN), DIGITS);
	return *in == '\0';
}

double baseline_compute_spread(const struct baseline_line *base, const struct baseline_line *new)
{
	double least, greatest, new_least, new_greatest;

	if (!range_of(base->value, &least, &greatest) ||
	    !range_of(new->value, &new_least, &new_greatest))
		return 0;
	least = fmin(least, new_least);
	return least > 0 ? fmax(greatest, new_greatest) / least - 1 : 0;
}

bool baseline_compute_change(const struct baseline_line *base, const struct baseline_line *new,
			     struct baseline_change *change)
{
	double least, greatest, new_least, new_greatest;

	if (!range_of(base->value, &least, &greatest) ||
	    !range_of(new->value, &new_least, &new_greatest))
		return false;
	*change = (struct baseline_change){
		.before = (least + greatest) / 2, .after = (new_least + new_greatest) / 2,
		.is_exact = baseline_is_constant(base) && baseline_is_constant(new),
	};
	return change->before != change->after;
}

/* ---- Conditions ---- */

static int compare_words(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The words and list items of a text, sorted, because the order of requested benchmarks has no
 * meaning. The caller frees it. */
static char *sorted_lists(const char *value)
{
	char *copy = xstrdup(value), *rest = copy, *sorted = xstrdup(""), *word;
	char **words = xcalloc(strlen(value) + 1, sizeof(*words));
	size_t count = 0;

	while ((word = strsep(&rest, " =,")) != NULL)
		words[count++] = word;
	qsort(words, count, sizeof(*words), compare_words);
	for (size_t i = 0; i < count; i++) {
		char *longer = xasprintf("%s %s", sorted, words[i]);

		free(sorted);
		sorted = longer;
	}
	free(words);
	free(copy);
	return sorted;
}

bool baseline_is_equal(const struct baseline_line *base, const struct baseline_line *new)
{
	bool same = strcmp(base->value, new->value) == 0;
	char *a, *b;

	if (same || baseline_line_kind(base) != BASELINE_CONDITION)
		return same;
	a = sorted_lists(base->value);
	b = sorted_lists(new->value);
	same = strcmp(a, b) == 0;
	free(b);
	free(a);
	return same;
}

/* ---- Conditions and metrics ---- */

/* Linux counts depend on the memory layout, which differs between boots. The difference is
 * variation if the baseline is a range, or if the new value is a range that overlaps it. */
static bool is_unstable_layout(const struct baseline_line *base, const struct baseline_line *new)
{
	return !baseline_is_constant(base) ||
	       (!baseline_is_constant(new) && ranges_overlap(base, new));
}

/* Whether a line is of a benchmark with equal counts under Linux on every version of QEMU. */
static bool is_of_exact_suite(const struct baseline_line *line)
{
	size_t length = strcspn(line->name, " ");

	for (const struct catalogue_entry *entry = catalogue; entry->name != NULL; entry++) {
		if (strlen(entry->name) == length && strncmp(entry->name, line->name, length) == 0)
			return strstr(entry->suites, "exact") != NULL;
	}
	return false;
}

struct circumstances {
	bool is_linux, has_other_emulator;
};

static struct circumstances circumstances_of(const struct baseline *base,
					     const struct baseline *new)
{
	const struct baseline_line *host = baseline_find(new, "condition host"),
				   *before = baseline_find(base, "note emulator"),
				   *after = baseline_find(new, "note emulator");

	return (struct circumstances){
		.is_linux = host != NULL && strcmp(host->value, "linux") == 0,
		.has_other_emulator = before != NULL && after != NULL &&
				      strcmp(before->value, after->value) != 0,
	};
}

static enum baseline_finding finding_of(const struct baseline_line *base,
					const struct baseline_line *new,
					const struct circumstances *circumstances)
{
	bool is_metric = baseline_line_kind(new) == BASELINE_METRIC;
	bool varies_with_layout = circumstances->is_linux;

	if (varies_with_layout && circumstances->has_other_emulator && is_metric &&
	    !is_of_exact_suite(new))
		return BASELINE_OTHER_EMULATOR;
	if (varies_with_layout && is_metric && is_unstable_layout(base, new))
		return BASELINE_LAYOUT_DEPENDENT;
	if (baseline_is_equal(base, new))
		return BASELINE_MATCHES;
	if (is_metric && !baseline_is_constant(base) && ranges_overlap(base, new))
		return BASELINE_UNSTABLE;
	return BASELINE_CHANGED;
}

void baseline_walk(const struct baseline *base, const struct baseline *new, enum baseline_kind kind,
		   baseline_visit *visit, void *context)
{
	const struct circumstances circumstances = circumstances_of(base, new);

	for (size_t i = 0; i < new->count; i++) {
		const struct baseline_line *line = &new->lines[i],
					   *old = baseline_find(base, line->name);

		if (baseline_line_kind(line) == kind)
			visit(context,
			      old != NULL ? finding_of(old, line, &circumstances) : BASELINE_NEW,
			      old, line);
	}
	for (size_t i = 0; i < base->count; i++) {
		const struct baseline_line *line = &base->lines[i];

		if (baseline_line_kind(line) == kind && baseline_find(new, line->name) == NULL)
			visit(context, BASELINE_MISSING, line, NULL);
	}
}

static void count_compared(void *context, enum baseline_finding finding,
			   const struct baseline_line *base, const struct baseline_line *new)
{
	size_t *count = context;

	*count += finding != BASELINE_OTHER_EMULATOR && base != NULL && new != NULL;
}

size_t baseline_count_compared(const struct baseline *base, const struct baseline *new)
{
	size_t count = 0;

	baseline_walk(base, new, BASELINE_METRIC, count_compared, &count);
	return count;
}

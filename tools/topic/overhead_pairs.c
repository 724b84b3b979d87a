/* SPDX-License-Identifier: MIT */
/* Parts of the operations on both sides, and the metrics whose operations are not comparable: the
 * difference, and the differing parts. */
#include <gsl/gsl_statistics_double.h>
#include <string.h>

#include "tools/base/sort.h"
#include "tools/analysis/timing.h"
#include "tools/stats/stats.h"
#include "tools/topic/keys.h"
#include "tools/topic/metric_tables.h"
#include "tools/topic/overhead.h"
#include "tools/topic/sides.h"

#define PAGE_WORD "page_bytes="
#define PAGE_LABEL_MAX 64
#define NOT_DECLARED "The parts of the two operations are not declared."

/* ---- One metric ---- */

/* Whether both sides have the same operation: the same source and no declared pair. */
static bool is_same_source(const struct compared_metric *metric)
{
	const struct metric *hosted = metric->sides[LINUX].first;

	return hosted == NULL || hosted->bench->info->differs[0] == '\0';
}

bool overhead_is_comparable(const struct compared_metric *metric)
{
	const struct pair *pair;

	if (is_same_source(metric))
		return true;
	pair = pairs_find(metric->bench, metric->point);
	return pair != NULL && pair_is_comparable(pair);
}

bool overhead_has_ratio(const struct compared_metric *metric)
{
	return metric_is_common(metric) && metric->contrast.has_ratio &&
	       overhead_is_comparable(metric);
}

/* "look-up, clearing" */
static const char *parts_text(struct tables *tables, unsigned parts)
{
	const char *list = "";

	for (int i = 0; i < PART_COUNT; i++) {
		if ((parts >> i & 1) != 0)
			list = tables_text(tables, "%s%s%s", list, list[0] != '\0' ? ", " : "",
					   part_texts[i].name);
	}
	return list;
}

const char *overhead_pair_text(struct tables *tables, const struct pair *pair, bool is_x86)
{
	unsigned of_metal = pair->metal & ~pair->hosted;
	unsigned of_linux = pair->hosted & ~pair->metal;
	const char *text = "";

	if (of_linux != 0)
		text = tables_text(tables, "Linux only: %s.", parts_text(tables, of_linux));
	if (of_metal != 0)
		text = tables_text(tables, "%s%sBare metal only: %s.", text,
				   text[0] != '\0' ? " " : "", parts_text(tables, of_metal));
	if (pair->beyond[0] != '\0')
		text = tables_text(tables, "%s%sLinux also: %s%s.", text,
				   text[0] != '\0' ? " " : "", pair->beyond,
				   is_x86 ? pair_beyond_x86(pair) : "");
	return text;
}

/* Whether the comparison is of x86. Without runs, this is the list of all pairs. */
static bool is_of_x86(const struct comparison *comparison)
{
	const struct compared_runs *runs = comparison != NULL ? &comparison->sides[METAL] : NULL;

	return runs == NULL || runs->count == 0 || runs->items[0].result == NULL ||
	       timing_has_tsc(runs->items[0].result);
}

const char *overhead_difference_text(struct tables *tables, const struct comparison *comparison,
				     const struct compared_metric *metric)
{
	const struct pair *pair = pairs_find(metric->bench, metric->point);
	const char *text;

	if (is_same_source(metric) || (comparison != NULL && comparison_has_other_os(comparison)))
		return NULL;
	text = pair != NULL ? overhead_pair_text(tables, pair, is_of_x86(comparison))
			    : NOT_DECLARED;
	return text[0] != '\0' ? text : NULL;
}

/* ---- Pairs ---- */

static const char *pair_name(struct tables *tables, const struct pair *pair)
{
	return tables_text(tables, "%s%s%s", pair->bench, pair->point[0] != '\0' ? " " : "",
			   pair->point);
}

static void pair_row(struct table *table, const struct pair *pair, const char *which,
		     const char *what)
{
	if (what[0] == '\0')
		return;
	table_row(table);
	cell_string(table_at(table, "operation"), pair_name(table->of, pair));
	cell_string(table_at(table, "comparable"), pair_is_comparable(pair) ? "yes" : "no");
	cell_string(table_at(table, "which"), which);
	cell_string(table_at(table, "what"), what);
}

static void pair_rows(struct table *table, const struct pair *pair, bool is_x86)
{
	unsigned metal = pair->metal, hosted = pair->hosted;

	pair_row(table, pair, "both", parts_text(table->of, metal & hosted));
	pair_row(table, pair, "bare metal", parts_text(table->of, metal & ~hosted));
	pair_row(table, pair, "Linux", parts_text(table->of, hosted & ~metal));
	pair_row(table, pair, "Linux also",
		 tables_text(table->of, "%s%s", pair->beyond, is_x86 ? pair_beyond_x86(pair) : ""));
	pair_row(table, pair, "note", pair->note);
}

static struct table *pairs_begin(struct tables *tables, const char *section, const char *name)
{
	static const struct column columns[] = {
		{"operation", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"comparable", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"which", COLUMN_TEXT, COLUMN_KEY, "of", NULL},
		{"what", COLUMN_TEXT, 0, "consists of", NULL},
	};
	struct table *table = table_begin(tables, section, name,
					  "Parts of one operation, by side", columns,
					  sizeof(columns) / sizeof(columns[0]));

	table->flags = TABLE_WHOLE;
	return table;
}

/* Whether the metric belongs to the pair. NULL stands for metrics without a declared pair. */
static bool is_of_pair(const struct compared_metric *metric, const struct pair *pair)
{
	return metric_is_common(metric) && !is_same_source(metric) &&
	       pairs_find(metric->bench, metric->point) == pair;
}

/* The first metric of the pair; NULL if there is none. */
static const struct compared_metric *pair_metric(const struct comparison *comparison,
						 const struct pair *pair)
{
	for (size_t i = 0; i < comparison->metric_count; i++) {
		if (is_of_pair(&comparison->metrics[i], pair))
			return &comparison->metrics[i];
	}
	return NULL;
}

void overhead_add_pairs(struct tables *tables, const char *section,
			const struct comparison *comparison)
{
	const struct compared_metric *undeclared = pair_metric(comparison, NULL);
	struct table *table = pairs_begin(tables, section, "overhead.pairs");

	for (size_t i = 0; i < pair_count; i++) {
		if (pair_metric(comparison, &pairs[i]) != NULL)
			pair_rows(table, &pairs[i], is_of_x86(comparison));
	}
	table->note = "All other operations are the same instructions on both sides.";
	if (undeclared != NULL)
		table->note = tables_text(tables, "%s: %s", undeclared->bench, NOT_DECLARED);
}

void topic_pairs(struct tables *tables)
{
	static const struct column columns[] = {
		{"part", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"meaning", COLUMN_TEXT, 0, NULL, NULL},
	};
	struct table *table;

	tables->title = "Linux against bare metal: operations compared";
	table = pairs_begin(tables, "", "pairs");
	for (size_t i = 0; i < pair_count; i++)
		pair_rows(table, &pairs[i], true);
	table->note = "All other operations are the same instructions on both sides.";
	table = table_begin(tables, "", "parts", "Parts", columns,
			    sizeof(columns) / sizeof(columns[0]));
	for (size_t i = 0; i < PART_COUNT; i++) {
		table_row(table);
		cell_string(table_at(table, "part"), part_texts[i].name);
		cell_string(table_at(table, "meaning"), part_texts[i].meaning);
	}
}

/* ---- Not comparable ---- */

/* Whether the comparison has a metric of the whole operation that contains this metric's stage. */
static bool is_part_of_total(const struct comparison *comparison,
			     const struct compared_metric *metric)
{
	for (size_t i = 0; i < comparison->metric_count; i++) {
		const struct compared_metric *other = &comparison->metrics[i];

		if (other != metric && strcmp(other->stage, TOTAL_STAGE) == 0 &&
		    strcmp(other->bench, metric->bench) == 0 &&
		    strcmp(other->point, metric->point) == 0 && metric_is_common(other))
			return true;
	}
	return false;
}

/* The word of a point that gives the page size. Its length is 0 if there is none. */
static const char *page_word(const char *point, size_t *length)
{
	const char *word = point;

	while (strncmp(word, PAGE_WORD, strlen(PAGE_WORD)) != 0) {
		word += strcspn(word, " ");
		if (*word == '\0')
			break;
		word++;
	}
	*length = strcspn(word, " ");
	return word;
}

/* Pages of different sizes are different operations, and have no common difference. */
static bool is_of_same_page(const struct compared_metric *a, const struct compared_metric *b)
{
	size_t a_length, b_length;
	const char *a_word = page_word(a->point, &a_length);
	const char *b_word = page_word(b->point, &b_length);

	return a_length == b_length && strncmp(a_word, b_word, a_length) == 0;
}

static bool is_whole_of_pair(const struct comparison *comparison,
			     const struct compared_metric *metric, const struct pair *pair)
{
	return is_of_pair(metric, pair) && !is_part_of_total(comparison, metric);
}

/* Whether no previous metric of the pair has the same page size. */
static bool is_first_of_page(const struct comparison *comparison,
			     const struct compared_metric *metric, const struct pair *pair)
{
	for (const struct compared_metric *m = comparison->metrics; m < metric; m++) {
		if (is_whole_of_pair(comparison, m, pair) && is_of_same_page(m, metric))
			return false;
	}
	return true;
}

/* The differences of a pair's whole operations on pages of one size, ascending. Returns their
 * number. */
static size_t pair_differences(const struct comparison *comparison, const struct pair *pair,
			       const struct compared_metric *first, double *differences)
{
	size_t count = 0;

	for (size_t i = 0; i < comparison->metric_count; i++) {
		const struct compared_metric *metric = &comparison->metrics[i];

		if (is_whole_of_pair(comparison, metric, pair) && is_of_same_page(metric, first))
			differences[count++] = metric->contrast.difference.value;
	}
	sort_reals(differences, count);
	return count;
}

/* The pair's name, followed by the page size if the name does not contain it. */
static const char *not_comparable_name(struct tables *tables, const struct pair *pair,
				       const struct compared_metric *first)
{
	size_t length;
	const char *word = page_word(first->point, &length), *name = pair_name(tables, pair);
	char label[PAGE_LABEL_MAX];

	if (length == 0 || strstr(name, PAGE_WORD) != NULL)
		return name;
	point_label(tables_text(tables, "%.*s", (int)length, word), label, sizeof(label));
	return tables_text(tables, "%s, %s", name, label);
}

static void not_comparable_row(struct table *table, const struct comparison *comparison,
			       const struct pair *pair, const struct compared_metric *first,
			       double *differences)
{
	size_t count = pair_differences(comparison, pair, first, differences);
	struct row *row = table_row(table);

	row->remark = overhead_difference_text(table->of, comparison, first);
	cell_string(table_at(table, "operation"), not_comparable_name(table->of, pair, first));
	cell_count(table_at(table, "figures"), count);
	cell_number(table_at(table, "min"), differences[0]);
	cell_number(table_at(table, "median"),
		    stats_median_sorted(differences, count));
	cell_number(table_at(table, "max"), differences[count - 1]);
	cell_string(table_at(table, "unit"), first->sides[METAL].unit);
	cell_string_or_none(table_at(table, "consists_of"), row->remark != NULL ? row->remark : "");
}

void overhead_add_not_comparable(struct tables *tables, const char *section,
				 const struct comparison *comparison)
{
	static const struct column columns[] = {
		{"operation", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"figures", COLUMN_COUNT, 0, NULL, NULL},
		{"min", COLUMN_NUMBER, 0, NULL, NULL},
		{"median", COLUMN_NUMBER, 0, NULL, NULL},
		{"max", COLUMN_NUMBER, 0, NULL, NULL},
		{"unit", COLUMN_TEXT, 0, "", NULL},
		{"consists_of", COLUMN_TEXT, COLUMN_DATA, "the difference", NULL},
	};
	struct table *table = table_begin(tables, section, "overhead.not_comparable",
					  sides_named(tables, comparison,
						      "Not comparable: Linux minus bare metal"),
					  columns, sizeof(columns) / sizeof(columns[0]));
	double *differences = tables_allocate(tables, comparison->metric_count + 1,
					      sizeof(*differences));

	table->flags = TABLE_WHOLE | TABLE_REMARKS;
	for (size_t i = 0; i < pair_count; i++) {
		const struct pair *pair = &pairs[i];

		for (size_t j = 0; j < comparison->metric_count && !pair_is_comparable(pair); j++) {
			const struct compared_metric *metric = &comparison->metrics[j];

			if (is_whole_of_pair(comparison, metric, pair) &&
			    is_first_of_page(comparison, metric, pair))
				not_comparable_row(table, comparison, pair, metric, differences);
		}
	}
}

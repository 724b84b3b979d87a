/* SPDX-License-Identifier: MIT */
/* Each boot is a call of this program, whose results are read from its explain.json. */
#include "tools/run/explained_change.h"

#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/base/alloc.h"
#include "tools/base/child.h"
#include "tools/base/exit_status.h"
#include "tools/base/json_file.h"
#include "tools/explain/unattributed.h"
#include "tools/run/reproduce.h"
#include "tools/topic/metric_tables.h"

#define WORDS_MAX 64
#define BOOT_SECONDS 1800
#define JSON_BYTES_MAX ((size_t)64 << 20)
#define ROUNDING 1e-3 /* of the texts of changes, for operations counted in thousands */

static const char *const side_directories[SIDES] = {[BASE] = "base", [NEW] = "new"};

/* A call of `bareline explain`. */
struct call {
	char *words[WORDS_MAX + 1];
	size_t count;
};

static void call_add(struct call *call, const char *word)
{
	if (call->count == WORDS_MAX)
		errx(EXIT_USAGE, "--explain: more than %d words in a command", WORDS_MAX);
	call->words[call->count++] = xstrdup(word);
}

static void call_begin(struct call *call)
{
	char self[4096];
	ssize_t length = readlink("/proc/self/exe", self, sizeof(self) - 1);

	if (length < 0)
		err(EXIT_MACHINE, "/proc/self/exe");
	self[length] = '\0';
	*call = (struct call){0};
	call_add(call, self);
	call_add(call, "explain");
}

static void call_add_metric(struct call *call, const struct compared_metric *metric)
{
	char *copy = xstrdup(metric->point), *rest = copy, *word;

	call_add(call, metric->bench);
	while ((word = strsep(&rest, " ")) != NULL) {
		if (word[0] != '\0')
			call_add(call, word);
	}
	free(copy);
}

/* Run the call without its tables, and free its words. Returns whether it succeeded. */
static bool call_run(struct call *call)
{
	struct child_files files = {.messages = STDERR_FILENO, .extra = -1, .shares_group = true};
	struct child child;
	int error, status = -1;

	files.input = open("/dev/null", O_RDONLY | O_CLOEXEC);
	files.output = open("/dev/null", O_WRONLY | O_CLOEXEC);
	if (files.input < 0 || files.output < 0)
		err(EXIT_MACHINE, "/dev/null");
	call->words[call->count] = NULL;
	error = child_start(&child, call->words, &files);
	close(files.input);
	close(files.output);
	if (error != 0) {
		warnx("%s: %s", call->words[0], strerror(error));
	} else {
		child_await(&child, BOOT_SECONDS);
		status = child_stop(&child);
	}
	for (size_t i = 0; i < call->count; i++)
		free(call->words[i]);
	return status == 0;
}

static bool explain_side(const struct compared_metric *metric, const struct explained_sides *sides,
			 enum side side, const char *output)
{
	struct call call;

	call_begin(&call);
	call_add_metric(&call, metric);
	if (sides->layer != LAYER_METAL) {
		call_add(&call, "--layer");
		call_add(&call, layer_infos[sides->layer].name);
	}
	call_add(&call, "-o");
	call_add(&call, output);
	call_add(&call, "--");
	for (size_t i = 0; i < json_array_size(sides->options[side]); i++)
		call_add(&call, json_string_value(json_array_get(sides->options[side], i)));
	return call_run(&call);
}

/* Explain both sides of a metric and compare them. Returns the result, to be released; NULL after a
 * failure. */
static json_t *explain_metric(const struct compared_metric *metric,
			      const struct explained_sides *sides, const char *directory)
{
	char *outputs[SIDES], *change = xasprintf("%s/change", directory);
	char *path = xasprintf("%s/explain.json", change);
	json_t *json = NULL;
	struct call call;
	bool good = true;

	for (enum side side = BASE; side < SIDES; side++) {
		outputs[side] = xasprintf("%s/%s", directory, side_directories[side]);
		good = good && explain_side(metric, sides, side, outputs[side]);
	}
	if (good) {
		call_begin(&call);
		call_add(&call, "--compare");
		call_add(&call, outputs[BASE]);
		call_add(&call, outputs[NEW]);
		call_add_metric(&call, metric);
		call_add(&call, "-o");
		call_add(&call, change);
		if (call_run(&call))
			json = json_file_load(path, JSON_BYTES_MAX, "explanation");
	}
	for (enum side side = BASE; side < SIDES; side++)
		free(outputs[side]);
	free(path);
	free(change);
	return json;
}

/* ---- Functions ---- */

static const json_t *rows_of(const json_t *json, const char *table_name)
{
	size_t i;
	json_t *table;

	json_array_foreach(json_object_get(json, "tables"), i, table) {
		const char *name = json_string_value(json_object_get(table, "name"));

		if (name != NULL && strcmp(name, table_name) == 0)
			return json_object_get(table, "rows");
	}
	return NULL;
}

static struct changed_function *function_of(struct changed_functions *functions,
					    struct tables *tables, const char *name)
{
	struct changed_function *items;

	for (size_t i = 0; i < functions->count; i++) {
		if (strcmp(functions->items[i].name, name) == 0)
			return &functions->items[i];
	}
	items = tables_allocate(tables, functions->count + 1, sizeof(*items));
	if (functions->count > 0)
		memcpy(items, functions->items, functions->count * sizeof(*items));
	functions->items = items;
	items[functions->count] = (struct changed_function){
		.name = tables_text(tables, "%s", name), .least = INFINITY, .most = -INFINITY,
		.where = "",
	};
	return &items[functions->count++];
}

static double change_of(const json_t *row)
{
	const char *text = json_string_value(json_object_get(row, "change"));
	const char *part = json_string_value(json_object_get(row, "part"));

	return text == NULL || (part != NULL && strcmp(part, "moved") == 0) ? 0
									   : strtod(text, NULL);
}

/* "fault.no_execute ring=3 action=trap total". */
static bool is_of_total(const json_t *row)
{
	const char *figure = json_string_value(json_object_get(row, "figure"));
	size_t length = figure != NULL ? strlen(figure) : 0, end = strlen(" " TOTAL_STAGE);

	return length > end && strcmp(figure + length - end, " " TOTAL_STAGE) == 0;
}

/* The rows of the operation as a whole: those of its total, or without a total those of all stages.
 * The caller releases them. */
static json_t *rows_of_whole(const json_t *rows)
{
	json_t *whole = json_array(), *row;
	bool has_total = false;
	size_t i;

	json_array_foreach(rows, i, row)
		has_total = has_total || is_of_total(row);
	json_array_foreach(rows, i, row) {
		if (!has_total || is_of_total(row))
			json_array_append(whole, row);
	}
	return whole;
}

/* The change of a function, summed over all rows. *is_first: whether no row of the function
 * precedes the given row. */
static double function_change(const json_t *rows, size_t at, const char *name, bool *is_first)
{
	double sum = 0;
	json_t *row;
	size_t i;

	*is_first = true;
	json_array_foreach(rows, i, row) {
		const char *other = json_string_value(json_object_get(row, "function"));

		if (other == NULL || strcmp(other, name) != 0)
			continue;
		*is_first = *is_first && i >= at;
		sum += change_of(row);
	}
	return sum;
}

/* Add the functions of one change. Returns whether they add up to the change. */
static bool functions_add(struct changed_functions *functions, struct tables *tables,
			  const struct comparison *comparison,
			  const struct changed_operation *operation, const json_t *rows)
{
	const struct compared_metric *whole = operation->whole;
	const char *label = metric_short_label(tables, comparison, whole), *text = "";
	double sum = 0;

	for (size_t i = 0; i < json_array_size(rows); i++) {
		const char *name = json_string_value(
			json_object_get(json_array_get(rows, i), "function"));
		struct changed_function *function;
		bool is_first = false;
		double by = name != NULL ? function_change(rows, i, name, &is_first) : 0;

		if (!is_first || by == 0)
			continue;
		sum += by;
		function = function_of(functions, tables, name);
		function->least = fmin(function->least, by);
		function->most = fmax(function->most, by);
		function->operations += 1 + operation->followers;
		function->where = tables_join(tables, function->where, ", ", label);
		text = tables_join(tables, text, ", ",
				   tables_text(tables, "%s %+.6g", name, by));
	}
	functions->changes[functions->change_count++] =
		(struct explained_change){.whole = whole, .text = text};
	if (fabs(sum - whole->contrast.difference.value) <= ROUNDING)
		return true;
	warnx("--explain: %s: the functions cost %+.6g instructions, the operation %+.6g; causes "
	      "are unknown", label, sum, whole->contrast.difference.value);
	return false;
}

static int compare_functions(const void *a, const void *b)
{
	const struct changed_function *left = a, *right = b;
	double one = fmax(fabs(left->least), fabs(left->most)) * (double)left->operations;
	double other = fmax(fabs(right->least), fabs(right->most)) * (double)right->operations;

	return one != other ? (one < other ? 1 : -1) : strcmp(left->name, right->name);
}

/* Whether the metric, or each of its stages, has a sum of instructions. */
static bool can_be_explained(const struct compared_metric *metric)
{
	enum change change = metric->judgement.change;

	return !metric->is_cold && (change == CHANGE_REGRESSED || change == CHANGE_IMPROVED) &&
	       metric->is_exact && reproduce_is_own_metric(metric->bench, metric->point);
}

bool explained_change_find(struct tables *tables, const struct comparison *comparison,
			   const struct changed_operations *operations,
			   const struct explained_sides *sides, const char *directory,
			   struct changed_functions *functions)
{
	bool good = true;

	*functions = (struct changed_functions){0};
	for (size_t i = 0; i < operations->shown && good &&
			   functions->change_count < EXPLAINED_CHANGES_MAX; i++) {
		const struct changed_operation *operation = &operations->items[i];
		json_t *json, *rows;
		char *output;

		if (operation->is_follower || !can_be_explained(operation->whole))
			continue;
		fprintf(stderr, "Explaining %s, with two boots\n",
			metric_short_label(tables, comparison, operation->whole));
		output = xasprintf("%s/change-%zu", directory, functions->change_count + 1);
		json = explain_metric(operation->whole, sides, output);
		if (json == NULL)
			warnx("--explain: %s: `bareline explain` failed; causes are unknown",
			      metric_short_label(tables, comparison, operation->whole));
		rows = rows_of_whole(rows_of(json, "explain.changed_functions"));
		good = json != NULL &&
		       functions_add(functions, tables, comparison, operation, rows);
		json_decref(rows);
		json_decref(json);
		free(output);
	}
	if (functions->count > 0)
		qsort(functions->items, functions->count, sizeof(*functions->items),
		      compare_functions);
	if (!good)
		*functions = (struct changed_functions){0};
	return good;
}

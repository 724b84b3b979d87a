/* SPDX-License-Identifier: MIT */
/* Fuzz target for the files that `bareline explain` reads again: the plugin's counts and, after the
 * first byte of value 1, the functions of a kernel. If the counts can be read, the counts of the
 * first two clock reads of each point are summed up and written in all formats. The sum by function
 * must equal that of the profiles. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tools/explain/export.h"
#include "tools/topic/explain/change.h"
#include "tools/topic/explain/explain.h"
#include "tools/view/data.h"

#define CUT 1

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static FILE *nothing;

/* Creates a file in memory and writes its path to path. Returns its descriptor. */
static int make_file(const uint8_t *data, size_t size, char path[32])
{
	int number = memfd_create("input", 0);

	if (number < 0 || write(number, data, size) != (ssize_t)size)
		abort();
	snprintf(path, 32, "/proc/self/fd/%d", number);
	return number;
}

static uint64_t profile_sum(const struct instruction_profile *trace, const struct window *window)
{
	uint64_t sum = 0;

	for (size_t mark = window->begin + 1; mark <= window->end; mark++) {
		if (trace->marks[mark].profile != MARK_NO_PROFILE)
			sum += trace->profiles[trace->marks[mark].profile].insns;
	}
	return sum;
}

static void write_all(const struct explained *explained)
{
	const struct explanation explanation = {.items = (struct explained *)explained, .count = 1};
	struct tables tables;

	explain_write_flames(explained, 1, nothing);
	explain_write_folded(explained, 1, nothing);
	explain_write_chrome(explained, 1, nothing);
	explain_write_pprof(explained, 1, nothing);
	tables_init(&tables, "");
	topic_explain(&tables, &explanation, &(struct explain_view){.has_tree = true});
	topic_explain_change(&tables, &explanation, &explanation);
	json_write(&tables, nothing);
	tables_free(&tables);
}

static void explain_point(const struct instruction_profile *trace, const struct code_names *names,
			  const struct point_marks *point)
{
	const struct profile_mark *first = &trace->marks[point->begin + 1];
	const struct wire_bench bench_info = {.name = "made.up"};
	const struct wire_series series_info = {.point = "a=1", .stage = ""};
	const struct bench bench = {.info = &bench_info};
	const struct series series = {.info = &series_info};
	struct explained explained = {.bench = &bench, .series = &series, .operations = 1};
	struct window_list windows = {0};
	struct window_query query = {
		.trace = trace, .point = point, .kind = WINDOW_SINGLE,
		.samples = &explained.sampled_insns, .count = 1,
	};

	if (point->end - point->begin < 3)
		return;
	explained.sampled_insns = first[1].executed - first->executed;
	if (windows_find(&query, &windows) > 0) {
		call_tree_make(&explained.tree, trace, names, windows.items, windows.count);
		if (explained.tree.insns != profile_sum(trace, windows.items))
			abort();
		write_all(&explained);
		call_tree_free(&explained.tree);
	}
	free(windows.items);
}

static void explain_counts(const char *path, const struct code_names *names)
{
	struct instruction_profile trace;
	struct point_list points;

	if (!instruction_profile_read(&trace, path))
		return;
	code_names_check(names, &trace);
	points = points_find(&trace);
	for (size_t i = 0; i < points.count; i++)
		explain_point(&trace, names, &points.items[i]);
	free(points.items);
	instruction_profile_free(&trace);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const uint8_t *cut = size > 0 ? memchr(data, CUT, size) : NULL;
	size_t first = cut != NULL ? (size_t)(cut - data) : size;
	struct code_names names = {.is_linux = true, .is_in_kvm = true};
	char path[32];
	int number;

	if (nothing == NULL)
		nothing = fopen("/dev/null", "w");
	if (nothing == NULL)
		abort();
	stderr = nothing;       /* the fuzzer's own messages bypass it */
	if (cut != NULL) {
		number = make_file(cut + 1, size - first - 1, path);
		symbol_list_read_kernel(&names.kernel, path);
		close(number);
	}
	number = make_file(data, first, path);
	explain_counts(path, &names);
	close(number);
	code_names_free(&names);
	return 0;
}

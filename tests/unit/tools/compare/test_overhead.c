/* SPDX-License-Identifier: MIT */
/* The text of an overhead report before and after its metrics. */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/unit/tools/compare/two_sides.h"
#include "tools/analysis/predict.h"
#include "tools/compare/hosted_prediction.h"
#include "tools/topic/overhead.h"

TEST(interval_of_few_runs_is_named_after_what_it_covers)
{
	static const char *const names[] = {"70 % CI", "90 % CI", "90 % CI", "95 % CI"};
	struct side_target metal = side_metal(), linux_run = side_linux();
	struct comparison comparison = side_pair(&metal, &linux_run);
	const struct reasons none = {0};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		char *text;

		side_add(&comparison, METAL, &metal);
		side_add(&comparison, LINUX, &linux_run);
		assert_string_equal(overhead_interval_name(&comparison), names[i]);
		if (i > 0)
			continue;
		compare_make(&comparison, NULL);
		text = side_table(&comparison, &none);
		assert_side_has(text, "ratio, times      70 % CI");
		assert_side_has(text, "with 2 runs they cover about");
		free(text);
	}
	compare_free(&comparison);
}

TEST(noisy_host_is_reported_first)
{
	static const char manifest[] = "{\"host_noise\": {\"load\": 6.2, \"cpus\": 2, "
				       "\"steal_part\": 0}}";
	struct side_target metal = side_metal(), linux_run = side_linux();
	struct comparison comparison = side_pair(&metal, &linux_run);
	char directory[] = "/tmp/bareline-noise-XXXXXX", path[64], *text;
	const struct reasons none = {0};
	FILE *file;

	assert_non_null(mkdtemp(directory));
	snprintf(path, sizeof(path), "%s/manifest.json", directory);
	file = fopen(path, "w");
	assert_non_null(file);
	fputs(manifest, file);
	fclose(file);
	compare_make(&comparison, NULL);
	text = side_table(&comparison, &none);
	assert_null(strstr(text, "noise"));
	free(text);
	free(comparison.sides[LINUX].items[0].path);
	comparison.sides[LINUX].items[0].path = strdup(directory);
	text = side_table(&comparison, &none);
	assert_side_has(text, "  ! 1 caution\n");
	assert_side_has(text,
			"on one side only\n  noise         the host was busy in 1 of 2 runs (");
	assert_side_has(text, ": 6.2 runnable");
	free(text);
	unlink(path);
	rmdir(directory);
	compare_free(&comparison);
}

TEST(verdict_names_the_extremes_and_what_they_rest_on)
{
	struct side_target metal = side_metal(), linux_run = side_linux();
	const struct reasons none = {0}, forced = {.texts = (char *[]){"other CPU"}, .count = 1};
	struct comparison comparison;
	char *text;

	metal.has_pages = linux_run.has_pages = true;
	metal.differs = "";
	linux_run.differs = "it is another one";
	comparison = side_pair(&metal, &linux_run);
	compare_make(&comparison, NULL);
	text = side_table(&comparison, &none);
	assert_side_has(text, "\n  Up to ×\u00a06.00 of bare metal. "
			"Linux: ×\u00a05.63 (a null system call) to ");
	assert_side_has(text, "0 of 2 comparable metrics do not differ");
	assert_side_has(text,
			"\n  ! 1 run of metal, 1 of Linux (intervals: 95 % CI, these boots)\n");
	assert_side_has(text, "\n  ✓ Same machine\n");
	assert_side_has(text, "\n  – 1 operation does more under Linux (differences, no ratios)\n");
	free(text);
	text = side_table(&comparison, &forced);
	assert_side_has(text, "\n  ✗ Not comparable, but forced (other CPU)\n");
	free(text);
	compare_free(&comparison);
}

TEST(warning_if_linux_does_more_but_is_faster)
{
	struct side_target metal = side_metal(), linux_run = side_linux();
	const struct reasons none = {0};
	struct comparison comparison;
	char *text;

	metal.has_pages = linux_run.has_pages = true;
	metal.differs = "";
	linux_run.differs = "it is another one";
	linux_run.system_call_ticks = 50;
	comparison = side_pair(&metal, &linux_run);
	compare_make(&comparison, NULL);
	text = side_table(&comparison, &none);
	assert_side_has(text,
			"1 difference is below 0 though Linux does more (fault.not_present, ring");
	free(text);
	compare_free(&comparison);
}

TEST(two_page_sizes_have_two_rows)
{
	struct side_target metal = side_metal(), linux_run = side_linux();
	const struct reasons none = {0};
	struct comparison comparison;
	char *text;

	metal.has_pages = linux_run.has_pages = metal.has_large_pages = true;
	linux_run.has_large_pages = true;
	metal.spread_ticks = linux_run.spread_ticks = 0;
	metal.differs = "";
	linux_run.differs = "it is another one";
	comparison = side_pair(&metal, &linux_run);
	compare_make(&comparison, NULL);
	text = side_table(&comparison, &none);
	assert_side_has(text, "\n    fault.not_present action=map                    1  ");
	assert_side_has(text, "\n    fault.not_present action=map, page 2 MiB        1  ");
	free(text);
	compare_free(&comparison);
}

static struct comparison counted_pair(const struct side_target *with)
{
	struct side_target metal = side_metal(), linux_run = *with;
	struct comparison comparison;

	metal.manifest.time_base = linux_run.manifest.time_base = "instructions";
	metal.spread_ticks = 0;
	comparison = side_pair(&metal, &linux_run);
	linux_run.system_call_ticks += 5;
	side_add(&comparison, LINUX, &linux_run);
	return comparison;
}

TEST(varying_instruction_counts_are_counted_and_marked)
{
	struct side_target linux_run = side_linux();
	struct comparison comparison = counted_pair(&linux_run);
	const struct reasons none = {0};
	char *text;

	compare_make(&comparison, NULL);
	text = side_table(&comparison, &none);
	assert_side_has(text, "metal: 2 of 2 metrics, one value in every sample\n");
	assert_side_has(text, "Linux: 0 of 1 metrics, one value in every sample; the others are "
			"marked ~\n");
	assert_side_has(text, "Linux: 1 of 1 metrics DIFFER between 2 runs");
	assert_side_has(text, "610.5   6.11  !\n");
	free(text);
	compare_free(&comparison);
}

TEST(variation_by_memory_layout_is_not_a_difference_between_runs)
{
	struct side_target linux_run = side_linux();
	struct comparison comparison = counted_pair(&linux_run);
	const struct reasons none = {0};
	char *text;

	comparison.has_layouts = true;
	compare_make(&comparison, NULL);
	text = side_table(&comparison, &none);
	assert_side_has(text, "Linux: each of 2 runs has another memory layout");
	assert_null(strstr(text, "DIFFER"));
	assert_null(strstr(text, "do not agree"));
	assert_side_has(text, "610.5   6.11  ~\n");
	free(text);
	compare_free(&comparison);
}

TEST(kernel_without_page_table_isolation_is_reported)
{
	struct side_target metal = side_metal(), linux_run = side_linux();
	const struct reasons none = {0};

	for (int has = 0; has < 2; has++) {
		struct comparison comparison;
		char *text;

		linux_run.manifest.mitigations = has ? "meltdown: PTI" : "spectre_v1: barriers";
		comparison = side_pair(&metal, &linux_run);
		compare_make(&comparison, NULL);
		text = side_table(&comparison, &none);
		assert_int_equal(strstr(text, "without page-table isolation") != NULL, !has);
		free(text);
		compare_free(&comparison);
	}
}

static struct comparison pair_of_kernels(void)
{
	struct side_target metal = side_metal(), linux_run = side_linux();
	struct comparison comparison;

	metal.has_pages = linux_run.has_pages = true;
	metal.differs = "";
	linux_run.differs = "it is another one";
	metal.spread_ticks = linux_run.spread_ticks = 0;
	metal.system_call_ticks = 100;
	linux_run.system_call_ticks = 700;
	comparison = side_pair(&metal, &linux_run);
	compare_make(&comparison, NULL);
	return comparison;
}

/* A tick is half a nanosecond; the first touch of a page takes as long as ten system calls. */
TEST(linux_is_predicted_from_bare_metal_and_its_own_simpler_operations)
{
	struct comparison comparison = pair_of_kernels();
	const struct reasons none = {0};
	struct hosted_predicted predicted;
	size_t count = 0;
	char *text;

	for (size_t i = 0; i < hosted_prediction_count; i++) {
		if (!hosted_predict(&comparison, &hosted_predictions[i], &predicted))
			continue;
		count++;
		assert_string_equal(predicted.operation->bench, "fault.demand_zero");
		assert_true(predicted.base == 500);
		assert_true(predicted.overhead == 350 - 50);
		assert_true(predicted.predicted == 800);
		assert_true(predicted.measured == 3500);
	}
	assert_int_equal(count, 1);
	text = side_table(&comparison, &none);
	assert_side_has(text, "overhead.predictions: Linux predicted from bare metal");
	free(text);
	compare_free(&comparison);
}

/* Metrics of the operation and the terms of a model. Each costs ten times the one before, and three
 * times as much under Linux. */
struct model_metrics {
	struct compared_metric items[HOSTED_TERMS_MAX + 1];
	struct comparison comparison;
};

static struct compared_metric *model_metric(struct model_metrics *metrics,
					    const struct metric_name *name)
{
	struct comparison *comparison = &metrics->comparison;
	size_t count = comparison->metric_count;
	double cost = count > 0 ? 10 * metrics->items[count - 1].sides[METAL].median : 1;
	const struct compared_metric *known;

	comparison->metrics = metrics->items;
	known = comparison_find(comparison, name);
	if (known != NULL)
		return &metrics->items[known - metrics->items];
	metrics->items[count] = (struct compared_metric){
		.bench = name->bench, .point = name->point, .stage = name->stage,
		.sides = {{.unit = "ns", .runs = 1, .median = cost},
			  {.unit = "ns", .runs = 1, .median = 3 * cost}},
	};
	comparison->metric_count++;
	return &metrics->items[count];
}

static void assert_needed(const struct model_metrics *metrics,
			  const struct hosted_prediction *model, struct side_metric *side)
{
	struct hosted_predicted predicted;

	side->runs = 0;
	assert_false(hosted_predict(&metrics->comparison, model, &predicted));
	side->runs = 1;
}

TEST(model_is_the_sum_of_its_terms_and_needs_all_of_them)
{
	for (size_t i = 0; i < hosted_prediction_count; i++) {
		const struct hosted_prediction *model = &hosted_predictions[i];
		struct model_metrics metrics = {0};
		struct compared_metric *operation = model_metric(&metrics, &model->operation);
		struct hosted_predicted predicted;
		double base = 0, overhead = 0;

		for (size_t t = 0; t < HOSTED_TERMS_MAX; t++) {
			const struct hosted_term *term = &model->terms[t];

			double cost;

			if (term->primitive.bench == NULL)
				break;
			cost = model_metric(&metrics, &term->primitive)->sides[METAL].median;
			if (term->kind == HOSTED_BASE)
				base += term->count * cost;
			else
				overhead += term->count *
					    (term->kind == HOSTED_ADDED ? 2 : 1) * cost;
		}
		assert_true(hosted_predict(&metrics.comparison, model, &predicted));
		assert_true(predicted.base == base && predicted.overhead == overhead);
		assert_true(predicted.predicted == base + overhead);
		assert_true(predicted.measured == 3 && base > 0 && overhead != 0);
		assert_needed(&metrics, model, &operation->sides[LINUX]);
		for (size_t t = 0; t < HOSTED_TERMS_MAX; t++) {
			const struct hosted_term *term = &model->terms[t];
			struct compared_metric *metric;

			if (term->primitive.bench == NULL)
				break;
			metric = model_metric(&metrics, &term->primitive);
			assert_needed(&metrics, model, &metric->sides[METAL]);
			if (term->kind == HOSTED_ADDED)
				assert_needed(&metrics, model, &metric->sides[LINUX]);
		}
	}
}

/* What each primitive costs on bare metal, and what Linux adds. No sum of some has two forms. */
static const struct {
	struct metric_name name;
	double metal, added;
} primitives[] = {
	{{"entry.round_trip", "path=syscall", ""}, 7, 0},
	{{"cpu.instruction", "instruction=swapgs", ""}, 3, 0},
	{{"cpu.instruction", "instruction=indirect_call", ""}, 50, 0},
	{{"mem.store_forward", "case=same", ""}, 2, 0},
	{{"entry.null_syscall", "path=syscall", ""}, 5, 1},
	{{"os.switch_thread", "ring=3 state=xsave", ""}, 5, 100},
	{{"os.switch_space", "ring=3 state=xsave pcid=off", ""}, 5, 1e4},
	{{"fault.not_present", "ring=3 action=trap page_bytes=4096", "total"}, 5, 1e6},
	{{"fault.demand_zero", "ring=3 page_bytes=4096", ""}, 1e9, 1e8},
	{{"os.pipe", "ring=3 between=threads", ""}, 5, 1e10},
	{{"os.thread_create", "stack=pooled", ""}, 5, 1e11},
	{{"os.thread_create", "stack=fresh", ""}, 5, 1e12},
	{{"os.process_create", "size_bytes=4096", ""}, 5, 1e13},
};

/* The estimate of each model, from its words. */
static const struct {
	const char *name;
	double overhead;
} estimates[] = {
	{"a null system call", 15 * 2 + 50},
	{"a null system call by INT 80h", 1},
	{"a fault skipped by a signal", 1},
	{"a write allowed by a signal", 1e6 + 1},
	{"a jump allowed by a signal", 1e6 + 1},
	{"a page at its first touch", 1},
	{"a large page at its first touch", 1e8},
	{"a page unmapped", 1 + 1e8},
	{"a switch between threads", 1},
	{"a switch between processes", 100},
	{"a word and back between threads", (4 - 2) * 1 + 2 * 100},
	{"a word and back between processes", 1e10 + 2 * (1e4 - 100)},
	{"a thread created, pooled stack", 3 * 1 + 4 * (1e9 + 1e8)},
	{"a thread created, fresh stack", 1e11 + 2 * 1 + 2 * 1e8},
	{"a thread run, pooled stack", 1e11 + 2 * 100 + 2 * 1},
	{"a thread run, fresh stack", 1e12 + 2 * 100 + 2 * 1},
	{"a process created", 1e11 + 8 * (1e9 + 1e8)},
	{"a process created and run", 1e13 + 2 * 1e4 + 8 * 1e8},
};

#define PRIMITIVES (sizeof(primitives) / sizeof(primitives[0]))

TEST(estimates_are_those_of_the_words)
{
	struct compared_metric items[PRIMITIVES + 1];
	struct comparison comparison = {.metrics = items};

	for (size_t i = 0; i < PRIMITIVES; i++) {
		const struct metric_name *name = &primitives[i].name;
		double metal = primitives[i].metal;

		items[i] = (struct compared_metric){
			.bench = name->bench, .point = name->point, .stage = name->stage,
			.sides = {{.unit = "ns", .runs = 1, .median = metal},
				  {.unit = "ns", .runs = 1, .median = metal + primitives[i].added}},
		};
	}
	assert_int_equal(hosted_prediction_count, sizeof(estimates) / sizeof(estimates[0]));
	for (size_t i = 0; i < hosted_prediction_count; i++) {
		const struct metric_name *name = &hosted_predictions[i].operation;
		struct hosted_predicted predicted;

		comparison.metric_count = PRIMITIVES;
		if (comparison_find(&comparison, name) == NULL)
			items[comparison.metric_count++] = (struct compared_metric){
				.bench = name->bench, .point = name->point, .stage = name->stage,
				.sides = {{.unit = "ns", .runs = 1, .median = 11},
					  {.unit = "ns", .runs = 1, .median = 12}},
			};
		assert_string_equal(hosted_predictions[i].name, estimates[i].name);
		assert_true(hosted_predict(&comparison, &hosted_predictions[i], &predicted));
		assert_true(predicted.overhead == estimates[i].overhead);
		assert_true(predicted.base == (i == 0 ? 7 + 2 * 3
						      : predicted.operation->sides[METAL].median));
	}
}

TEST(models_of_bare_metal_do_not_predict_operations_of_linux)
{
	static const struct prediction model = {
		{"fault.demand_zero", "ring=3 page_bytes=4096", ""}, "ten system calls",
		{{10, TERM_BASE, {"entry.null_syscall", "path=syscall", ""}}},
	};
	struct comparison comparison = pair_of_kernels();
	struct predicted predicted;

	assert_true(predict_one(&comparison.sides[METAL].items[0].analysis->metrics, &model,
				&predicted));
	assert_false(predict_one(&comparison.sides[LINUX].items[0].analysis->metrics, &model,
				 &predicted));
	compare_free(&comparison);
}

static const char *why_not_on_metal(const struct comparison *comparison, const char *point)
{
	for (size_t i = 0; i < comparison->metric_count; i++) {
		if (strcmp(comparison->metrics[i].point, point) == 0)
			return comparison->metrics[i].sides[METAL].why_missing;
	}
	fail_msg("no metric of %s", point);
	return NULL;
}

TEST(metric_missing_on_one_side_shows_the_most_specific_reason)
{
	struct side_target metal = side_metal(), linux_run = side_linux();
	struct comparison comparison;
	const struct compared_metric *last;

	metal.skips_threads = linux_run.has_threads = true;
	comparison = side_pair(&metal, &linux_run);
	compare_make(&comparison, NULL);
	assert_string_equal(why_not_on_metal(&comparison, "by=futex cpu=same"),
			    "threads are its kernel's");
	assert_string_equal(why_not_on_metal(&comparison, "by=futex cpu=other"),
			    "a second CPU is missing");
	assert_string_equal(why_not_on_metal(&comparison, "by=pipe cpu=same"),
			    "the benchmark has no such point");
	last = &comparison.metrics[comparison.metric_count - 1];
	assert_string_equal(last->bench, "os.timer");
	assert_string_equal(last->sides[METAL].why_missing, "the benchmark was not run");
	compare_free(&comparison);
}

TEST(ring_0_metric_is_missing_in_a_linux_process)
{
	struct side_target metal = side_metal(), linux_run = side_linux();
	struct comparison comparison;

	metal.has_pages = linux_run.has_pages = true;
	metal.differs = linux_run.differs = "";
	metal.has_ring_0 = true;
	comparison = side_pair(&metal, &linux_run);
	compare_make(&comparison, NULL);
	for (size_t i = 0; i < comparison.metric_count; i++) {
		const struct compared_metric *metric = &comparison.metrics[i];

		if (strcmp(metric->point, "ring=0 action=map") == 0)
			assert_string_equal(metric->sides[LINUX].why_missing,
					    "under Linux, only the kernel runs in ring 0");
	}
	compare_free(&comparison);
}

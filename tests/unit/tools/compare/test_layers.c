/* SPDX-License-Identifier: MIT */
/* Metrics on several layers of made-up logs: each metric's row, the difference between layers, and
 * missing metrics. */
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "tests/unit/tools/compare/two_sides.h"
#include "tests/unit/tools/small_log.h"
#include "tools/base/alloc.h"
#include "tools/compare/layers.h"
#include "tools/topic/layers/layers.h"

/* Ticks of each layer's metric. 0: the layer does not have the benchmark. */
struct made {
	uint64_t call, interrupt;
};

static void end_layer(struct layers *layers, enum layer layer, struct small_log *log)
{
	struct compared_run *run = xcalloc(1, sizeof(*run));

	run->path = xstrdup(layer_infos[layer].name);
	run->result = small_log_end(log);
	run->analysis = analysis_new_quick(run->result);
	layers->runs[layer] = (struct compared_runs){.items = run, .count = 1};
	layers->wanted[layer] = true;
}

static void add_layer(struct layers *layers, enum layer layer, const struct made *made)
{
	struct small_log log;

	small_log_begin(&log);
	if (made->call > 0) {
		small_log_bench(&log, "entry.call");
		small_log_point(&log, "path=a", 0, made->call);
		small_log_point(&log, "path=b", 0, 2 * made->call);
	}
	if (made->interrupt > 0) {
		small_log_bench(&log, "irq.made_up");
		small_log_point(&log, "", 0, made->interrupt);
	}
	end_layer(layers, layer, &log);
}

static void add_calls(struct layers *layers, enum layer layer, uint64_t by_syscall,
		      uint64_t by_gate)
{
	struct small_log log;

	small_log_begin(&log);
	small_log_bench(&log, "entry.null_syscall");
	small_log_point(&log, "path=syscall", 0, by_syscall);
	small_log_point(&log, "path=int_gate", 0, by_gate);
	end_layer(layers, layer, &log);
}

static void make_all(struct layers *layers)
{
	*layers = (struct layers){0};
	add_layer(layers, LAYER_METAL, &(struct made){10, 30});
	add_layer(layers, LAYER_KVM, &(struct made){10, 900});
	add_layer(layers, LAYER_LINUX, &(struct made){50, 0});
	add_layer(layers, LAYER_LINUX_IN_KVM, &(struct made){70, 0});
	layers_make(layers, NULL);
}

static size_t row_of(const struct layers *layers, const char *bench, const char *point)
{
	for (size_t i = 0; i < layers->names.metric_count; i++) {
		if (strcmp(layers->names.metrics[i].bench, bench) == 0 &&
		    strcmp(layers->names.metrics[i].point, point) == 0)
			return i;
	}
	fail_msg("no row of %s %s", bench, point);
	return 0;
}

static double added(const struct layers *layers, size_t row, enum layer layer)
{
	const struct compared_metric *metric = layers_added(layers, row, layer);

	assert_non_null(metric);
	return metric->contrast.difference.value;
}

TEST(each_layer_shows_the_difference_to_the_one_below)
{
	struct layers layers;
	size_t row;

	make_all(&layers);
	assert_int_equal(layers.names.metric_count, 3);
	row = row_of(&layers, "entry.call", "path=b");
	assert_float_equal(layers_metric(&layers, row, LAYER_METAL)->median, 20, 1e-9);
	assert_float_equal(layers_metric(&layers, row, LAYER_LINUX_IN_KVM)->median, 140, 1e-9);
	assert_null(layers_added(&layers, row, LAYER_METAL));
	assert_float_equal(added(&layers, row, LAYER_KVM), 0, 1e-9);
	assert_float_equal(added(&layers, row, LAYER_LINUX), 80, 1e-9);
	assert_float_equal(added(&layers, row, LAYER_LINUX_IN_KVM), 40, 1e-9);
	assert_int_equal(layers.pairs[LAYER_METAL].kind, COMPARE_BOOTS);
	assert_int_equal(layers.pairs[LAYER_LINUX].kind, COMPARE_OVERHEAD);
	assert_string_equal(layers_added_title(&layers, LAYER_LINUX), "Linux adds");
	assert_string_equal(layers_added_title(&layers, LAYER_LINUX_IN_KVM), "KVM adds");
	layers_free(&layers);
}

TEST(layer_without_a_metric_shows_the_reason)
{
	struct layers layers;
	size_t row;

	make_all(&layers);
	row = row_of(&layers, "irq.made_up", "");
	assert_float_equal(added(&layers, row, LAYER_KVM), 870, 1e-9);
	assert_null(layers_metric(&layers, row, LAYER_LINUX));
	assert_null(layers_added(&layers, row, LAYER_LINUX_IN_KVM));
	assert_non_null(layers.rows[row].missing[LAYER_LINUX].why_missing);
	assert_null(layers.rows[row].missing[LAYER_KVM].why_missing);
	layers_free(&layers);
}

TEST(bare_metal_is_the_last_layer_below)
{
	struct layers layers = {0};
	size_t row;

	add_layer(&layers, LAYER_METAL, &(struct made){10, 0});
	add_layer(&layers, LAYER_LINUX_IN_KVM, &(struct made){70, 0});
	layers_make(&layers, NULL);
	row = row_of(&layers, "entry.call", "path=a");
	assert_float_equal(added(&layers, row, LAYER_LINUX_IN_KVM), 60, 1e-9);
	layers_free(&layers);
}

/* A metric of an upper layer only has a row too. */
TEST(missing_layer_is_skipped_and_the_next_lower_one_is_the_base)
{
	struct layers layers = {0};
	size_t row;

	add_layer(&layers, LAYER_KVM, &(struct made){10, 0});
	add_layer(&layers, LAYER_LINUX_IN_KVM, &(struct made){70, 5});
	layers_make(&layers, NULL);
	row = row_of(&layers, "entry.call", "path=a");
	assert_float_equal(added(&layers, row, LAYER_LINUX_IN_KVM), 60, 1e-9);
	assert_string_equal(layers_added_title(&layers, LAYER_LINUX_IN_KVM), "Linux adds");
	row = row_of(&layers, "irq.made_up", "");
	assert_float_equal(layers_metric(&layers, row, LAYER_LINUX_IN_KVM)->median, 5, 1e-9);
	assert_non_null(layers.rows[row].missing[LAYER_KVM].why_missing);
	layers_free(&layers);
}

TEST(single_layer_shows_no_difference)
{
	struct layers layers = {0};

	add_layer(&layers, LAYER_LINUX, &(struct made){50, 0});
	layers_make(&layers, NULL);
	assert_int_equal(layers.names.metric_count, 2);
	assert_null(layers_added(&layers, 0, LAYER_LINUX));
	assert_float_equal(layers_metric(&layers, 0, LAYER_LINUX)->median, 50, 1e-9);
	layers_free(&layers);
}

TEST(layer_names_match_only_as_whole_words)
{
	assert_int_equal(layer_find("linux-in-kvm", 12), LAYER_LINUX_IN_KVM);
	assert_int_equal(layer_find("linux,kvm", 5), LAYER_LINUX);
	assert_int_equal(layer_find("linux-", 6), LAYERS);
	assert_int_equal(layer_find("", 0), LAYERS);
}

/* ---- Comparability ---- */

static void add_side(struct layers *layers, enum layer layer, const struct side_target *target)
{
	struct comparison comparison = {.kind = COMPARE_BOOTS};

	comparison.sides[BASE] = layers->runs[layer];
	side_add(&comparison, BASE, target);
	layers->runs[layer] = comparison.sides[BASE];
	layers->wanted[layer] = true;
}

static void assert_layers_refused(struct layers *layers, const char *const *parts, size_t count)
{
	struct reasons reasons = {0};

	layers_refuse(layers, &reasons);
	assert_int_equal(reasons.count, count);
	for (size_t i = 0; i < count; i++) {
		if (strstr(reasons.texts[i], parts[i]) == NULL)
			fail_msg("\"%s\" is not in \"%s\"", parts[i], reasons.texts[i]);
	}
	reasons_free(&reasons);
	layers_free(layers);
	*layers = (struct layers){0};
}

/* The guest's processor may be another one, but not within the guest. */
TEST(layers_of_one_machine_agree_as_for_an_overhead)
{
	static const char *const model[] = {"CPU model"}, *const kernel[] = {"kernel"};
	struct side_target metal = side_metal(), of_linux = side_linux();
	struct layers layers = {0};

	add_side(&layers, LAYER_METAL, &metal);
	add_side(&layers, LAYER_LINUX, &of_linux);
	metal.cpu.model = of_linux.cpu.model = 1;
	add_side(&layers, LAYER_KVM, &metal);
	add_side(&layers, LAYER_LINUX_IN_KVM, &of_linux);
	assert_layers_refused(&layers, NULL, 0);
	add_side(&layers, LAYER_METAL, &metal);
	of_linux.cpu.model = 2;
	add_side(&layers, LAYER_LINUX, &of_linux);
	assert_layers_refused(&layers, model, 1);
	add_side(&layers, LAYER_KVM, &metal);
	add_side(&layers, LAYER_LINUX_IN_KVM, &of_linux);
	assert_layers_refused(&layers, model, 1);
	of_linux.manifest.kernel = "6.1";
	add_side(&layers, LAYER_LINUX, &of_linux);
	of_linux.manifest.kernel = "6.12";
	add_side(&layers, LAYER_LINUX, &of_linux);
	assert_layers_refused(&layers, kernel, 1);
}

TEST(layers_have_one_build_and_time_base)
{
	static const char *const differences[] = {
		"build is \"other\", not \"0123456789ab\"",
		"time base is \"emulated\", not \"real\"",
	};
	struct side_target metal = side_metal(), of_linux = side_linux();
	struct layers layers = {0};

	add_side(&layers, LAYER_METAL, &metal);
	of_linux.manifest.build = "other";
	of_linux.manifest.time_base = "emulated";
	add_side(&layers, LAYER_LINUX_IN_KVM, &of_linux);
	assert_layers_refused(&layers, differences, 2);
}

TEST(verdict_has_the_range_of_each_layer)
{
	const struct reasons none = {0};
	struct layers layers = {0};
	struct tables tables;

	add_calls(&layers, LAYER_METAL, 10, 20);
	add_calls(&layers, LAYER_KVM, 10, 30);
	add_calls(&layers, LAYER_LINUX, 50, 120);
	layers_make(&layers, NULL);
	tables_init(&tables, "");
	topic_layers(&tables, &(struct layers_report){&layers, &none});
	assert_string_equal(tables.verdict.text, "Up to ×\u00a01.500 (KVM), ×\u00a06.00 (Linux)");
	assert_string_equal(tables.verdict.basis,
			    "KVM: ×\u00a01 (null system call) to ×\u00a01.500 (null system call by "
			    "a gate (INT 80h)) of metal. Linux: ×\u00a05.00 (null system call) to "
			    "×\u00a06.00 (null system call by a gate (INT 80h)) of metal.");
	assert_int_equal(tables.verdict.verdict, TABLE_NEUTRAL);
	assert_string_equal(tables_find(&tables, "entry.null_syscall")->finding,
			    "KVM adds 0 ns to 10.00 ns; Linux adds 40.0 ns to 100.0 ns");
	tables_free(&tables);
	layers_free(&layers);
}

TEST(layer_adds_what_the_one_below_lacks)
{
	struct layers layers;

	make_all(&layers);
	assert_string_equal(layers_added_title(&layers, LAYER_KVM), "KVM adds");
	assert_string_equal(layers_added_title(&layers, LAYER_LINUX_IN_KVM), "KVM adds");
	layers.below[LAYER_LINUX] = LAYER_METAL;
	assert_string_equal(layers_added_title(&layers, LAYER_LINUX), "Linux adds");
	layers.below[LAYER_LINUX_IN_KVM] = LAYER_KVM;
	assert_string_equal(layers_added_title(&layers, LAYER_LINUX_IN_KVM), "Linux adds");
	layers.below[LAYER_LINUX_IN_KVM] = LAYER_METAL;
	assert_string_equal(layers_added_title(&layers, LAYER_LINUX_IN_KVM), "both add");
	for (enum layer layer = LAYER_METAL; layer < LAYERS; layer++)
		assert_int_equal(layers_count_differing(&layers, layer), 0);
	assert_false(layers_are_exact(&layers));
	layers_free(&layers);
}

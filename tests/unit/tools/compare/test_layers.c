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

/* The wanted layers with a run each, before they are listed. */
struct made_layers {
	struct layers layers;
	struct compared_runs runs[LAYERS];
};

static void end_layer(struct made_layers *layers, enum layer layer, struct small_log *log)
{
	struct compared_run *run = xcalloc(1, sizeof(*run));

	run->path = xstrdup(layer_infos[layer].name);
	run->result = small_log_end(log);
	run->analysis = analysis_new_quick(run->result);
	layers->runs[layer] = (struct compared_runs){.items = run, .count = 1};
	layers->layers.wanted[layer] = true;
}

static struct layers list_layers(struct made_layers *made)
{
	struct layers layers = made->layers;

	layers_list(&layers);
	for (size_t i = 0; i < layers.sides.count; i++)
		layers.sides.items[i].runs = made->runs[layers.of[i]];
	*made = (struct made_layers){0};
	return layers;
}

/* The list owns the runs, and refers to nothing outside. */
static struct layers make_layers(struct made_layers *made)
{
	struct layers layers = list_layers(made);

	side_list_make(&layers.sides, NULL);
	return layers;
}

static void add_layer(struct made_layers *layers, enum layer layer, const struct made *made)
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

static void make_all(struct layers *layers)
{
	struct made_layers made = {0};

	add_layer(&made, LAYER_METAL, &(struct made){10, 30});
	add_layer(&made, LAYER_KVM, &(struct made){10, 900});
	add_layer(&made, LAYER_LINUX, &(struct made){50, 0});
	add_layer(&made, LAYER_LINUX_IN_KVM, &(struct made){70, 0});
	*layers = make_layers(&made);
}

/* Sides of make_all. */
enum {ON_METAL, ON_KVM, ON_LINUX, ON_LINUX_IN_KVM};

static size_t row_of(const struct layers *layers, const char *bench, const char *point)
{
	for (size_t i = 0; i < layers->sides.names.metric_count; i++) {
		if (strcmp(layers->sides.names.metrics[i].bench, bench) == 0 &&
		    strcmp(layers->sides.names.metrics[i].point, point) == 0)
			return i;
	}
	fail_msg("no row of %s %s", bench, point);
	return 0;
}

static double added(const struct side_list *list, size_t row, size_t side)
{
	const struct compared_metric *metric = side_list_contrast(list, row, side);

	assert_non_null(metric);
	return metric->contrast.difference.value;
}

TEST(each_layer_shows_the_difference_to_the_one_below)
{
	struct layers layers;
	size_t row;

	make_all(&layers);
	assert_int_equal(layers.sides.names.metric_count, 3);
	row = row_of(&layers, "entry.call", "path=b");
	assert_float_equal(side_list_metric(&layers.sides, row, ON_METAL)->median, 20, 1e-9);
	assert_float_equal(side_list_metric(&layers.sides, row, ON_LINUX_IN_KVM)->median, 140,
			   1e-9);
	assert_null(side_list_contrast(&layers.sides, row, ON_METAL));
	assert_float_equal(added(&layers.sides, row, ON_KVM), 0, 1e-9);
	assert_float_equal(added(&layers.sides, row, ON_LINUX), 80, 1e-9);
	assert_float_equal(added(&layers.sides, row, ON_LINUX_IN_KVM), 40, 1e-9);
	assert_int_equal(layers.sides.items[0].pair.kind, COMPARE_BOOTS);
	assert_int_equal(layers.sides.items[1].pair.kind, COMPARE_OVERHEAD);
	assert_string_equal(layers.sides.items[ON_LINUX].adds, "Linux adds");
	assert_string_equal(layers.sides.items[ON_LINUX_IN_KVM].adds, "KVM adds");
	side_list_free(&layers.sides);
}

TEST(layer_without_a_metric_shows_the_reason)
{
	struct layers layers;
	size_t row;

	make_all(&layers);
	row = row_of(&layers, "irq.made_up", "");
	assert_float_equal(added(&layers.sides, row, ON_KVM), 870, 1e-9);
	assert_null(side_list_metric(&layers.sides, row, ON_LINUX));
	assert_null(side_list_contrast(&layers.sides, row, ON_LINUX_IN_KVM));
	assert_non_null(layers.sides.rows[row].missing[ON_LINUX].why_missing);
	assert_null(layers.sides.rows[row].missing[ON_KVM].why_missing);
	side_list_free(&layers.sides);
}

TEST(bare_metal_is_the_last_layer_below)
{
	struct made_layers made = {0};
	struct layers layers;
	size_t row;

	add_layer(&made, LAYER_METAL, &(struct made){10, 0});
	add_layer(&made, LAYER_LINUX_IN_KVM, &(struct made){70, 0});
	layers = make_layers(&made);
	row = row_of(&layers, "entry.call", "path=a");
	assert_float_equal(added(&layers.sides, row, 1), 60, 1e-9);
	side_list_free(&layers.sides);
}

/* A metric of an upper layer only has a row too. */
TEST(missing_layer_is_skipped_and_the_next_lower_one_is_the_base)
{
	struct made_layers made = {0};
	struct layers layers;
	size_t row;

	add_layer(&made, LAYER_KVM, &(struct made){10, 0});
	add_layer(&made, LAYER_LINUX_IN_KVM, &(struct made){70, 5});
	layers = make_layers(&made);
	row = row_of(&layers, "entry.call", "path=a");
	assert_float_equal(added(&layers.sides, row, 1), 60, 1e-9);
	assert_string_equal(layers.sides.items[1].adds, "Linux adds");
	row = row_of(&layers, "irq.made_up", "");
	assert_float_equal(side_list_metric(&layers.sides, row, 1)->median, 5, 1e-9);
	assert_non_null(layers.sides.rows[row].missing[0].why_missing);
	side_list_free(&layers.sides);
}

TEST(single_layer_shows_no_difference)
{
	struct made_layers made = {0};
	struct layers layers;

	add_layer(&made, LAYER_LINUX, &(struct made){50, 0});
	layers = make_layers(&made);
	assert_int_equal(layers.sides.names.metric_count, 2);
	assert_null(side_list_contrast(&layers.sides, 0, 0));
	assert_float_equal(side_list_metric(&layers.sides, 0, 0)->median, 50, 1e-9);
	side_list_free(&layers.sides);
}

TEST(layer_names_match_only_as_whole_words)
{
	assert_int_equal(layer_find("linux-in-kvm", 12), LAYER_LINUX_IN_KVM);
	assert_int_equal(layer_find("linux,kvm", 5), LAYER_LINUX);
	assert_int_equal(layer_find("linux-", 6), LAYERS);
	assert_int_equal(layer_find("", 0), LAYERS);
}

/* ---- Comparability ---- */

static void add_side(struct made_layers *layers, enum layer layer,
		     const struct side_target *target)
{
	struct comparison comparison = {.kind = COMPARE_BOOTS};

	comparison.sides[BASE] = layers->runs[layer];
	side_add(&comparison, BASE, target);
	layers->runs[layer] = comparison.sides[BASE];
	layers->layers.wanted[layer] = true;
}

static void assert_layers_refused(struct made_layers *made, const char *const *parts, size_t count)
{
	struct layers layers = list_layers(made);
	struct reasons reasons = {0};

	layers_refuse(&layers, &reasons);
	assert_int_equal(reasons.count, count);
	for (size_t i = 0; i < count; i++) {
		if (strstr(reasons.texts[i], parts[i]) == NULL)
			fail_msg("\"%s\" is not in \"%s\"", parts[i], reasons.texts[i]);
	}
	reasons_free(&reasons);
	side_list_free(&layers.sides);
}

/* The guest's processor may be another one, but not within the guest. */
TEST(layers_of_one_machine_agree_as_for_an_overhead)
{
	static const char *const model[] = {"CPU model"}, *const kernel[] = {"kernel"};
	struct side_target metal = side_metal(), of_linux = side_linux();
	struct made_layers layers = {0};

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
	struct made_layers layers = {0};

	add_side(&layers, LAYER_METAL, &metal);
	of_linux.manifest.build = "other";
	of_linux.manifest.time_base = "emulated";
	add_side(&layers, LAYER_LINUX_IN_KVM, &of_linux);
	assert_layers_refused(&layers, differences, 2);
}

/* What each layer adds, from the lowest. */
static void assert_titles(const bool wanted[LAYERS], const char *const *titles)
{
	struct layers layers = {0};

	memcpy(layers.wanted, wanted, sizeof(layers.wanted));
	layers_list(&layers);
	for (size_t i = 1; i < layers.sides.count; i++)
		assert_string_equal(layers.sides.items[i].adds, titles[i - 1]);
	side_list_free(&layers.sides);
}

TEST(layer_adds_what_the_one_below_lacks)
{
	static const bool all[LAYERS] = {[LAYER_METAL] = true, [LAYER_KVM] = true,
					 [LAYER_LINUX] = true, [LAYER_LINUX_IN_KVM] = true};
	static const bool guests[LAYERS] = {[LAYER_KVM] = true, [LAYER_LINUX_IN_KVM] = true};
	static const bool ends[LAYERS] = {[LAYER_METAL] = true, [LAYER_LINUX_IN_KVM] = true};
	struct layers layers;

	assert_titles(all, (const char *[]){"KVM adds", "Linux adds", "KVM adds"});
	assert_titles(guests, (const char *[]){"Linux adds"});
	assert_titles(ends, (const char *[]){"both add"});
	make_all(&layers);
	for (size_t i = 0; i < layers.sides.count; i++)
		assert_int_equal(side_list_count_differing(&layers.sides, i), 0);
	assert_false(side_list_is_exact(&layers.sides));
	side_list_free(&layers.sides);
}

/* Of a thread's creation, the two sides have different parts. */
TEST(range_of_ratios_has_comparable_operations_only)
{
	struct side_target metal = side_metal(), of_linux = side_linux();
	struct made_layers made = {0};
	struct value_range range = {0};
	struct layers layers;

	metal.creates_threads = of_linux.creates_threads = true;
	metal.differs = "";
	of_linux.differs = "it is another one";
	metal.system_call_ticks = 100;
	of_linux.system_call_ticks = 300;
	add_side(&made, LAYER_METAL, &metal);
	add_side(&made, LAYER_LINUX, &of_linux);
	layers = make_layers(&made);
	layers_summary_range(&layers, 1, &range);
	assert_int_equal(range.count, 1);
	assert_string_equal(range.most_name, "null system call");
	side_list_free(&layers.sides);
}

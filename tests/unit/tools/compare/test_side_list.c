/* SPDX-License-Identifier: MIT */
/* Kernels after bare metal: rows by name, and the change from a kernel to the next. The layers
 * of test_layers.c are another list. */
#include "tests/unit/unit.h"

#include <string.h>

#include "tests/unit/tools/cells.h"
#include "tests/unit/tools/compare/two_sides.h"
#include "tools/compare/kernels.h"
#include "tools/topic/kernels.h"

/* Bare metal and as many kernels as targets, with a run each. */
static struct kernels kernels_of(const struct side_target *targets, size_t count)
{
	struct kernels kernels = {.sides.count = 1 + count};
	struct side_target metal = side_metal();
	struct reasons refused = {0};

	metal.manifest.time_base = "instructions";
	for (size_t i = 0; i <= count; i++) {
		struct comparison boots = {.kind = COMPARE_BOOTS};

		side_add(&boots, BASE, i == 0 ? &metal : &targets[i - 1]);
		kernels.sides.items[i].runs = boots.sides[BASE];
	}
	kernels_refuse(&kernels, &refused);
	assert_int_equal(refused.count, 0);
	side_list_make(&kernels.sides, NULL);
	return kernels;
}

static struct side_target kernel(const char *version, uint64_t system_call_ticks)
{
	struct side_target target = side_linux();

	target.manifest.kernel = version;
	target.manifest.time_base = "instructions";
	target.system_call_ticks = system_call_ticks;
	target.spread_ticks = 0;
	return target;
}

static size_t row_of(const struct side_list *list, const char *bench)
{
	size_t row = 0;

	while (row < list->names.metric_count &&
	       strcmp(list->names.metrics[row].bench, bench) != 0)
		row++;
	return row;
}

TEST(kernels_are_named_by_their_version)
{
	const struct side_target targets[] = {kernel("6.1.0-56-cloud-amd64 #1 SMP", 100),
					      kernel("6.12", 100)};
	struct kernels kernels = kernels_of(targets, 2);

	assert_string_equal(kernels.sides.items[1].title, "6.1.0-56-cloud-amd64");
	assert_string_equal(kernels.sides.items[2].name, "kernel_2");
	side_list_free(&kernels.sides);
	assert_int_equal(kernels.sides.count, 0);
}

TEST(metrics_are_matched_by_name)
{
	const struct side_target targets[] = {kernel("6.1", 100), kernel("6.12", 107)};
	struct kernels kernels = kernels_of(targets, 2);
	const struct side_list *list = &kernels.sides;
	size_t call = row_of(list, "entry.null_syscall"), interrupt = row_of(list, "irq.self_ipi");

	assert_true(call < list->names.metric_count);
	assert_float_equal(side_list_metric(list, call, 1)->median, 100, 1e-9);
	assert_null(side_list_contrast(list, call, 1));
	assert_float_equal(side_list_contrast(list, call, 2)->contrast.difference.value, 7, 1e-9);
	/* Linux has no interrupts here. */
	assert_true(interrupt < list->names.metric_count);
	assert_non_null(side_list_metric(list, interrupt, 0));
	assert_null(side_list_metric(list, interrupt, 1));
	assert_non_null(list->rows[interrupt].missing[1].why_missing);
	side_list_free(&kernels.sides);
}

TEST(metric_of_the_last_kernel_only_has_a_row)
{
	const struct side_target targets[] = {kernel("6.1", 0), kernel("6.12", 107)};
	struct kernels kernels = kernels_of(targets, 2);
	const struct side_list *list = &kernels.sides;
	size_t call = row_of(list, "entry.null_syscall");

	assert_true(call < list->names.metric_count);
	assert_null(side_list_metric(list, call, 1));
	assert_float_equal(side_list_metric(list, call, 2)->median, 107, 1e-9);
	assert_null(side_list_contrast(list, call, 2));
	side_list_free(&kernels.sides);
}

/* An unstable count may differ between equal kernels. */
TEST(only_stable_metrics_have_a_change)
{
	struct side_target targets[] = {kernel("6.1", 100), kernel("6.12", 107),
					kernel("6.18", 110)};
	const struct reasons none = {0};
	struct kernels kernels;
	struct tables tables;

	targets[2].spread_ticks = 5;
	kernels = kernels_of(targets, 3);
	tables_init(&tables, "");
	topic_kernels(&tables, &kernels, &none);
	assert_float_equal(cells_number(&tables, "one-figure", 0, "change_2"), 7, 1e-9);
	assert_false(cells_at(&tables, "one-figure", 0, "change_3")->has_value);
	assert_string_equal(cells_text(&tables, "one-figure", 0, "unstable"), "~");
	tables_free(&tables);
	side_list_free(&kernels.sides);
}

TEST(metric_has_one_value_if_all_samples_are_equal)
{
	struct side_metric metric = {.is_constant = true, .min = 3, .max = 3};

	assert_true(side_metric_is_one_value(&metric));
	metric.max = 4;
	assert_false(side_metric_is_one_value(&metric));
}

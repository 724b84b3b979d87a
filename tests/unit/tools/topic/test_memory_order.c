/* SPDX-License-Identifier: MIT */
/* A memory curve measured with two orders of lines. Only the random order is the curve; if both
 * were measured, they are shown side by side. */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <string.h>

#include "tests/unit/tools/small_log.h"
#include "tools/topic/topic.h"

#define KIB 1024u
#define FIRST_KIB 256
#define LAST_KIB 2048

static void put_point(struct small_log *log, const char *order, unsigned size_kib, uint64_t ticks)
{
	char point[128];

	snprintf(point, sizeof(point), "%spage_bytes=4096 size_bytes=%u", order, size_kib * KIB);
	small_log_point(log, point, 0, ticks);
}

/* A random order of all lines takes 100 ns, that within 64 pages 60 ns. */
static struct result *result_in(const char *whole, const char *near)
{
	struct small_log log;

	small_log_begin(&log);
	small_log_bench(&log, MEMORY_CURVE_BENCH);
	for (unsigned size_kib = FIRST_KIB; size_kib <= LAST_KIB; size_kib *= 2)
		put_point(&log, whole, size_kib, 100);
	for (unsigned size_kib = 2 * FIRST_KIB; near != NULL && size_kib <= LAST_KIB;
	     size_kib *= 2)
		put_point(&log, near, size_kib, 60);
	return small_log_end(&log);
}

static void make_tables(struct result *result, struct tables *tables)
{
	struct analysis *analysis = analysis_new(result);

	assert_int_equal(analysis->curve_count, 1);
	assert_int_equal(analysis->curves[0].point_count, 4);
	for (size_t i = 0; i < 4; i++)
		assert_true(analysis->curves[0].points[i].value == 100);
	tables_init(tables, "");
	topic_run(&(struct topic){.tables = tables, .analysis = analysis});
	analysis_free(analysis);
	result_free(result);
}

TEST(tlb_local_order_has_its_own_table_and_is_no_part_of_the_curve)
{
	struct tables tables;
	const struct table *orders, *headlines;

	make_tables(result_in("order=random ", "order=tlb_local "), &tables);
	assert_int_equal(tables_find(&tables, "mem.latency")->row_count, 4);
	orders = tables_find(&tables, "mem.latency.order");
	assert_non_null(orders);
	assert_int_equal(orders->row_count, 3 * 2);
	assert_string_equal(table_cell(orders, 0, 1)->text, "tlb_local");
	assert_true(table_cell(orders, 0, 2)->quantity->value == 60);
	assert_string_equal(table_cell(orders, 1, 1)->text, "random");
	assert_true(table_cell(orders, 1, 2)->quantity->value == 100);
	headlines = tables_find(&tables, "figures");
	for (size_t i = 0; i < headlines->row_count; i++)
		assert_true(table_cell(headlines, i, 1)->quantity->value == 100);
	tables_free(&tables);
}

TEST(logs_without_an_order_are_still_read)
{
	struct tables tables;

	make_tables(result_in("", NULL), &tables);
	assert_int_equal(tables_find(&tables, "mem.latency")->row_count, 4);
	assert_null(tables_find(&tables, "mem.latency.order"));
	tables_free(&tables);
}

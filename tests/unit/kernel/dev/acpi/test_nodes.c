/* SPDX-License-Identifier: MIT */
/* Memory nodes: SRAT, CEDT, SLIT and HMAT. */
#include "tests/unit/unit.h"

#include <string.h>

#include "kernel/dev/acpi/parse_nodes.h"
#include "tests/unit/kernel/dev/acpi/table_builder.h"

static struct table_builder builder;
static struct acpi_nodes nodes;

static int parse_sample(void **state)
{
	(void)state;
	assert_true(acpi_parse_srat(table_make_srat(&builder), &nodes));
	return 0;
}

TEST_WITH(nodes_of_cpus_come_before_those_of_memory_only, parse_sample, NULL)
{
	assert_int_equal(nodes.count, 3);
	assert_int_equal(nodes.domains[0], 9);
	assert_int_equal(nodes.domains[1], 3);
	assert_int_equal(nodes.domains[2], 5);
	assert_int_equal(nodes.cpu_count, 2);
	assert_int_equal(nodes.cpus[0].apic_id, 4);
	assert_int_equal(nodes.cpus[0].node, 0);
	assert_int_equal(nodes.cpus[1].apic_id, 0x1234);
	assert_int_equal(nodes.cpus[1].node, 1);
	assert_int_equal(nodes.range_count, 3);
	assert_int_equal(nodes.ranges[0].base_phys, 0x200000);
	assert_int_equal(nodes.ranges[0].node, 2);
}

TEST(old_srat_has_domains_of_8_bits)
{
	table_begin(&builder, "SRAT", 1);
	table_put(&builder, 1, 4);
	table_put(&builder, 0, 8);
	table_put_node_memory(&builder, 0, 0x1000, 0xabcdef01, 1);
	assert_true(acpi_parse_srat(table_end(&builder), &nodes));
	assert_int_equal(nodes.domains[0], 1);
}

TEST(overlapping_memory_of_two_nodes_is_refused)
{
	table_begin(&builder, "SRAT", 3);
	table_put(&builder, 1, 4);
	table_put(&builder, 0, 8);
	table_put_node_memory(&builder, 0, 0x2000, 0, 1);
	table_put_node_memory(&builder, 0x1000, 0x1000, 0, 1);
	assert_true(acpi_parse_srat(table_end(&builder), &nodes));
	table_put_node_memory(&builder, 0x1000, 0x1000, 1, 1);
	assert_false(acpi_parse_srat(table_end(&builder), &nodes));
}

TEST(empty_and_wrapping_memory_makes_no_node)
{
	table_begin(&builder, "SRAT", 3);
	table_put(&builder, 1, 4);
	table_put(&builder, 0, 8);
	table_put_node_memory(&builder, 0x1000, 0, 0, 1);
	table_put_node_memory(&builder, UINT64_MAX - 0xfff, 0x2000, 1, 1);
	assert_true(acpi_parse_srat(table_end(&builder), &nodes));
	assert_int_equal(nodes.count, 0);
	assert_int_equal(nodes.range_count, 0);
}

TEST(nodes_beyond_the_limit_are_counted)
{
	table_begin(&builder, "SRAT", 3);
	table_put(&builder, 1, 4);
	table_put(&builder, 0, 8);
	for (uint32_t i = 0; i < ACPI_NODES_MAX + 5; i++)
		table_put_node_memory(&builder, i * 0x1000ull, 0x1000, i, 1);
	assert_true(acpi_parse_srat(table_end(&builder), &nodes));
	assert_int_equal(nodes.count, ACPI_NODES_MAX);
	assert_int_equal(nodes.dropped, 5);
}

/* By domain: 0 to 9, of which the SRAT has 9, 3 and 5. */
TEST_WITH(distances_are_found_by_domain, parse_sample, NULL)
{
	char distances[10 * 10];

	memset(distances, 99, sizeof(distances));
	for (int i = 0; i < 10; i++)
		distances[i * 10 + i] = ACPI_DISTANCE_LOCAL;
	distances[9 * 10 + 3] = 21;
	distances[3 * 10 + 5] = (char)255;
	assert_true(acpi_parse_slit(table_make_slit(&builder, 10, distances), &nodes));
	assert_int_equal(nodes.paths[0][0].distance, ACPI_DISTANCE_LOCAL);
	assert_int_equal(nodes.paths[0][1].distance, 21);
	assert_int_equal(nodes.paths[1][0].distance, 99);
	assert_int_equal(nodes.paths[1][2].distance, 0);
}

TEST_WITH(small_slit_has_no_distance_of_other_nodes, parse_sample, NULL)
{
	assert_true(acpi_parse_slit(table_make_slit(&builder, 2, "\x0a\x15\x15\x0a"), &nodes));
	for (uint32_t i = 0; i < nodes.count; i++)
		assert_int_equal(nodes.paths[0][i].distance, 0);
}

TEST(slit_with_an_impossible_distance_is_refused_as_a_whole)
{
	static const char *const tables[] = {"\x0a\x15\x09\x0a", "\x0a\x15\x15\x0b"};

	for (size_t i = 0; i < COUNT(tables); i++) {
		nodes = (struct acpi_nodes){.count = 2, .domains = {0, 1}};
		assert_false(acpi_parse_slit(table_make_slit(&builder, 2, tables[i]), &nodes));
		assert_int_equal(nodes.paths[0][1].distance, 0);
	}
}

TEST_WITH(hmat_has_reads_from_memory, parse_sample, NULL)
{
	acpi_parse_hmat(table_make_hmat(&builder, 2), &nodes);
	assert_int_equal(nodes.paths[1][1].latency_ps, 80000);
	assert_int_equal(nodes.paths[1][0].latency_ps, 90000);
	assert_int_equal(nodes.paths[0][2].latency_ps, 300000);
	assert_int_equal(nodes.paths[0][2].bandwidth_mb_s, 300);
	assert_int_equal(nodes.paths[1][0].bandwidth_mb_s, 90);
}

/* Unreachable by the entry 0xffff; then the latency of any access counts, which has the same. */
TEST_WITH(unreachable_memory_has_no_latency, parse_sample, NULL)
{
	acpi_parse_hmat(table_make_hmat(&builder, 2), &nodes);
	assert_int_equal(nodes.paths[1][2].latency_ps, 0);
	assert_int_equal(nodes.paths[1][2].bandwidth_mb_s, 0);
}

TEST_WITH(hmat_of_revision_1_is_in_tenths, parse_sample, NULL)
{
	acpi_parse_hmat(table_make_hmat(&builder, 1), &nodes);
	assert_int_equal(nodes.paths[1][1].latency_ps, 8000000);
	assert_int_equal(nodes.paths[0][2].bandwidth_mb_s, 30);
}

static bool is_above_1_gib(uint64_t phys, uint64_t size_bytes)
{
	assert_true(size_bytes > 0);
	return phys >= 0x40000000;
}

static bool is_nowhere(uint64_t phys, uint64_t size_bytes)
{
	(void)phys;
	(void)size_bytes;
	return false;
}

TEST_WITH(window_of_cxl_memory_is_a_node_without_cpus, parse_sample, NULL)
{
	acpi_parse_cedt(table_make_cedt(&builder), &nodes, is_above_1_gib);
	assert_int_equal(nodes.count, 4);
	assert_int_equal(nodes.domains[3], 10);
	assert_int_equal(nodes.cpu_count, 2);
	assert_int_equal(nodes.range_count, 4);
	assert_int_equal(nodes.ranges[3].base_phys, 0x80000000);
	assert_int_equal(nodes.ranges[3].size_bytes, 0x100000);
	assert_int_equal(nodes.ranges[3].node, 3);
	assert_int_equal(nodes.dropped, 0);
}

TEST_WITH(window_without_memory_makes_no_node, parse_sample, NULL)
{
	acpi_parse_cedt(table_make_cedt(&builder), &nodes, is_nowhere);
	assert_int_equal(nodes.count, 3);
	assert_int_equal(nodes.range_count, 3);
}

TEST_WITH(windows_beyond_the_limits_are_counted, parse_sample, NULL)
{
	nodes.domains[0] = UINT32_MAX;
	acpi_parse_cedt(table_make_cedt(&builder), &nodes, is_above_1_gib);
	assert_int_equal(nodes.count, 3);
	assert_int_equal(nodes.dropped, 1);
	nodes.domains[0] = 0;
	nodes.range_count = ACPI_NODE_RANGES_MAX;
	acpi_parse_cedt(table_make_cedt(&builder), &nodes, is_above_1_gib);
	assert_int_equal(nodes.dropped, 2);
}

/* SPDX-License-Identifier: MIT */
/* Memory nodes: which memory the benchmarks of memory use, and the matrix of all nodes. */
#include "tests/unit/unit.h"

#include "bench/mem/bandwidth.h"
#include "bench/mem/page_size.h"
#include "tests/unit/bench/bench_run.h"
#include "tests/unit/bench/fake_platform.h"

/* Linked between the benchmark and its loops: the bytes of the latest one's string. */
static unsigned string_bytes;

bandwidth_loop __real_bandwidth_read_sse2;

#define LOOP(name, bytes) \
	bandwidth_loop __wrap_bandwidth_read_##name; \
	void __wrap_bandwidth_read_##name(struct stripe *stripe, uint64_t lines) \
	{ \
		string_bytes = bytes; \
		__real_bandwidth_read_sse2(stripe, lines); \
	}
LOOP(sse2, 16)
LOOP(avx2, 32)
LOOP(avx512, 64)
#undef LOOP

static int start_two_nodes(void **state)
{
	bench_run_reset(state);
	fake.node_count = 2;
	fake.cpu_count = 2;
	fake.cpu_nodes[1] = 1;
	fake.memory_bytes = 1 << 20;
	fake.capabilities &= ~(uint32_t)(CAN_PAGE_2M | CAN_PAGE_1G);
	return 0;
}

TEST_WITH(quick_suite_names_no_node, start_two_nodes, NULL)
{
	bench_run("mem.latency,mem.bandwidth.read");
	assert_int_equal(bench_count_series("node=", ""), 0);
	assert_int_equal(fake_record_count(WIRE_failed_check), 0);
}

TEST_WITH(full_suite_also_measures_remote_memory, start_two_nodes, NULL)
{
	bench_run_every_point("mem.latency");
	assert_int_equal(bench_count_series("order=random page_bytes=4096 size_bytes=1024 "
					    "cpu_node=0 node=1", ""), 1);
	assert_int_equal(bench_count_series("size_bytes=1280 cpu_node", ""), 0);
	assert_int_equal(bench_count_series("node=0 node=0", ""), 0);
	assert_int_equal(bench_count_series("tlb_local size_bytes=1024 cpu_node", ""), 0);
	assert_int_equal(fake_record_count(WIRE_failed_check), 0);
}

TEST_WITH(remote_bandwidth_is_that_of_the_largest_buffer, start_two_nodes, NULL)
{
	bench_run_every_point("mem.bandwidth.copy");
	assert_int_equal(bench_count_series("cpu_node=0 node=1", ""), 1);
	assert_int_equal(bench_count_series("size_bytes=65536 cpu_node=0 node=1", ""), 1);
	assert_int_equal(fake_record_count(WIRE_failed_check), 0);
}

TEST_WITH(full_suite_of_one_node_names_no_node, bench_run_reset, NULL)
{
	fake.memory_bytes = 1 << 20;
	bench_run_every_point("mem.latency,mem.bandwidth.fill");
	assert_int_equal(bench_count_series("node=", ""), 0);
}

/* Each CPU of a team must use the memory of its own node. */
TEST_WITH(each_cpu_reads_and_writes_its_own_nodes_memory, start_two_nodes, NULL)
{
	const struct benchmark *bench = bench_named("mem.bandwidth.write");
	uint64_t memory[512] = {0};
	struct bench_ctx ctx = {
		.state = memory, .bench = bench, .suite = SUITE_FULL,
		.point = {2, 0, 16384, BENCH_AXIS_DEFAULT, BENCH_AXIS_DEFAULT},
	};

	platform_scope_begin();
	assert_int_equal(bench->setup(&ctx), 0);
	assert_int_equal(fake.map_count, 3);
	assert_int_equal(fake.map_nodes[1], 0);
	assert_int_equal(fake.map_nodes[2], 1);
	assert_int_equal(fake.map_bytes[2], 16384);
	platform_scope_end();
}

TEST_WITH(matrix_has_every_pair_of_nodes, start_two_nodes, NULL)
{
	static const char *const pairs[] = {"cpu_node=0 node=0", "cpu_node=0 node=1",
					    "cpu_node=1 node=0", "cpu_node=1 node=1"};

	bench_run_every_point("mem.node_*");
	for (size_t i = 0; i < COUNT(pairs); i++)
		assert_int_equal(bench_count_series(pairs[i], ""), 2);
	assert_int_equal(fake_record_count(WIRE_failed_check), 0);
	assert_int_equal(fake_record_count(WIRE_fault), 0);
}

TEST_WITH(bandwidth_of_nodes_is_that_of_the_widest_loop, start_two_nodes, NULL)
{
	bench_run_every_point("mem.node_bandwidth");
	assert_int_equal(string_bytes, 16);
	fake.capabilities |= CAN_AVX2;
	bench_run_every_point("mem.node_bandwidth");
	assert_int_equal(string_bytes, 32);
	fake.capabilities |= CAN_AVX512;
	bench_run_every_point("mem.node_bandwidth");
	assert_int_equal(string_bytes, 64);
}

TEST_WITH(node_without_memory_or_cpus_is_in_no_column_or_row, start_two_nodes, NULL)
{
	fake.node_count = 3;
	fake.memory_less = 1 << 1;
	bench_run_every_point("mem.node_latency");
	assert_int_equal(bench_count_series("cpu_node=1 node=0", ""), 1);
	assert_int_equal(bench_count_series("cpu_node=1 node=2", ""), 1);
	assert_int_equal(bench_count_series(" node=1", ""), 0);
	assert_int_equal(bench_count_series("cpu_node=2", ""), 0);
}

TEST_WITH(matrix_of_one_node_is_skipped, bench_run_reset, NULL)
{
	bench_run_full("mem.node_latency");
	assert_int_equal(fake_record_count(WIRE_series), 0);
	assert_string_equal(bench_skip_of(""), "nodes");
}

/* The platform returns memory of node 0 where node 1 was chosen. */
TEST_WITH(memory_of_another_node_is_a_failed_check, start_two_nodes, NULL)
{
	fake.astray_node = 1;
	bench_run_every_point("mem.node_latency");
	assert_int_equal(fake_record_count(WIRE_failed_check), 2);
	assert_string_equal(fake_record(WIRE_failed_check, 0)->failed_check.check, "node");
}

/* Not the first 2 MiB. */
TEST_WITH(memory_that_is_partly_of_another_node_is_a_failed_check, start_two_nodes, NULL)
{
	fake.memory_bytes = 64 << 20;
	fake.cpu_nodes[0] = 1;
	bench_run_every_point("mem.tlb");
	assert_int_equal(fake_record_count(WIRE_failed_check), 0);
	fake.astray_node = 1;
	fake.astray_from = 2 << 20;
	bench_run_every_point("mem.tlb");
	assert_true(fake_record_count(WIRE_failed_check) > 0);
	assert_string_equal(fake_record(WIRE_failed_check, 0)->failed_check.check, "node");
}

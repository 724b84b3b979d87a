/* SPDX-License-Identifier: MIT */
/* Tables of individual benchmarks: the position and unit of each metric. */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/wire/samples.h"
#include "tools/base/utf8.h"
#include "tools/topic/topic.h"
#include "tools/view/text.h"

#define TSC_HZ 2000000000
#define SAMPLES 7

static struct {
	struct result *result;
	uint64_t benches, series, sequence;
} run;

static void add(struct wire_record *record)
{
	record->seq = run.sequence++;
	result_add(run.result, record);
}

static void begin_run(const char *time_base)
{
	struct wire_record manifest = {.kind = WIRE_manifest};

	memset(&run, 0, sizeof(run));
	run.result = result_new();
	manifest.manifest = (struct wire_manifest){
		.format = WIRE_FORMAT, .build = "", .compiler = "", .host = "", .boot = "",
		.loader = "", .time_base = time_base, .hypervisor = "", .timing = "",
		.tsc_hz = TSC_HZ, .capabilities = "", .command_line = "", .suite = "",
	};
	add(&manifest);
}

static void add_bench(const char *name)
{
	struct wire_record bench = {.kind = WIRE_bench};

	bench.bench = (struct wire_bench){++run.benches, name, "a summary", "tsc_ticks", ""};
	add(&bench);
}

/* A series of the latest benchmark, with equal samples in ticks. */
static void add_stage_from(const char *point, const char *stage, uint64_t operations,
			   uint64_t first_ticks, uint64_t ticks, uint64_t bytes)
{
	struct wire_record series = {.kind = WIRE_series}, samples = {.kind = WIRE_samples};
	uint64_t values[SAMPLES];
	uint8_t data[SAMPLES * SAMPLE_BYTES_MAX];
	size_t size;

	series.series = (struct wire_series){
		.id = ++run.series, .bench = run.benches, .point = point, .stage = stage,
		.iterations = operations, .cold_iterations = operations, .bytes = bytes,
		.unit = "",
	};
	add(&series);
	for (size_t i = 0; i < SAMPLES; i++)
		values[i] = i == 0 ? first_ticks : ticks;
	samples_pack(values, SAMPLES, data, sizeof(data), &size);
	samples.samples = (struct wire_samples){
		.series = run.series, .n = SAMPLES, .data = {data, size},
	};
	add(&samples);
}

static void add_stage(const char *point, const char *stage, uint64_t operations, uint64_t ticks,
		      uint64_t bytes)
{
	add_stage_from(point, stage, operations, ticks, ticks, bytes);
}

static void add_series(const char *point, uint64_t operations, uint64_t ticks, uint64_t bytes)
{
	add_stage(point, "", operations, ticks, bytes);
}

/* The report of the run. The caller frees the text. */
static char *end_run(const char *pattern)
{
	const struct log_account account = {0};
	struct analysis *analysis;
	struct text view = {0};
	struct patterns benches = {{pattern}, pattern != NULL};
	struct tables tables;
	struct topic topic = {.tables = &tables,
			      .benches = &benches};
	char *text = NULL;
	size_t size = 0;

	view.out = open_memstream(&text, &size);
	result_link(run.result, &account);
	analysis = analysis_new(run.result);
	topic.analysis = analysis;
	tables_init(&tables, "Bareline results");
	topic_run(&topic);
	text_write(&view, &tables);
	fclose(view.out);
	tables_free(&tables);
	analysis_free(analysis);
	result_free(run.result);
	return text;
}

static void assert_has(const char *text, const char *part)
{
	if (strstr(text, part) != NULL)
		return;
	fputs(text, stderr);
	fail_msg("not in the report: %s", part);
}

/* 4 ticks are 2 ns, so 64 bytes per sample are 32 GB/s. */
static void add_bandwidths(void)
{
	add_bench("mem.bandwidth.read");
	add_series("cpus=1 width=64 size_bytes=16384", 10, 80, 64);
	add_series("cpus=1 width=sse2 size_bytes=16384", 10, 40, 64);
	add_series("cpus=2 width=sse2 size_bytes=16384", 10, 20, 64);
	add_bench("mem.bandwidth.rep_stosb");
	add_series("cpus=1 width=byte size_bytes=16384", 10, 160, 64);
}

TEST(large_values_are_separated_by_spaces)
{
	char *text;

	begin_run("real");
	add_bench("os.any");
	add_series("size=1", 1, 1234, 0);
	add_series("size=2", 1, 1234567, 0);
	add_series("size=3", 1, 98765432, 0);
	add_series("size=4", 1, 1234567890123, 0);
	text = end_run("os.any");
	assert_has(text, "       1  7           617           617                616.8 - 617.2\n");
	assert_has(text, "       4  7  617283945062  617283945062  617283945061 - 617283945062\n");
	free(text);
}

TEST(bandwidth_is_in_gb_per_s_by_size_width_and_operation)
{
	char *text;

	begin_run("real");
	add_bandwidths();
	text = end_run(NULL);
	assert_has(text, "mem.bandwidth: Bandwidth by working set, 1 CPU, in GB/s\n"
			 "    size    width  read  rep_stosb\n"
			 "    16 KiB  64       16\n"
			 "    16 KiB  sse2     32\n"
			 "    16 KiB  byte                 8\n");
	assert_has(text, "2 CPUs at once, all together, in GB/s\n"
			 "    size    width  read\n"
			 "    16 KiB  sse2     64\n");
	assert_null(strstr(text, "emulator"));
	free(text);
}

TEST(bandwidth_counted_in_instructions_is_in_bytes_per_instruction)
{
	char *text;

	begin_run("instructions");
	add_bandwidths();
	text = end_run(NULL);
	assert_has(text, "1 CPU, in bytes per instruction");
	assert_has(text, "    16 KiB  sse2     16\n");
	free(text);
}

TEST(emulated_string_instructions_are_marked)
{
	char *text;

	begin_run("emulated");
	add_bandwidths();
	text = end_run(NULL);
	assert_has(text, "it executes string instructions byte");
	free(text);
}

TEST(cpu_pairs_form_a_triangle_and_missing_ones_are_marked)
{
	char *text;

	begin_run("real");
	add_bench("mem.c2c");
	add_series("first_cpu=0 second_cpu=1", 200, 200 * 84, 0);
	add_series("first_cpu=1 second_cpu=2", 200, 200 * 126, 0);
	text = end_run(NULL);
	assert_has(text, "mem.c2c: Cache line transfer between CPUs, in ns\n"
			 "    CPU  CPU 0  CPU 1\n"
			 "    1       42\n"
			 "    2              63\n");
	free(text);
}

static void add_place(uint64_t cpu, uint64_t package, uint64_t core, const char *kind)
{
	struct wire_record place = {.kind = WIRE_cpu_place};

	place.cpu_place = (struct wire_cpu_place){
		.cpu = cpu, .apic_id = cpu, .package = package, .core = core, .kind = kind,
		.by = "0x1f",
	};
	add(&place);
}

/* Two SMT siblings, an E-core, and a CPU of another package. */
static void add_places(void)
{
	add_place(0, 0, 0, "performance");
	add_place(1, 0, 0, "performance");
	add_place(2, 0, 1, "efficiency");
	add_place(3, 1, 2, "performance");
}

TEST(cpu_pairs_are_summarised_by_their_places)
{
	char *text;

	begin_run("real");
	add_places();
	add_bench("mem.c2c");
	add_series("first_cpu=0 second_cpu=1", 200, 200 * 84, 0);
	add_series("first_cpu=0 second_cpu=2", 200, 200 * 126, 0);
	add_series("first_cpu=1 second_cpu=2", 200, 200 * 130, 0);
	add_series("first_cpu=0 second_cpu=3", 200, 200 * 400, 0);
	text = end_run(NULL);
	assert_has(text, "2 packages, 3 cores, 4 CPUs; E-cores: CPUs 2\n");
	assert_has(text, "SMT siblings                         1   42      42   42\n");
	assert_has(text, "same package, P-core and E-core      2   63      64   65\n");
	assert_has(text, "other package                        1  200     200  200\n");
	free(text);
}

TEST(other_cpu_of_smp_has_its_place)
{
	char *text;

	begin_run("real");
	add_places();
	add_bench("smp.ipi");
	add_series("cpu=1 wait=spin", 1, 84, 0);
	add_series("cpu=3 wait=spin", 1, 126, 0);
	text = end_run(NULL);
	assert_has(text, "SMT siblings");
	assert_has(text, "other package");
	free(text);
}

static void add_timing(const char *type, const char *status, uint64_t tck_ps)
{
	struct wire_record record = {.kind = WIRE_memory_timing};

	record.memory_timing = (struct wire_memory_timing){
		.type = type, .status = status, .part = "", .tck_ps = tck_ps,
		.cas_clocks = tck_ps > 0 ? 22 : 0, .taa_ps = 22 * tck_ps,
		.trcd_ps = 22 * tck_ps, .trp_ps = 22 * tck_ps, .tras_ps = 32000,
	};
	add(&record);
}

TEST(timings_of_modules_are_facts_and_a_note_of_latency)
{
	char *text;

	begin_run("real");
	add_timing("DDR4", "read", 625);
	add_timing("DDR4", "read", 625);
	add_timing("DDR4", "damaged checksum", 0);
	add_bench("mem.latency");
	for (uint64_t size = 4096; size <= 1 << 20; size *= 2) {
		char point[64];

		snprintf(point, sizeof(point), "page_bytes=4096 size_bytes=%lu", size);
		add_series(point, 200, 200 * (size > 32768 ? 160 : 8), 0);
	}
	text = end_run(NULL);
	assert_has(text, "2 × DDR4, CL 22 at 0.625 ns, tRCD 13.75 ns, tRP 13.75 ns, tRAS 32 ns, by "
			 "SPD\n");
	assert_has(text, "1 × DDR4: damaged checksum, by SPD\n");
	assert_has(text, "41.25 ns in the modules");
	free(text);
}

static void add_node(uint64_t node, uint64_t cpus, uint64_t memory_bytes, uint64_t nearest)
{
	struct wire_record record = {.kind = WIRE_node}, path = {.kind = WIRE_node_path};

	record.node = (struct wire_node){node, cpus, memory_bytes, nearest, node};
	add(&record);
	path.node_path = (struct wire_node_path){.from = node, .to = 0, .distance = node ? 21 : 10,
						 .latency_ps = node ? 141500 : 0};
	add(&path);
}

TEST(nodes_are_facts_and_a_matrix)
{
	char *text;

	begin_run("real");
	add_node(0, 2, 1 << 30, 0);
	add_node(1, 1, 0, 0);
	add_node(2, 0, 1 << 29, 2);
	add_bench("mem.node_latency");
	add_series("cpu_node=0 node=0", 200, 200 * 160, 0);
	add_series("cpu_node=0 node=2", 200, 200 * 300, 0);
	add_series("cpu_node=1 node=0", 200, 200 * 240, 0);
	add_series("cpu_node=1 node=2", 200, 200 * 320, 0);
	add_bench("mem.node_bandwidth");
	add_series("cpu_node=0 node=0", 10, 40, 64);
	text = end_run(NULL);
	assert_has(text, "node 0: 2 CPUs, 1024 MiB; distance 10 to node 0\n");
	assert_has(text, "node 1: 1 CPU, no memory: uses that of node 0; distance 21 to node 0; by "
			 "the HMAT\n                141.5 ns to node 0\n");
	assert_has(text, "node 2: no CPUs, 512 MiB;");
	assert_has(text, "mem.node_latency: Memory latency between nodes, in ns\n");
	assert_has(text, "mem.node_bandwidth: Read bandwidth between nodes, in GB/s\n");
	assert_has(text, "    0                         80        150\n"
			 "    1                        120        160\n");
	free(text);
}

/* Remote points have tables of their own, and are no part of the curve of local memory. */
TEST(remote_memory_is_not_in_the_curve_of_local_memory)
{
	char *text;

	begin_run("real");
	add_bench("mem.latency");
	add_series("order=random page_bytes=4096 size_bytes=1024", 256, 256 * 8, 0);
	add_series("order=random page_bytes=4096 size_bytes=1024 cpu_node=0 node=1", 256, 256 * 88,
		   0);
	add_bench("mem.bandwidth.read");
	add_series("cpus=1 width=sse2 size_bytes=16384", 10, 40, 64);
	add_series("cpus=1 width=sse2 size_bytes=16384 cpu_node=0 node=1", 10, 400, 64);
	text = end_run(NULL);
	assert_has(text, "mem.latency.nodes: Latency from the CPUs of a memory node to another "
			 "node, in ns\n");
	assert_has(text, "mem.bandwidth.nodes: Bandwidth from one CPU of a memory node to another "
			 "node, in GB/s\n");
	assert_has(text, "0 to 1");
	assert_has(text, "    1 KiB      8        4\n");
	free(text);
}

TEST(state_of_the_machine_is_a_table_and_a_caution)
{
	struct wire_record item = {.kind = WIRE_state};
	char *text;

	begin_run("real");
	item.state = (struct wire_state){"caches", "on", 2, "1=off (CR0.CD)", "caches differ"};
	add(&item);
	text = end_run(NULL);
	assert_has(text, "State of the machine");
	assert_has(text, "1=off (CR0.CD)");
	assert_has(text, "State of the machine: 1 caution");
	free(text);
}

TEST(triangle_wider_than_the_page_is_split_into_blocks)
{
	char *text, *rest, point[64];

	begin_run("real");
	add_bench("mem.c2c");
	for (int first = 0; first < 29; first++) {
		for (int second = first + 1; second < 30; second++) {
			snprintf(point, sizeof(point), "first_cpu=%d second_cpu=%d", first, second);
			add_series(point, 1, 100000 + 100 * first + second, 0);
		}
	}
	text = end_run(NULL);
	assert_has(text, "51414");         /* half of 100000 + 100 * 28 + 29, rounded down */
	for (char *line = strtok_r(text, "\n", &rest); line != NULL;
	     line = strtok_r(NULL, "\n", &rest))
		assert_true(utf8_length(line) <= TERMINAL_COLUMNS);
	free(text);
}

TEST(translation_table_has_page_counts_down_and_page_sizes_across)
{
	char *text;

	begin_run("real");
	add_bench("mem.tlb");
	add_series("page_bytes=4096 pages=64", 256, 256 * 8, 0);
	add_series("page_bytes=4096 pages=32", 256, 256 * 6, 0);
	add_series("page_bytes=2097152 pages=32", 256, 256 * 10, 0);
	text = end_run(NULL);
	assert_has(text, "    pages  pages of 4 KiB  pages of 2 MiB\n"
			 "    64                  4\n"
			 "    32                  3               5\n");
	free(text);
}

TEST(pattern_excludes_tables_too)
{
	char *text;

	begin_run("real");
	add_bandwidths();
	add_bench("mem.c2c");
	add_series("first_cpu=0 second_cpu=1", 200, 200 * 84, 0);
	text = end_run("mem.c2c");
	assert_has(text, "Cache line transfer");
	assert_null(strstr(text, "Bandwidth by"));
	free(text);
}

static void add_gap(const char *source, uint64_t alone, uint64_t interrupted)
{
	add_stage(source, "alone", 1, alone, 0);
	/* Something else lengthened the first pass: the median is without it, the mean is not. */
	add_stage_from(source, "interrupted", 1, 10 * interrupted, interrupted, 0);
}

TEST(interrupt_gap_is_in_the_table_of_its_stamps)
{
	char *text;

	begin_run("real");
	add_bench("irq.pit");
	add_stage("ring=0 wait=spin cache=warm", "delivery", 1, 300, 0);
	add_stage("ring=0 wait=spin cache=warm", "total", 1, 1300, 0);
	add_bench("irq.fixed_work");
	add_gap("source=pit", 90000, 90800);
	add_gap("source=hpet", 90000, 89990);
	text = end_run(NULL);
	assert_has(text,
		   "    source  delivery  handling  gap  difference  pass alone  interrupted  n\n"
		   "    pit          150       500  400         100       45000        45400  7\n"
		   "    hpet                         -5                   45000        44995  7\n");
	free(text);
}

TEST(unknown_operation_is_in_the_bandwidth_table)
{
	char *text;

	begin_run("real");
	add_bandwidths();
	add_bench("mem.bandwidth.zfill");
	add_series("cpus=1 width=64 size_bytes=16384", 10, 80, 64);
	text = end_run(NULL);
	assert_has(text, "    size    width  read  rep_stosb  zfill\n"
			 "    16 KiB  64       16                16\n");
	free(text);
}

TEST(metric_without_a_table_of_its_topic_is_still_shown)
{
	char *text;

	begin_run("real");
	add_bandwidths();
	add_bench("mem.bandwidth.odd");
	add_series("banks=3", 10, 80, 64);
	add_series("banks=4", 10, 80, 64);
	text = end_run(NULL);
	assert_has(text, "  mem.bandwidth.odd: A summary\n");
	assert_has(text, "    banks  n");
	free(text);
}

/* A user's kernel may give a benchmark any name, and any parameters. */
static const struct taken_name {
	const char *name;
} taken_names[] = {
	{"mem.latency"}, {"mem.plateaus"}, {"mem.bandwidth"}, {"figures"}, {"machine"},
};

static void check_taken_name(void **state)
{
	const struct taken_name *taken = *state;
	char *text;

	begin_run("real");
	add_bench(taken->name);
	add_series("operation=5 size_bytes=x page_bytes=7", 10, 80, 0);
	add_series("operation=6 size_bytes=y page_bytes=8", 10, 80, 0);
	text = end_run(NULL);
	assert_has(text, taken->name);
	assert_has(text, "  4.00 ns in all 2 cases\n");
	free(text);
}

TEST_CASES(check_taken_name, taken_names);

/* The first character of a cache's kind is shown, even of an unknown kind. */
TEST(unknown_cache_kind_is_named_by_a_whole_character)
{
	struct wire_record cache = {.kind = WIRE_cache};
	char *text;

	begin_run("real");
	cache.cache = (struct wire_cache){
		.level = 1, .type = "\xc3\xa9tage", .size_bytes = 32 << 10, .line_bytes = 64,
		.ways = 8, .sharing = 1,
	};
	add(&cache);
	text = end_run(NULL);
	assert_has(text, "L1\xc3\xa9 32 KiB");
	free(text);
}

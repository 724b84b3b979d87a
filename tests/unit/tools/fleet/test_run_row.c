/* SPDX-License-Identifier: MIT */
/* What the row of a run states, by its records. */
#include "tests/unit/unit.h"

#include "tests/unit/tools/small_log.h"
#include "tools/fleet/run_row.h"

#define MODIFIED_NS INT64_C(1790000000999999999)
#define GIB (UINT64_C(1) << 30)

/* One benchmark: 4 ns for one operation. */
static void begin(struct small_log *log)
{
	small_log_begin(log);
	small_log_bench(log, "selftest.add_chain");
	small_log_samples(log, "", (const uint64_t[]){4, 4, 4, 4, 4}, 5);
}

static void make(struct small_log *log, struct run_row *row)
{
	struct result *result = small_log_end(log);
	struct analysis *analysis = analysis_new_quick(result);

	run_row_make(analysis, "node-1", MODIFIED_NS, row);
	analysis_free(analysis);
	result_free(result);
}

static void add_module(struct small_log *log, uint64_t mts, uint64_t rated_mts)
{
	wire_write(&log->writer, WIRE_memory_device, &(struct wire_memory_device){
		.type = "DDR4", .size_bytes = 4 * GIB, .mts = mts, .rated_mts = rated_mts});
}

static void add_range(struct small_log *log, const char *type, uint64_t size_bytes)
{
	wire_write(&log->writer, WIRE_memory,
		   &(struct wire_memory){.type = type, .size_bytes = size_bytes});
}

TEST(row_without_records_of_the_machine_has_its_label_and_the_time_of_the_file)
{
	struct small_log log;
	struct run_row row;

	begin(&log);
	make(&log, &row);
	assert_string_equal(row.id, "node-1");
	assert_string_equal(row.id_from, "directory");
	assert_string_equal(row.label, "node-1");
	assert_int_equal(row.made, 1790000000);
	assert_string_equal(row.made_from, "file");
	assert_int_equal(row.memory_bytes, 0);
	assert_int_equal(row.memory_modules, 0);
	assert_int_equal(row.cpus, 0);
	assert_string_equal(row.disks, "");
	assert_string_equal(row.time_base, "real");
	assert_int_equal(row.samples, 5);
	assert_int_equal(row.smis, 0);
	assert_float_equal(row.core_mhz, 250, 1e-6);
	run_row_free(&row);
}

TEST(memory_is_that_of_the_modules_and_its_speed_that_of_the_slowest)
{
	struct small_log log;
	struct run_row row;

	begin(&log);
	add_range(&log, "usable", GIB);
	add_module(&log, 0, 0);         /* unknown */
	add_module(&log, 2933, 3200);
	add_module(&log, 0, 2666);
	add_module(&log, 3200, 3200);
	make(&log, &row);
	assert_int_equal(row.memory_modules, 4);
	assert_int_equal(row.memory_bytes, 16 * GIB);
	assert_int_equal(row.memory_mts, 2666);
	run_row_free(&row);
}

TEST(memory_without_modules_is_what_the_firmware_leaves)
{
	struct small_log log;
	struct run_row row;

	begin(&log);
	add_range(&log, "usable", GIB);
	add_range(&log, "reserved", 4 * GIB);
	add_range(&log, "usable", 2 * GIB);
	make(&log, &row);
	assert_int_equal(row.memory_modules, 0);
	assert_int_equal(row.memory_bytes, 3 * GIB);
	assert_int_equal(row.memory_mts, 0);
	run_row_free(&row);
}

TEST(disks_cpus_and_time_are_those_of_the_records)
{
	struct small_log log;
	struct run_row row;

	begin(&log);
	wire_write(&log.writer, WIRE_cpu, &(struct wire_cpu){.brand = "Made-up CPU", .online = 8});
	wire_write(&log.writer, WIRE_made, &(struct wire_made){
		.utc = "2026-11-27T00:31:07Z", .source = "rtc"});
	wire_write(&log.writer, WIRE_disk, &(struct wire_disk){
		.name = "0", .driver = "nvme", .model = "Model", .sectors = 976562500,
		.sector_bytes = 512});
	wire_write(&log.writer, WIRE_disk, &(struct wire_disk){
		.name = "1", .driver = "virtio", .sectors = 1000000, .sector_bytes = 4096});
	make(&log, &row);
	assert_int_equal(row.cpus, 8);
	assert_string_equal(row.cpu, "Made-up CPU");
	assert_int_equal(row.made, 1795739467);
	assert_string_equal(row.made_from, "rtc");
	assert_string_equal(row.disks, "Model 500 GB, virtio 4.1 GB");
	run_row_free(&row);
}

TEST(smis_are_the_samples_that_they_disturbed)
{
	static const char *const causes[] = {"smi", "interrupt", "smi"};
	struct small_log log;
	struct run_row row;

	begin(&log);
	for (size_t i = 0; i < COUNT(causes); i++)
		wire_write(&log.writer, WIRE_disturbed, &(struct wire_disturbed){
			.series = 1, .index = i, .cause = causes[i], .count = 7});
	make(&log, &row);
	assert_int_equal(row.smis, 2);
	run_row_free(&row);
}

TEST(key_depends_on_every_text_and_where_it_ends)
{
	int64_t key = run_row_key("run", "ab", "c", NULL);

	assert_int_equal(key, run_row_key("run", "ab", "c", NULL));
	assert_true(key != run_row_key("run", "a", "bc", NULL));
	assert_true(key != run_row_key("run", "ab", NULL));
	assert_true(key > 0 && key < INT64_C(1) << 53);
}

/* SPDX-License-Identifier: MIT */
/* Bandwidth predicted from the machine's data in made-up logs. Each row of the table has its input,
 * or names the missing one. */
#include "tests/unit/unit.h"

#include <string.h>

#include "tests/unit/tools/small_log.h"
#include "tools/analysis/memory_peak.h"
#include "tools/topic/topic.h"

#define MODULES_MAX 4
#define MIB (1ull << 20)

struct machine {
	const char *status;             /* of SMBIOS; NULL: not in the log */
	struct wire_memory_device modules[MODULES_MAX];
	size_t module_count;
	uint64_t read_ticks;            /* for 64 bytes; 0: not measured */
	uint64_t miss_ticks;            /* of a load, with the maximum number of parallel loads */
};

static struct result *result_of(const struct machine *machine)
{
	struct small_log log;

	small_log_begin(&log);
	if (machine->status != NULL)
		wire_write(&log.writer, WIRE_smbios, &(struct wire_smbios){
			.status = machine->status, .version = "3.4", .slots = 4,
			.devices = machine->module_count});
	for (size_t i = 0; i < machine->module_count; i++)
		wire_write(&log.writer, WIRE_memory_device, &machine->modules[i]);
	small_log_bench(&log, "mem.bandwidth.read");
	if (machine->read_ticks != 0)
		small_log_point(&log, "cpus=1 width=64 size_bytes=67108864", 64,
				machine->read_ticks);
	small_log_bench(&log, "mem.mlp");
	if (machine->miss_ticks != 0)
		small_log_point(&log, "chases=8", 0, machine->miss_ticks);
	return small_log_end(&log);
}

/* Two modules on two 64-bit channels, rated for 3200 and configured for 2666. */
static struct machine two_channels(void)
{
	const struct wire_memory_device module = {
		.bank = "BANK 0", .type = "DDR4", .size_bytes = 8192 * MIB, .data_bits = 64,
		.total_bits = 72, .rated_mts = 3200, .mts = 2666, .maker = "Made-up", .part = "M1",
	};
	struct machine machine = {.status = "read", .modules = {module, module}, .module_count = 2,
				  .read_ticks = 8, .miss_ticks = 4};

	machine.modules[0].locator = "ChannelA-DIMM0";
	machine.modules[1].locator = "ChannelB-DIMM0";
	return machine;
}

static struct memory_peak peak_of(const struct machine *machine)
{
	struct result *result = result_of(machine);
	struct memory_peak peak = memory_peak_find(result);

	result_free(result);
	return peak;
}

/* ---- The peak ---- */

TEST(peak_is_clock_times_width_times_channels)
{
	struct machine machine = two_channels();
	struct memory_peak peak = peak_of(&machine);

	assert_null(peak.missing);
	assert_int_equal(peak.channels, 2);
	assert_float_equal(peak.bytes_per_second, 2666e6 * 8 * 2, 1);
}

TEST(modules_of_one_channel_count_as_one_channel)
{
	struct machine machine = two_channels();

	machine.modules[1].locator = "ChannelA-DIMM1";
	assert_int_equal(peak_of(&machine).channels, 1);
	machine.modules[0].locator = machine.modules[1].locator = "DIMM 0";
	machine.modules[0].bank = "P0 CHANNEL A";
	machine.modules[1].bank = "P0 CHANNEL B";
	assert_int_equal(peak_of(&machine).channels, 2);
	machine.modules[1].bank = "P1 CHANNEL A";
	assert_int_equal(peak_of(&machine).channels, 2);
	machine.modules[0].locator = "Controller0-ChannelA-DIMM0";
	machine.modules[1].locator = "Controller1-ChannelA-DIMM0";
	assert_int_equal(peak_of(&machine).channels, 2);
}

TEST(modules_without_channel_names_count_as_one_channel)
{
	struct machine machine = two_channels();

	machine.modules[1].locator = "DIMM 3";
	assert_int_equal(peak_of(&machine).channels, 0);
	assert_float_equal(peak_of(&machine).bytes_per_second, 2666e6 * 8, 1);
	machine.modules[1].locator = "some channel";
	assert_int_equal(peak_of(&machine).channels, 0);
}

TEST(slowest_module_sets_the_speed_and_the_rating_replaces_a_missing_setting)
{
	struct machine machine = two_channels();

	machine.modules[1].mts = 2133;
	assert_int_equal(peak_of(&machine).mts, 2133);
	machine.modules[0].mts = machine.modules[1].mts = 0;
	assert_int_equal(peak_of(&machine).mts, 3200);
}

TEST(missing_machine_data_is_named)
{
	struct machine machine = two_channels();

	machine.modules[1].data_bits = 0;
	assert_string_equal(peak_of(&machine).missing,
			    "memory width: not in SMBIOS");
	machine.modules[0].mts = machine.modules[0].rated_mts = 0;
	assert_string_equal(peak_of(&machine).missing,
			    "memory speed: not in SMBIOS");
	machine.module_count = 0;
	assert_string_equal(peak_of(&machine).missing,
			    "memory devices: SMBIOS lists none");
	machine.status = "Permission denied";
	assert_string_equal(peak_of(&machine).missing,
			    "SMBIOS memory data: not read");
	machine.status = NULL;
	assert_string_equal(peak_of(&machine).missing,
			    "SMBIOS memory data: not in the log");
	assert_true(peak_of(&machine).bytes_per_second == 0);
}

/* ---- Predictions ---- */

/* The table's row for reading. The caller frees the tables. */
static const struct table *table_of(const struct machine *machine, struct tables *tables)
{
	struct result *result = result_of(machine);
	struct analysis *analysis = analysis_new(result);
	struct topic topic = {.tables = tables, .analysis = analysis};

	tables_init(tables, "");
	topic_predicted_bandwidths(&topic);
	analysis_free(analysis);
	result_free(result);
	return tables_find(tables, "predictions.bandwidth");
}

static double number_in(const struct table *table, const char *column)
{
	const struct cell *cell = table_cell(table, 0, table_column(table, column));

	return cell->has_value ? cell->number : 0;
}

/* 64 bytes in 8 ns. One load in 4 ns at best is 16 GB/s, less than the memory's 42.7 GB/s. */
TEST(core_with_too_few_parallel_loads_is_named_as_the_limit)
{
	struct machine machine = two_channels();
	struct tables tables;
	const struct table *table = table_of(&machine, &tables);

	assert_int_equal(table->row_count, 1);
	assert_float_equal(number_in(table, "base"), 42.656, 1e-6);
	assert_float_equal(number_in(table, "predicted"), 16, 1e-6);
	assert_float_equal(number_in(table, "measured"), 8, 1e-6);
	assert_float_equal(number_in(table, "residual"), -8, 1e-6);
	assert_float_equal(number_in(table, "part"), -1, 1e-6);
	tables_free(&tables);
}

TEST(slow_memory_is_named_as_the_limit_of_a_fast_core)
{
	struct machine machine = two_channels();
	struct tables tables;
	const struct table *table;

	machine.miss_ticks = 1;
	table = table_of(&machine, &tables);
	assert_float_equal(number_in(table, "predicted"), 42.656, 1e-6);
	tables_free(&tables);
	machine.miss_ticks = 0;
	table = table_of(&machine, &tables);
	assert_float_equal(number_in(table, "predicted"), 42.656, 1e-6);
	tables_free(&tables);
}

/* Lines that cross the memory's bus, and loads that the core waits for, of each line that an
 * operation handles: a plain store reads its line before, and a non-temporal one does not. */
TEST(each_operation_has_its_crossings_and_loads)
{
	static const struct operation {
		const char *bench;
		unsigned crossings, loads;
	} operations[] = {
		{"mem.bandwidth.read", 1, 1}, {"mem.bandwidth.write", 2, 1},
		{"mem.bandwidth.fill", 2, 1}, {"mem.bandwidth.copy", 3, 2},
		{"mem.bandwidth.nt_write", 1, 0}, {"mem.bandwidth.nt_copy", 2, 1},
	};
	const struct memory_peak peak = {.bytes_per_second = 60e9};
	struct bandwidth_prediction predicted[BANDWIDTHS_MAX];
	struct analysis *analysis;
	struct result *result;
	struct small_log log;

	small_log_begin(&log);
	for (size_t i = 0; i < COUNT(operations); i++) {
		small_log_bench(&log, operations[i].bench);
		small_log_point(&log, "cpus=1 width=64 size_bytes=67108864", 64, 8);
	}
	small_log_bench(&log, "mem.mlp");
	small_log_point(&log, "chases=8", 0, 4);
	result = small_log_end(&log);
	analysis = analysis_new(result);
	assert_int_equal(memory_peak_predict(&analysis->metrics, &peak, predicted),
			 COUNT(operations));
	for (size_t i = 0; i < COUNT(operations); i++) {
		double base = 60e9 / operations[i].crossings;
		double waits = operations[i].loads > 0 ? 16e9 / operations[i].loads : base;

		assert_string_equal(predicted[i].model->bench, operations[i].bench);
		assert_float_equal(predicted[i].base, base, 1);
		assert_float_equal(predicted[i].predicted, base < waits ? base : waits, 1);
	}
	analysis_free(analysis);
	result_free(result);
}

TEST(unknown_memory_speed_is_reported_in_the_table)
{
	struct machine machine = two_channels();
	struct tables tables;
	const struct table *table;

	machine.modules[0].mts = machine.modules[0].rated_mts = 0;
	table = table_of(&machine, &tables);
	assert_true(number_in(table, "base") == 0);
	assert_float_equal(number_in(table, "predicted"), 16, 1e-6);
	assert_non_null(strstr(table->note, "No base without memory speed"));
	tables_free(&tables);
	machine.miss_ticks = 0;
	table = table_of(&machine, &tables);
	assert_true(number_in(table, "predicted") == 0);
	assert_float_equal(number_in(table, "measured"), 8, 1e-6);
	assert_non_null(strstr(table->rows[0].remark, "no prediction"));
	tables_free(&tables);
}

/* ---- The machine's facts ---- */

static void assert_fact(const struct table *facts, size_t row, const char *text)
{
	assert_true(row < facts->row_count);
	assert_string_equal(table_cell(facts, row, 1)->text, text);
}

TEST(equal_modules_share_one_row)
{
	struct machine machine = two_channels();
	struct tables tables;
	struct result *result;
	struct table *facts;

	machine.modules[2] = machine.modules[0];
	machine.modules[2].part = "M2";
	machine.modules[2].mts = 0;
	machine.modules[2].data_bits = 0;
	machine.module_count = 3;
	result = result_of(&machine);
	tables_init(&tables, "");
	facts = table_begin_facts(&tables, "", "machine", "");
	modules_add_facts(&(struct topic){.tables = &tables,
					  .analysis = &(struct analysis){.result = result}},
			  facts);
	assert_int_equal(facts->row_count, 3);
	assert_fact(facts, 0, "2 × 8 GiB DDR4, 64 bits, 2666 of 3200 MT/s, Made-up M1");
	assert_fact(facts, 1, "1 × 8 GiB DDR4, unknown width, for 3200 MT/s, Made-up M2");
	assert_fact(facts, 2, "in 3 of 4 slots, unknown error correction, by SMBIOS 3.4");
	tables_free(&tables);
	result_free(result);
}

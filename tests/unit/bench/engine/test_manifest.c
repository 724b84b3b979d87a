/* SPDX-License-Identifier: MIT */
/* Records of the machine: each field has its own value, and serial numbers are hidden. */
#include "tests/unit/unit.h"

#include <string.h>

#include "bench/engine/manifest.h"
#include "bench/engine/time_base.h"
#include "bench/platform.h"
#include "lib/text/quantity.h"
#include "lib/cpu/caches.h"
#include "lib/cpu/identity.h"
#include "tests/unit/bench/fake_platform.h"

static int reset(void **state)
{
	(void)state;
	fake_reset();
	return 0;
}

/* ---- The target ---- */

TEST_WITH(long_command_line_continues_in_further_records, reset, NULL)
{
	char line[9000], whole[sizeof(line)] = "", text[QUANTITY_CHARS];
	const struct wire_record *record;

	for (size_t i = 0; i < sizeof(line); i++)
		line[i] = (char)('a' + i % 26);
	line[sizeof(line) - 1] = '\0';
	fake.capabilities = CAN_SMP | CAN_DISK;
	fake.time_base = TIME_INSTRUCTIONS;
	manifest_write(platform_writer(), &(struct wire_manifest){
		.suite = "full", .command_line = line, .format = 999});
	record = fake_record(WIRE_manifest, 0);
	assert_int_equal(record->manifest.format, WIRE_FORMAT);
	assert_string_equal(record->manifest.suite, "full");
	assert_string_equal(record->manifest.capabilities, "clock,smp,disk");
	assert_string_equal(record->manifest.time_base, "instructions");
	assert_string_equal(record->manifest.arch, ARCH_NAME);
	assert_true(strlen(record->manifest.compiler) > 0 && strlen(record->manifest.timing) > 0);
	assert_int_equal(record->manifest.tsc_hz, 2000000000);
	strcpy(whole, record->manifest.command_line);
	assert_true(fake_record_count(WIRE_command_line) > 1);
	for (size_t i = 0; (record = fake_record(WIRE_command_line, i)) != NULL; i++) {
		assert_int_equal(record->command_line.first, strlen(whole));
		strcat(whole, record->command_line.text);
	}
	assert_string_equal(whole, line);
	quantity_time(5000, text);
	assert_string_equal(text, "5 instructions");
}

TEST_WITH(console_of_a_real_machine_shows_times, reset, NULL)
{
	char text[QUANTITY_CHARS];

	manifest_write(platform_writer(), &(struct wire_manifest){.command_line = ""});
	assert_string_equal(fake_record(WIRE_manifest, 0)->manifest.time_base, "real");
	assert_int_equal(fake_record_count(WIRE_command_line), 0);
	quantity_time(4000000, text);
	assert_string_equal(text, "2000 ns");
}

TEST_WITH(emulator_is_recognised_by_its_signature, reset, NULL)
{
	assert_int_not_equal(time_base_find("TCGTCGTCGTCG"), TIME_REAL);
	assert_string_equal(time_base_name(TIME_EMULATED), "emulated");
}

/* ---- The machine ---- */

TEST_WITH(records_of_cpu_and_caches_are_those_of_cpuid, reset, NULL)
{
	struct cpu_cache caches[CPU_CACHES_MAX];
	struct cpu_identity identity;
	char features[512];
	const struct wire_cpu *cpu;
	size_t count = cpu_caches_read(caches);

	cpu_identity_read(&identity);
	cpu_identity_features(features, sizeof(features));
	manifest_write_cpu(platform_writer(), &(struct wire_cpu){.microcode = 7, .count = 8});
	manifest_write_caches(platform_writer());
	cpu = &fake_record(WIRE_cpu, 0)->cpu;
	assert_string_equal(cpu->vendor, identity.vendor);
	assert_string_equal(cpu->brand, identity.brand);
	assert_string_equal(cpu->features, features);
	assert_int_equal(cpu->family, identity.family);
	assert_int_equal(cpu->model, identity.model);
	assert_int_equal(cpu->stepping, identity.stepping);
	assert_int_equal(cpu->microcode, 7);
	assert_int_equal(cpu->count, 8);
	assert_int_equal(fake_record_count(WIRE_cache), count);
	for (size_t i = 0; i < count; i++) {
		const struct wire_cache *cache = &fake_record(WIRE_cache, i)->cache;

		assert_int_equal(cache->level, caches[i].level);
		assert_string_equal(cache->type, caches[i].type);
		assert_int_equal(cache->size_bytes, caches[i].size_bytes);
		assert_int_equal(cache->line_bytes, caches[i].line_bytes);
		assert_int_equal(cache->ways, caches[i].ways);
		assert_int_equal(cache->sharing, caches[i].sharing);
	}
}

TEST_WITH(each_source_of_the_frequency_has_a_record, reset, NULL)
{
	const struct clock_source sources[] = {
		{.name = "first", .rate_hz = 1, .tsc_hz = 2, .disagreement_ppm = 3,
		 .status = "used", .uncertainty_ppm = 4},
		{.name = "second", .status = "absent"},
	};
	const struct wire_timer *timer;

	manifest_write_timers(platform_writer(), sources, COUNT(sources));
	assert_int_equal(fake_record_count(WIRE_timer), 2);
	timer = &fake_record(WIRE_timer, 0)->timer;
	assert_string_equal(timer->name, "first");
	assert_string_equal(timer->status, "used");
	assert_int_equal(timer->rate_hz, 1);
	assert_int_equal(timer->tsc_hz, 2);
	assert_int_equal(timer->disagreement_ppm, 3);
	assert_int_equal(timer->uncertainty_ppm, 4);
	assert_string_equal(fake_record(WIRE_timer, 1)->timer.name, "second");
}

static void write_firmware(const char *status, bool is_cut, bool shows_serials)
{
	struct manifest_smbios smbios = {.status = status, .entry = {.major = 3, .minor = 5}};

	smbios.memory.count = 2;
	smbios.memory.dropped = 1;
	smbios.memory.slots = 8;
	smbios.memory.is_cut = is_cut;
	strcpy(smbios.machine.serial, "QX7M2K9P41");
	strcpy(smbios.machine.board_serial, "BR5T8W3N60");
	strcpy(smbios.machine.chassis_serial, "CZ4H1V6D27");
	strcpy(smbios.machine.uuid, "4c4c4544-0051-5810-804d-b7c04f4b3932");
	strcpy(smbios.memory.devices[1].locator, "DIMM 2");
	manifest_write_smbios(platform_writer(), &smbios, shows_serials);
}

TEST_WITH(serial_numbers_are_hashed_and_shown_on_request_only, reset, NULL)
{
	const struct wire_machine *hidden, *shown;

	write_firmware(MANIFEST_SMBIOS_READ, false, false);
	write_firmware(MANIFEST_SMBIOS_READ, false, true);
	hidden = &fake_record(WIRE_machine, 0)->machine;
	shown = &fake_record(WIRE_machine, 1)->machine;
	assert_string_equal(hidden->serial, "");
	assert_string_equal(hidden->board_serial, "");
	assert_string_equal(hidden->chassis_serial, "");
	assert_string_equal(hidden->uuid, "");
	assert_string_equal(shown->serial, "QX7M2K9P41");
	assert_string_equal(shown->board_serial, "BR5T8W3N60");
	assert_string_equal(shown->chassis_serial, "CZ4H1V6D27");
	assert_string_equal(shown->uuid, "4c4c4544-0051-5810-804d-b7c04f4b3932");
	assert_true(strlen(hidden->serial_hash) > 0 && strlen(hidden->uuid_hash) > 0 &&
		    strlen(hidden->board_serial_hash) > 0 &&
		    strlen(hidden->chassis_serial_hash) > 0);
	assert_string_not_equal(hidden->serial_hash, hidden->board_serial_hash);
	assert_string_equal(hidden->serial_hash, shown->serial_hash);
	assert_int_equal(fake_record(WIRE_smbios, 0)->smbios.devices, 3);
	assert_int_equal(fake_record(WIRE_smbios, 0)->smbios.slots, 8);
	assert_string_equal(fake_record(WIRE_smbios, 0)->smbios.version, "3.5");
	assert_int_equal(fake_record_count(WIRE_memory_device), 4);
	assert_string_equal(fake_record(WIRE_memory_device, 1)->memory_device.locator, "DIMM 2");
}

TEST_WITH(unread_and_truncated_tables_say_so, reset, NULL)
{
	write_firmware("absent", false, false);
	assert_string_equal(fake_record(WIRE_smbios, 0)->smbios.status, "absent");
	assert_int_equal(fake_record_count(WIRE_machine), 0);
	write_firmware(MANIFEST_SMBIOS_READ, true, false);
	assert_string_equal(fake_record(WIRE_smbios, 1)->smbios.status,
			    "truncated within a structure");
}

TEST_WITH(network_card_has_a_hash_unless_its_address_is_of_no_card, reset, NULL)
{
	const uint8_t mac[] = {0x00, 0x1b, 0x21, 0x12, 0x34, 0x56}, none[6] = {0};

	manifest_write_network_card(platform_writer(), "00:01.0", mac, false);
	manifest_write_network_card(platform_writer(), "00:02.0", mac, true);
	manifest_write_network_card(platform_writer(), "00:03.0", none, true);
	assert_int_equal(fake_record_count(WIRE_network_card), 2);
	assert_string_equal(fake_record(WIRE_network_card, 0)->network_card.place, "00:01.0");
	assert_string_equal(fake_record(WIRE_network_card, 0)->network_card.mac, "");
	assert_string_equal(fake_record(WIRE_network_card, 1)->network_card.mac,
			    "00:1b:21:12:34:56");
	assert_string_equal(fake_record(WIRE_network_card, 0)->network_card.mac_hash,
			    fake_record(WIRE_network_card, 1)->network_card.mac_hash);
}

/* ---- The machine's clock ---- */

static const struct clock_case {
	const char *name;
	enum time_base time_base;
	const char *problem;
	struct utc_time time;
	const char *expected;           /* how the problem begins */
} clocks[] = {
	{"first year", TIME_REAL, NULL, {UTC_YEAR_MIN, 1, 1, 0, 0, 0}, ""},
	{"last year", TIME_REAL, NULL, {UTC_YEAR_MAX, 12, 31, 23, 59, 59}, ""},
	{"too early", TIME_REAL, NULL, {UTC_YEAR_MIN - 1, 12, 31, 23, 59, 59},
	 "the clock is not set: it shows "},
	{"too late", TIME_REAL, NULL, {UTC_YEAR_MAX + 1, 1, 1, 0, 0, 0},
	 "the clock is not set: it shows "},
	{"no month", TIME_REAL, NULL, {UTC_YEAR_MIN, 0, 1, 0, 0, 0},
	 "the clock has no valid time"},
	{"no clock", TIME_REAL, "it does not answer", {UTC_YEAR_MIN, 1, 1, 0, 0, 0},
	 "it does not answer"},
	{"counted", TIME_INSTRUCTIONS, NULL, {UTC_YEAR_MIN, 1, 1, 0, 0, 0},
	 "ticks are instructions"},
};

static void clock_or_problem_is_recorded(void **state)
{
	const struct clock_case *clock = *state;
	const struct wire_made *made;
	char text[UTC_TIME_CHARS];

	fake_reset();
	fake.time_base = clock->time_base;
	manifest_write_made(platform_writer(), &(struct manifest_clock){
		.source = "rtc", .problem = clock->problem, .time = clock->time});
	made = &fake_record(WIRE_made, 0)->made;
	assert_string_equal(made->source, "rtc");
	assert_memory_equal(made->problem, clock->expected, strlen(clock->expected));
	if (clock->expected[0] != '\0') {
		assert_string_equal(made->utc, "");
	} else {
		utc_time_text(&clock->time, text);
		assert_string_equal(made->problem, "");
		assert_string_equal(made->utc, text);
	}
}
TEST_CASES(clock_or_problem_is_recorded, clocks);

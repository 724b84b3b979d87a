/* SPDX-License-Identifier: MIT */
/* The identity of a machine by its records: which identifier counts, what changes it, and which
 * runs are of one machine. */
#include "tests/unit/unit.h"

#include "tools/analysis/identity.h"

#define NOTHING "To be filled by O.E.M."

/* A machine as its tables describe it, with plain numbers. */
struct described {
	struct wire_machine machine;
	struct wire_cpu cpu;
	struct wire_memory_device modules[4];
	size_t module_count;
	const char *macs[3];            /* of cards, as hashes */
	struct wire_made made;
};

static struct described office_pc(void)
{
	return (struct described){
		.machine = {.maker = "Made-up", .product = "Model 3", .bios_maker = "Firm & Ware",
			    .bios = "1.07", .bios_date = "02/29/2024", .serial = "PF2ZK81Q",
			    .board_serial = "L1HF78", .chassis_serial = "CH4551S",
			    .uuid = "564d1234-0a1b-2c3d-4e5f-0123456789ab"},
		.cpu = {.vendor = "GenuineIntel", .brand = "Made-up CPU @ 3 GHz", .family = 6,
			.model = 158, .stepping = 10, .microcode = 0xf4},
		.modules = {{.locator = "ChannelA-DIMM0", .bank = "BANK 0", .type = "DDR4",
			     .size_bytes = 16ull << 30, .rated_mts = 3200, .mts = 3200},
			    {.locator = "ChannelB-DIMM0", .bank = "BANK 2", .type = "DDR4",
			     .size_bytes = 16ull << 30, .rated_mts = 3200, .mts = 3200}},
		.module_count = 2,
		.made = {.utc = "2026-11-27T00:31:07Z", .source = "rtc"},
	};
}

static struct result *records_of(const struct described *described)
{
	struct result *result = result_new();
	struct log_account account = {0};

	result_add(result, &(struct wire_record){.kind = WIRE_machine,
						 .machine = described->machine});
	result_add(result, &(struct wire_record){.kind = WIRE_cpu, .cpu = described->cpu});
	result_add(result, &(struct wire_record){.kind = WIRE_made, .made = described->made});
	for (size_t i = 0; i < described->module_count; i++)
		result_add(result, &(struct wire_record){.kind = WIRE_memory_device,
							 .memory_device = described->modules[i]});
	for (size_t i = 0; i < COUNT(described->macs) && described->macs[i] != NULL; i++)
		result_add(result, &(struct wire_record){
			.kind = WIRE_network_card,
			.network_card = {.mac_hash = described->macs[i]}});
	result_link(result, &account);
	return result;
}

/* Two machines. The identities point into the records. */
struct two {
	struct result *results[2];
	struct identity *a, *b;
};

static struct two two_of(const struct described *a, const struct described *b)
{
	struct two two = {.results = {records_of(a), records_of(b)}};

	two.a = identity_new(two.results[0]);
	two.b = identity_new(two.results[1]);
	return two;
}

static void two_free(struct two *two)
{
	identity_free(two->a);
	identity_free(two->b);
	result_free(two->results[0]);
	result_free(two->results[1]);
}

static void assert_relation(const struct described *a, const struct described *b,
			    enum identity_relation expected)
{
	struct two two = two_of(a, b);
	enum identifier kind;

	assert_int_equal(identity_compare(two.a, two.b, &kind), expected);
	assert_int_equal(identity_compare(two.b, two.a, &kind), expected);
	two_free(&two);
}

TEST(uuid_counts_before_board_machine_and_chassis_serials_and_cards)
{
	struct described pc = office_pc();
	const char **values[] = {&pc.machine.uuid, &pc.machine.board_serial, &pc.machine.serial,
				 &pc.machine.chassis_serial};
	static const char *const names[] = {"uuid", "board-serial", "serial", "chassis-serial",
					    "mac"};
	char seen[COUNT(names)][IDENTIFIER_HASH_CHARS];

	pc.macs[0] = "bbbbbbbbbbbbbbbb";
	pc.macs[1] = "aaaaaaaaaaaaaaaa";
	for (size_t i = 0; i < COUNT(names); i++) {
		struct two two = two_of(&pc, &pc);

		assert_string_equal(two.a->id_from, names[i]);
		assert_string_equal(two.a->id, two.b->id);
		strcpy(seen[i], two.a->id);
		for (size_t j = 0; j < i; j++)
			assert_string_not_equal(seen[i], seen[j]);
		two_free(&two);
		if (i < COUNT(values))
			*values[i] = i % 2 == 0 ? NOTHING : "";
	}
	assert_string_equal(seen[COUNT(names) - 1], "aaaaaaaaaaaaaaaa");
}

TEST(machine_of_placeholders_has_a_model_but_no_identity)
{
	struct described pc = office_pc();
	struct two two;

	pc.machine.uuid = "03000200-0400-0500-0006-000700080009";
	pc.machine.serial = pc.machine.board_serial = pc.machine.chassis_serial = NOTHING;
	two = two_of(&pc, &pc);
	assert_null(two.a->id);
	assert_null(two.a->id_from);
	assert_non_null(two.a->model);
	two_free(&two);
	assert_relation(&pc, &pc, IDENTITY_UNKNOWN);
}

/* The target sends hashes; with serials=yes also the values. */
TEST(hash_of_the_target_and_plain_value_give_one_identity)
{
	struct described plain = office_pc(), hashed = office_pc();
	struct two two;

	hashed.machine.uuid = "";
	hashed.machine.uuid_hash = "d531c4872766d703";
	two = two_of(&plain, &hashed);
	assert_string_equal(two.a->id, "d531c4872766d703");
	assert_string_equal(two.b->id, "d531c4872766d703");
	two_free(&two);
}

TEST(hash_of_another_form_is_ignored)
{
	struct described pc = office_pc();
	struct two two;

	pc.machine = (struct wire_machine){.uuid_hash = "d531c4872766d70",
					   .serial_hash = "d531c4872766d70312",
					   .board_serial_hash = "D531C4872766D703"};
	pc.macs[0] = "<script>alert(1)";
	two = two_of(&pc, &pc);
	assert_null(two.a->id);
	assert_int_equal(two.a->card_count, 0);
	two_free(&two);
}

TEST(update_of_bios_and_microcode_and_other_settings_change_neither_machine_nor_model)
{
	struct described before = office_pc(), after = office_pc();
	struct two two;

	after.machine.bios = "1.08";
	after.machine.bios_date = "11/01/2026";
	after.cpu.microcode = 0xf8;
	after.modules[0].mts = after.modules[1].mts = 2133;
	after.modules[0].locator = "DIMM_A1";
	two = two_of(&before, &after);
	assert_string_equal(two.a->id, two.b->id);
	assert_string_equal(two.a->model, two.b->model);
	assert_string_equal(two.a->firmware, "Firm & Ware 1.07 02/29/2024");
	assert_string_equal(two.b->firmware, "Firm & Ware 1.08 11/01/2026");
	assert_string_equal(two.a->microcode, "0xf4");
	assert_string_equal(two.b->microcode, "0xf8");
	two_free(&two);
	assert_relation(&before, &after, IDENTITY_SAME);
}

TEST(other_memory_is_another_model_of_the_same_machine_and_hardware)
{
	struct described before = office_pc(), after = office_pc();
	struct two two;

	after.module_count = 1;
	two = two_of(&before, &after);
	assert_string_equal(two.a->id, two.b->id);
	assert_string_not_equal(two.a->model, two.b->model);
	assert_string_equal(two.a->hardware, two.b->hardware);
	assert_string_equal(two.a->memory, "2 x 16 GiB DDR4-3200, 2 channels");
	assert_string_equal(two.b->memory, "1 x 16 GiB DDR4-3200, 1 channel");
	two_free(&two);
}

TEST(modules_in_another_order_are_the_same_model)
{
	struct described a = office_pc(), b = office_pc();
	struct two two;

	a.modules[0].size_bytes = b.modules[1].size_bytes = 8ull << 30;
	two = two_of(&a, &b);
	assert_string_equal(two.a->model, two.b->model);
	two_free(&two);
}

TEST(other_processor_or_product_is_other_hardware)
{
	struct described a = office_pc(), b = office_pc();
	struct two two;

	b.cpu.stepping++;
	two = two_of(&a, &b);
	assert_string_not_equal(two.a->model, two.b->model);
	assert_string_not_equal(two.a->hardware, two.b->hardware);
	assert_string_not_equal(two.a->hardware, two.a->model);
	two_free(&two);
	b = office_pc();
	b.machine.product = "Model 4";
	two = two_of(&a, &b);
	assert_string_not_equal(two.a->hardware, two.b->hardware);
	two_free(&two);
}

TEST(machine_without_names_of_its_own_has_those_of_its_board)
{
	struct described pc = office_pc();
	struct two two;

	pc.machine.product = "System Product Name";
	pc.machine.board_maker = "Board & Sons";
	pc.machine.board = "B450";
	two = two_of(&pc, &pc);
	assert_string_equal(two.a->name, "Board & Sons B450");
	two_free(&two);
	pc.machine.board = NOTHING;
	pc.machine.board_maker = "";
	two = two_of(&pc, &pc);
	assert_string_equal(two.a->name, "Made-up CPU @ 3 GHz");
	two_free(&two);
}

TEST(first_common_kind_of_identifier_decides)
{
	struct described a = office_pc(), b = office_pc();

	assert_relation(&a, &b, IDENTITY_SAME);
	b.machine.uuid = "564d1234-0a1b-2c3d-4e5f-0123456789ac";
	assert_relation(&a, &b, IDENTITY_DIFFERENT);
	b.machine.uuid = "";
	assert_relation(&a, &b, IDENTITY_SAME);
	b.machine.board_serial = "L1HF79";
	assert_relation(&a, &b, IDENTITY_DIFFERENT);
}

/* A process without privileges reads no SMBIOS. A new card does not make a new machine. */
TEST(machines_with_a_common_card_are_the_same)
{
	struct described a = office_pc(), b = office_pc();

	b.machine = (struct wire_machine){.uuid = ""};
	a.macs[0] = "00000000000000aa";
	assert_relation(&a, &b, IDENTITY_UNKNOWN);
	b.macs[0] = "00000000000000bb";
	assert_relation(&a, &b, IDENTITY_DIFFERENT);
	b.macs[1] = "00000000000000aa";
	assert_relation(&a, &b, IDENTITY_SAME);
}

static const struct slots {
	const char *name;
	const char *banks[2], *locators[2];
	const char *memory;             /* the end of the text */
} slots[] = {
	{"channel_in_the_bank", {"P0 CHANNEL A", "P0 CHANNEL B"}, {"DIMM 0", "DIMM 0"},
	 "2 x 16 GiB DDR4-3200, 2 channels"},
	{"channel_in_the_slot", {"", ""},
	 {"Controller0-ChannelA-DIMM0", "Controller1-ChannelA-DIMM0"},
	 "2 x 16 GiB DDR4-3200, 2 channels"},
	{"two_slots_of_a_channel", {"", ""}, {"DIMM_A1", "DIMM_A2"},
	 "2 x 16 GiB DDR4-3200, 1 channel"},
	{"two_processors", {"", ""}, {"CPU1_DIMM_A1", "CPU2_DIMM_A1"},
	 "2 x 16 GiB DDR4-3200, 2 channels"},
	{"unknown_channels", {"", ""}, {"DIMM 0", "DIMM 1"}, "2 x 16 GiB DDR4-3200"},
	{"one_unknown_channel", {"", ""}, {"DIMM_A1", "Top slot"}, "2 x 16 GiB DDR4-3200"},
};

static void channels_are_counted_by_names_of_slots(void **state)
{
	const struct slots *names = *state;
	struct described pc = office_pc();
	struct two two;

	for (size_t i = 0; i < 2; i++) {
		pc.modules[i].bank = names->banks[i];
		pc.modules[i].locator = names->locators[i];
	}
	two = two_of(&pc, &pc);
	assert_string_equal(two.a->memory, names->memory);
	two_free(&two);
}
TEST_CASES(channels_are_counted_by_names_of_slots, slots);

TEST(different_modules_are_listed_apart)
{
	struct described pc = office_pc();
	struct two two;

	pc.module_count = 4;
	pc.modules[1].size_bytes = 8ull << 30;
	pc.modules[2] = (struct wire_memory_device){.type = "", .locator = "", .bank = ""};
	pc.modules[3] = pc.modules[0];
	two = two_of(&pc, &pc);
	assert_string_equal(two.a->memory, "2 x 16 GiB DDR4-3200 + 1 x 8 GiB DDR4-3200 + "
					   "1 x unknown size");
	two_free(&two);
}

TEST(time_of_the_target_is_read_or_its_problem)
{
	struct described pc = office_pc(), wrong = office_pc();
	struct two two;

	wrong.made = (struct wire_made){.utc = "2026-11-27T00:31:7Z", .source = "rtc"};
	two = two_of(&pc, &wrong);
	assert_string_equal(two.a->made, "2026-11-27T00:31:07Z");
	assert_string_equal(two.a->made_from, "rtc");
	assert_null(two.a->made_problem);
	assert_null(two.b->made);
	assert_string_equal(two.b->made_problem, "invalid time");
	two_free(&two);
	wrong.made = (struct wire_made){.source = "rtc", .problem = "no clock"};
	two = two_of(&pc, &wrong);
	assert_null(two.b->made);
	assert_string_equal(two.b->made_problem, "no clock");
	two_free(&two);
}

/* Logs of earlier versions and of a user's kernel. */
TEST(log_without_records_has_nothing)
{
	struct result *result = result_new();
	struct log_account account = {0};
	struct identity *identity;

	result_link(result, &account);
	identity = identity_new(result);
	assert_null(identity->id);
	assert_null(identity->model);
	assert_null(identity->name);
	assert_null(identity->memory);
	assert_null(identity->firmware);
	assert_null(identity->made);
	assert_null(identity->made_problem);
	identity_free(identity);
	result_free(result);
}

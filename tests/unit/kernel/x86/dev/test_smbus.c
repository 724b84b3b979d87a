/* SPDX-License-Identifier: MIT */
/* Memory modules behind modelled SMBus controllers: what is read, what is left alone, and that
 * every wait ends. Functions replace those of lib/x86/io.h, so the driver is compiled into this
 * file. */
#include "tests/unit/unit.h"

#include <string.h>

#define LIB_X86_IO_H

static uint8_t inb(uint16_t port);
static void outb(uint16_t port, uint8_t value);

#include "kernel/x86/dev/smbus.c"

#define PORT 0xb00u
#define ACCESSES_MAX 100000

enum fault {FAULT_NONE, FAULT_DISABLED, FAULT_SMI, FAULT_BUSY, FAULT_IN_USE, FAULT_DEAD,
	    FAULT_SILENT, FAULT_COLLISIONS, FAULT_ALWAYS_COLLIDES};

static struct {
	enum chipset chipset;
	enum fault fault;
	struct pci_function function;
	uint8_t registers[16];
	bool is_reserved, is_started;
	unsigned starts, accesses, now_us, writes;
} machine;

static const uint8_t ddr4[SPD_BYTES] = {
	0x23, 0x11, 0x0c, 2, 0x85, [12] = 1, [13] = 3, [18] = 5, [24] = 0x6e, [25] = 0x6e,
	[26] = 0x6e, [27] = 0x11, [29] = 0x6e, [126] = 0x60, [127] = 0x2d,
};

/* ---- The machine ---- */

static uint8_t status(void)
{
	uint8_t value = machine.registers[STATUS];

	if (machine.fault == FAULT_DEAD)
		return 0xff;
	if (machine.fault == FAULT_BUSY)
		value |= STATUS_BUSY;
	if (machine.fault == FAULT_IN_USE || machine.is_reserved)
		value |= STATUS_IN_USE;
	if (machine.chipset != CHIPSET_ICH)
		return value & (uint8_t)~STATUS_IN_USE;
	machine.is_reserved = true;
	return value;
}

static uint8_t inb(uint16_t port)
{
	assert_true(port >= PORT && port < PORT + 16);
	machine.now_us += 20;
	assert_true(++machine.accesses < ACCESSES_MAX);
	return port == PORT + STATUS ? status() : machine.registers[port - PORT];
}

/* Modules answer at the addresses 0 and 2. */
static void start(void)
{
	uint8_t address = machine.registers[ADDRESS], offset = machine.registers[OFFSET];

	assert_int_equal(address & ADDRESS_READ, ADDRESS_READ);
	machine.starts++;
	if (machine.fault == FAULT_SILENT)
		return;
	if (machine.fault == FAULT_ALWAYS_COLLIDES ||
	    (machine.fault == FAULT_COLLISIONS && machine.starts % 3 != 0))
		machine.registers[STATUS] |= 1u << 3;
	else if (address >> 1 != SPD_ADDRESS && address >> 1 != SPD_ADDRESS + 2)
		machine.registers[STATUS] |= STATUS_NO_DEVICE;
	else {
		machine.registers[STATUS] |= STATUS_DONE;
		machine.registers[DATA] = offset < SPD_BYTES ? ddr4[offset] : 0;
	}
}

static void write_status(uint8_t value)
{
	machine.registers[STATUS] &= (uint8_t)~(value & (STATUS_DONE | STATUS_ERRORS));
	if ((value & STATUS_IN_USE) != 0)
		machine.is_reserved = false;
}

static void outb(uint16_t port, uint8_t value)
{
	assert_true(port >= PORT && port < PORT + 16);
	machine.now_us += 20;
	machine.writes++;
	if (port == PORT + STATUS)
		write_status(value);
	else if (port == PORT + AMD_SEMAPHORE && machine.chipset == CHIPSET_AMD)
		machine.registers[AMD_SEMAPHORE] =
			(value & AMD_RELEASE) != 0 || machine.fault == FAULT_IN_USE
				? 0 : value & AMD_RESERVE;
	else if (port == PORT + CONTROL && (value & CONTROL_START) != 0) {
		assert_int_equal(value, CONTROL_START | CONTROL_BYTE);
		start();
	} else
		machine.registers[port - PORT] = value;
}

struct pci_function *pci_functions(size_t *count)
{
	*count = 1;
	return &machine.function;
}

uint32_t pci_function_field(const struct pci_function *function, unsigned offset, unsigned bytes)
{
	(void)function;
	(void)bytes;
	if (offset == ICH_BASE || offset == PIIX4_BASE)
		return PORT | 1;
	if (offset == COMMAND)
		return COMMAND_PORTS;
	if (machine.fault == FAULT_DISABLED)
		return 0;
	if (offset == ICH_CONFIGURATION)
		return CONFIGURATION_ENABLED | (machine.fault == FAULT_SMI ? ICH_USES_SMI : 0);
	assert_int_equal(offset, PIIX4_CONFIGURATION);
	return CONFIGURATION_ENABLED | (machine.fault == FAULT_SMI ? 0 : 4u << 1);
}

bool fch_find_smbus(const struct pci_function *function, struct fch_smbus *found)
{
	*found = (struct fch_smbus){.has_semaphore = true,
				    .port = machine.fault == FAULT_DISABLED ? 0 : PORT};
	return function->vendor == 0x1022;
}

uint64_t clock_after_us(uint64_t us)
{
	return machine.now_us + us;
}

bool clock_is_past(uint64_t deadline_tsc)
{
	return machine.now_us > deadline_tsc;
}

/* ---- Tests ---- */

static const struct chipset_case {
	const char *name;
	enum chipset chipset;
	uint16_t vendor, device;
	uint32_t class_code;
} chipsets[] = {
	{"ich", CHIPSET_ICH, 0x8086, 0x2930, 0x0c0500},
	{"piix4", CHIPSET_PIIX4, 0x8086, 0x7113, 0x068000},
	{"amd", CHIPSET_AMD, 0x1022, 0x790b, 0x0c0500},
};

static void read_with(const struct chipset_case *chipset, enum fault fault)
{
	memset(&smbus, 0, sizeof(smbus));
	memset(&machine, 0, sizeof(machine));
	machine.chipset = chipset->chipset;
	machine.fault = fault;
	machine.function = (struct pci_function){
		.vendor = chipset->vendor, .device = chipset->device,
		.class_code = chipset->class_code,
	};
	memcpy(machine.registers + OFFSET, "\x11\x22\x33", 3);
	smbus_read_modules();
}

/* What firmware may expect again, and the reservation. */
static void assert_left_as_found(void)
{
	assert_memory_equal(machine.registers + OFFSET, "\x11\x22\x33", 3);
	assert_false(machine.is_reserved);
	assert_int_equal(machine.registers[AMD_SEMAPHORE], 0);
}

static void modules_are_read(void **state)
{
	read_with(*state, FAULT_NONE);
	assert_null(smbus.problem);
	assert_int_equal(smbus.count, 2);
	assert_int_equal(smbus.modules[0].slot, 0);
	assert_int_equal(smbus.modules[1].slot, 2);
	assert_string_equal(smbus.modules[1].spd.status, "read");
	assert_int_equal(smbus.modules[1].spd.trp_ps, 13750);
	assert_left_as_found();
}
TEST_CASES(modules_are_read, chipsets);

static void bytes_that_collided_are_read_again(void **state)
{
	read_with(*state, FAULT_COLLISIONS);
	assert_int_equal(smbus.count, 2);
	assert_left_as_found();
	read_with(*state, FAULT_ALWAYS_COLLIDES);
	assert_int_equal(smbus.count, 0);
	assert_left_as_found();
}
TEST_CASES(bytes_that_collided_are_read_again, chipsets);

/* Each address takes its limit, three times. */
static void a_controller_that_does_not_answer_ends_the_search(void **state)
{
	read_with(*state, FAULT_SILENT);
	assert_int_equal(smbus.count, 0);
	assert_true(machine.now_us <= BUS_LIMIT_US + 10 * BYTE_LIMIT_US);
	assert_left_as_found();
}
TEST_CASES(a_controller_that_does_not_answer_ends_the_search, chipsets);

static void no_byte_is_read_if_others_use_the_controller(void **state)
{
	const struct chipset_case *chipset = *state;
	static const enum fault faults[] = {FAULT_DISABLED, FAULT_SMI, FAULT_BUSY, FAULT_IN_USE,
					    FAULT_DEAD};

	for (size_t i = 0; i < COUNT(faults); i++) {
		/* The PIIX4 has no semaphore, and AMD's interrupts are not configured. */
		if ((faults[i] == FAULT_IN_USE && chipset->chipset == CHIPSET_PIIX4) ||
		    (faults[i] == FAULT_SMI && chipset->chipset == CHIPSET_AMD))
			continue;
		read_with(chipset, faults[i]);
		assert_non_null(smbus.problem);
		assert_int_equal(machine.starts, 0);
		assert_int_equal(smbus.count, 0);
		assert_memory_equal(machine.registers + OFFSET, "\x11\x22\x33", 3);
		if (faults[i] == FAULT_DISABLED || faults[i] == FAULT_SMI)
			assert_int_equal(machine.accesses + machine.writes, 0);
	}
}
TEST_CASES(no_byte_is_read_if_others_use_the_controller, chipsets);

TEST(other_machines_are_left_alone)
{
	static const struct chipset_case other = {"", CHIPSET_ICH, 0x10de, 0x0264, 0x0c0500};

	read_with(&other, FAULT_NONE);
	assert_null(smbus.problem);
	assert_int_equal(machine.accesses + machine.writes, 0);
}

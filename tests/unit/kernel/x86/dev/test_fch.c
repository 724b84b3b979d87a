/* SPDX-License-Identifier: MIT */
/* The watchdog of AMD's chipsets, on modelled registers: found by each generation's way, stopped,
 * and restored. Functions replace those of lib/x86/io.h, so the driver is compiled into this
 * file. */
#include "tests/unit/unit.h"

#include <stdarg.h>

#define LIB_X86_IO_H

static uint8_t inb(uint16_t port);
static void outb(uint16_t port, uint8_t value);

#include "kernel/x86/dev/fch.c"

#define NO_TIMER 0xffffffffu

static struct {
	struct pci_function functions[2];
	uint8_t pm[256];                /* by ports, and in memory */
	uint8_t index, misc, smbus_control;
	uint16_t smbus_base;            /* these of PCI configuration */
	uint32_t timer[2];
	uint32_t timer_at;              /* the address at which the chipset decodes it */
	bool is_memory;                 /* the addresses are those of memory */
	unsigned accesses, warnings;    /* of ports */
} machine;

/* ---- The machine ---- */

static uint8_t inb(uint16_t port)
{
	assert_int_equal(port, PM_DATA);
	machine.accesses++;
	return machine.pm[machine.index];
}

static void outb(uint16_t port, uint8_t value)
{
	assert_int_equal(port, PM_INDEX);
	machine.accesses++;
	machine.index = value;
}

struct pci_function *pci_functions(size_t *count)
{
	*count = COUNT(machine.functions);
	return machine.functions;
}

uint32_t pci_function_field(const struct pci_function *function, unsigned offset, unsigned bytes)
{
	assert_ptr_equal(function, &machine.functions[1]);
	if (offset == SP5100_SMBUS_BASE) {
		assert_int_equal(bytes, 2);
		return machine.smbus_base;
	}
	assert_int_equal(bytes, 1);
	if (offset == SP5100_SMBUS_CONTROL)
		return machine.smbus_control;
	assert_int_equal(offset, SP5100_MISC);
	return machine.misc;
}

volatile void *firmware_map_device(const char *device, uint64_t phys, size_t size_bytes)
{
	static uint32_t absent[2] = {NO_TIMER, NO_TIMER};

	if (machine.is_memory) {
		warning(device, "an address of memory");
		return NULL;
	}
	if (phys == PM_MEMORY && size_bytes == PM_BYTES)
		return machine.pm;
	assert_int_equal(size_bytes, TIMER_BYTES);
	return phys == machine.timer_at ? machine.timer : absent;
}

void warning(const char *source, const char *format, ...)
{
	(void)format;
	assert_true(strcmp(source, "watchdog") == 0 || strcmp(source, "FCH") == 0);
	machine.warnings++;
}

/* ---- The chipsets ---- */

static const struct chipset {
	const char *name;
	uint16_t vendor, device;
	uint8_t revision;
	uint8_t pm_index;               /* of the address or the enabling register */
	uint32_t pm_word;
	uint32_t timer_at;
	bool has_ports;
} chipsets[] = {
	{"sp5100", 0x1002, 0x4385, 0x3d, 0x6c, 0xfec000f0, 0xfec000f0, true},
	{"sb800", 0x1002, 0x4385, 0x42, 0x48, 0xfec000f1, 0xfec000f0, true},
	{"hudson", 0x1022, 0x780b, 0x16, 0x48, 0xfec000f1, 0xfec000f0, true},
	{"family_16h", 0x1022, 0x780b, 0x42, 0x00, 0x80, 0xfeb00000, true},
	{"carrizo", 0x1022, 0x790b, 0x4a, 0x00, 0x80, 0xfeb00000, true},
	{"zen", 0x1022, 0x790b, 0x61, 0x00, 0x80, 0xfeb00000, false},
	{"hygon", 0x1d94, 0x790b, 0x51, 0x00, 0x80, 0xfeb00000, false},
};

static void set_up(const struct chipset *chipset, uint32_t control)
{
	stopped = NULL;
	memset(&machine, 0, sizeof(machine));
	machine.functions[0] = (struct pci_function){.vendor = 0x1022, .device = 0x790e};
	machine.functions[1] = (struct pci_function){
		.vendor = chipset->vendor, .device = chipset->device,
		.revision = chipset->revision,
	};
	machine.misc = 0x08;
	memcpy(&machine.pm[chipset->pm_index], &chipset->pm_word, sizeof(chipset->pm_word));
	machine.timer_at = chipset->timer_at;
	machine.timer[0] = control;
}

/* ---- Tests ---- */

/* Bit 1, that it has fired, would be cleared by a write of 1. */
static void a_running_timer_is_stopped_and_restored(void **state)
{
	const struct chipset *chipset = *state;

	set_up(chipset, CONTROL_RUNS | CONTROL_FIRED | 1u << 2);
	fch_stop();
	assert_true(fch_was_stopped());
	assert_int_equal(machine.timer[0], 1u << 2);
	assert_int_equal(machine.accesses > 0, chipset->has_ports);
	fch_restore();
	assert_int_equal(machine.timer[0], CONTROL_RUNS | 1u << 2 | CONTROL_TRIGGER);
	assert_int_equal(machine.warnings, 0);
}
TEST_CASES(a_running_timer_is_stopped_and_restored, chipsets);

static void other_timers_are_left_alone(void **state)
{
	static const uint32_t controls[] = {
		0, CONTROL_FIRED, CONTROL_RUNS | CONTROL_DISABLED, NO_TIMER,
	};

	for (size_t i = 0; i < COUNT(controls); i++) {
		set_up(*state, controls[i]);
		fch_stop();
		assert_false(fch_was_stopped());
		fch_restore();
		assert_int_equal(machine.timer[0], controls[i]);
	}
}
TEST_CASES(other_timers_are_left_alone, chipsets);

static void a_timer_that_is_not_decoded_is_left_alone(void **state)
{
	const struct chipset *chipset = *state;

	set_up(chipset, CONTROL_RUNS);
	machine.misc = 0;
	machine.pm[chipset->pm_index] &= 0x7e;
	fch_stop();
	assert_false(fch_was_stopped());
	assert_int_equal(machine.timer[0], CONTROL_RUNS);
}
TEST_CASES(a_timer_that_is_not_decoded_is_left_alone, chipsets);

static void registers_at_memory_are_not_touched(void **state)
{
	set_up(*state, CONTROL_RUNS);
	machine.is_memory = true;
	fch_stop();
	assert_false(fch_was_stopped());
	assert_int_equal(machine.warnings, 1);
}
TEST_CASES(registers_at_memory_are_not_touched, chipsets);

/* The ports are 0xb00 in all generations, whose registers code it differently. */
static void the_smbus_controller_is_found(void **state)
{
	const struct chipset *chipset = *state;
	bool is_first = strcmp(chipset->name, "sp5100") == 0;
	struct fch_smbus found;

	set_up(chipset, 0);
	assert_true(fch_find_smbus(&machine.functions[1], &found));
	assert_int_equal(found.port, 0);
	machine.smbus_base = 0xb01;
	machine.smbus_control = 1;
	machine.pm[0x2c] = 0x01;
	machine.pm[0x2d] = 0x0b;
	machine.pm[0x00] |= 0x10;
	machine.pm[0x01] = 0x0b;
	assert_true(fch_find_smbus(&machine.functions[1], &found));
	assert_int_equal(found.port, 0xb00);
	assert_int_equal(found.has_semaphore, !is_first);
	assert_false(fch_find_smbus(&machine.functions[0], &found));
}
TEST_CASES(the_smbus_controller_is_found, chipsets);

TEST(no_port_is_touched_on_other_machines)
{
	static const struct chipset intel = {"", 0x8086, 0x4385, 0, 0, 0x80, FIXED_ADDRESS, false};

	set_up(&intel, CONTROL_RUNS);
	fch_stop();
	assert_false(fch_was_stopped());
	assert_int_equal(machine.accesses, 0);
}

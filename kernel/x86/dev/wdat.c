/* SPDX-License-Identifier: MIT */
/* Microsoft, "Hardware Watchdog Timers Design Specification": actions consist of steps, each of
 * which reads or writes a register. */
#include "kernel/x86/dev/wdat.h"

#include "bench/engine/warning.h"
#include "kernel/dev/acpi/acpi.h"
#include "kernel/machine/paging.h"
#include "kernel/mm/firmware.h"
#include "lib/x86/io.h"

/* Actions. */
#define RESET 0x01
#define QUERY_RUNNING 0x08
#define SET_RUNNING 0x09
#define SET_STOPPED 0x0b

/* Instructions. With PRESERVE, a write keeps the other bits of the register. */
#define READ_VALUE 0x00
#define WRITE_VALUE 0x02
#define PRESERVE 0x80

static struct {
	volatile void *memory[ACPI_WATCHDOG_STEPS_MAX]; /* mapped registers of steps with registers
							 * in memory */
	bool was_stopped;
} wdat;

static uint32_t wdat_read(const struct acpi_watchdog_step *step, const volatile void *memory)
{
	uint16_t port = (uint16_t)step->address;

	if (step->is_port)
		return step->bytes == 1 ? inb(port) : step->bytes == 2 ? inw(port) : inl(port);
	return step->bytes == 1   ? *(const volatile uint8_t *)memory
	       : step->bytes == 2 ? *(const volatile uint16_t *)memory
				  : *(const volatile uint32_t *)memory;
}

static void wdat_write(const struct acpi_watchdog_step *step, volatile void *memory, uint32_t value)
{
	uint16_t port = (uint16_t)step->address;

	if (step->is_port && step->bytes == 1)
		outb(port, (uint8_t)value);
	else if (step->is_port && step->bytes == 2)
		outw(port, (uint16_t)value);
	else if (step->is_port)
		outl(port, value);
	else if (step->bytes == 1)
		*(volatile uint8_t *)memory = (uint8_t)value;
	else if (step->bytes == 2)
		*(volatile uint16_t *)memory = (uint16_t)value;
	else
		*(volatile uint32_t *)memory = value;
}

/* Take the steps of an action in order. Returns whether all values that were read equal those of
 * the table. Returns false if the action has no step. */
static bool take(uint8_t action)
{
	unsigned count, taken = 0;
	const struct acpi_watchdog_step *steps = acpi_watchdog(&count);
	bool is_equal = true;

	for (unsigned i = 0; i < count; i++) {
		const struct acpi_watchdog_step *step = &steps[i];
		uint32_t value = (step->value & step->mask) << step->shift;

		if (step->action != action)
			continue;
		taken++;
		if (step->instruction == READ_VALUE)
			is_equal &= (wdat_read(step, wdat.memory[i]) >> step->shift & step->mask) ==
				    step->value;
		if ((step->instruction & ~PRESERVE) != WRITE_VALUE)
			continue;
		if ((step->instruction & PRESERVE) != 0)
			value |= wdat_read(step, wdat.memory[i]) & ~(step->mask << step->shift);
		wdat_write(step, wdat.memory[i], value);
	}
	return taken > 0 && is_equal;
}

/* Map registers in memory. Returns false, with a warning, if one is at an impossible address. */
static bool map_registers(void)
{
	unsigned count;
	const struct acpi_watchdog_step *steps = acpi_watchdog(&count);

	for (unsigned i = 0; i < count; i++) {
		const char *why = steps[i].is_port ? NULL
				  : firmware_reason_against(steps[i].address, steps[i].bytes);

		if (why != NULL) {
			warning("watchdog", "register of WDAT at %#lx: %s; not used",
				steps[i].address, why);
			return false;
		}
		if (!steps[i].is_port)
			wdat.memory[i] = paging_map_device(steps[i].address, steps[i].bytes);
	}
	return count > 0;
}

void wdat_stop(void)
{
	if (!map_registers() || !take(QUERY_RUNNING))
		return;
	take(SET_STOPPED);
	wdat.was_stopped = !take(QUERY_RUNNING);
	if (!wdat.was_stopped)
		warning("watchdog", "the timer of WDAT does not stop, and may reset the machine");
}

bool wdat_was_stopped(void)
{
	return wdat.was_stopped;
}

void wdat_restore(void)
{
	if (!wdat.was_stopped)
		return;
	take(RESET);
	take(SET_RUNNING);
}

/* SPDX-License-Identifier: MIT */
/* The HPET's main counter and comparators. Registers: IA-PC HPET Specification 1.0a, "Register
 * Overview" and the sections after it. */
#include "kernel/x86/dev/hpet.h"

#include <stddef.h>

#include "bench/engine/warning.h"
#include "kernel/dev/acpi/acpi.h"
#include "kernel/mm/firmware.h"
#include "kernel/x86/dev/ioapic.h"
#include "lib/text/errno.h"

#define HPET_CAPABILITIES 0x000
#define HPET_PERIOD_FS 0x004            /* upper half of the capabilities */
#define HPET_CONFIGURATION 0x010
#define HPET_MAIN_COUNTER 0x0f0
#define HPET_TIMER_CONFIGURATION(n) (0x100 + 0x20 * (n))
#define HPET_TIMER_PINS(n) (0x104 + 0x20 * (n))         /* upper half of the configuration */
#define HPET_TIMER_COMPARATOR(n) (0x108 + 0x20 * (n))
#define HPET_TIMER_MESSAGE(n) (0x110 + 0x20 * (n))
#define HPET_TIMER_MESSAGE_ADDRESS(n) (0x114 + 0x20 * (n))

#define CAPABILITIES_REVISION(value) ((value) & 0xff)   /* never 0 */
#define CAPABILITIES_LAST_TIMER(value) ((value) >> 8 & 0x1f)
#define CONFIGURATION_ENABLE (1u << 0)
#define CONFIGURATION_LEGACY_ROUTE (1u << 1)
#define TIMER_LEVEL (1u << 1)
#define TIMER_INTERRUPT_ENABLE (1u << 2)
#define TIMER_PERIODIC (1u << 3)
#define TIMER_32_BITS (1u << 8)
#define TIMER_PIN_SHIFT 9
#define TIMER_PIN_MASK (0x1fu << TIMER_PIN_SHIFT)
#define TIMER_BY_MESSAGE (1u << 14)
#define TIMER_KNOWS_MESSAGES (1u << 15)

/* Intel SDM vol. 3A, "Message Address Register Format": to one CPU, physical, fixed, edge. */
#define MESSAGE_ADDRESS(apic_id) (0xfee00000u | (apic_id) << 12)
#define MESSAGE_APIC_ID_LAST 254u

#define NO_PIN UINT32_MAX
#define PINS 32

#define PERIOD_FS_MAX 100000000u        /* 100 ns, the maximum permitted */
#define FS_PER_SECOND 1000000000000000ull

static struct {
	volatile uint32_t *registers;
	struct counter counter;
	bool is_running;
	unsigned timer;                 /* the open comparator */
	uint32_t pin;                   /* its pin, or NO_PIN */
} hpet;

/* Uses 32-bit accesses only: every implementation supports them, and they cannot tear. */
static uint32_t hpet_read(unsigned offset)
{
	return hpet.registers[offset / 4];
}

static void hpet_write(unsigned offset, uint32_t value)
{
	hpet.registers[offset / 4] = value;
}

static uint64_t read_main_counter(void)
{
	return hpet_read(HPET_MAIN_COUNTER);
}

static void silence_comparators(void)
{
	unsigned last = CAPABILITIES_LAST_TIMER(hpet_read(HPET_CAPABILITIES));

	for (unsigned timer = 0; timer <= last; timer++) {
		unsigned offset = HPET_TIMER_CONFIGURATION(timer);

		hpet_write(offset, hpet_read(offset) & ~TIMER_INTERRUPT_ENABLE);
	}
}

static void hpet_start(void)
{
	uint32_t configuration = hpet_read(HPET_CONFIGURATION);

	silence_comparators();
	hpet_write(HPET_CONFIGURATION,
		   (configuration & ~CONFIGURATION_LEGACY_ROUTE) | CONFIGURATION_ENABLE);
}

void hpet_init(void)
{
	const struct acpi_hpet *table = acpi_hpet();
	uint32_t period_fs;

	if (table == NULL)
		return;
	hpet.registers = firmware_map_device("hpet", table->phys, ACPI_HPET_BYTES);
	if (hpet.registers == NULL)
		return;
	period_fs = hpet_read(HPET_PERIOD_FS);
	if (CAPABILITIES_REVISION(hpet_read(HPET_CAPABILITIES)) == 0 || period_fs == 0 ||
	    period_fs > PERIOD_FS_MAX) {
		warning("hpet", "impossible revision or period of %u fs; not used", period_fs);
		return;
	}
	hpet_start();
	hpet.counter = (struct counter){
		.rate_hz = FS_PER_SECOND / period_fs,
		.mask = UINT32_MAX,
		.read = read_main_counter,
	};
	hpet.is_running = counter_is_running(&hpet.counter);
	if (!hpet.is_running)
		warning("hpet", "counter does not advance; not used");
}

const struct counter *hpet_counter(void)
{
	return hpet.is_running ? &hpet.counter : NULL;
}

const volatile uint32_t *hpet_counter_register(void)
{
	return hpet.is_running ? &hpet.registers[HPET_MAIN_COUNTER / 4] : NULL;
}

/* ---- Comparators ---- */

static bool open_by_message(unsigned timer, uint8_t vector, uint32_t apic_id)
{
	if ((hpet_read(HPET_TIMER_CONFIGURATION(timer)) & TIMER_KNOWS_MESSAGES) == 0 ||
	    apic_id > MESSAGE_APIC_ID_LAST)
		return false;
	hpet.pin = NO_PIN;
	hpet_write(HPET_TIMER_MESSAGE(timer), vector);
	hpet_write(HPET_TIMER_MESSAGE_ADDRESS(timer), MESSAGE_ADDRESS(apic_id));
	return true;
}

/* Uses the last possible pin: the first ones belong to ISA devices. */
static bool open_by_pin(unsigned timer, uint8_t vector, uint32_t apic_id)
{
	uint32_t pins = hpet_read(HPET_TIMER_PINS(timer));

	for (hpet.pin = PINS; hpet.pin-- > 0;) {
		if ((pins >> hpet.pin & 1) != 0 && ioapic_route_pin(hpet.pin, vector, apic_id) == 0)
			return true;
	}
	return false;
}

static void hpet_configure(unsigned timer)
{
	uint32_t value = hpet_read(HPET_TIMER_CONFIGURATION(timer));

	value &= ~(TIMER_LEVEL | TIMER_PERIODIC | TIMER_PIN_MASK | TIMER_BY_MESSAGE);
	value |= hpet.pin == NO_PIN ? TIMER_BY_MESSAGE : hpet.pin << TIMER_PIN_SHIFT;
	hpet_write(HPET_TIMER_CONFIGURATION(timer),
		   value | TIMER_32_BITS | TIMER_INTERRUPT_ENABLE);
}

int hpet_open(uint8_t vector, uint32_t apic_id)
{
	unsigned last = CAPABILITIES_LAST_TIMER(hpet_read(HPET_CAPABILITIES));

	for (hpet.timer = 0; hpet.timer <= last; hpet.timer++) {
		if (open_by_message(hpet.timer, vector, apic_id) ||
		    open_by_pin(hpet.timer, vector, apic_id)) {
			hpet_configure(hpet.timer);
			return 0;
		}
	}
	return -ENOTSUP;
}

void hpet_close(void)
{
	silence_comparators();
	if (hpet.pin != NO_PIN)
		ioapic_mask_pin(hpet.pin);
}

void hpet_one_shot(uint32_t delay)
{
	hpet_write(HPET_TIMER_COMPARATOR(hpet.timer), hpet_read(HPET_MAIN_COUNTER) + delay);
}

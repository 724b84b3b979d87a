/* SPDX-License-Identifier: MIT */
/* The I/O APIC. Intel 82093AA I/O Advanced Programmable Interrupt Controller data sheet (290566),
 * "Register Description". An entry of the redirection table consists of two 32-bit registers. */
#include "kernel/x86/dev/ioapic.h"

#include <stdbool.h>
#include <stddef.h>

#include "bench/engine/warning.h"
#include "kernel/dev/acpi/acpi.h"
#include "kernel/mm/firmware.h"
#include "lib/text/errno.h"
#include "lib/x86/msr.h"

#define IOAPIC_BYTES 0x20
#define IOREGSEL (0x00 / 4)
#define IOWIN (0x10 / 4)

#define REGISTER_VERSION 1
#define REGISTER_LOW(pin) (0x10 + 2 * (pin))
#define REGISTER_HIGH(pin) (0x11 + 2 * (pin))
#define VERSION_PINS(version) (((version) >> 16 & 0xff) + 1)
#define PINS_MAX 240                    /* "Maximum Redirection Entry" is at most 239 */
#define ABSENT UINT32_MAX

#define ENTRY_NMI (4u << 8)
#define ENTRY_ACTIVE_LOW (1u << 13)
#define ENTRY_LEVEL (1u << 15)
#define ENTRY_MASKED (1u << 16)
#define ENTRY_DESTINATION_SHIFT 24
#define APIC_ID_MAX 254                 /* 255 is broadcast */

struct ioapic {
	volatile uint32_t *registers;
	uint32_t gsi_base;
	uint32_t pins;
};

static struct ioapic ioapics[ACPI_IOAPICS_MAX];
static uint32_t ioapic_count;

static uint32_t ioapic_read_register(const struct ioapic *ioapic, uint32_t number)
{
	ioapic->registers[IOREGSEL] = number;
	return ioapic->registers[IOWIN];
}

static void ioapic_write_register(const struct ioapic *ioapic, uint32_t number, uint32_t value)
{
	ioapic->registers[IOREGSEL] = number;
	ioapic->registers[IOWIN] = value;
}

/* Whether an I/O APIC is at the address. Reads before it writes, because the address may be that of
 * another device: a write to the local APIC's address may raise an interrupt. A selected register
 * can be read back. Absent registers are all ones. */
static bool ioapic_identify(struct ioapic *ioapic, uint64_t phys)
{
	uint32_t version;

	if ((phys & APIC_BASE_ADDRESS) == (rdmsr(MSR_APIC_BASE) & APIC_BASE_ADDRESS) ||
	    ioapic->registers[IOREGSEL] == ABSENT)
		return false;
	version = ioapic_read_register(ioapic, REGISTER_VERSION);
	ioapic->pins = VERSION_PINS(version);
	return ioapic->registers[IOREGSEL] == REGISTER_VERSION && version != ABSENT &&
	       ioapic->pins <= PINS_MAX;
}

static void ioapic_add(const struct acpi_ioapic *table)
{
	struct ioapic *ioapic = &ioapics[ioapic_count];

	ioapic->registers = firmware_map_device("ioapic", table->phys, IOAPIC_BYTES);
	if (ioapic->registers == NULL)
		return;
	if (!ioapic_identify(ioapic, table->phys)) {
		warning("ioapic", "no I/O APIC at %#lx; not used", table->phys);
		return;
	}
	ioapic->gsi_base = table->gsi_base;
	ioapic_count++;
	for (uint32_t pin = 0; pin < ioapic->pins; pin++)
		ioapic_write_register(ioapic, REGISTER_LOW(pin), ENTRY_MASKED);
}

void ioapic_init(void)
{
	const struct acpi_madt *madt = acpi_madt();

	for (uint32_t i = 0; madt != NULL && i < madt->ioapic_count; i++)
		ioapic_add(&madt->ioapics[i]);
}

bool ioapic_exists(void)
{
	return ioapic_count > 0;
}

/* The select register of the first I/O APIC. */
volatile uint32_t *ioapic_select_register(void)
{
	return ioapic_count > 0 ? &ioapics[0].registers[IOREGSEL] : NULL;
}

static const struct ioapic *ioapic_find(uint32_t gsi, uint32_t *pin)
{
	for (uint32_t i = 0; i < ioapic_count; i++) {
		*pin = gsi - ioapics[i].gsi_base;
		if (*pin < ioapics[i].pins)
			return &ioapics[i];
	}
	return NULL;
}

static int route(uint32_t gsi, uint32_t low, uint32_t apic_id)
{
	const struct ioapic *ioapic;
	uint32_t pin;

	if (apic_id > APIC_ID_MAX)
		return -EINVAL;
	ioapic = ioapic_find(gsi, &pin);
	if (ioapic == NULL)
		return -ENODEV;
	ioapic_write_register(ioapic, REGISTER_LOW(pin), ENTRY_MASKED);
	ioapic_write_register(ioapic, REGISTER_HIGH(pin), apic_id << ENTRY_DESTINATION_SHIFT);
	ioapic_write_register(ioapic, REGISTER_LOW(pin), low);
	return 0;
}

/* The route of an ISA interrupt; NULL if the ACPI tables have none. */
static const struct acpi_isa_route *isa_route(unsigned irq)
{
	const struct acpi_madt *madt = acpi_madt();

	return madt != NULL && irq < ISA_IRQS ? &madt->isa[irq] : NULL;
}

int ioapic_route_isa(unsigned irq, uint8_t vector, uint32_t apic_id, enum ioapic_delivery delivery)
{
	const struct acpi_isa_route *way = isa_route(irq);
	uint32_t low = delivery == IOAPIC_NMI ? ENTRY_NMI : vector;

	if (way == NULL)
		return -ENODEV;
	if (way->active_low)
		low |= ENTRY_ACTIVE_LOW;
	if (way->level && delivery != IOAPIC_NMI)       /* an NMI must be edge-triggered */
		low |= ENTRY_LEVEL;
	return route(way->gsi, low, apic_id);
}

int ioapic_mask_isa(unsigned irq)
{
	const struct acpi_isa_route *way = isa_route(irq);

	return way != NULL ? ioapic_mask_pin(way->gsi) : -ENODEV;
}

int ioapic_route_pin(uint32_t gsi, uint8_t vector, uint32_t apic_id)
{
	return route(gsi, vector, apic_id);
}

int ioapic_mask_pin(uint32_t gsi)
{
	uint32_t pin;
	const struct ioapic *ioapic = ioapic_find(gsi, &pin);

	if (ioapic == NULL)
		return -ENODEV;
	ioapic_write_register(ioapic, REGISTER_LOW(pin),
			      ioapic_read_register(ioapic, REGISTER_LOW(pin)) | ENTRY_MASKED);
	return 0;
}

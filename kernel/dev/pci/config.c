/* SPDX-License-Identifier: MIT */
/* Two access methods for configuration space. The ports need two accesses each and exist on all
 * PCs. The memory has 1 MiB per bus and is mapped at a bus's first access. PCI Express Base
 * Specification 5.0, "PCI Express Enhanced Configuration Access Mechanism (ECAM)"; PCI Local Bus
 * Specification 3.0, "Configuration Mechanism #1". */
#include "kernel/dev/pci/config.h"

#include <stddef.h>

#include "bench/engine/warning.h"
#include "kernel/dev/acpi/acpi.h"
#include "kernel/machine/paging.h"
#include "lib/x86/io.h"

#define PORT_ADDRESS 0xcf8
#define PORT_DATA 0xcfc
#define PORT_ENABLE 0x80000000u
#define BUS_BYTES 0x100000u
#define NOTHING UINT32_MAX

static struct {
	bool has_ports;
	const struct acpi_mcfg *ecam;   /* NULL: use the ports */
	volatile uint32_t *buses[PCI_BUSES];
} config;

static uint32_t config_select(struct pci_address address, unsigned offset)
{
	return PORT_ENABLE | (uint32_t)address.bus << 16 | (uint32_t)address.device << 11 |
	       (uint32_t)address.function << 8 | offset;
}

/* NULL if the table does not cover the bus. */
static volatile uint32_t *config_register(const struct acpi_mcfg *ecam, struct pci_address address,
					  unsigned offset)
{
	volatile uint32_t **bus = &config.buses[address.bus];
	uint32_t place = (uint32_t)address.device << 15 | (uint32_t)address.function << 12 | offset;

	if (address.bus < ecam->first_bus || address.bus > ecam->last_bus)
		return NULL;
	if (*bus == NULL)
		*bus = paging_map_device(ecam->phys + (uint64_t)address.bus * BUS_BYTES, BUS_BYTES);
	return *bus + place / sizeof(uint32_t);
}

static uint32_t config_read_port(struct pci_address address, unsigned offset)
{
	outl(PORT_ADDRESS, config_select(address, offset));
	return inl(PORT_DATA);
}

static bool config_finds_ports(void)
{
	bool found;

	outl(PORT_ADDRESS, PORT_ENABLE);
	found = inl(PORT_ADDRESS) == PORT_ENABLE;
	outl(PORT_ADDRESS, 0);
	return found;
}

/* If both methods exist they must agree about the first function. */
static bool config_agrees(const struct acpi_mcfg *ecam)
{
	const struct pci_address first = {ecam->first_bus, 0, 0};
	const volatile uint32_t *id = config_register(ecam, first, 0);

	return !config.has_ports || *id == config_read_port(first, 0);
}

void pci_config_init(void)
{
	const struct acpi_mcfg *ecam = acpi_mcfg();

	config.has_ports = config_finds_ports();
	if (ecam == NULL)
		return;
	if (config_agrees(ecam))
		config.ecam = ecam;
	else
		warning("pci",
			"MCFG memory at %#lx differs from the configuration ports; not used",
			ecam->phys);
}

const char *pci_config_way(void)
{
	if (config.ecam != NULL)
		return "ecam";
	return config.has_ports ? "ports" : "";
}

bool pci_config_finds_bus(uint8_t bus)
{
	for (uint8_t device = 0; config.has_ports && device < PCI_DEVICES; device++) {
		if (config_read_port((struct pci_address){bus, device, 0}, 0) != NOTHING)
			return true;
	}
	return !config.has_ports && config.ecam != NULL && bus <= config.ecam->last_bus;
}

uint32_t pci_config_read(struct pci_address address, unsigned offset)
{
	const volatile uint32_t *place;

	place = config.ecam != NULL ? config_register(config.ecam, address, offset) : NULL;
	if (place != NULL)
		return *place;
	return config.has_ports ? config_read_port(address, offset) : NOTHING;
}

void pci_config_write(struct pci_address address, unsigned offset, uint32_t value)
{
	volatile uint32_t *place =
		config.ecam != NULL ? config_register(config.ecam, address, offset) : NULL;

	if (place != NULL) {
		*place = value;
	} else if (config.has_ports) {
		outl(PORT_ADDRESS, config_select(address, offset));
		outl(PORT_DATA, value);
	}
}

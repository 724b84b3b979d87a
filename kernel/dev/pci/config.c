/* SPDX-License-Identifier: MIT */
/* Two access methods for configuration space. The ports need two accesses each and exist on all
 * PCs. The memory has 1 MiB per bus, which is mapped at the first access to the bus. PCI Express
 * Base Specification 5.0, "PCI Express Enhanced Configuration Access Mechanism (ECAM)". */
#include "kernel/dev/pci/config.h"

#include <stddef.h>

#include "bench/engine/warning.h"
#include "kernel/dev/acpi/acpi.h"
#include "kernel/machine/paging.h"
#include "kernel/machine/pci.h"

#define BUS_BYTES 0x100000u
#define NOTHING UINT32_MAX

/* Configuration space in memory. */
struct space {
	struct acpi_mcfg mcfg;
	volatile uint32_t *buses[PCI_BUSES];    /* mapped buses */
};

static struct {
	bool has_ports;
	unsigned space_count;
	struct space spaces[ACPI_MCFGS_MAX];
} config;

static uint32_t config_select(struct pci_address address, unsigned offset)
{
	return (uint32_t)address.bus << 16 | (uint32_t)address.device << 11 |
	       (uint32_t)address.function << 8 | offset;
}

static volatile uint32_t *space_register(struct space *space, struct pci_address address,
					 unsigned offset)
{
	volatile uint32_t **bus = &space->buses[address.bus];
	uint32_t place = (uint32_t)address.device << 15 | (uint32_t)address.function << 12 | offset;

	if (*bus == NULL)
		*bus = paging_map_device(space->mcfg.phys + (uint64_t)address.bus * BUS_BYTES,
					 BUS_BYTES);
	return *bus + place / sizeof(uint32_t);
}

/* The space that covers the bus. NULL if no table covers it. */
static struct space *space_of(struct pci_address address)
{
	for (unsigned i = 0; i < config.space_count; i++) {
		const struct acpi_mcfg *mcfg = &config.spaces[i].mcfg;

		if (mcfg->segment == address.segment && address.bus >= mcfg->first_bus &&
		    address.bus <= mcfg->last_bus)
			return &config.spaces[i];
	}
	return NULL;
}

static uint32_t config_read_port(struct pci_address address, unsigned offset)
{
	return machine_pci_read_port(config_select(address, offset));
}

/* Whether the two methods agree about the first function. */
static bool config_agrees(struct space *space)
{
	const struct pci_address first = {space->mcfg.first_bus, 0, 0, space->mcfg.segment};

	return !config.has_ports || space->mcfg.segment != 0 ||
	       *space_register(space, first, 0) == config_read_port(first, 0);
}

void pci_config_init(void)
{
	unsigned count;
	const struct acpi_mcfg *mcfgs = machine_pci_spaces(&count);

	config.has_ports = machine_pci_has_ports();
	for (unsigned i = 0; i < count; i++) {
		struct space *space = &config.spaces[config.space_count];

		*space = (struct space){.mcfg = mcfgs[i]};
		if (config_agrees(space))
			config.space_count++;
		else
			warning("pci", "MCFG memory at %#lx differs from the configuration ports; "
				"not used", mcfgs[i].phys);
	}
}

bool pci_config_buses(unsigned index, struct pci_buses *buses)
{
	const struct acpi_mcfg *mcfg;

	*buses = (struct pci_buses){.last = PCI_BUSES - 1};
	if (index == 0)
		return config.has_ports || config.space_count > 0;
	for (unsigned i = 0; i < config.space_count; i++) {
		mcfg = &config.spaces[i].mcfg;
		if (mcfg->segment != 0 && --index == 0) {
			*buses = (struct pci_buses){mcfg->segment, mcfg->first_bus, mcfg->last_bus};
			return true;
		}
	}
	return false;
}

const char *pci_config_way(void)
{
	if (space_of((struct pci_address){0}) != NULL)
		return "ecam";
	return config.has_ports ? "ports" : "";
}

bool pci_config_finds_bus(uint16_t segment, uint8_t bus)
{
	if (!config.has_ports)
		return false;
	if (segment != 0)
		return space_of((struct pci_address){bus, 0, 0, segment}) != NULL;
	for (uint8_t device = 0; device < PCI_DEVICES; device++) {
		if (config_read_port((struct pci_address){bus, device, 0, 0}, 0) != NOTHING)
			return true;
	}
	return false;
}

uint32_t pci_config_read(struct pci_address address, unsigned offset)
{
	struct space *space = space_of(address);

	if (space != NULL)
		return *space_register(space, address, offset);
	return config.has_ports && address.segment == 0 ? config_read_port(address, offset)
							: NOTHING;
}

void pci_config_write(struct pci_address address, unsigned offset, uint32_t value)
{
	struct space *space = space_of(address);

	if (space != NULL) {
		*space_register(space, address, offset) = value;
	} else if (config.has_ports && address.segment == 0) {
		machine_pci_write_port(config_select(address, offset), value);
	}
}

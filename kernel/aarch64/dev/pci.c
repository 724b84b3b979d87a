/* SPDX-License-Identifier: MIT */
/* Messages go to a frame of a GICv2, which raises a shared peripheral interrupt (SPI), or to the
 * ITS of a GICv3: Arm Server Base System Architecture, "GICv2m Architecture". */
#include "kernel/machine/pci.h"

#include "kernel/aarch64/dev/gic.h"
#include "kernel/aarch64/dev/its.h"
#include "kernel/aarch64/dev/parts.h"
#include "kernel/mm/firmware.h"

#define FRAME_BYTES 0x1000
#define MSI_TYPER 0x008
#define MSI_SETSPI_NS 0x040
#define TYPER_BASE(value) ((value) >> 16 & 0x3ff)
#define TYPER_COUNT(value) ((value) & 0x3ff)

#define VECTOR_FIRST VECTOR_DISK
#define VECTORS 2                       /* VECTOR_DISK, VECTOR_LINE */

const struct acpi_mcfg *machine_pci_spaces(unsigned *count)
{
	*count = parts()->pci_space_count;
	return parts()->pci_spaces;
}

bool machine_pci_has_ports(void)
{
	return false;
}

uint32_t machine_pci_read_port(uint32_t selector)
{
	(void)selector;
	return UINT32_MAX;
}

void machine_pci_write_port(uint32_t selector, uint32_t value)
{
	(void)selector;
	(void)value;
}

/* With ACPI tables there was firmware, which has given addresses. */
bool machine_pci_window(struct pci_window *window)
{
	*window = (struct pci_window){parts()->pci_window_phys, parts()->pci_window_bytes};
	return window->size_bytes != 0;
}

/* The interrupt of a vector; 0: none. */
static uint32_t interrupt_of(uint8_t vector)
{
	static volatile uint32_t *frame;
	uint32_t typer;

	if (parts()->gic.message_frame_phys == 0 || vector < VECTOR_FIRST ||
	    vector >= VECTOR_FIRST + VECTORS)
		return 0;
	if (frame == NULL)
		frame = firmware_map_device("gic", parts()->gic.message_frame_phys, FRAME_BYTES);
	if (frame == NULL)
		return 0;
	typer = frame[MSI_TYPER / 4];
	return TYPER_COUNT(typer) >= VECTORS ? TYPER_BASE(typer) + vector - VECTOR_FIRST : 0;
}

/* Interrupts of devices go to the boot CPU, which is the caller. */
bool machine_pci_message(uint8_t vector, uint32_t hardware_id, uint32_t requester,
			 struct pci_message_target *target)
{
	uint32_t intid = interrupt_of(vector);

	if (hardware_id != cpu_hardware_id())
		return false;
	if (intid == 0) {
		*target = (struct pci_message_target){.address = its_route(vector, requester)};
		return target->address != 0;
	}
	gic_route_edge(intid, vector);
	*target = (struct pci_message_target){parts()->gic.message_frame_phys + MSI_SETSPI_NS,
					      intid};
	return true;
}

/* Not used, because disks have messages. */
bool machine_pci_line(uint8_t vector, uint32_t function, uint32_t pin, void (*silence)(void))
{
	(void)vector;
	(void)function;
	(void)pin;
	(void)silence;
	return false;
}

void machine_pci_message_free(uint8_t vector)
{
	uint32_t intid = interrupt_of(vector);

	if (intid != 0)
		gic_mask(intid);
	else
		its_mask(vector);
}

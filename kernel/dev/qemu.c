/* SPDX-License-Identifier: MIT */
/* QEMU's PCI functions are of its own subsystem: QEMU documentation, docs/specs/pci-ids, "PCI IDs for
 * QEMU"; PCI Local Bus Specification 3.0, "Type 00h Configuration Space Header". */
#include "kernel/dev/qemu.h"

#include "kernel/dev/pci/config.h"

#define OFFSET_IDENTITY 0
#define NOBODY 0xffffffffu              /* no such function */
#define OFFSET_SUBSYSTEM 0x2c
#define SUBSYSTEM_QEMU 0x11001af4u      /* 1af4:1100 */

bool qemu_made_devices(void)
{
	const struct pci_address host_bridge = {0, 0, 0};

	return pci_config_read_port(host_bridge, OFFSET_IDENTITY) == NOBODY ||
	       pci_config_read_port(host_bridge, OFFSET_SUBSYSTEM) == SUBSYSTEM_QEMU;
}

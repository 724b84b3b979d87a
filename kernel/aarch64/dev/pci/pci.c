/* SPDX-License-Identifier: MIT */
/* There is no access to PCI functions yet: no record. */
#include "kernel/dev/pci/pci.h"

void pci_describe(struct wire_writer *writer)
{
	(void)writer;
}

/* SPDX-License-Identifier: MIT */
#include "kernel/dev/pci/message.h"

#include "kernel/dev/pci/pci.h"
#include "kernel/machine/pci.h"

/* "MSI Capability Structure": the control word is in the header's upper half. */
#define MSI_ENABLE (1u << 16)
#define MSI_MULTIPLE_MASK (7u << 20)
#define MSI_IS_64 (1u << 23)
#define MSI_ADDRESS 4
#define MSI_DATA_32 8
#define MSI_ADDRESS_HIGH 8
#define MSI_DATA_64 12

#define PIN 0x3d                        /* register of the header: "Interrupt Pin" */

/* "MSI-X Capability and Table Structures". */
#define MSIX_ENABLE (1u << 31)
#define MSIX_MASK_ALL (1u << 30)
#define MSIX_ENTRIES(value) (((value) >> 16 & 0x7ff) + 1)
#define MSIX_TABLE 4
#define MSIX_ENTRY_WORDS 4
#define MSIX_ENTRY_DATA 2
#define MSIX_ENTRY_CONTROL 3
#define MSIX_ENTRY_MASKED 1u

static void message_set(const struct pci_function *function, unsigned offset, uint32_t off,
			uint32_t on)
{
	uint32_t value = pci_config_read(function->address, offset);

	pci_config_write(function->address, offset, (value & ~off) | on);
}

/* The table of messages. NULL if there is none, or if its address is invalid. */
static volatile uint32_t *message_table(struct pci_function *function, unsigned offset)
{
	uint32_t place = pci_config_read(function->address, offset + MSIX_TABLE);
	unsigned entries = MSIX_ENTRIES(pci_config_read(function->address, offset));
	const char *why;

	return pci_registers(function, place & 7, place & ~7u,
			     entries * MSIX_ENTRY_WORDS * sizeof(uint32_t), &why);
}

static bool message_open_msix(struct pci_function *function,
			      const struct pci_message_target *target)
{
	unsigned offset = pci_function_capability(function, PCI_CAPABILITY_MSIX, 0), entries;
	volatile uint32_t *table;

	if (offset == 0)
		return false;
	table = message_table(function, offset);
	if (table == NULL)
		return false;
	entries = MSIX_ENTRIES(pci_config_read(function->address, offset));
	message_set(function, offset, 0, MSIX_ENABLE | MSIX_MASK_ALL);
	for (unsigned entry = 0; entry < entries; entry++)
		table[entry * MSIX_ENTRY_WORDS + MSIX_ENTRY_CONTROL] = MSIX_ENTRY_MASKED;
	table[0] = (uint32_t)target->address;
	table[1] = (uint32_t)(target->address >> 32);
	table[MSIX_ENTRY_DATA] = target->data;
	table[MSIX_ENTRY_CONTROL] = 0;
	message_set(function, offset, MSIX_MASK_ALL, 0);
	return true;
}

static bool message_open_msi(struct pci_function *function,
			     const struct pci_message_target *target)
{
	unsigned offset = pci_function_capability(function, PCI_CAPABILITY_MSI, 0);
	uint32_t control;

	if (offset == 0 || offset > 0xf0)
		return false;
	control = pci_config_read(function->address, offset);
	if ((control & MSI_IS_64) == 0 && target->address >> 32 != 0)
		return false;
	pci_config_write(function->address, offset + MSI_ADDRESS, (uint32_t)target->address);
	if ((control & MSI_IS_64) != 0)
		pci_config_write(function->address, offset + MSI_ADDRESS_HIGH,
				 (uint32_t)(target->address >> 32));
	message_set(function, offset + ((control & MSI_IS_64) != 0 ? MSI_DATA_64 : MSI_DATA_32),
		    0xffff, target->data);
	message_set(function, offset, MSI_MULTIPLE_MASK, MSI_ENABLE);
	return true;
}

enum pci_message_kind pci_message_open(struct pci_function *function, uint8_t vector,
				       uint32_t hardware_id)
{
	struct pci_address at = function->address;
	uint32_t requester = (uint32_t)at.segment << 16 | (uint32_t)at.bus << 8 |
			     (uint32_t)at.device << 3 | at.function;
	struct pci_message_target target;

	if (!machine_pci_message(vector, hardware_id, requester, &target))
		return PCI_MESSAGE_NONE;
	if (message_open_msix(function, &target))
		return PCI_MESSAGE_MSIX;
	if (message_open_msi(function, &target))
		return PCI_MESSAGE_MSI;
	machine_pci_message_free(vector);
	return PCI_MESSAGE_NONE;
}

/* A function behind a bridge is left out, because its pin leads to another pin of the bridge. */
enum pci_message_kind pci_line_open(struct pci_function *function, uint8_t vector,
				    void (*silence)(void))
{
	uint32_t pin = pci_function_field(function, PIN, 1);
	struct pci_address at = function->address;

	if (pin == 0 || at.bus != 0 || at.segment != 0 ||
	    !machine_pci_line(vector, (uint32_t)at.device << 11 | (uint32_t)at.function << 8, pin,
			      silence))
		return PCI_MESSAGE_NONE;
	pci_function_use_line(function);
	return PCI_LINE;
}

void pci_message_close(struct pci_function *function, uint8_t vector)
{
	unsigned msi = pci_function_capability(function, PCI_CAPABILITY_MSI, 0);
	unsigned msix = pci_function_capability(function, PCI_CAPABILITY_MSIX, 0);

	if (msi != 0)
		message_set(function, msi, MSI_ENABLE, 0);
	if (msix != 0)
		message_set(function, msix, MSIX_ENABLE, MSIX_MASK_ALL);
	machine_pci_message_free(vector);
}

/* SPDX-License-Identifier: MIT */
/* Message interrupts (MSI-X, or MSI): a function writes to an address of the interrupt controller.
 * One vector per function, the first of its table. PCI Local Bus Specification 3.0, "Message
 * Signaled Interrupts". Boot CPU. */
#ifndef KERNEL_DEV_PCI_MESSAGE_H
#define KERNEL_DEV_PCI_MESSAGE_H

#include "kernel/dev/pci/function.h"

/* The last is no message, but the line of the function's pin. */
enum pci_message_kind {PCI_MESSAGE_NONE, PCI_MESSAGE_MSI, PCI_MESSAGE_MSIX, PCI_LINE};

/* Make a function raise vector at the CPU with that hardware ID until pci_message_close. Uses MSI-X
 * if possible, with all other entries masked. Returns the kind of message, or PCI_MESSAGE_NONE if
 * the function has neither MSI-X nor MSI, or the machine has no messages. */
enum pci_message_kind pci_message_open(struct pci_function *function, uint8_t vector,
				       uint32_t hardware_id);

/* The same by the line of the function's pin, where a machine has such lines. Before each
 * interrupt, silence makes the function release the line. Returns PCI_LINE or PCI_MESSAGE_NONE.
 * "Interrupt Pins". */
enum pci_message_kind pci_line_open(struct pci_function *function, uint8_t vector,
				    void (*silence)(void));

/* End the messages, or the use of the line. */
void pci_message_close(struct pci_function *function, uint8_t vector);

#endif

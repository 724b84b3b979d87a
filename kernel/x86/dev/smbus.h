/* SPDX-License-Identifier: MIT */
/* Timings of memory modules, read through the chipset's SMBus controller: Intel's (ICH, PCH, PIIX4)
 * and AMD's (SP5100, SB800, FCH). */
#ifndef KERNEL_X86_DEV_SMBUS_H
#define KERNEL_X86_DEV_SMBUS_H

#include "lib/wire/wire.h"

/* Read the modules. If firmware has enabled the controller and does not use it by SMIs, and if no
 * other program has reserved it, bytes are read. Nothing is ever written. Takes up to 1 s. Once,
 * after pci_init and when time can be waited for. */
void smbus_read_modules(void);

/* Write a record for each module. If the controller could not be used, also write its state. */
void smbus_describe(struct wire_writer *writer);

#endif

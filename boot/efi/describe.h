/* SPDX-License-Identifier: MIT */
/* What the kernel wants to know of the machine and of its task, and what the results are called
 * by. */
#ifndef BOOT_EFI_DESCRIBE_H
#define BOOT_EFI_DESCRIBE_H

#include "boot/boot_info.h"
#include "boot/efi/firmware.h"

/* Fill in all of info but the memory map. The command line is, in this order: QEMU's fw_cfg
 * file, the load options, what is chosen in a menu that begins with the file bareline.cfg in the
 * root of the volume the loader came from. */
void describe_machine(EFI_HANDLE image, struct boot_info *info);

/* The directory's name for results of now. */
void describe_run(char *name, size_t size);

#endif

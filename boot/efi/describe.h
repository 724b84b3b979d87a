/* SPDX-License-Identifier: MIT */
/* Describes the machine and the run for the kernel, and names the results directory. */
#ifndef BOOT_EFI_DESCRIBE_H
#define BOOT_EFI_DESCRIBE_H

#include "boot/boot_info.h"
#include "boot/efi/firmware.h"
#include "lib/netboot/names.h"

/* Fill in info, except for the memory map. The command line comes from QEMU's fw_cfg file, from the
 * load options, or from the menu, in this order. The menu's first entry is bareline.cfg in the root
 * of the loader's volume. If there is a configuration from the network, its words are appended, and
 * no menu appears. */
void describe_machine(EFI_HANDLE image, struct boot_info *info);

/* The command line of QEMU's fw_cfg file or of the load options. Returns its full length; 0 without
 * one. */
size_t describe_given_line(EFI_HANDLE image, char *line, size_t size);

/* UUID and model of the machine; the MAC address is left empty. */
void describe_identity(struct netboot_machine *machine);

/* Make the results directory's name from the current time and the machine's name. */
void describe_run(char *name, size_t size);

#endif

/* SPDX-License-Identifier: MIT */
/* Runs a machine as a KVM guest: QEMU boots a Linux whose only task is to run the guest in another
 * QEMU. */
#ifndef TOOLS_RUN_HYPERVISOR_H
#define TOOLS_RUN_HYPERVISOR_H

#include <jansson.h>

#include "tools/run/boot.h"

/* Exit with EXIT_USAGE and a message if a guest does not support these options, or if a needed file
 * is unreadable. */
void hypervisor_check(const struct run_request *run);

/* Write the initramfs of the hypervisor, and let the boot's command start the hypervisor's machine.
 * The command must be complete and its files must exist. The files used are added to the manifest.
 * On failure, prints the cause and returns false. */
bool hypervisor_wrap(struct boot *boot, json_t *manifest);

/* Path of a file with the symbols of the hypervisor's kernel and its KVM modules. Returns as
 * kernel_symbols_file() does. */
char *hypervisor_symbols_file(const struct run_request *run);

/* Write the paths of the program that runs the guest and of its libraries to a file, one per line.
 * With an initramfs of the user, the file is empty. On failure, prints the cause and returns
 * false. */
bool hypervisor_programs_write(const struct run_request *run, const char *path);

/* Returns the memory of the hypervisor's machine for a guest with this memory, to be freed. Both
 * are values of options. */
char *hypervisor_machine_memory(const char *guest);

/* Explain why a guest sent nothing: the hypervisor's kernel has no KVM modules, or the guest may
 * hang because of a QEMU bug. */
void hypervisor_print_missing(const struct boot *boot);

/* The command line of the hypervisor's kernel, to be freed. is_kvm: its machine runs in KVM. */
char *hypervisor_line(const struct run_request *run, bool is_kvm);

#endif

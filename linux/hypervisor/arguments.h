/* SPDX-License-Identifier: MIT */
/* The arguments of the guest's QEMU in a file, one per line. */
#ifndef LINUX_HYPERVISOR_ARGUMENTS_H
#define LINUX_HYPERVISOR_ARGUMENTS_H

#include <stdbool.h>
#include <stddef.h>

/* Read the file and set a list of max + 1 entries to its arguments, ended by NULL. They stay valid
 * until the program ends. If the file is unreadable or empty, or has more than max arguments or
 * bytes_max bytes, prints the cause and returns false, because a part of the arguments would start
 * another machine. */
bool arguments_read(const char *path, char **list, size_t max, size_t bytes_max);

#endif

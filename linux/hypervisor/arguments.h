/* SPDX-License-Identifier: MIT */
/* The arguments of the guest's QEMU, as they lie in a file: one a line. */
#ifndef LINUX_HYPERVISOR_ARGUMENTS_H
#define LINUX_HYPERVISOR_ARGUMENTS_H

#include <stdbool.h>
#include <stddef.h>

/* Read the file and point a list of max + 1 entries at its arguments, ended by NULL. They stay
 * where they are until the program ends. Returns false, having said why, if the file can't be read,
 * has none, or has more than max or than bytes_max bytes: a QEMU with a part of its arguments would
 * be another one. */
bool arguments_read(const char *path, char **list, size_t max, size_t bytes_max);

#endif

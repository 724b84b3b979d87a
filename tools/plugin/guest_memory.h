/* SPDX-License-Identifier: MIT */
/* Offsets of instructions in the machine's memory. QEMU's interface (version 1) reports the offset
 * of data, but of an instruction the address in QEMU's own memory. The difference is the address of
 * QEMU's mapping of the machine's memory. */
#ifndef TOOLS_PLUGIN_GUEST_MEMORY_H
#define TOOLS_PLUGIN_GUEST_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

/* Find the mapping of the machine's memory, which contains the address. On failure, prints the
 * cause and returns false. */
bool guest_memory_find(const void *in_memory);

/* The offset in the machine's memory of an address of QEMU. An address outside, such as of a ROM,
 * has an offset beyond any memory. */
uint64_t guest_memory_offset(const void *address);

#endif

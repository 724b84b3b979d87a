/* SPDX-License-Identifier: MIT */
/* Where in the machine's memory code lies. QEMU's interface (version 1) tells of an instruction
 * where its bytes are in QEMU's own memory, and of data the offset in the machine's: the same, less
 * where QEMU has the machine's memory, which the kernel says. */
#ifndef TOOLS_PLUGIN_PLACE_H
#define TOOLS_PLUGIN_PLACE_H

#include <stdbool.h>
#include <stdint.h>

/* Take the mapping that has the address for the machine's memory.
 * On failure says why and returns false. */
bool place_begin(const void *in_memory);

/* The offset in the machine's memory of what QEMU has at an address. What is elsewhere, as a ROM
 * is, gets an offset beyond any memory. */
uint64_t place_of(const void *address);

#endif

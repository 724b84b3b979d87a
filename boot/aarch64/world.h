/* SPDX-License-Identifier: MIT */
/* Firmware and kernel alternate on the boot CPU while boot services stay resident, each with its
 * own page tables, vectors and stack. Either side turns the MMU off before it enters the other. C
 * and assembly. */
#ifndef BOOT_AARCH64_WORLD_H
#define BOOT_AARCH64_WORLD_H

#define WORLD_SELF 0
#define WORLD_SP 8
#define WORLD_REGISTERS 16
#define WORLD_BYTES 128

#ifndef __ASSEMBLER__
#include <stdint.h>

/* State that the firmware needs before it can run C. The registers that a function preserves are on
 * the firmware's stack. world_resume reads the structure without caches. */
struct world {
	uint64_t self;                  /* address of the structure */
	uint64_t sp;
	uint64_t registers[14];         /* of EL1 or EL2; world.S has their order */
} __attribute__((aligned(64)));

_Static_assert(sizeof(struct world) == WORLD_BYTES, "world.S knows the size");

/* Save this side's state to world, write world to memory, and call entry with argument. Returns
 * when world_resume is entered. */
void world_enter(struct world *world, uint64_t entry, uint64_t argument);

/* Entered by its physical address, without the MMU, at the exception level that called world_enter.
 * x0 is the world's address. */
void world_resume(void);
#endif

#endif

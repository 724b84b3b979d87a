/* SPDX-License-Identifier: MIT */
/* Firmware and kernel alternate on the boot CPU while boot services stay resident, each with its
 * own page tables, trap entry and stack. Firmware and the boot path's tables map memory one to one,
 * so either side replaces satp in code at an address that is mapped one to one. C and assembly. */
#ifndef BOOT_RISCV64_WORLD_H
#define BOOT_RISCV64_WORLD_H

#define WORLD_SELF 0
#define WORLD_SP 8
#define WORLD_REGISTERS 16
#define WORLD_BYTES 64

#ifndef __ASSEMBLER__
#include <stdint.h>

/* State that the firmware needs before it can run C. The registers that a function preserves are on
 * the firmware's stack. */
struct world {
	uint64_t self;                  /* address of the structure */
	uint64_t sp;
	uint64_t registers[6];          /* of S-mode; world.S has their order */
} __attribute__((aligned(64)));

_Static_assert(sizeof(struct world) == WORLD_BYTES, "world.S knows the size");

/* Save this side's state to world, and call entry with argument. Returns when world_resume is
 * entered. */
void world_enter(struct world *world, uint64_t entry, uint64_t argument);

/* Entered with the boot path's tables. a0 is the world's address. */
void world_resume(void);
#endif

#endif

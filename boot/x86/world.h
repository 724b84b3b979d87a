/* SPDX-License-Identifier: MIT */
/* The world switch: firmware and kernel alternate on a CPU while boot services stay resident, each
 * with its own page tables, segments and stack. Only the state that must be switched in one step is
 * here; boot/efi/state_list.c lists the rest. Read by assembly and C; linked into the EFI loader
 * and the kernel. */
#ifndef BOOT_X86_WORLD_H
#define BOOT_X86_WORLD_H

/* Offsets in struct world. */
#define WORLD_SELF 0
#define WORLD_RSP 8
#define WORLD_RIP 16
#define WORLD_CR0 24
#define WORLD_CR3 32
#define WORLD_CR4 40
#define WORLD_EFER 48
#define WORLD_FS_BASE 56
#define WORLD_GS_BASE 64
#define WORLD_GDTR 72
#define WORLD_IDTR 88
#define WORLD_CS 104
#define WORLD_SS 106
#define WORLD_DS 108
#define WORLD_ES 110
#define WORLD_FS 112
#define WORLD_GS 114
#define WORLD_TR 116
#define WORLD_LDTR 118
#define WORLD_FLOATING_POINT 128
#define WORLD_BYTES 640

#ifndef __ASSEMBLER__
#include <stddef.h>
#include <stdint.h>

struct world_table_register {
	uint16_t limit;
	uint64_t base;
	uint8_t unused[6];
} __attribute__((packed));

struct world {
	uint64_t self;                  /* address of the structure in its owner's address space */
	uint64_t rsp, rip;
	uint64_t cr0, cr3, cr4, efer;
	uint64_t fs_base, gs_base;
	struct world_table_register gdtr, idtr;
	uint16_t cs, ss, ds, es, fs, gs, tr, ldtr;
	uint64_t unused;
	uint8_t floating_point[512];    /* x87 and SSE, because firmware expects a part of it to be
					 * preserved */
} __attribute__((aligned(16)));

_Static_assert(offsetof(struct world, rsp) == WORLD_RSP &&
	       offsetof(struct world, rip) == WORLD_RIP &&
	       offsetof(struct world, cr0) == WORLD_CR0 &&
	       offsetof(struct world, cr3) == WORLD_CR3 &&
	       offsetof(struct world, cr4) == WORLD_CR4 &&
	       offsetof(struct world, efer) == WORLD_EFER &&
	       offsetof(struct world, fs_base) == WORLD_FS_BASE &&
	       offsetof(struct world, gs_base) == WORLD_GS_BASE &&
	       offsetof(struct world, gdtr) == WORLD_GDTR &&
	       offsetof(struct world, idtr) == WORLD_IDTR &&
	       offsetof(struct world, cs) == WORLD_CS &&
	       offsetof(struct world, ldtr) == WORLD_LDTR &&
	       offsetof(struct world, floating_point) == WORLD_FLOATING_POINT &&
	       sizeof(struct world) == WORLD_BYTES,
	       "the offsets are the structure's");

/* Save this CPU's state in *save and jump to target, with argument in %rdi, under the page tables
 * of bridge, which is the world of the firmware. Both sides must map the code from world_code to
 * world_code_end one to one. alias is the distance in bytes from the caller's address of this code
 * to the one-to-one address. target and argument are addresses under the firmware's tables.
 * Interrupts must be off and CR4.PCIDE clear. Returns when the other side jumps to world_resume
 * with the saved world. */
void world_switch(struct world *save, uint64_t target, uint64_t argument,
		    const struct world *bridge, uint64_t alias);

/* A target of world_switch. Its argument is the world to resume, at its address under the
 * firmware's tables. */
void world_resume(void);

extern const char world_code[], world_code_end[];
#endif

#endif

/* SPDX-License-Identifier: MIT */
/* The global descriptor table of a CPU: segments of rings 0 and 3, the task state segment and a
 * call gate. No hardware access; cpu_init.c loads it. */
#ifndef KERNEL_X86_CPU_GDT_H
#define KERNEL_X86_CPU_GDT_H

#include "bench/entry/round_trip.h"

/* Selectors, in the order that fast system calls require. SYSCALL and SYSENTER load the kernel's
 * code and the data selector after it. SYSRET loads data at offset 8 and code at offset 16 from
 * SELECTOR_SYSRET, which itself is for 32-bit code. SYSEXIT loads code at offset 32 and data at
 * offset 40 from SELECTOR_CODE, so user data appears twice. Intel SDM vol. 2B, "SYSRET—Return From
 * Fast System Call" and "SYSEXIT—Fast Return from Fast System Call". */
#define SELECTOR_CODE 0x08
#define SELECTOR_DATA 0x10
#define SELECTOR_SYSRET 0x1b
#define SELECTOR_USER_DATA 0x23
#define SELECTOR_USER_CODE 0x2b
#define SELECTOR_SYSEXIT_DATA 0x33
#define SELECTOR_TSS 0x38               /* two entries */
#define SELECTOR_CALL_GATE ENTRY_GATE_SELECTOR /* two entries */
#define GDT_ENTRIES 11

#ifndef __ASSEMBLER__
#include <stdint.h>

/* Intel SDM vol. 3A, "64-Bit TSS". */
struct tss {
	uint32_t reserved0;
	uint64_t rsp[3];                /* stacks for entries from ring 3 */
	uint64_t reserved1;
	uint64_t ist[7];                /* ist[0] is IST1 */
	uint64_t reserved2;
	uint16_t reserved3;
	uint16_t io_map_base;
} __attribute__((packed));

/* Fill in all entries except the call gate. */
void gdt_build(uint64_t gdt[GDT_ENTRIES], const struct tss *tss);

/* Point the call gate to entry in ring 0; 0 removes it. */
void gdt_set_call_gate(uint64_t gdt[GDT_ENTRIES], uint64_t entry);
#endif

#endif

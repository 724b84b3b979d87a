/* SPDX-License-Identifier: MIT */
/* Shared by ap_start.S and smp.c: the code that takes an application CPU from real mode to the
 * kernel, and its parameters. */
#ifndef KERNEL_X86_SMP_AP_START_H
#define KERNEL_X86_SMP_AP_START_H

/* Offsets in struct ap_start_parameters. */
#define AP_START_GDTR 0
#define AP_START_ENTRY_32 6
#define AP_START_ENTRY_64 12
#define AP_START_CR0 20
#define AP_START_CR3 24
#define AP_START_CR4 28
#define AP_START_EFER 32
#define AP_START_STACK 40
#define AP_START_FUNCTION 48
#define AP_START_ARGUMENT 56
#define AP_START_GDT 64
#define AP_START_TURN 96
#define AP_START_PRESENT 100
#define AP_START_PRESENT_IDS 104
#define AP_START_PRESENT_MAX 256
#define AP_START_BYTES (AP_START_PRESENT_IDS + 4 * AP_START_PRESENT_MAX)

/* Selectors of the code's descriptor table. */
#define AP_START_CODE_32 0x08
#define AP_START_DATA 0x10
#define AP_START_CODE_64 0x18

#ifndef __ASSEMBLER__
#include <stdint.h>

struct ap_start_table {
	uint16_t limit;
	uint32_t phys;
} __attribute__((packed));

struct ap_start_far_pointer {
	uint32_t offset;
	uint16_t selector;
} __attribute__((packed));

struct ap_start_parameters {
	struct ap_start_table gdt_table;
	struct ap_start_far_pointer entry_32, entry_64;
	uint16_t unused;
	uint32_t cr0, cr3, cr4;
	uint64_t efer;
	uint64_t stack_top;
	uint64_t function;              /* called with argument; does not return */
	uint64_t argument;
	uint64_t gdt[4];
	uint32_t turn;                  /* APIC ID of the CPU that may continue */
	uint32_t present;               /* number of CPUs that wait or have continued, and their
					 * APIC IDs */
	uint32_t present_ids[AP_START_PRESENT_MAX];
};

/* The code with its parameters, to copy to a page below 1 MiB. */
extern const char ap_start[], ap_start_32[], ap_start_64[], ap_start_parameters[], ap_start_end[];
#endif

#endif

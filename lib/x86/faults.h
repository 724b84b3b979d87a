/* SPDX-License-Identifier: MIT */
/* See lib/cpu/faults.h. */
#ifndef LIB_X86_FAULTS_H
#define LIB_X86_FAULTS_H

#include <stdint.h>

#define CPU_INVALID_OPCODE "ud2"

typedef uint8_t cpu_code_unit;
#define CPU_RETURN 0xc3

#define CPU_FAULT_KINDS(X) X(divide) X(general_protection)

static inline void break_by_divide(void *data)
{
	uint32_t low = 1, high = 0, zero = 0;

	(void)data;
	__asm__ volatile("div %2" : "+a"(low), "+d"(high) : "r"(zero));
}

/* Access a non-canonical address, which is no page fault: Intel SDM vol. 1, "Canonical
 * Addressing". */
static inline void break_by_general_protection(void *data)
{
	const volatile char *nowhere = (const volatile char *)(1ull << 63);

	(void)data;
	(void)*nowhere;
}

#endif

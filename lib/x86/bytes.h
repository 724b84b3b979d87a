/* SPDX-License-Identifier: MIT */
/* String instructions, for lib/cpu/bytes.h. On recent CPUs they are faster than any loop for whole
 * pages. Intel SDM vol. 2B, "REP/REPE/REPZ/REPNE/REPNZ—Repeat String Operation Prefix". */
#ifndef LIB_X86_BYTES_H
#define LIB_X86_BYTES_H

#include <stddef.h>
#include <stdint.h>

#include "lib/x86/cpuid.h"

static inline __attribute__((always_inline)) void cpu_copy(void *to, const void *from,
							   size_t bytes)
{
	__asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(bytes) : : "memory");
}

static inline __attribute__((always_inline)) void cpu_copy_words(void *to, const void *from,
								 size_t words)
{
	__asm__ volatile("rep movsq" : "+D"(to), "+S"(from), "+c"(words) : : "memory");
}

static inline __attribute__((always_inline)) void cpu_fill(void *to, int byte, size_t bytes)
{
	__asm__ volatile("rep stosb" : "+D"(to), "+c"(bytes) : "a"(byte) : "memory");
}

static inline __attribute__((always_inline)) void cpu_fill_words(void *to, uint64_t word,
								 size_t words)
{
	__asm__ volatile("rep stosq" : "+D"(to), "+c"(words) : "a"(word) : "memory");
}

static inline __attribute__((always_inline)) void cpu_write_back(const void *address)
{
	__asm__ volatile("clflush (%0)" : : "r"(address) : "memory");
}

/* Nothing to do, because the CPU itself notices the write: Intel SDM vol. 3A, "Self-Modifying
 * Code". */
static inline void cpu_code_written(const void *code, size_t bytes)
{
	(void)code;
	(void)bytes;
}

/* CPUID: ERMS. Intel 64 and IA-32 Architectures Optimization Reference Manual, "Enhanced REP MOVSB
 * and STOSB Operation". */
static inline bool cpu_has_clear(void)
{
	return cpu_has(FEATURE_ERMS);
}

static inline __attribute__((always_inline)) void cpu_clear(void *to, size_t bytes)
{
	cpu_fill(to, 0, bytes);
}

#endif

/* SPDX-License-Identifier: MIT */
/* Copying and filling memory, for lib/cpu/bytes.h: by pairs of registers, because vector registers
 * belong to benchmarks. The loops are in assembly, because a compiler may turn such a loop into a
 * call of memcpy or memset, which use these loops. */
#ifndef LIB_AARCH64_BYTES_H
#define LIB_AARCH64_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An iteration is of two words: three instructions, or four for a copy. The number of words is
 * even. */
static inline __attribute__((always_inline)) void cpu_copy_words(void *to, const void *from,
								 size_t words)
{
	uint64_t a, b;

	if (words == 0)
		return;
	__asm__ volatile("1:	ldp	%3, %4, [%1], #16\n\t"
			 "stp	%3, %4, [%0], #16\n\t"
			 "subs	%2, %2, #2\n\t"
			 "b.hi	1b"
			 : "+r"(to), "+r"(from), "+r"(words), "=&r"(a), "=&r"(b)
			 : : "cc", "memory");
}

static inline __attribute__((always_inline)) void cpu_fill_words(void *to, uint64_t word,
								 size_t words)
{
	if (words == 0)
		return;
	__asm__ volatile("1:	stp	%2, %2, [%0], #16\n\t"
			 "subs	%1, %1, #2\n\t"
			 "b.hi	1b"
			 : "+r"(to), "+r"(words) : "r"(word) : "cc", "memory");
}

static inline __attribute__((always_inline)) void cpu_copy(void *to, const void *from,
							   size_t bytes)
{
	uint32_t byte;

	__asm__ volatile("cbz	%2, 2f\n"
			 "1:	ldrb	%w3, [%1], #1\n\t"
			 "strb	%w3, [%0], #1\n\t"
			 "subs	%2, %2, #1\n\t"
			 "b.ne	1b\n"
			 "2:"
			 : "+r"(to), "+r"(from), "+r"(bytes), "=&r"(byte) : : "cc", "memory");
}

static inline __attribute__((always_inline)) void cpu_fill(void *to, int byte, size_t bytes)
{
	__asm__ volatile("cbz	%1, 2f\n"
			 "1:	strb	%w2, [%0], #1\n\t"
			 "subs	%1, %1, #1\n\t"
			 "b.ne	1b\n"
			 "2:"
			 : "+r"(to), "+r"(bytes) : "r"(byte) : "cc", "memory");
}

static inline __attribute__((always_inline)) void cpu_write_back(const void *address)
{
	__asm__ volatile("dc cvac, %0" : : "r"(address) : "memory");
}

/* Arm ARM, "Synchronization and coherency issues between data and instruction accesses". The
 * smallest line of any cache has 16 bytes. */
static inline void cpu_code_written(const void *code, size_t bytes)
{
	for (uintptr_t line = (uintptr_t)code; line < (uintptr_t)code + bytes; line += 16)
		__asm__ volatile("dc cvau, %0" : : "r"(line) : "memory");
	__asm__ volatile("dsb ish" : : : "memory");
	for (uintptr_t line = (uintptr_t)code; line < (uintptr_t)code + bytes; line += 16)
		__asm__ volatile("ic ivau, %0" : : "r"(line) : "memory");
	__asm__ volatile("dsb ish\n\tisb" : : : "memory");
}

/* Arm ARM, "DCZID_EL0, Data Cache Zero ID Register": a bit that prohibits DC ZVA, and the binary
 * logarithm of the number of words that DC ZVA clears. */
static inline uint64_t cpu_clear_id(void)
{
	uint64_t id;

	__asm__ volatile("mrs	%0, dczid_el0" : "=r"(id));
	return id;
}

static inline bool cpu_has_clear(void)
{
	return (cpu_clear_id() & 1u << 4) == 0;
}

static inline __attribute__((always_inline)) void cpu_clear(void *to, size_t bytes)
{
	const char *end = (const char *)to + bytes;
	uint64_t block_bytes = 4ull << (cpu_clear_id() & 15);

	__asm__ volatile("1:	dc	zva, %0\n\t"
			 "add	%0, %0, %2\n\t"
			 "cmp	%0, %1\n\t"
			 "b.ne	1b"
			 : "+r"(to) : "r"(end), "r"(block_bytes) : "cc", "memory");
}

#endif

/* SPDX-License-Identifier: MIT */
/* Copying and filling memory, for lib/cpu/bytes.h. The loops are in assembly, because a compiler
 * may turn such a loop into a call of memcpy or memset, which use these loops. */
#ifndef LIB_RISCV64_BYTES_H
#define LIB_RISCV64_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An iteration is of four words: eleven instructions for a copy, six for filling. The number of
 * words is a multiple of four. */
static inline __attribute__((always_inline)) void cpu_copy_words(void *to, const void *from,
								 size_t words)
{
	const char *end = (const char *)to + words * sizeof(uint64_t);
	uint64_t a, b, c, d;

	if (words == 0)
		return;
	__asm__ volatile("1:	ld	%2, 0(%1)\n\t"
			 "ld	%3, 8(%1)\n\t"
			 "ld	%4, 16(%1)\n\t"
			 "ld	%5, 24(%1)\n\t"
			 "sd	%2, 0(%0)\n\t"
			 "sd	%3, 8(%0)\n\t"
			 "sd	%4, 16(%0)\n\t"
			 "sd	%5, 24(%0)\n\t"
			 "addi	%1, %1, 32\n\t"
			 "addi	%0, %0, 32\n\t"
			 "bne	%0, %6, 1b"
			 : "+r"(to), "+r"(from), "=&r"(a), "=&r"(b), "=&r"(c), "=&r"(d)
			 : "r"(end) : "memory");
}

static inline __attribute__((always_inline)) void cpu_fill_words(void *to, uint64_t word,
								 size_t words)
{
	const char *end = (const char *)to + words * sizeof(uint64_t);

	if (words == 0)
		return;
	__asm__ volatile("1:	sd	%1, 0(%0)\n\t"
			 "sd	%1, 8(%0)\n\t"
			 "sd	%1, 16(%0)\n\t"
			 "sd	%1, 24(%0)\n\t"
			 "addi	%0, %0, 32\n\t"
			 "bne	%0, %2, 1b"
			 : "+r"(to) : "r"(word), "r"(end) : "memory");
}

static inline __attribute__((always_inline)) void cpu_copy(void *to, const void *from,
							   size_t bytes)
{
	const char *end = (const char *)to + bytes;
	uint64_t byte;

	__asm__ volatile("beq	%0, %3, 2f\n"
			 "1:	lbu	%2, (%1)\n\t"
			 "addi	%1, %1, 1\n\t"
			 "sb	%2, (%0)\n\t"
			 "addi	%0, %0, 1\n\t"
			 "bne	%0, %3, 1b\n"
			 "2:"
			 : "+r"(to), "+r"(from), "=&r"(byte) : "r"(end) : "memory");
}

static inline __attribute__((always_inline)) void cpu_fill(void *to, int byte, size_t bytes)
{
	const char *end = (const char *)to + bytes;

	__asm__ volatile("beq	%0, %2, 2f\n"
			 "1:	sb	%1, (%0)\n\t"
			 "addi	%0, %0, 1\n\t"
			 "bne	%0, %2, 1b\n"
			 "2:"
			 : "+r"(to) : "r"(byte), "r"(end) : "memory");
}

/* The line stays in the caches, because writing it back needs the extension Zicbom, which few
 * processors have. */
static inline __attribute__((always_inline)) void cpu_write_back(const void *address)
{
	(void)address;
	__asm__ volatile("fence" : : : "memory");
}

/* RISC-V Unprivileged ISA, "Zifencei": FENCE.I orders the fetches of this CPU only. Another CPU
 * that executes the code must execute its own FENCE.I. */
static inline void cpu_code_written(const void *code, size_t bytes)
{
	(void)code;
	(void)bytes;
	__asm__ volatile("fence\n\tfence.i" : : : "memory");
}

/* Not used: clearing by blocks needs the extension Zicboz, which few processors have. */
static inline bool cpu_has_clear(void)
{
	return false;
}

static inline __attribute__((always_inline)) void cpu_clear(void *to, size_t bytes)
{
	cpu_fill(to, 0, bytes);
}

#endif

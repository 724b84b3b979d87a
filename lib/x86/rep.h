/* SPDX-License-Identifier: MIT */
/* String instructions for whole pages: on recent CPUs faster than any loop. Intel SDM vol. 2B,
 * "REP/REPE/REPZ/REPNE/REPNZ—Repeat String Operation Prefix". */
#ifndef LIB_X86_REP_H
#define LIB_X86_REP_H

#include <stddef.h>
#include <stdint.h>

static inline __attribute__((always_inline)) void rep_movsq(void *to, const void *from,
							    size_t words)
{
	__asm__ volatile("rep movsq" : "+D"(to), "+S"(from), "+c"(words) : : "memory");
}

static inline __attribute__((always_inline)) void rep_stosb(void *to, uint8_t byte, size_t bytes)
{
	__asm__ volatile("rep stosb" : "+D"(to), "+c"(bytes) : "a"(byte) : "memory");
}

static inline __attribute__((always_inline)) void rep_stosq(void *to, uint64_t word, size_t words)
{
	__asm__ volatile("rep stosq" : "+D"(to), "+c"(words) : "a"(word) : "memory");
}

#endif

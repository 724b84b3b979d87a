/* SPDX-License-Identifier: MIT */
/* Loops over memory. Each operation has a loop for each width of registers. Copying and writing
 * also have one with string instructions. */
#ifndef BENCH_MEM_BANDWIDTH_H
#define BENCH_MEM_BANDWIDTH_H

/* Bytes per iteration of the register loops, and per string instruction. */
#define BLOCK_BYTES 512
#define STRING_BYTES 8192

/* Offsets in struct stripe. */
#define STRIPE_AT 0
#define STRIPE_BEGIN 8
#define STRIPE_END 16
#define STRIPE_DISTANCE 24
#define STRIPE_VALUE 32

#ifndef __ASSEMBLER__
#include <stdint.h>

#include "lib/cpu/arch.h"

/* The memory of a loop, on its own cache line. */
struct stripe {
	_Alignas(64) char *at;          /* position of the next call */
	char *begin, *end;              /* the distance between them is also a multiple of an
					 * iteration's bytes */
	uint64_t distance;              /* from source to destination */
	uint64_t value;                 /* value to write */
};

/* A loop continues over that number of 64-byte lines, a multiple of the lines of an iteration. When
 * it returns, its stores are ordered. A wide loop needs the CPU feature in its name. No loop
 * preserves vector registers. */
typedef void bandwidth_loop(struct stripe *stripe, uint64_t lines);

/* Loops for the processor's vector registers, from the narrowest on. ARCH_VECTOR_WIDTHS(X) lists
 * the names of the registers, and the capability that each needs. ARCH_VECTOR_LOOPS(name) lists the
 * loops of an operation. */
#define BANDWIDTH_LOOPS(symbol) bandwidth_loop symbol##_64, ARCH_VECTOR_LOOPS(symbol)

BANDWIDTH_LOOPS(bandwidth_read);
BANDWIDTH_LOOPS(bandwidth_write);
BANDWIDTH_LOOPS(bandwidth_copy);
BANDWIDTH_LOOPS(bandwidth_nt_write);
BANDWIDTH_LOOPS(bandwidth_nt_copy);
bandwidth_loop bandwidth_rep_movsb, bandwidth_rep_stosb;
#endif

#endif

/* SPDX-License-Identifier: MIT */
/* Loops over memory: each operation with registers of several widths, and with string
 * instructions. */
#ifndef BENCH_MEM_BANDWIDTH_H
#define BENCH_MEM_BANDWIDTH_H

/* Bytes per iteration: of the register loops, and of one string instruction. */
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
	char *begin, *end;              /* their distance is also a multiple of an iteration's
					 * bytes */
	uint64_t distance;              /* from source to destination */
	uint64_t value;                 /* value to write */
};

/* A loop continues over that number of 64-byte lines, a multiple of the lines of an iteration.
 * Stores are ordered when the loop returns. Wide loops need the CPU feature in their name; none
 * preserves vector registers. */
typedef void bandwidth_loop(struct stripe *stripe, uint64_t lines);

/* The processor's vector registers, from the narrowest on: ARCH_VECTOR_WIDTHS(X) lists their names
 * and the capability that each needs, ARCH_VECTOR_LOOPS(name) their loops of an operation. */
#define BANDWIDTH_LOOPS(symbol) bandwidth_loop symbol##_64, ARCH_VECTOR_LOOPS(symbol)

BANDWIDTH_LOOPS(bandwidth_read);
BANDWIDTH_LOOPS(bandwidth_write);
BANDWIDTH_LOOPS(bandwidth_copy);
BANDWIDTH_LOOPS(bandwidth_nt_write);
BANDWIDTH_LOOPS(bandwidth_nt_copy);
bandwidth_loop bandwidth_rep_movsb, bandwidth_rep_stosb;
#endif

#endif

/* SPDX-License-Identifier: MIT */
/* Loops over memory: each operation by registers of several widths, and by string instructions. */
#ifndef BENCH_MEM_BANDWIDTH_H
#define BENCH_MEM_BANDWIDTH_H

/* Bytes of one turn: of the loops over registers, and of one string instruction. */
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

/* The memory a loop goes round in, on a cache line of its own. */
struct stripe {
	_Alignas(64) char *at;          /* where the next call goes on */
	char *begin, *end;              /* multiples of the bytes of a turn, apart too */
	uint64_t distance;              /* from what is copied to where it goes */
	uint64_t value;                 /* what is written */
};

/* Each goes on over lines of 64 bytes, a multiple of those in a turn. What is written is in
 * memory's order when they return. The wide ones need what their name says; none keeps any vector
 * register. */
typedef void bandwidth_loop(struct stripe *stripe, uint64_t lines);

bandwidth_loop bandwidth_read_64, bandwidth_read_sse2, bandwidth_read_avx2, bandwidth_read_avx512;
bandwidth_loop bandwidth_write_64, bandwidth_write_sse2, bandwidth_write_avx2,
	       bandwidth_write_avx512;
bandwidth_loop bandwidth_copy_64, bandwidth_copy_sse2, bandwidth_copy_avx2, bandwidth_copy_avx512;
bandwidth_loop bandwidth_nt_write_64, bandwidth_nt_write_sse2, bandwidth_nt_write_avx2,
	       bandwidth_nt_write_avx512;
bandwidth_loop bandwidth_nt_copy_64, bandwidth_nt_copy_sse2, bandwidth_nt_copy_avx2,
	       bandwidth_nt_copy_avx512;
bandwidth_loop bandwidth_rep_movsb, bandwidth_rep_stosb;
#endif

#endif

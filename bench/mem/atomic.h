/* SPDX-License-Identifier: MIT */
/* Operations on one word of memory, most of them atomic. */
#ifndef BENCH_MEM_ATOMIC_H
#define BENCH_MEM_ATOMIC_H

#define ATOMIC_TURN 100         /* operations in one iteration of every loop */

#ifndef __ASSEMBLER__
#include <stdint.h>

/* A loop executes count operations, rounded up to whole iterations, on the sixteen bytes at word,
 * which is aligned to sixteen. All but the comparisons change zero bytes. atomic_cmpxchg16b needs
 * the instruction of that name. */
typedef void atomic_loop(void *word, uint64_t count);

atomic_loop atomic_add, atomic_lock_add, atomic_xchg, atomic_cmpxchg, atomic_xadd,
	    atomic_cmpxchg16b;
#endif

#endif

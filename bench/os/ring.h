/* SPDX-License-Identifier: MIT */
/* Loops of system calls for the tasks of a ring in ring 3. On bare metal, too, the numbers and
 * registers of system calls are those of Linux. */
#ifndef BENCH_OS_RING_H
#define BENCH_OS_RING_H

/* Linux's: arch/x86/entry/syscalls/syscall_64.tbl. */
#define RING_CALL_READ 0
#define RING_CALL_WRITE 1
#define RING_CALL_YIELD 24

#define RING_WORD_BYTES 8

/* Offsets in struct ring_plan, for the assembly. */
#define RING_PLAN_TURNS 0
#define RING_PLAN_MEMORY 8
#define RING_PLAN_SIZE 16
#define RING_PLAN_TO 24
#define RING_PLAN_FROM 32
#define RING_PLAN_WORD 40
#define RING_PLAN_IS_OVER 48

#ifndef __ASSEMBLER__
#include <stddef.h>
#include <stdint.h>

/* Parameters of a task, at an address that it can read. */
struct ring_plan {
	uint64_t turns;                 /* not 0 */
	uint64_t memory, size_bytes;    /* read in each iteration, unless size_bytes is 0 */
	uint64_t to, from;              /* channels to write to and read from */
	uint64_t word;                  /* the word that is passed on */
	uint64_t is_over;               /* set by another task: serving ends at the next word */
};

_Static_assert(offsetof(struct ring_plan, turns) == RING_PLAN_TURNS, "as the assembly has it");
_Static_assert(offsetof(struct ring_plan, memory) == RING_PLAN_MEMORY, "as the assembly has it");
_Static_assert(offsetof(struct ring_plan, size_bytes) == RING_PLAN_SIZE, "as the assembly has it");
_Static_assert(offsetof(struct ring_plan, to) == RING_PLAN_TO, "as the assembly has it");
_Static_assert(offsetof(struct ring_plan, from) == RING_PLAN_FROM, "as the assembly has it");
_Static_assert(offsetof(struct ring_plan, word) == RING_PLAN_WORD, "as the assembly has it");
_Static_assert(offsetof(struct ring_plan, is_over) == RING_PLAN_IS_OVER, "as the assembly has it");

/* Each loop takes the address of a plan and returns after the plan's iterations. ring_serve also
 * returns when no more words arrive. An iteration of ring_yield yields. An iteration of ring_pass
 * sends a word and waits for one. An iteration of ring_serve waits for a word and sends one. */
uint64_t ring_yield(uint64_t plan);
uint64_t ring_pass(uint64_t plan);
uint64_t ring_serve(uint64_t plan);
#endif

#endif

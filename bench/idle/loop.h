/* SPDX-License-Identifier: MIT */
/* The idle loop itself: loop.S for the one that is busy, kernel/idle/loop.S for those that rest.
 * All record a pass by the same instructions, pass.inc. */
#ifndef BENCH_IDLE_LOOP_H
#define BENCH_IDLE_LOOP_H

/* Offsets in the structures below, for the assembly. */
#define IDLE_LOOP_END_TSC 0
#define IDLE_LOOP_TURNS 8
#define IDLE_LOOP_THRESHOLD 16
#define IDLE_LOOP_LAST_TSC 24
#define IDLE_LOOP_NEXT 32
#define IDLE_LOOP_RING 40
#define IDLE_LOOP_RING_END 48
#define IDLE_LOOP_ROUNDS 56
#define IDLE_LOOP_SHORT 64
#define IDLE_LOOP_INTERRUPTS 72
#define IDLE_LOOP_READINGS 80
#define IDLE_LOOP_MSRS 84
#define IDLE_LOOP_OVERWRITES 96
#define IDLE_LOOP_DOORBELL 104

#define IDLE_PASS_BEGIN 0
#define IDLE_PASS_END 8
#define IDLE_PASS_INTERRUPTS 16
#define IDLE_PASS_READINGS 20
#define IDLE_PASS_BYTES 32

#define IDLE_READINGS_MAX 3

#ifndef __ASSEMBLER__
#include <stdint.h>

/* One pass. The counts are running ones, so what happened in a pass is the difference to the one
 * before; their low 32 bits are kept. */
struct idle_pass {
	uint64_t begin_tsc, end_tsc;
	uint32_t interrupts;
	uint32_t readings[IDLE_READINGS_MAX];
};

struct idle_loop {
	volatile uint64_t end_tsc;      /* ends with the first pass to end then; 0 ends it soon */
	uint64_t turns;                 /* of the busy loop in a pass; 1 or more */
	uint64_t threshold_ticks;       /* shorter passes are only counted; 0: none is */
	uint64_t last_tsc;              /* end of the latest pass, recorded or not, after a run */
	struct idle_pass *next;         /* where the next one goes */
	struct idle_pass *ring, *ring_end;
	uint64_t rounds;                /* how often next went on at the front */
	uint64_t short_passes;
	const volatile uint32_t *interrupts;
	uint32_t readings;              /* how many of msrs are read */
	uint32_t msrs[IDLE_READINGS_MAX];
	uint32_t overwrites;            /* full, go on at the front; else end */
	volatile uint64_t doorbell;     /* what MWAIT watches; nobody writes to it */
};

/* Run until end_tsc, or until the ring is full. Any privilege level, with readings 0 in user mode;
 * interrupts as the caller has them. Never with an empty ring. */
void idle_loop_poll(struct idle_loop *loop);
#endif

#endif

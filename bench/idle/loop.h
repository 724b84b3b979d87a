/* SPDX-License-Identifier: MIT */
/* The idle loops. The busy loop is in loop_ARCH.S, the loops that halt in kernel/ARCH/idle/loop.S.
 * All loops of a processor record a pass with the same instructions, IDLE_LOOP of loop_ARCH.inc. */
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

/* One pass. Counts are cumulative, so the events of a pass are the difference to the previous one;
 * only the low 32 bits are stored. */
struct idle_pass {
	uint64_t begin_tsc, end_tsc;
	uint32_t interrupts;
	uint32_t readings[IDLE_READINGS_MAX];
};

struct idle_loop {
	volatile uint64_t end_tsc;      /* the loop ends after the first pass that ends at or
					 * after this time; 0: soon */
	uint64_t turns;                 /* iterations of the busy loop in a pass; 1 or more */
	uint64_t threshold_ticks;       /* passes shorter than this are counted, not recorded; 0:
					 * all are recorded */
	uint64_t last_tsc;              /* end of the latest pass, recorded or not, after a run */
	struct idle_pass *next;         /* slot of the next pass */
	struct idle_pass *ring, *ring_end;
	uint64_t rounds;                /* number of times that next wrapped around */
	uint64_t short_passes;
	const volatile uint32_t *interrupts;
	uint32_t readings;              /* number of MSRs to read; x86-64 only */
	uint32_t msrs[IDLE_READINGS_MAX];
	uint32_t overwrites;            /* when full, wrap around; else end */
	volatile uint64_t doorbell;     /* watched by MWAIT; never written */
};

/* Run until end_tsc, or until the ring is full. Any privilege level, with readings 0 in user mode.
 * Interrupts on or off. The ring must not be empty. */
void idle_loop_poll(struct idle_loop *loop);
#endif

#endif

/* SPDX-License-Identifier: MIT */
/* Loops over one call of SBI firmware. */
#ifndef BENCH_FIRMWARE_CALL_RISCV64_H
#define BENCH_FIRMWARE_CALL_RISCV64_H

#define CALL_OPERATIONS 50

#ifndef __ASSEMBLER__
#include <stdint.h>

struct bench_ctx;

/* The state of firmware.call. The assembly loops rely on the order of the registers. */
struct firmware_call {
	uint64_t arguments[5];          /* a0 to a4 */
	uint64_t function, extension;   /* a6, a7 */
};

/* Call firmware a multiple of CALL_OPERATIONS times, then clear this CPU's software interrupt,
 * which the call may have raised. Interrupts must be off. */
void firmware_call_loop(struct bench_ctx *ctx, uint64_t iterations);

/* Call firmware once and clear this CPU's software interrupt. Interrupts must be off. Returns the
 * error that firmware returned. */
int64_t firmware_call_once(const struct firmware_call *call);
#endif

#endif

/* SPDX-License-Identifier: MIT */
/* The loop over one call of firmware by HVC or SMC. */
#ifndef BENCH_FIRMWARE_CALL_AARCH64_H
#define BENCH_FIRMWARE_CALL_AARCH64_H

#define CALL_OPERATIONS 50

#ifndef __ASSEMBLER__
#include <stdint.h>

struct bench_ctx;

/* The state of firmware.call. The assembly loops rely on the order of the members. */
struct firmware_call {
	uint64_t function, arguments[2];        /* x0 to x2 */
	uint64_t is_by_smc;                     /* 0: by HVC */
};

/* Call firmware a multiple of CALL_OPERATIONS times. */
void firmware_call_loop(struct bench_ctx *ctx, uint64_t iterations);

/* Call firmware once. Returns the 32-bit result. */
int32_t firmware_call_once(const struct firmware_call *call);
#endif

#endif

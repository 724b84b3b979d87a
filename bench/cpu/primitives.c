/* SPDX-License-Identifier: MIT */
/* cpu.loop, cpu.read and cpu.call: basic operations of every program. Each is measured in two ways
 * that must agree: by subtracting null.timing, and by n against 2n. The lengths, 10 000 iterations
 * and bytes and none to seven arguments, are those of Majumdar and Jaganathan, "Performance
 * Measurement of Personal Computer". */
#include "bench/cpu/primitives.h"

#include "bench/benchmark.h"
#include "bench/platform.h"
#include "lib/text/string.h"

const struct benchmark bench_cpu_loop = {
	.name = "cpu.loop",
	.summary = "one iteration of an empty loop of 10 000 iterations",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_QUICK | SUITE_FULL | SUITE_EXACT,
	.run = primitive_loop,
	.loop_operations = PRIMITIVE_TURNS,
	.differenced = true,
	.unverified = "the operations leave nothing behind; the check same-code compares their "
		    "instructions",
};

/* ---- Reading ---- */

struct reading {
	const uint8_t *bytes;           /* first: where primitive_read reads */
};

static int primitives_map_bytes(struct bench_ctx *ctx)
{
	struct reading *reading = ctx->state;
	uint8_t *bytes = platform_map(PRIMITIVE_TURNS, 4096);

	if (bytes == NULL)
		return bench_skip(ctx, "memory", "no memory for the buffer");
	reading->bytes = memset(bytes, 1, PRIMITIVE_TURNS);
	return 0;
}

const struct benchmark bench_cpu_read = {
	.name = "cpu.read",
	.summary = "one iteration of a loop that reads 10 000 bytes, one at a time",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_QUICK | SUITE_FULL | SUITE_EXACT,
	.state_bytes = sizeof(struct reading),
	.setup = primitives_map_bytes,
	.run = primitive_read,
	.loop_operations = PRIMITIVE_TURNS,
	.differenced = true,
	.unverified = "the operations leave nothing behind; the check same-code compares their "
		    "instructions",
};

/* ---- Calling ---- */

static size_t argument_counts(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	(void)ctx;
	for (uint64_t count = 0; count <= CALL_ARGUMENTS_MAX; count++)
		values[count] = count;
	return CALL_ARGUMENTS_MAX + 1;
}

static const struct axis call_axes[] = {{"arguments", NULL, argument_counts}, {0}};

/* Compiles to a load of the function's address and a jump to it. */
static void call_with_arguments(struct bench_ctx *ctx, uint64_t iterations)
{
	static void (*const loops[])(struct bench_ctx *, uint64_t) = {
		primitive_call_0, primitive_call_1, primitive_call_2, primitive_call_3,
		primitive_call_4, primitive_call_5, primitive_call_6, primitive_call_7,
	};

	loops[ctx->point[0]](ctx, iterations);
}

const struct benchmark bench_cpu_call = {
	.name = "cpu.call",
	.summary = "one call of an empty procedure, with its arguments",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_QUICK | SUITE_FULL,
	.axes = call_axes,
	.run = call_with_arguments,
	.loop_operations = PRIMITIVE_TURNS,
	.differenced = true,
	.unverified = "the operations leave nothing behind; the check same-code compares their "
		    "instructions",
};

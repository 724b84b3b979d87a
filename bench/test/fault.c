/* SPDX-License-Identifier: MIT */
/* test.fault: fails in every way that a benchmark may; each must be reported and the next point
 * must run. */
#include "bench/benchmark.h"
#include "lib/cpu/faults.h"

typedef void break_down(void *data);

#define KINDS(X) \
	X(null_read) X(invalid_opcode) CPU_FAULT_KINDS(X) X(execute_data) \
	X(write_text) X(stack_overflow)

/* Address 0 is hidden from the compiler, which would treat its read as unreachable. */
static void break_by_null_read(void *data)
{
	const volatile char *null = NULL;

	(void)data;
	__asm__ volatile("" : "+r"(null));
	(void)*null;
}

static void break_by_invalid_opcode(void *data)
{
	(void)data;
	__asm__ volatile(CPU_INVALID_OPCODE);
}

static void break_by_execute_data(void *data)
{
	break_down *code = (break_down *)(uintptr_t)data;

	*(cpu_code_unit *)data = CPU_RETURN;    /* harmless if the page is executable after all */
	code(NULL);
}

static void break_by_write_text(void *data)
{
	volatile uint8_t *code = (volatile uint8_t *)(uintptr_t)break_by_write_text;

	(void)data;
	*code = *code;
}

/* The array prevents the compiler from making a loop of it. */
static uint64_t recurse(uint64_t depth)
{
	volatile uint64_t frame[32];

	frame[depth % 32] = depth;
	return depth == UINT64_MAX ? 0 : recurse(depth + 1) + frame[depth % 32];
}

static void break_by_stack_overflow(void *data)
{
	*(volatile uint64_t *)data = recurse(0);
}

#define X(kind) #kind,
static const char *const labels[] = {KINDS(X)};
#undef X

#define X(kind) break_by_##kind,
static break_down *const functions[] = {KINDS(X)};
#undef X

#define KIND_COUNT (sizeof(functions) / sizeof(functions[0]))

static size_t fault_kinds(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	(void)ctx;
	for (size_t i = 0; i < KIND_COUNT; i++)
		values[i] = i;
	return KIND_COUNT;
}

static const struct axis axes[] = {{"kind", labels, fault_kinds}, {0}};

static void fault_run(struct bench_ctx *ctx, uint64_t iterations)
{
	(void)iterations;
	functions[ctx->point[0]](ctx->state);
}

const struct benchmark bench_test_fault = {
	.name = "test.fault",
	.summary = "a benchmark that faults: the run must continue",
	.unit = UNIT_TSC_TICKS,
	.axes = axes,
	.state_bytes = sizeof(uint64_t),
	.run = fault_run,
	.unverified = "it fails on purpose",
};

/* SPDX-License-Identifier: MIT */
/* An error of a sweep repeats at each point, so only the first failures of a run are reported. */
#include "bench/engine/validity_check.h"

#include <stdarg.h>
#include <stddef.h>

#include "bench/engine/sweep.h"
#include "bench/platform.h"
#include "lib/text/fmt.h"

#define RECORDS_MAX 32

static unsigned count;

void validity_check_begin(void)
{
	count = 0;
}

unsigned validity_check_failures(void)
{
	return count;
}

void validity_check_failed(const struct bench_ctx *ctx, const char *check, const char *format, ...)
{
	char point[SWEEP_POINT_CHARS] = "", detail[BENCH_DETAIL_MAX];
	const char *bench = ctx != NULL ? ctx->bench->name : "";
	va_list args;

	if (count++ >= RECORDS_MAX)
		return;
	if (ctx != NULL)
		sweep_describe(ctx, BENCH_AXES_MAX, point);
	va_start(args, format);
	fmt_vbuffer(detail, sizeof(detail), format, args);
	va_end(args);
	platform_print("INVALID: %s%s%s%s%s\n", bench, point[0] != '\0' ? " " : "", point,
		       bench[0] != '\0' ? ": " : "", detail);
	wire_write(platform_writer(), WIRE_failed_check,
		   &(struct wire_failed_check){bench, point, check, detail});
}

void validity_check_operations(const struct bench_ctx *ctx, uint64_t executed)
{
	if (executed != ctx->operations)
		validity_check_failed(ctx, "operations",
				      "a sample executes %lu operations, but its time is divided "
				      "by %lu", executed, ctx->operations);
}

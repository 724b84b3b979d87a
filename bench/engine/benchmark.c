/* SPDX-License-Identifier: MIT */
/* Results of benchmarks that cannot measure a point. */
#include "bench/benchmark.h"

#include <stdarg.h>

#include "bench/platform.h"
#include "lib/text/errno.h"
#include "lib/text/fmt.h"

int bench_skip(struct bench_ctx *ctx, const char *missing, const char *format, ...)
{
	va_list args;

	ctx->missing = missing;
	va_start(args, format);
	fmt_vbuffer(ctx->detail, sizeof(ctx->detail), format, args);
	va_end(args);
	return -ENOTSUP;
}

int bench_skip_tasks(struct bench_ctx *ctx)
{
	return bench_skip(ctx, "tasks", "a limit of the user or container allows no more threads "
					"or processes");
}

int bench_error(struct bench_ctx *ctx, int error, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fmt_vbuffer(ctx->detail, sizeof(ctx->detail), format, args);
	va_end(args);
	return error;
}

int bench_cpu_error(struct bench_ctx *ctx, int error, const char *format, ...)
{
	va_list args;

	if ((error == -ETIMEDOUT || error == -EBUSY) && platform_is_hosted())
		return bench_skip(ctx, "cpu_time", "other programs used a CPU for several seconds");
	va_start(args, format);
	fmt_vbuffer(ctx->detail, sizeof(ctx->detail), format, args);
	va_end(args);
	return error;
}

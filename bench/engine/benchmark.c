/* SPDX-License-Identifier: MIT */
/* Results of benchmarks that cannot measure a point. */
#include "bench/benchmark.h"

#include <stdarg.h>

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

int bench_skip_cpu_time(struct bench_ctx *ctx)
{
	return bench_skip(ctx, "cpu_time", "other programs used this CPU for several seconds");
}

int bench_error(struct bench_ctx *ctx, int error, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fmt_vbuffer(ctx->detail, sizeof(ctx->detail), format, args);
	va_end(args);
	return error;
}

/* SPDX-License-Identifier: MIT */
/* Sweeps by recursion, one level per axis, at most BENCH_AXES_MAX deep. */
#include "bench/engine/sweep.h"

#include "lib/text/fmt.h"

static const struct axis *axis_at(const struct benchmark *bench, unsigned depth)
{
	if (bench->axes == NULL || depth == BENCH_AXES_MAX || bench->axes[depth].name == NULL)
		return NULL;
	return &bench->axes[depth];
}

static bool sweep_axis(const struct sweep *sweep, unsigned depth)
{
	static uint64_t values[BENCH_AXES_MAX][BENCH_AXIS_VALUES_MAX];  /* large for a stack */
	const struct axis *axis = axis_at(sweep->ctx->bench, depth);
	size_t count;

	if (axis == NULL)
		return sweep->visit(sweep->context);
	sweep->ctx->missing = NULL;
	count = axis->values(sweep->ctx, values[depth]);
	if (sweep->ctx->missing != NULL)
		sweep->left_out(sweep->context, depth);
	for (size_t i = 0; i < count; i++) {
		sweep->ctx->point[depth] = values[depth][i];
		if (!sweep_axis(sweep, depth + 1))
			return false;
	}
	return true;
}

void sweep_points(const struct sweep *sweep)
{
	sweep_axis(sweep, 0);
}

void sweep_describe(const struct bench_ctx *ctx, unsigned axes, char text[SWEEP_POINT_CHARS])
{
	const struct axis *axis;
	size_t used = 0;

	text[0] = '\0';
	for (unsigned i = 0; i < axes && (axis = axis_at(ctx->bench, i)) != NULL; i++) {
		const char *blank = used > 0 ? " " : "";
		char *end = text + used;
		size_t left = SWEEP_POINT_CHARS - used;

		if (ctx->point[i] == BENCH_AXIS_DEFAULT)
			continue;
		if (axis->labels != NULL)
			used += fmt_buffer(end, left, "%s%s=%s", blank, axis->name,
					   axis->labels[ctx->point[i]]);
		else
			used += fmt_buffer(end, left, "%s%s=%lu", blank, axis->name, ctx->point[i]);
		if (used >= SWEEP_POINT_CHARS)
			return;
	}
}

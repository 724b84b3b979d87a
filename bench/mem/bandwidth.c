/* SPDX-License-Identifier: MIT */
/* mem.bandwidth.*: bytes per second from and to memory, by buffer size, register width, and number
 * of CPUs, each with its own buffer. As in lmbench's bw_mem (McVoy & Staelin, USENIX 1996), copied
 * bytes count once, although they are read and written. The loops are one instruction, or two for a
 * copy, per register's worth, and four to six more per BLOCK_BYTES. */
#include "bench/mem/bandwidth.h"

#include "bench/benchmark.h"
#include "bench/engine/cpu_team.h"
#include "bench/engine/validity_check.h"
#include "bench/mem/page_size.h"
#include "bench/mem/buffer_limit.h"
#include "bench/mem/node_axis.h"
#include "bench/platform.h"
#include "lib/text/errno.h"

#define LINE_BYTES 64
#define SIZE_MIN_BYTES (2 * STRING_BYTES)       /* each half of a copy has room for one string */
#define QUICK_STEP 16
#define FULL_STEP 4
#define LINES_MIN (STRING_BYTES / LINE_BYTES)
#define COPIED_MARK 0xc0b1ed00c0b1ed00

#define WIDTHS_OF_ALL(X) X(64, 0) ARCH_VECTOR_WIDTHS(X)

enum width {
#define X(name, needs) WIDTH_##name,
	WIDTHS_OF_ALL(X)
#undef X
	WIDTHS
};

enum {AXIS_CPUS, AXIS_WIDTH, AXIS_SIZE, AXIS_CPU_NODE, AXIS_NODE};

struct operation {
	bandwidth_loop *loops[WIDTHS];          /* by width; string instructions have only the
						 * first */
	bool copies;                            /* from the buffer's first half to its second */
	bool only_reads;
	uint64_t value;
};

struct bandwidth {
	struct stripe *stripes;                 /* one per CPU */
	bandwidth_loop *loop;
	uint64_t lines;                         /* lines for each CPU in a sample */
	uint64_t size_bytes, page_bytes;        /* of each CPU's buffer */
};

static const char *const width_labels[] = {
#define X(name, needs) [WIDTH_##name] = #name,
	WIDTHS_OF_ALL(X)
#undef X
};

static const uint32_t width_needs[] = {
#define X(name, needs) [WIDTH_##name] = needs,
	WIDTHS_OF_ALL(X)
#undef X
};

/* The widths up to the first one that the machine lacks. No CPU lacks a width and has a greater
 * one. */
static size_t widths(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	uint64_t width = 0;

	while (width < WIDTHS && (width_needs[width] & ~platform_capabilities()) == 0) {
		values[width] = width;
		width++;
	}
	if (width < WIDTHS && ctx->point[AXIS_CPUS] == 1)       /* reported once */
		bench_skip(ctx, width_labels[width], "needs %s instructions; so do greater widths",
			   width_labels[width]);
	return width;
}

static const char *const string_labels[] = {"byte"};

static size_t string_widths(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	(void)ctx;
	values[0] = 0;
	return 1;
}

/* Page size for a buffer: large pages if possible, so that few TLB misses occur. */
static uint64_t page_bytes_for(uint64_t size_bytes)
{
	bool large = size_bytes >= PAGE_SIZE_2M && (platform_capabilities() & CAN_PAGE_2M) != 0;

	return large ? PAGE_SIZE_2M : PAGE_SIZE_4K;
}

/* Sizes of buffers. In the quick suite, points with several CPUs use only the largest buffer,
 * because only that size shows shared memory bandwidth. */
static size_t bandwidth_sizes(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	uint64_t step = ctx->suite != SUITE_FULL ? QUICK_STEP : FULL_STEP;
	uint64_t cpus = ctx->point[AXIS_CPUS], size_bytes = SIZE_MIN_BYTES;
	struct buffer_limit limit = buffer_limit_of(ctx, PAGE_SIZE_4K);
	size_t count = 0;

	for (; size_bytes * cpus <= limit.size_bytes; size_bytes *= step)
		values[count++] = size_bytes;
	if (ctx->point[AXIS_WIDTH] == 0)        /* reported once */
		buffer_limit_report(ctx, &limit, count > 0 ? values[count - 1] : 0);
	if (ctx->suite != SUITE_FULL && cpus > 1 && count > 1) {
		values[0] = values[count - 1];
		return 1;
	}
	return count;
}

/* CPU nodes for remote memory. One CPU reads and writes remote memory, in the largest buffer with
 * the greatest width, because a smaller buffer is in the caches. */
static size_t bandwidth_cpu_nodes(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	const struct operation *operation = ctx->bench->variant;
	uint64_t of_axis[BENCH_AXIS_VALUES_MAX];
	const char *missing = ctx->missing;
	size_t sizes = bandwidth_sizes(ctx, of_axis);
	bool remote = ctx->point[AXIS_CPUS] == 1 && sizes > 0 &&
		      ctx->point[AXIS_SIZE] == of_axis[sizes - 1];

	if (operation->loops[1] != NULL)
		remote &= ctx->point[AXIS_WIDTH] + 1 == widths(ctx, of_axis);
	ctx->missing = missing;                 /* their own axes report it */
	return node_axis_own(ctx, remote, values);
}

static size_t bandwidth_nodes(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	return node_axis_remote(ctx->point[AXIS_CPU_NODE], values);
}

static void settle(void *argument, unsigned member)
{
	const struct bandwidth *bandwidth = argument;

	platform_settle_translations(bandwidth->stripes[member].begin, bandwidth->size_bytes,
				     bandwidth->page_bytes);
}

static void bandwidth_work(void *argument, unsigned member)
{
	const struct bandwidth *bandwidth = argument;

	bandwidth->loop(&bandwidth->stripes[member], bandwidth->lines);
}

static struct cpu_team bandwidth_cpu_team_for(const struct bench_ctx *ctx,
					      void (*function)(void *, unsigned))
{
	return (struct cpu_team){
		.cpus = cpu_team_first_cpus(),
		.count = (unsigned)ctx->point[AXIS_CPUS],
		.work = function,
		.argument = ctx->state,
	};
}

static int bandwidth_sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	const struct cpu_team workers = bandwidth_cpu_team_for(ctx, bandwidth_work);

	return cpu_team_run(ctx, &workers, &values[0]);
}

/* The node of the member's buffer. */
static uint32_t node_of(const struct bench_ctx *ctx, uint64_t member)
{
	if (ctx->point[AXIS_NODE] != BENCH_AXIS_DEFAULT)
		return (uint32_t)ctx->point[AXIS_NODE];
	return platform_nearest_memory(platform_cpu_node((uint32_t)member));
}

/* Map one buffer in each node that has buffers, and give each member its part. */
static bool lay_stripes(const struct bench_ctx *ctx)
{
	const struct operation *operation = ctx->bench->variant;
	const struct bandwidth *bandwidth = ctx->state;
	uint64_t size_bytes = bandwidth->size_bytes, cpus = ctx->point[AXIS_CPUS];
	uint64_t distance = operation->copies ? size_bytes / 2 : 0;

	for (uint32_t node = 0; node < platform_node_count(); node++) {
		uint64_t members = 0;
		char *begin;

		for (uint64_t member = 0; member < cpus; member++)
			members += node_of(ctx, member) == node;
		if (members == 0)
			continue;
		platform_choose_node(node);
		begin = page_size_map(ctx, members * size_bytes, bandwidth->page_bytes);
		if (begin == NULL)
			return false;
		for (uint64_t member = 0; member < cpus; member++) {
			if (node_of(ctx, member) != node)
				continue;
			bandwidth->stripes[member] = (struct stripe){
				.at = begin,
				.begin = begin,
				.end = begin + size_bytes - distance,
				.distance = distance,
				.value = operation->value,
			};
			begin += size_bytes;
		}
	}
	return true;
}

/* ---- Checks that every CPU reaches the end of its buffer ---- */

/* Bytes before the position at which a loop wraps around. */
static uint64_t stripe_bytes(const struct bench_ctx *ctx)
{
	const struct operation *operation = ctx->bench->variant;

	return operation->copies ? ctx->point[AXIS_SIZE] / 2 : ctx->point[AXIS_SIZE];
}

/* The last word before an offset in a CPU's buffer. */
static volatile uint64_t *word_before(const struct bench_ctx *ctx, uint64_t member, uint64_t offset)
{
	const struct bandwidth *bandwidth = ctx->state;

	return (uint64_t *)(bandwidth->stripes[member].begin + offset) - 1;
}

/* What the operation must leave in the last word of each buffer. */
static uint64_t last_word(const struct bench_ctx *ctx, uint64_t member)
{
	const struct operation *operation = ctx->bench->variant;

	return operation->copies ? COPIED_MARK + member : operation->value;
}

static void bandwidth_prepare_check(const struct bench_ctx *ctx)
{
	const struct operation *operation = ctx->bench->variant;
	const struct bandwidth *bandwidth = ctx->state;

	for (uint64_t member = 0; member < ctx->point[AXIS_CPUS]; member++) {
		struct stripe *stripe = &bandwidth->stripes[member];

		stripe->at = stripe->begin + stripe_bytes(ctx) - STRING_BYTES;
		*word_before(ctx, member, ctx->point[AXIS_SIZE]) = ~last_word(ctx, member);
		if (operation->copies)
			*word_before(ctx, member, stripe_bytes(ctx)) = last_word(ctx, member);
	}
}

static void bandwidth_compare(const struct bench_ctx *ctx)
{
	const struct operation *operation = ctx->bench->variant;
	const struct bandwidth *bandwidth = ctx->state;

	for (uint64_t member = 0; member < ctx->point[AXIS_CPUS]; member++) {
		const struct stripe *stripe = &bandwidth->stripes[member];
		uint64_t word = *word_before(ctx, member, ctx->point[AXIS_SIZE]);
		bool is_stored = operation->only_reads || word == last_word(ctx, member);

		if (stripe->at != stripe->begin || !is_stored)
			validity_check_failed(ctx, "buffer",
					      "CPU %lu does not reach the end of its buffer",
					      member);
	}
}

/* Take another sample, of the last bytes of each buffer of the point's size. Every loop must wrap
 * around at the buffer's end, and the last word must be stored. */
static int bandwidth_verify(struct bench_ctx *ctx)
{
	struct bandwidth *bandwidth = ctx->state;
	uint64_t values[BENCH_STAGES_MAX];
	int status;

	validity_check_operations(ctx, ctx->point[AXIS_CPUS] * bandwidth->lines);
	bandwidth_prepare_check(ctx);
	bandwidth->lines = LINES_MIN;
	status = bandwidth_sample(ctx, values);
	cpu_team_verify(ctx, cpu_team_first_cpus(), ctx->point[AXIS_CPUS]);
	if (status == 0)
		bandwidth_compare(ctx);
	return status;
}

static int bandwidth_setup(struct bench_ctx *ctx)
{
	const struct operation *operation = ctx->bench->variant;
	struct bandwidth *bandwidth = ctx->state;
	uint64_t cpus = ctx->point[AXIS_CPUS], size_bytes = ctx->point[AXIS_SIZE];
	const struct cpu_team settlers = bandwidth_cpu_team_for(ctx, settle),
			      workers = bandwidth_cpu_team_for(ctx, bandwidth_work);
	int status;

	bandwidth->size_bytes = size_bytes;
	bandwidth->page_bytes = page_bytes_for(size_bytes);
	bandwidth->loop = operation->loops[ctx->point[AXIS_WIDTH]];
	bandwidth->stripes = platform_map(cpus * sizeof(struct stripe), PAGE_SIZE_4K);
	if (bandwidth->stripes == NULL || !lay_stripes(ctx))
		return bench_skip(ctx, "memory", "no memory for the buffer");
	bandwidth->lines = LINES_MIN;
	status = cpu_team_run(ctx, &settlers, NULL);
	if (status == 0)
		status = cpu_team_calibrate(ctx, &workers, &bandwidth->lines);
	ctx->operations = cpus * bandwidth->lines;
	ctx->bytes = LINE_BYTES;
	return status;
}

static const struct axis vector_axes[] = {
	[AXIS_CPUS] = {"cpus", NULL, cpu_team_sizes_at_once},
	[AXIS_WIDTH] = {"width", width_labels, widths},
	[AXIS_SIZE] = {"size_bytes", NULL, bandwidth_sizes},
	[AXIS_CPU_NODE] = {NODE_AXIS_CPU, NULL, bandwidth_cpu_nodes},
	[AXIS_NODE] = {NODE_AXIS_MEMORY, NULL, bandwidth_nodes},
	{0},
};

static const struct axis string_axes[] = {
	[AXIS_CPUS] = {"cpus", NULL, cpu_team_sizes_at_once},
	[AXIS_WIDTH] = {"width", string_labels, string_widths},
	[AXIS_SIZE] = {"size_bytes", NULL, bandwidth_sizes},
	[AXIS_CPU_NODE] = {NODE_AXIS_CPU, NULL, bandwidth_cpu_nodes},
	[AXIS_NODE] = {NODE_AXIS_MEMORY, NULL, bandwidth_nodes},
	{0},
};

#define LOOPS_OF(symbol) {bandwidth_##symbol##_64, ARCH_VECTOR_LOOPS(bandwidth_##symbol)}
#define NOT_ZERO 0x5a5a5a5a5a5a5a5a

/* Writing zeros is separate from other values: clearing memory is the most common fill, and some
 * caches drop a line of zeros that was zero before. */
static const struct operation read = {.loops = LOOPS_OF(read), .only_reads = true};
static const struct operation write = {.loops = LOOPS_OF(write), .value = NOT_ZERO};
static const struct operation fill = {.loops = LOOPS_OF(write)};
static const struct operation nt_write = {.loops = LOOPS_OF(nt_write), .value = NOT_ZERO};
static const struct operation copy = {.loops = LOOPS_OF(copy), .copies = true};
static const struct operation nt_copy = {.loops = LOOPS_OF(nt_copy), .copies = true};
static const struct operation rep_movsb = {.loops = {bandwidth_rep_movsb}, .copies = true};
static const struct operation rep_stosb = {.loops = {bandwidth_rep_stosb}, .value = NOT_ZERO};

#define BANDWIDTHS(X) \
	X(read, vector_axes, "one line of 64 bytes loaded") \
	X(write, vector_axes, "one line of 64 bytes overwritten") \
	X(fill, vector_axes, "one line of 64 bytes cleared") \
	X(copy, vector_axes, "one line of 64 bytes copied") \
	X(nt_write, vector_axes, "one line of 64 bytes overwritten with non-temporal stores") \
	X(nt_copy, vector_axes, "one line of 64 bytes copied with non-temporal stores") \
	X(rep_movsb, string_axes, "one line of 64 bytes copied by REP MOVSB, 8 KiB at a time") \
	X(rep_stosb, string_axes, "one line of 64 bytes overwritten by REP STOSB, 8 KiB at a time")

#define X(symbol, swept, text) \
	const struct benchmark bench_mem_bandwidth_##symbol = { \
		.name = "mem.bandwidth." #symbol, \
		.summary = text, \
		.unit = UNIT_TSC_TICKS, \
		.suites = SUITE_QUICK | SUITE_FULL, \
		.point_ms = 180, \
		.axes = swept, \
		.variant = &symbol, \
		.state_bytes = sizeof(struct bandwidth), \
		.setup = bandwidth_setup, \
		.sample = bandwidth_sample, \
		.verify = bandwidth_verify, \
		.verified = "each CPU of the point reaches the end of its buffer, and what it " \
			    "stores arrives there", \
	};
BANDWIDTHS(X)
#undef X

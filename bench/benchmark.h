/* What a benchmark is: one constant structure in a file of its own, and a line in bench/list.h.
 * docs/adding-a-benchmark.md shows the way. */
#ifndef BENCH_BENCHMARK_H
#define BENCH_BENCHMARK_H

#include <stddef.h>
#include <stdint.h>

#include "lib/rng.h"

#define BENCH_AXES_MAX 4
#define BENCH_STAGES_MAX 6
#define BENCH_AXIS_VALUES_MAX 128

enum unit {
	UNIT_TSC_TICKS,
};

/* In which suites a benchmark runs; asked for by name it runs whatever its suites. */
enum suite {
	SUITE_QUICK = 1 << 0,
	SUITE_FULL = 1 << 1,
};

struct bench_ctx;

/* A parameter that is swept. The runner takes the last axis fastest. */
struct axis {
	const char *name;               /* with its unit: "size_bytes" */
	const char *const *labels;      /* of the values 0, 1, …; NULL when values are numbers */
	size_t (*values)(const struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX]);
};

struct benchmark {
	const char *name;               /* "irq.self_ipi": unique, stable, the key in every report */
	const char *summary;            /* one sentence: what one operation is */
	enum unit unit;                 /* of one value */
	uint32_t suites;                /* SUITE_… it belongs to; 0 for on request only */
	uint32_t needs;                 /* CAN_…; one missing gives a skip record that names it */
	const struct axis *axes;        /* ended by one without a name; NULL when nothing is swept */
	const char *const *stages;      /* for sample: ended by NULL; NULL when there is one value */
	size_t state_bytes;             /* zeroed before each setup; at most BENCH_STATE_MAX */

	/* Prepare one point. Returns 0, or a negative errno: -ENOTSUP after bench_skip() skips the
	 * point, anything else is reported as an error. May be NULL. */
	int (*setup)(struct bench_ctx *ctx);

	/* Either: do the operation iterations times; the runner times it and finds how many. */
	void (*run)(struct bench_ctx *ctx, uint64_t iterations);

	/* Or: do it once and store one value a stage. Returns 0 or a negative errno. */
	int (*sample)(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX]);

	/* Undo what setup did outside platform_map'd memory. May be NULL. */
	void (*teardown)(struct bench_ctx *ctx);
};

#define BENCH_STATE_MAX 4096

/* What a benchmark's functions are given. */
struct bench_ctx {
	const struct benchmark *bench;
	enum suite suite;
	uint64_t point[BENCH_AXES_MAX]; /* value of each axis, in their order */
	void *state;
	struct rng rng;                 /* seeded alike for every point of every run */
	const char *missing;            /* set by bench_skip */
	const char *detail;
};

/* Say from setup why a point can't be measured here: missing in one word, detail in a sentence.
 * Returns -ENOTSUP, so that it can be returned in turn. */
int bench_skip(struct bench_ctx *ctx, const char *missing, const char *detail);

#endif

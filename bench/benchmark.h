/* SPDX-License-Identifier: MIT */
/* A benchmark is a constant structure in its own file and a line in bench/list.h. See
 * docs/adding-a-benchmark.md. */
#ifndef BENCH_BENCHMARK_H
#define BENCH_BENCHMARK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/rng.h"

#define BENCH_AXES_MAX 5
#define BENCH_STAGES_MAX 8
#define BENCH_SAMPLES_MAX 1024          /* warm samples of a point */
#define BENCH_AXIS_VALUES_MAX 128
#define BENCH_AXIS_DEFAULT (UINT64_MAX - 2)     /* value of an axis that the point does not name */
#define BENCH_STATE_MAX 4096
#define BENCH_DETAIL_MAX 256
#define BENCH_NOT_MEASURED UINT64_MAX
#define BENCH_NO_SUCH_STAGE (UINT64_MAX - 1)

enum unit {
	UNIT_TSC_TICKS,
	UNIT_COUNTS,                    /* each stage has its own unit, which is in its name */
};

/* Suites that include a benchmark. Selection by name ignores suites. */
enum suite {
	SUITE_QUICK = 1 << 0,
	SUITE_FULL = 1 << 1,
	SUITE_NOISE = 1 << 2,           /* an idle machine, for minutes or hours */
	SUITE_FLOW = 1 << 3,            /* interactions only, with the quick suite's sampling
					 * policy */
	SUITE_EXACT = 1 << 4,           /* all timed code is assembly: if a tick is an instruction,
					 * the results do not depend on host and compiler */
};

struct bench_ctx;
struct options;

/* A parameter of a sweep. The last axis varies fastest. */
struct axis {
	const char *name;               /* including the unit: "size_bytes" */
	const char *const *labels;      /* names of the values 0, 1, …; NULL: values are numbers */

	/* Store the values to sweep, for the current values of earlier axes, and return their
	 * count. The point of BENCH_AXIS_DEFAULT is named as if there was no such axis. If the
	 * function called bench_skip(), a skip record gives the reason for the missing values, or
	 * for all of them if the count is 0. */
	size_t (*values)(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX]);
};

struct benchmark {
	const char *name;               /* "irq.self_ipi": unique, stable, the key in reports */
	const char *summary;            /* one operation, in one sentence */
	const char *differs_hosted;     /* how the benchmark differs under an OS, in one sentence;
					 * NULL: in nothing */
	enum unit unit;                 /* of one value */
	uint32_t suites;                /* SUITE_… flags; 0: only by name */
	bool underlies_all;             /* other metrics depend on the benchmark: it runs if any
					 * other does */
	uint32_t needs;                 /* CAN_… flags; if one is missing, a skip record names it */
	const struct axis *axes;        /* ends with an axis without a name; NULL: no sweep */
	const char *const *stages;      /* names, for sample; ends with NULL; NULL: one value
					 * without a name */

	/* The stage whose interval contains those of the others; NULL: none. In each sample it must
	 * be above 0, and at least the sum of the stages that do not overlap; otherwise a check
	 * fails. overlapping: one bit per stage that overlaps another stage, or is no interval. If
	 * a sample has several operations, all stages may overlap. is_divided: each stage begins
	 * where the one before ends, so if all are measured, they sum to the total. */
	const char *total;
	uint32_t overlapping;
	bool is_divided;

	uint32_t tick_stages;           /* for UNIT_COUNTS: one bit per stage that counts ticks */
	const void *variant;            /* parameters, for benchmarks that share functions */
	bool is_of_devices;             /* the first axis is devices: after a failure of one device
					 * the others still run */
	bool waits_for_user;          /* needs a user's input: selected only by its full name */
	uint32_t limit_ms;              /* minimum time limit of a point */
	uint32_t limit_ms_max;          /* maximum of the policy's time limit, or 0 */
	uint32_t point_ms;              /* estimated time of a point besides its budget */
	size_t state_bytes;             /* zeroed before each setup; at most BENCH_STATE_MAX */

	/* Prepare one point. Returns 0, or the result of bench_skip() or bench_error(). May be
	 * NULL. */
	int (*setup)(struct bench_ctx *ctx);

	/* Either set run: execute the operation iterations times. The runner times the call and
	 * calibrates the number of iterations, a multiple of loop_operations, to the resolution of
	 * the clock. loop_operations is the number of operations in one iteration of the loop; 0: a
	 * sample is a single operation. */
	void (*run)(struct bench_ctx *ctx, uint64_t iterations);
	uint32_t loop_operations;

	/* With run: also time 2n operations for every n, as a series of stage "2n". The difference
	 * has no timing overhead, which verifies the subtraction of null.timing. With sample:
	 * sample stores the times of n and of 2n operations; their difference is the metric. */
	bool differenced;

	/* Or set sample: run the operation once, or ctx->operations times, and store one value per
	 * stage. BENCH_NOT_MEASURED: the machine cannot measure the stage. BENCH_NO_SUCH_STAGE:
	 * this point does not have the stage. Returns like setup. */
	int (*sample)(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX]);

	/* With a differenced sample: run n or 2n operations untimed, to count events. The
	 * difference of the counts is that of n operations. */
	void (*count)(struct bench_ctx *ctx, bool is_doubled);

	/* With sample: one sample is long, so there are no cold sample, no warm-up and no event
	 * counting. The number of samples is ctx->samples, or one. */
	bool no_lead_in;

	/* Under an operating system another process runs the operation, so its events are not
	 * counted. */
	bool hosted_elsewhere;

	/* Check that the operation did what it claims, by validity_check_failed. Called after the
	 * last sample, outside the isolated section. Returns like setup. May be NULL. */
	int (*verify)(struct bench_ctx *ctx);

	/* Exactly one is set, to a phrase. verified: what verify, or a sample that returns an
	 * error, proves of the operation. unverified: the reason why nothing can be proved. */
	const char *verified, *unverified;

	/* Undo setup, except for memory of platform_map. Called after every successful setup, also
	 * after a fault. May be NULL. */
	void (*teardown)(struct bench_ctx *ctx);
};

/* Argument of a benchmark's functions. */
struct bench_ctx {
	void *state;                    /* first: loops in assembly load it from offset 0 */
	const struct benchmark *bench;
	enum suite suite;
	const struct options *options;  /* of the run */
	uint64_t point[BENCH_AXES_MAX]; /* value of each axis, in order */

	/* Set by setup as needed. operations: operations in a sample, for sample. bytes: bytes that
	 * one operation moves. warming: number of operations of run that load the data into the
	 * caches, after the cold sample in the isolated section. samples: number of samples instead
	 * of the suite's, at most BENCH_SAMPLES_MAX. */
	uint64_t operations;
	uint64_t bytes;
	uint64_t warming;
	uint32_t samples;

	struct rng rng;                 /* same seed for every point of every run */
	const char *missing;            /* set by bench_skip */
	char detail[BENCH_DETAIL_MAX];  /* set by bench_skip and bench_error */
};

/* Record why a point cannot be measured here. missing is one word and must stay valid; the text is
 * one sentence. Returns -ENOTSUP, for the caller to return. */
int bench_skip(struct bench_ctx *ctx, const char *missing, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Skip a point after -EAGAIN: the platform allows no more threads or processes. */
int bench_skip_tasks(struct bench_ctx *ctx);

/* Record an error as one sentence. Returns error, a negative errno. */
int bench_error(struct bench_ctx *ctx, int error, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Report an error of work on other CPUs. Under an operating system, other programs have used a CPU
 * that does not answer in time (-ETIMEDOUT) or has not finished earlier work (-EBUSY), so the point
 * is skipped. */
int bench_cpu_error(struct bench_ctx *ctx, int error, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

#endif

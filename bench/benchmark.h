/* SPDX-License-Identifier: MIT */
/* What a benchmark is: one constant structure in a file of its own, and a line in bench/list.h.
 * docs/adding-a-benchmark.md shows the way. */
#ifndef BENCH_BENCHMARK_H
#define BENCH_BENCHMARK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/rng.h"

#define BENCH_AXES_MAX 5
#define BENCH_STAGES_MAX 8
#define BENCH_AXIS_VALUES_MAX 128
#define BENCH_STATE_MAX 4096
#define BENCH_DETAIL_MAX 256
#define BENCH_NOT_MEASURED UINT64_MAX
#define BENCH_NO_SUCH_STAGE (UINT64_MAX - 1)

enum unit {
	UNIT_TSC_TICKS,
	UNIT_COUNTS,                    /* each stage counts something else, which its name says */
};

/* In which suites a benchmark runs; asked for by name it runs whatever its suites. */
enum suite {
	SUITE_QUICK = 1 << 0,
	SUITE_FULL = 1 << 1,
	SUITE_NOISE = 1 << 2,           /* minutes or hours of an idle machine */
	SUITE_FLOW = 1 << 3,            /* interactions alone, with the quick suite's effort */
	SUITE_EXACT = 1 << 4,           /* all that is timed is assembly: where a tick is an
					 * instruction, whatever the host and the compiler, the
					 * figures are the same */
};

struct bench_ctx;
struct options;

/* A parameter that is swept. The runner takes the last axis fastest. */
struct axis {
	const char *name;               /* with its unit: "size_bytes" */
	const char *const *labels;      /* of the values 0, 1, …; NULL when values are numbers */

	/* Store the values to sweep, given the axes before this one, and return how many there are.
	 * After bench_skip() a skip record says why the rest, or with 0 all of it, is left out. */
	size_t (*values)(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX]);
};

struct benchmark {
	const char *name;               /* "irq.self_ipi": unique, stable, the key in reports */
	const char *summary;            /* one sentence: what one operation is */
	const char *differs_hosted;     /* one: how it differs under an OS; NULL: it does not */
	enum unit unit;                 /* of one value */
	uint32_t suites;                /* SUITE_… it belongs to; 0 for on request only */
	bool underlies_all;             /* other figures rest on it: it runs whenever any does */
	uint32_t needs;                 /* CAN_…; one missing gives a skip record that names it */
	const struct axis *axes;        /* ended by one without a name; NULL: nothing is swept */
	const char *const *stages;      /* for sample: ended by NULL; NULL: there is one value */
	uint32_t tick_stages;           /* of UNIT_COUNTS: a bit for each stage that counts ticks */
	const void *variant;            /* what tells it from others that share its functions */
	bool is_of_devices;             /* the first axis': a failure at one is not all of theirs */
	bool waits_for_person;          /* who types: it has to be named in full */
	uint32_t limit_ms;              /* a point may take so long, if that is more than usual */
	uint32_t point_ms;              /* what one takes besides its budget, about: for progress */
	size_t state_bytes;             /* zeroed before each setup; at most BENCH_STATE_MAX */

	/* Prepare one point. Returns 0, or what bench_skip() or bench_error() returned: the point
	 * is then skipped, or reported as cut short. May be NULL. */
	int (*setup)(struct bench_ctx *ctx);

	/* Either: do the operation iterations times. The runner times it, finds how many iterations
	 * make a sample long enough for the clock, and asks for a multiple of loop_operations: what
	 * one turn of the loop holds. With loop_operations 0 a sample is a single operation. */
	void (*run)(struct bench_ctx *ctx, uint64_t iterations);
	uint32_t loop_operations;

	/* With run: time 2n operations beside every n, as a series of stage "2n". In the difference
	 * all that is not the operation cancels, which checks the subtraction of null.timing. */
	bool differenced;

	/* Or: do it once, or ctx->operations times, and store one value a stage, BENCH_NOT_MEASURED
	 * for a stage that this machine never shows, BENCH_NO_SUCH_STAGE for one that there is none
	 * of at this point. Returns as setup does. */
	int (*sample)(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX]);

	/* With sample: one is long enough for its first part not to matter. There are as many as
	 * ctx->samples says, or one; none is a cold one apart, or thrown away for warming up, or
	 * repeated to count events. */
	bool no_lead_in;

	/* Under an operating system another process does it, whose events are not counted. */
	bool hosted_elsewhere;

	/* Undo what setup did outside platform_map'd memory; called whenever setup succeeded, also
	 * after a fault. May be NULL. */
	void (*teardown)(struct bench_ctx *ctx);
};

/* What a benchmark's functions are given. */
struct bench_ctx {
	void *state;                    /* first: loops in assembly load it from offset 0 */
	const struct benchmark *bench;
	enum suite suite;
	const struct options *options;  /* of the run */
	uint64_t point[BENCH_AXES_MAX]; /* value of each axis, in their order */

	/* Set by setup where it applies: operations in one sample that the benchmark times itself,
	 * if more than one; bytes that one operation moves; operations of run that bring what it
	 * works on into the caches, done in the isolated section after the cold sample; samples to
	 * take, if not as many as the suite would, at most MEASURE_SAMPLES_MAX. */
	uint64_t operations;
	uint64_t bytes;
	uint64_t warming;
	uint32_t samples;

	struct rng rng;                 /* seeded alike for every point of every run */
	const char *missing;            /* set by bench_skip */
	char detail[BENCH_DETAIL_MAX];  /* set by bench_skip and bench_error */
};

/* Say why a point can't be measured here: missing in one word that stays valid, the rest in a
 * sentence. Returns -ENOTSUP, so that it can be returned in turn. */
int bench_skip(struct bench_ctx *ctx, const char *missing, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* The same for -EAGAIN of a platform that may have no more threads or processes. */
int bench_skip_tasks(struct bench_ctx *ctx);

/* The same for another CPU that under an operating system did not answer in time. */
int bench_skip_cpu_time(struct bench_ctx *ctx);

/* Say in a sentence what went wrong. Returns error, a negative errno. */
int bench_error(struct bench_ctx *ctx, int error, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

#endif

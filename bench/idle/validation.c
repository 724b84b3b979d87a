/* SPDX-License-Identifier: MIT */
/* idle.validation: does the idle loop measure work correctly? An application waits for a timer
 * interrupt and does work of known length. Its CPU time is measured in three ways: by the idle
 * loop, from a longer pass; by the handler, from its first instruction to its last before IRET,
 * including what it woke; and by the application, from the event to the end of its work. The
 * handler's time excludes the CPU's own part, entry and IRET. The application's time also excludes
 * handling and rescheduling, which time stamps in programs never include: Y. Endo et al., "Using
 * Latency to Evaluate Interactive System Performance", OSDI 1996, "Idle Loop Instrumentation".
 * Without work, the idle loop's metric is the path of an interrupt alone. Other points must exceed
 * this metric by their work and nothing else. If the idle CPU halts, a pass has no fixed length,
 * and the handler's latency shows the cost of waking. */
#include "bench/benchmark.h"
#include "bench/engine/options.h"
#include "bench/engine/validity_check.h"
#include "bench/idle/trace.h"
#include "bench/platform.h"
#include "bench/selftest/chains.h"
#include "lib/cpu/clock.h"
#include "lib/text/errno.h"
#include "lib/text/ticks.h"

#define SAMPLES_QUICK 5
#define SAMPLES_FULL 31
#define PASSES 256
#define EVENTS 64
#define DELAY_US 2500                   /* ends in the middle of the third pass */
#define REST_US 3000                    /* after the work */
#define LIMIT_US 1000000                /* limit for the timer, because an emulator's host may be
					 * busy */
#define CALIBRATION_ELEMENTS (256 * CHAIN_ELEMENTS)
#define CALIBRATIONS 9

enum {AXIS_WORK, AXIS_IDLE};
enum {STAGE_KNOWN, STAGE_IDLE_LOOP, STAGE_HANDLER, STAGE_APPLICATION, STAGE_LATE};

struct validation {
	struct idle_trace *trace;
	struct idle_application application;
	uint64_t work_elements;
	uint64_t work_ticks;            /* undisturbed duration of the work */
	uint64_t known_ticks;           /* duration of the work in the latest sample */
	uint64_t least_busy_ticks;      /* least of all samples, by the idle loop */
	struct bench_ctx *ctx;
};

static size_t works_us(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	(void)ctx;
	values[0] = 0;
	values[1] = 1 * US_PER_MS;
	values[2] = 5 * US_PER_MS;
	values[3] = 10 * US_PER_MS;
	return 4;
}

static void validation_work(void *argument)
{
	struct validation *validation = argument;

	if (validation->work_elements != 0)
		chain_multiply(validation->ctx, validation->work_elements);
}

/* The shortest of several runs: the duration of the same work without disturbance. */
static uint64_t undisturbed_ticks(struct validation *validation, uint64_t elements)
{
	uint64_t shortest_ticks = UINT64_MAX;

	validation->work_elements = elements;
	for (int i = 0; i < CALIBRATIONS; i++) {
		uint64_t begin_tsc = clock_read(), ticks;

		validation_work(validation);
		ticks = clock_read() - begin_tsc;
		if (ticks < shortest_ticks)
			shortest_ticks = ticks;
	}
	return shortest_ticks;
}

/* Whether times are exact. If not, they also change with the CPU's frequency and with the load of
 * an emulator's host. */
static bool is_exact(void)
{
	return platform_time_base() == TIME_INSTRUCTIONS;
}

static uint64_t wanted_work_ticks(const struct bench_ctx *ctx)
{
	return ticks_of_us(ctx->point[AXIS_WORK], platform_clock_hz());
}

static void check_work(struct bench_ctx *ctx, uint64_t ticks)
{
	uint64_t wanted_ticks = wanted_work_ticks(ctx);
	uint64_t error_ticks = ticks > wanted_ticks ? ticks - wanted_ticks : wanted_ticks - ticks;

	if (is_exact() && wanted_ticks != 0 &&
	    error_ticks > wanted_ticks / 100 * IDLE_ERROR_PERCENT_MAX)
		validity_check_failed(ctx, "work", "work of %lu ticks takes %lu: something else "
						   "runs on this CPU", wanted_ticks, ticks);
}

static void choose_work(struct bench_ctx *ctx, struct validation *validation)
{
	uint64_t wanted_ticks = wanted_work_ticks(ctx);
	uint64_t block_ticks = undisturbed_ticks(validation, CALIBRATION_ELEMENTS);
	uint64_t elements = wanted_ticks * CALIBRATION_ELEMENTS / block_ticks;

	elements -= elements % CHAIN_ELEMENTS;
	validation->work_ticks = undisturbed_ticks(validation, elements);
}

static int validation_setup(struct bench_ctx *ctx)
{
	static const struct idle_plan plan = {
		.quantum_ns = IDLE_QUANTUM_NS_DEFAULT, .passes = PASSES, .events = EVENTS,
	};
	struct validation *validation = ctx->state;
	uint64_t hz = platform_clock_hz();
	int status;

	validation->trace = idle_trace_open(ctx, &plan, &status);
	if (validation->trace == NULL)
		return status;
	validation->ctx = ctx;
	validation->least_busy_ticks = UINT64_MAX;
	choose_work(ctx, validation);
	validation->application = (struct idle_application){
		.events = 1,
		.delay_ticks = ticks_of_us(DELAY_US, hz),
		.rest_ticks = ticks_of_us(REST_US, hz),
		.work = validation_work,
		.argument = validation,
	};
	validation->trace->kind = (enum idle_kind)ctx->point[AXIS_IDLE];
	validation->trace->application = &validation->application;
	validation->trace->duration_ticks = ticks_of_us(LIMIT_US, hz);
	if (ctx->options->samples == 0)
		ctx->samples = ctx->suite == SUITE_QUICK ? SAMPLES_QUICK : SAMPLES_FULL;
	return 0;
}

/* ---- A sample ---- */

static uint64_t time_of(const struct idle_trace *trace, enum idle_event_kind kind)
{
	const struct idle_event *event = idle_trace_latest(trace, kind);

	return event != NULL ? event->tsc : 0;
}

/* Take the values. Under an operating system the handler is not observable, so an event starts when
 * it is due and ends with the work. Whole passes count, so time before and after the event is
 * included. */
static int validation_take_values(struct bench_ctx *ctx, const struct idle_trace *trace,
				  uint64_t values[BENCH_STAGES_MAX])
{
	bool is_hosted = platform_is_hosted();
	uint64_t raised = time_of(trace, IDLE_EVENT_RAISED);
	uint64_t resume = time_of(trace, IDLE_EVENT_RESUME);
	uint64_t done = time_of(trace, IDLE_EVENT_DONE);
	uint64_t begin = is_hosted ? raised : time_of(trace, IDLE_EVENT_ENTERED);
	uint64_t end = is_hosted ? done : time_of(trace, IDLE_EVENT_LEAVE);
	uint64_t reached = is_hosted ? resume : begin;

	if (begin == 0 || done == 0 || end == 0)
		return bench_error(ctx, -ETIMEDOUT, "the timer interrupt did not arrive in time");
	values[STAGE_IDLE_LOOP] = trace->kind == IDLE_POLL
				  ? idle_trace_busy_ticks(trace, begin, end) : BENCH_NOT_MEASURED;
	values[STAGE_HANDLER] = is_hosted ? BENCH_NOT_MEASURED : end - begin;
	values[STAGE_APPLICATION] = done - resume;
	values[STAGE_LATE] = reached > raised ? reached - raised : 0;
	return 0;
}

static int validation_sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	struct validation *validation = ctx->state;
	struct idle_trace *trace = validation->trace;
	int status = platform_idle_run(trace);

	if (status == -ENOTSUP)
		return bench_skip(ctx, "idle_application", "no interrupt of our own can wake an "
							   "application, or the CPU cannot rest "
							   "this way");
	if (status != 0)
		return bench_error(ctx, status, "the idle loop failed: error %d", status);
	values[STAGE_KNOWN] = validation->work_ticks;
	status = validation_take_values(ctx, trace, values);
	validation->known_ticks = values[STAGE_KNOWN];
	if (status == 0 && values[STAGE_IDLE_LOOP] < validation->least_busy_ticks)
		validation->least_busy_ticks = values[STAGE_IDLE_LOOP];
	return status;
}

/* The idle loop must find at least the work. */
static void check_idle_loop(struct bench_ctx *ctx, const struct validation *validation)
{
	uint64_t least_ticks = validation->known_ticks / 100 * (100 - IDLE_ERROR_PERCENT_MAX);

	if (is_exact() && validation->least_busy_ticks < least_ticks)
		validity_check_failed(ctx, "idle_loop",
				      "the idle loop found %lu ticks of work that takes %lu",
				      validation->least_busy_ticks, validation->known_ticks);
}

static void validation_teardown(struct bench_ctx *ctx)
{
	const struct validation *validation = ctx->state;

	if (validation->trace->end_tsc != 0)
		idle_trace_write(ctx, validation->trace);
}

static int validation_verify(struct bench_ctx *ctx)
{
	const struct validation *validation = ctx->state;

	check_work(ctx, validation->known_ticks);
	check_idle_loop(ctx, validation);
	idle_trace_check(ctx, validation->trace);
	return 0;
}

static const struct axis axes[] = {
	[AXIS_WORK] = {"work_us", NULL, works_us},
	[AXIS_IDLE] = {"idle", idle_kind_labels, idle_kinds},
	{0},
};

static const char *const stages[] = {
	[STAGE_KNOWN] = "known_work", [STAGE_IDLE_LOOP] = "idle_loop", [STAGE_HANDLER] = "handler",
	[STAGE_APPLICATION] = "application", [STAGE_LATE] = "late", NULL,
};

const struct benchmark bench_idle_validation = {
	.name = "idle.validation",
	.summary = "work of known length in an application that a timer interrupt wakes",
	.differs_hosted = "a process waits for a timer descriptor",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_QUICK | SUITE_FULL,
	.needs = CAN_CLOCK,
	.point_ms = 300,
	.axes = axes,
	.stages = stages,
	.state_bytes = sizeof(struct validation),
	.setup = validation_setup,
	.sample = validation_sample,
	.verify = validation_verify,
	.teardown = validation_teardown,
	.verified = "the loop found the known work, and its passes and interrupts are complete",
};

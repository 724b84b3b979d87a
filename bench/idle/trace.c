/* SPDX-License-Identifier: MIT */
/* Traces: memory, calibration, recording of events, and queries. */
#include "bench/idle/trace.h"

#include "bench/engine/options.h"
#include "bench/engine/validity_check.h"
#include "bench/platform.h"
#include "lib/cpu/clock.h"
#include "lib/text/errno.h"
#include "lib/text/string.h"
#include "lib/text/ticks.h"

#define PAGE_4K 4096

#define FEW_TURNS 1
#define MANY_TURNS 1024                 /* initial number of iterations */
#define MANY_TURNS_MAX (1u << 30)
#define MANY_NS 10000u                  /* with a pass of this length, recording takes a negligible
					 * part */
#define FIRST_WHOLE_PASS 1              /* index of the first pass that includes recording */
#define SHORT_PASSES 33
#define ITERATION_TICKS_MAX 16          /* in instruction time; a pass is a whole number of
					 * iterations */
#define QUANTUM_PASSES 6

_Static_assert(SHORT_PASSES <= IDLE_PASSES_MIN && QUANTUM_PASSES <= IDLE_PASSES_MIN,
	       "every trace can hold the calibration");

static uint64_t ns_to_ticks(uint64_t ns)
{
	return ticks_of_ns(ns, platform_clock_hz());
}

const char *const idle_kind_labels[] = {
	[IDLE_POLL] = "poll", [IDLE_HLT] = "hlt", [IDLE_MWAIT] = "mwait",
};

size_t idle_kinds(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	uint32_t capabilities = platform_capabilities();
	size_t count = 0;

	values[count++] = IDLE_POLL;
	if (ctx->suite == SUITE_QUICK)
		return count;
	if ((capabilities & CAN_PRIVILEGED) == 0) {
		bench_skip(ctx, "privileged", "a process cannot halt the CPU");
		return count;
	}
	values[count++] = IDLE_HLT;
	if ((capabilities & CAN_MWAIT) != 0)
		values[count++] = IDLE_MWAIT;
	else
		bench_skip(ctx, "mwait", "the CPU has no MWAIT");
	return count;
}

/* ---- Memory ---- */

static struct idle_trace *trace_take_memory(const struct idle_plan *plan)
{
	size_t passes_bytes = plan->passes * sizeof(struct idle_pass);
	size_t events_bytes = plan->events * sizeof(struct idle_event);
	uint8_t *memory = platform_map(sizeof(struct idle_trace) + passes_bytes + events_bytes,
				       PAGE_4K);
	struct idle_trace *trace = (struct idle_trace *)memory;

	if (memory == NULL)
		return NULL;
	memset(memory, 0, sizeof(*trace) + passes_bytes + events_bytes);
	memory += sizeof(*trace);
	ring_init(&trace->passes, memory, passes_bytes, sizeof(struct idle_pass),
		  plan->overwrites);
	ring_init(&trace->events, memory + passes_bytes, events_bytes, sizeof(struct idle_event),
		  false);
	return trace;
}

static void open_readings(struct idle_trace *trace, enum idle_reads reads, uint32_t events)
{
	trace->loop.readings = idle_readings_open(reads, events, trace->readings);
	for (uint32_t i = 0; i < trace->loop.readings; i++)
		trace->loop.msrs[i] = trace->readings[i].msr;
}

static void rewind_loop(struct idle_trace *trace, uint64_t passes)
{
	struct idle_loop *loop = &trace->loop;

	loop->ring = loop->next = (struct idle_pass *)trace->passes.slots;
	loop->ring_end = loop->ring + passes;
	loop->overwrites = trace->passes.overwrites;
	loop->rounds = loop->short_passes = 0;
	loop->interrupts = &trace->interrupts;
}

static uint64_t shortest_recorded(const struct idle_trace *trace)
{
	uint64_t shortest_ticks = UINT64_MAX;

	for (uint64_t i = FIRST_WHOLE_PASS; i < ring_count(&trace->passes); i++) {
		const struct idle_pass *pass = ring_at(&trace->passes, i);

		if (pass->end_tsc - pass->begin_tsc < shortest_ticks)
			shortest_ticks = pass->end_tsc - pass->begin_tsc;
	}
	return shortest_ticks;
}

/* ---- Calibration ---- */

/* The shortest of several passes, because any disturbance makes a pass longer. */
static uint64_t shortest_pass(struct idle_trace *trace, uint64_t turns, uint64_t passes)
{
	rewind_loop(trace, passes);
	trace->loop.overwrites = false;
	trace->loop.turns = turns;
	trace->loop.end_tsc = UINT64_MAX;
	idle_loop_poll(&trace->loop);
	trace->passes.kept = passes;
	return shortest_recorded(trace);
}

/* The slope from few to many iterations is the time of an iteration. The rest of a short pass is
 * the time of its recording. */
static int find_slope(struct idle_trace *trace)
{
	uint64_t few_ticks = shortest_pass(trace, FEW_TURNS, SHORT_PASSES);
	uint64_t many_turns = MANY_TURNS, many_ticks, slope_ticks;

	while ((many_ticks = shortest_pass(trace, many_turns, SHORT_PASSES)) <
	       few_ticks + ns_to_ticks(MANY_NS) && many_turns < MANY_TURNS_MAX)
		many_turns *= 2;
	if (many_turns >= MANY_TURNS_MAX || trace->quantum_ticks <= few_ticks)
		return -EIO;
	slope_ticks = many_ticks - few_ticks;
	trace->record_ticks = few_ticks - slope_ticks / (many_turns - FEW_TURNS) * FEW_TURNS;
	trace->loop.turns = FEW_TURNS + (trace->quantum_ticks - few_ticks) *
			    (many_turns - FEW_TURNS) / slope_ticks;
	return 0;
}

/* Measures a pass with the calculated number of iterations as the reference for runs. If the pass
 * is not as long as expected, the core clock may have changed, and the number is corrected once. */
int idle_trace_calibrate(struct idle_trace *trace)
{
	uint64_t threshold_ticks = trace->loop.threshold_ticks;
	int status;

	trace->loop.threshold_ticks = 0;
	status = find_slope(trace);
	if (status != 0)
		return status;
	trace->pass_ticks = shortest_pass(trace, trace->loop.turns, QUANTUM_PASSES);
	if (trace->pass_ticks / 100 != trace->quantum_ticks / 100) {
		trace->loop.turns = 1 + trace->loop.turns * trace->quantum_ticks /
				    trace->pass_ticks;
		trace->pass_ticks = shortest_pass(trace, trace->loop.turns, QUANTUM_PASSES);
	}
	trace->loop.threshold_ticks = threshold_ticks;
	return 0;
}

struct idle_trace *idle_trace_open(struct bench_ctx *ctx, const struct idle_plan *plan,
				   int *status)
{
	struct idle_trace *trace = trace_take_memory(plan);

	if (trace == NULL) {
		*status = bench_skip(ctx, "memory", "no memory for a trace of %lu passes",
				     plan->passes);
		return NULL;
	}
	open_readings(trace, plan->reads, ctx->options->events);
	trace->quantum_ticks = ns_to_ticks(plan->quantum_ns);
	*status = idle_trace_calibrate(trace);
	if (*status == 0)
		return trace;
	bench_error(ctx, *status, "no number of iterations takes a quantum of %lu ticks",
		    trace->quantum_ticks);
	return NULL;
}

/* ---- A run ---- */

void idle_trace_begin(struct idle_trace *trace)
{
	trace->passes.offered = trace->passes.kept = 0;
	trace->events.offered = trace->events.kept = 0;
	trace->interrupts = 0;
	trace->smis = 0;
	trace->rested_ticks = 0;
	trace->clock_ticks = 0;
	memset(trace->vectors, 0, sizeof(trace->vectors));
	rewind_loop(trace, trace->passes.capacity);
	trace->begin_tsc = clock_read();
	trace->loop.end_tsc = trace->begin_tsc + trace->duration_ticks;
}

static enum idle_end why_ended(const struct idle_trace *trace)
{
	if (trace->loop.end_tsc == 0)
		return IDLE_ENDED_STOPPED;
	return trace->end_tsc < trace->loop.end_tsc ? IDLE_ENDED_FULL : IDLE_ENDED_TIME;
}

void idle_trace_end(struct idle_trace *trace)
{
	const struct idle_loop *loop = &trace->loop;

	trace->end_tsc = loop->last_tsc;
	trace->passes.kept = loop->rounds * trace->passes.capacity +
			     (uint64_t)(loop->next - loop->ring);
	trace->passes.offered = trace->passes.kept;
	if (trace->kind == IDLE_POLL && shortest_recorded(trace) < trace->pass_ticks)
		trace->pass_ticks = shortest_recorded(trace);
	trace->ended = why_ended(trace);
}

void idle_trace_add_event(struct idle_trace *trace, enum idle_event_kind kind, uint32_t value,
			  uint64_t tsc)
{
	struct idle_event *event = ring_push(&trace->events);

	if (event != NULL)
		*event = (struct idle_event){tsc, kind, value};
}

/* ---- Results of a run ---- */

const struct idle_pass *idle_trace_long_pass(const struct idle_trace *trace, uint64_t slack_ticks,
					     uint64_t *nth)
{
	for (; *nth < ring_count(&trace->passes); ++*nth) {
		const struct idle_pass *pass = ring_at(&trace->passes, *nth);

		if (pass->end_tsc - pass->begin_tsc > trace->pass_ticks + slack_ticks)
			return pass;
	}
	return NULL;
}

uint64_t idle_trace_busy_ticks(const struct idle_trace *trace, uint64_t begin_tsc, uint64_t end_tsc)
{
	uint64_t ticks = 0, passes = 0;

	for (uint64_t i = 0; i < ring_count(&trace->passes); i++) {
		const struct idle_pass *pass = ring_at(&trace->passes, i);

		if (pass->end_tsc > begin_tsc && pass->begin_tsc < end_tsc) {
			ticks += pass->end_tsc - pass->begin_tsc;
			passes++;
		}
	}
	return ticks > passes * trace->pass_ticks ? ticks - passes * trace->pass_ticks : 0;
}

static bool is_near(uint64_t ticks, uint64_t expected_ticks)
{
	uint64_t error_ticks = expected_ticks / 100 * IDLE_ERROR_PERCENT_MAX + ITERATION_TICKS_MAX;

	return ticks + error_ticks >= expected_ticks && ticks <= expected_ticks + error_ticks;
}

void idle_trace_check(const struct bench_ctx *ctx, const struct idle_trace *trace)
{
	uint64_t shortest_ticks = shortest_recorded(trace);

	if (platform_time_base() != TIME_INSTRUCTIONS || trace->kind != IDLE_POLL)
		return;
	if (!is_near(trace->pass_ticks, trace->quantum_ticks))
		validity_check_failed(ctx, "calibration",
				      "a pass of the idle loop takes %lu ticks, not the quantum "
				      "of %lu", trace->pass_ticks, trace->quantum_ticks);
	else if (shortest_ticks != UINT64_MAX && !is_near(shortest_ticks, trace->pass_ticks))
		validity_check_failed(ctx, "calibration",
				      "no pass of the idle loop takes the %lu ticks of its "
				      "calibration; the shortest takes %lu",
				      trace->pass_ticks, shortest_ticks);
}

bool idle_trace_reads_smis(const struct idle_trace *trace)
{
	return trace->loop.readings > 0 && strcmp(trace->readings[0].name, "smi") == 0;
}

const struct idle_event *idle_trace_latest(const struct idle_trace *trace,
					   enum idle_event_kind kind)
{
	for (uint64_t left = ring_count(&trace->events); left > 0; left--) {
		const struct idle_event *event = ring_at(&trace->events, left - 1);

		if (event->kind == kind)
			return event;
	}
	return NULL;
}

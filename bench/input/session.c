/* SPDX-License-Identifier: MIT */
/* The application, a trace of the idle loop, and a message log, and the metrics of a run. If the
 * idle loop's passes are few, each is recorded. Otherwise only long passes are. */
#include "bench/input/session.h"

#include "bench/engine/options.h"
#include "lib/event/think_wait.h"
#include "lib/text/errno.h"
#include "lib/text/ticks.h"

#define PASSES_MAX 65536
#define EVENTS_A_MESSAGE 20             /* in the log; a mouse packet of three bytes has the most */
#define EVENTS_BESIDES 256
#define INTERRUPTS_A_MESSAGE 8
#define EVENTS_A_TIMER 8                /* in the log, for a message of the application's timer */
#define INTERRUPTS_A_TIMER 2
#define SETUP_MS 10000                  /* setup, and time after the run */
#define LONG_PASS_PART 1000             /* part of a pass; a long pass exceeds the pass by at least
					 * this part */

enum {
	STAGE_THINK, STAGE_WAIT, STAGE_BUSY, STAGE_MESSAGES, STAGE_DRAWS, STAGE_QUEUED_MAX,
};

const char *const session_stages[] = {
	[STAGE_THINK] = "think_us", [STAGE_WAIT] = "wait_us", [STAGE_BUSY] = "busy_us",
	[STAGE_MESSAGES] = "messages", [STAGE_DRAWS] = "draws", [STAGE_QUEUED_MAX] = "queued_max",
	NULL,
};

const char *const session_pace_labels[] = {
	[INPUT_BY_PERSON] = "person", [INPUT_PACED] = "paced", [INPUT_FAST] = "fast",
};

/* Whether the idle loop rests. With instruction counting, a halt costs nothing, however long it
 * lasts, while polling through a long script would take hours. A process cannot halt the CPU, so
 * its loop polls while there is something to observe, and sleeps otherwise. */
static bool rests(uint64_t passes)
{
	return passes > PASSES_MAX && platform_time_base() == TIME_INSTRUCTIONS;
}

static struct idle_trace *open_trace(struct bench_ctx *ctx, uint64_t interrupts,
				     uint64_t limit_us, int *status)
{
	uint64_t quantum_ns = ctx->options->quantum_ns != 0 ? ctx->options->quantum_ns
							    : IDLE_QUANTUM_NS_DEFAULT;
	uint64_t passes = limit_us * 1000 / quantum_ns + 1;
	const struct idle_plan plan = {
		.quantum_ns = quantum_ns,
		.passes = passes < PASSES_MAX ? passes : PASSES_MAX,
		.events = interrupts,
		.overwrites = true,
		.reads = IDLE_READS_EVENTS,
	};
	struct idle_trace *trace = idle_trace_open(ctx, &plan, status);

	if (trace == NULL)
		return NULL;
	trace->rests = rests(passes) && platform_is_hosted();
	trace->kind = rests(passes) && !trace->rests ? IDLE_HLT : IDLE_POLL;
	trace->duration_ticks = ticks_scale(limit_us, platform_clock_hz(), US_PER_SECOND);
	if (passes > PASSES_MAX)
		trace->loop.threshold_ticks = trace->pass_ticks +
					      trace->pass_ticks / LONG_PASS_PART;
	return trace;
}

bool session_has_controller(void)
{
	return (platform_capabilities() & CAN_KEYBOARD) != 0;
}

int session_open(struct bench_ctx *ctx, struct session *session, uint32_t messages,
		 uint64_t limit_us)
{
	uint32_t timers = session->timer_us > 0 ? (uint32_t)(limit_us / session->timer_us) : 0;
	int status = message_log_open(ctx, &session->log,
				      messages * EVENTS_A_MESSAGE + timers * EVENTS_A_TIMER +
					      EVENTS_BESIDES + session->events_besides);
	uint64_t interrupts = (uint64_t)messages * INTERRUPTS_A_MESSAGE +
			      (uint64_t)timers * INTERRUPTS_A_TIMER + EVENTS_BESIDES +
			      session->interrupts_besides;

	if (status != 0)
		return status;
	if (session_has_controller())
		session->trace = open_trace(ctx, interrupts, limit_us, &status);
	if (status != 0)
		return status;
	platform_guard_extend((uint32_t)(limit_us / 1000) + SETUP_MS);
	session->application->wanted = messages;
	status = platform_input_open();
	if (status != 0)
		return bench_error(ctx, status, "cannot open the keyboard controller: error %d",
				   status);
	session->is_open = true;
	return 0;
}

static uint64_t busy_ticks(const struct think_wait *machine)
{
	uint64_t ticks = 0;

	for (unsigned inputs = 0; inputs < THINK_WAIT_INPUTS; inputs++) {
		if ((inputs & THINK_WAIT_BUSY) != 0)
			ticks += machine->ticks[STATE_THINK][inputs] +
				 machine->ticks[STATE_WAIT][inputs];
	}
	return ticks;
}

static uint64_t microseconds(uint64_t ticks)
{
	return ticks_to_us(ticks, platform_clock_hz());
}

static uint32_t queued_max(const struct message_log *log)
{
	uint32_t most = 0;

	for (uint32_t i = 0; i < log->count; i++) {
		if (log->events[i].queued > most)
			most = log->events[i].queued;
	}
	return most;
}

static void session_take_values(const struct session *session, uint64_t values[BENCH_STAGES_MAX])
{
	struct think_wait machine;

	message_log_run_machine(&session->log, &machine);
	values[STAGE_THINK] = microseconds(think_wait_ticks(&machine, STATE_THINK));
	values[STAGE_WAIT] = microseconds(think_wait_ticks(&machine, STATE_WAIT));
	values[STAGE_BUSY] = microseconds(busy_ticks(&machine));
	values[STAGE_MESSAGES] = session->application->taken;
	values[STAGE_DRAWS] = session->application->draws;
	values[STAGE_QUEUED_MAX] = queued_max(&session->log);
}

int session_run(struct bench_ctx *ctx, struct session *session, struct input_run *run,
		uint64_t values[BENCH_STAGES_MAX])
{
	const struct application *application = session->application;
	int status;

	run->application = application->run;
	run->argument = application->argument;
	run->trace = session->trace;
	run->log = &session->log;
	status = platform_input_run(run);
	if (status == -EIO)
		return bench_error(ctx, status, "devices send without pause: their interrupts were "
						"disabled after %u messages", application->taken);
	if (status == 0 && application->taken < application->wanted)
		status = -ETIMEDOUT;
	if (status != 0)
		return bench_error(ctx, status,
				   "%u of %u messages arrived in time, %lu more found the "
				   "queue full", application->taken, application->wanted,
				   session->log.dropped);
	session_take_values(session, values);
	return 0;
}

static void write_labels(const struct session *session, uint64_t log)
{
	for (uint32_t i = 0; i < session->given.label_count; i++)
		wire_write(platform_writer(), WIRE_input_label, &(struct wire_input_label){
			.log = log,
			.step = session->given.labels[i].step,
			.text = session->given.labels[i].text,
		});
}

bool session_close(struct bench_ctx *ctx, struct session *session, uint64_t *log)
{
	if (!session->is_open)
		return false;
	platform_input_close();
	if (session->log.end_tsc == 0)
		return false;
	if (session->trace != NULL)
		idle_trace_write(ctx, session->trace);
	*log = message_log_write(ctx, &session->log, session->source);
	write_labels(session, *log);
	return true;
}

/* SPDX-License-Identifier: MIT */
/* One input event without effect: the application receives its message, looks for a binding and
 * finds none. The controller sends the event, so a real interrupt arrives while the CPU idles. The
 * event is measured in three ways at once, as in "Using Latency to Evaluate Computer System
 * Performance", "Idle Loop Instrumentation" and "Micro-benchmarks": by the idle loop, whose passes
 * are longer by the event's total cost; by the handlers, from their first instruction until the
 * idle loop continues; and by the application, from receiving the message until it asks for the
 * next message. Only the idle loop's time includes the cost of the sending script, which is also
 * reported separately. Two more times begin before the first byte: until the application could take
 * the message, and until it had the message. They are comparable with those of an operating system,
 * whose handlers are not observable. */
#include "bench/input/event.h"

#include "bench/engine/warning.h"
#include "lib/cpu/clock.h"
#include "lib/text/errno.h"
#include "lib/text/ticks.h"

#define TRIALS 40
#define STEPS 2                         /* steps for an application that waits for each message */
#define QUANTUM_NS 20000
#define LIMIT_US 1000000                /* a busy host may be late, but not this late */
#define PASSES (LIMIT_US * 1000 / QUANTUM_NS + 256)
#define ATTEMPTS_MAX 20                 /* attempts for a sample */
#define TRACE_EVENTS 64
#define LOG_EVENTS 256

enum {
	STAGE_IDLE_LOOP, STAGE_DRIVER, STAGE_DELIVERY, STAGE_HANDLER, STAGE_APPLICATION,
	STAGE_READY, STAGE_TAKEN,
};

const char *const input_event_stages[] = {
	[STAGE_IDLE_LOOP] = "idle_loop", [STAGE_DRIVER] = "driver", [STAGE_DELIVERY] = "delivery",
	[STAGE_HANDLER] = "handler", [STAGE_APPLICATION] = "application",
	[STAGE_READY] = "ready", [STAGE_TAKEN] = "taken", NULL,
};

/* ---- The application ---- */

/* An editor's commands, which include none of the measured events. */
static const uint32_t bindings[] = {
	0x01, 0x0e, 0x0f, 0x1c, 0x3b, 0x3c, 0x3d, 0x3e, 0x147, 0x148, 0x149, 0x14b, 0x14d, 0x14f,
	0x150, 0x151, 0x152, 0x153,
};

static bool is_bound(uint32_t code)
{
	for (unsigned i = 0; i < sizeof(bindings) / sizeof(bindings[0]); i++) {
		if (bindings[i] == code)
			return true;
	}
	return false;
}

static void application(void *argument)
{
	volatile uint32_t *answered = argument;
	struct message message;

	for (unsigned i = 0; i < STEPS && platform_message_get(&message); i++)
		*answered += is_bound(message.code);
}

/* Look for a message for as long as a user would hold a key. The wait has a limit, because a lost
 * release never arrives. */
static void look_for_message(void)
{
	uint64_t begin_tsc = clock_read();
	uint64_t limit_ticks = ticks_of_us(LIMIT_US, platform_clock_hz());
	struct message message;

	while (!platform_message_peek(&message, true) && clock_read() - begin_tsc < limit_ticks)
		;
}

/* "Micro-benchmarks", for Windows 9x: the application is busy until the release. */
static void spinning_application(void *argument)
{
	volatile uint32_t *answered = argument;
	struct message message;

	if (!platform_message_get(&message))
		return;
	*answered += is_bound(message.code);
	look_for_message();
	application(argument);
}

/* ---- The run ---- */

int input_event_setup(struct bench_ctx *ctx)
{
	static const struct idle_plan plan = {
		.quantum_ns = QUANTUM_NS, .passes = PASSES, .events = TRACE_EVENTS,
	};
	struct input_event_state *state = ctx->state;
	int status = message_log_open(ctx, &state->log, LOG_EVENTS);

	if (status != 0)
		return status;
	state->trace = idle_trace_open(ctx, &plan, &status);
	if (state->trace == NULL)
		return status;
	state->trace->kind = IDLE_POLL;
	state->trace->duration_ticks = ticks_of_us(LIMIT_US, platform_clock_hz());
	ctx->samples = TRIALS;
	status = platform_input_open();
	if (status != 0)
		return bench_error(ctx, status, "cannot open the keyboard controller: error %d",
				   status);
	state->is_open = true;
	return 0;
}

void input_event_teardown(struct bench_ctx *ctx)
{
	struct input_event_state *state = ctx->state;

	if (!state->is_open)
		return;
	platform_input_close();
	if (state->repeated > 0)
		warning(ctx->bench->name, "repeated %u times, because the second event arrived "
			"before the first was handled: the machine is slow or busy",
			state->repeated);
	if (state->log.end_tsc == 0)
		return;
	idle_trace_write(ctx, state->trace);
	message_log_write(ctx, &state->log, "controller");
}

/* ---- Reading the log ---- */

/* The event's part of the log: until the CPU idles again after the application has asked for the
 * next message. */
static uint32_t end_of_event(const struct message_log *log)
{
	uint32_t i = 0;

	while (i < log->count && log->events[i].kind != MESSAGE_GET)
		i++;
	while (i < log->count && log->events[i].kind != MESSAGE_IDLE)
		i++;
	return i;
}

static uint64_t ticks_until_idle(const struct message_log *log, uint32_t begin)
{
	const struct message_event *idle = message_log_find(log, begin, MESSAGE_IDLE);

	return idle != NULL ? idle->tsc - log->events[begin].tsc : 0;
}

/* Time of the handlers. If an event interrupts the application, the handler that lets the
 * application run counts. */
static uint64_t handler_ticks(const struct message_log *log, uint32_t end)
{
	uint64_t ticks = 0;
	bool was_idle = true;

	for (uint32_t i = 0; i < end; i++) {
		if (log->events[i].kind == MESSAGE_INTERRUPT && was_idle)
			ticks += ticks_until_idle(log, i);
		if (log->events[i].kind == MESSAGE_INTERRUPT)
			was_idle = false;
		else if (log->events[i].kind == MESSAGE_IDLE)
			was_idle = true;
	}
	return ticks;
}

/* Time of the script. A send follows directly after the CPU became busy for it. */
static uint64_t driver_ticks(const struct message_log *log, uint32_t end)
{
	uint64_t ticks = 0;

	for (uint32_t i = 1; i < end; i++) {
		if (log->events[i].kind == MESSAGE_SEND && log->events[i - 1].kind == MESSAGE_BUSY)
			ticks += ticks_until_idle(log, i - 1);
	}
	return ticks;
}

/* The time from which the application can take the message. The message is queued, or under an
 * operating system the application runs again because the message is readable. */
static const struct message_event *event_ready(const struct message_log *log,
					       const struct message_event *sent)
{
	enum message_event_kind kind = platform_is_hosted() ? MESSAGE_BUSY : MESSAGE_ENQUEUE;

	return sent == NULL ? NULL : message_log_find(log, (uint32_t)(sent - log->events), kind);
}

/* Duration of the handlers. Under an operating system the handlers are not observable. */
static int event_take_interrupt(struct bench_ctx *ctx, const struct message_log *log, uint32_t end,
				uint64_t values[BENCH_STAGES_MAX])
{
	const struct message_event *sent = message_log_find(log, 0, MESSAGE_SEND);
	const struct message_event *entered = message_log_find(log, 0, MESSAGE_INTERRUPT);

	if (platform_is_hosted()) {
		values[STAGE_DRIVER] = values[STAGE_DELIVERY] = values[STAGE_HANDLER] =
			BENCH_NOT_MEASURED;
		return 0;
	}
	if (entered == NULL)
		return bench_error(ctx, -EIO, "the event raised no interrupt");
	values[STAGE_DRIVER] = driver_ticks(log, end);
	values[STAGE_DELIVERY] = entered->tsc - sent->tsc;
	values[STAGE_HANDLER] = handler_ticks(log, end);
	return 0;
}

static int event_take_values(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	const struct input_event_state *state = ctx->state;
	const struct message_log *log = &state->log;
	uint32_t end = end_of_event(log);
	const struct message_event *sent = message_log_find(log, 0, MESSAGE_SEND);
	const struct message_event *ready = event_ready(log, sent);
	const struct message_event *taken = message_log_find(log, 0, MESSAGE_GET);
	const struct message_event *done;

	if (ready == NULL || taken == NULL || end == log->count)
		return bench_error(ctx, -EIO, "the log of %u events contains no complete event",
				   log->count);
	done = message_log_find(log, (uint32_t)(taken - log->events), MESSAGE_WAIT);
	if (done == NULL)
		return bench_error(ctx, -EIO, "the application did not ask for the next message");
	values[STAGE_IDLE_LOOP] = idle_trace_busy_ticks(state->trace, sent->tsc,
							log->events[end].tsc);
	values[STAGE_APPLICATION] = done->tsc - taken->tsc;
	values[STAGE_READY] = ready->tsc - sent->tsc;
	values[STAGE_TAKEN] = taken->tsc - sent->tsc;
	return event_take_interrupt(ctx, log, end, values);
}

/* Whether the event can be measured alone. On a slow machine both steps may arrive together, so
 * that the CPU is busy between the events. */
static bool event_is_alone(const struct message_log *log)
{
	return message_log_find(log, 0, MESSAGE_GET) == NULL || end_of_event(log) < log->count;
}

static int event_run(struct bench_ctx *ctx)
{
	const struct input_event *event = ctx->bench->variant;
	struct input_event_state *state = ctx->state;
	uint32_t answered = 0;
	const struct input_run run = {
		.steps = event->steps, .step_count = event->is_spun_through ? STEPS + 1 : STEPS,
		.paced = true,
		.application = event->is_spun_through ? spinning_application : application,
		.argument = &answered,
		.trace = state->trace, .log = &state->log,
	};
	int status = platform_input_run(&run);

	if (status != 0)
		return bench_error(ctx, status, "the event was not handled within %u ms: error %d",
				   LIMIT_US / 1000, status);
	if (answered != 0)
		return bench_error(ctx, -EIO, "the event was not the one sent");
	return 0;
}

int input_event_sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	struct input_event_state *state = ctx->state;
	int status = event_run(ctx);

	for (unsigned i = 1; status == 0 && i < ATTEMPTS_MAX && !event_is_alone(&state->log); i++) {
		state->repeated++;
		status = event_run(ctx);
	}
	return status == 0 ? event_take_values(ctx, values) : status;
}

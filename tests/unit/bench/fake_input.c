/* SPDX-License-Identifier: MIT */
/* The scripted machine's idle loop and input. */
#include "tests/unit/bench/fake_platform.h"

#include <string.h>

#include "bench/idle/trace.h"
#include "bench/input/log.h"
#include "lib/app/font.h"
#include "lib/cpu/clock.h"
#include "lib/text/errno.h"

#define FAKE_POSTS_MAX 8

static _Thread_local struct idle_trace *idle_trace;     /* of the run on this CPU */

/* The application's event is delivered at once when it waits, long after its deadline. The loop is
 * the real one. */
static void run_fake_application(struct idle_trace *trace)
{
	const struct idle_application *application = trace->application;

	for (uint32_t number = 0; number < application->events; number++) {
		idle_trace_add_event(trace, IDLE_EVENT_RAISED, number,
				clock_read() - FAKE_EVENT_LATE_TICKS);
		platform_idle_add_event(IDLE_EVENT_ENTERED, number);
		platform_idle_add_event(IDLE_EVENT_RESUME, number);
		application->work(application->argument);
		platform_idle_add_event(IDLE_EVENT_DONE, number);
		platform_idle_add_event(IDLE_EVENT_LEAVE, number);
	}
	trace->loop.end_tsc = clock_read() + application->rest_ticks;
}

int platform_idle_run(struct idle_trace *trace)
{
	if (fake.trial_status != 0)
		return fake.trial_status;
	idle_trace_begin(trace);
	idle_trace = trace;
	if (trace->application != NULL)
		run_fake_application(trace);
	idle_loop_poll(&trace->loop);
	idle_trace = NULL;
	idle_trace_end(trace);
	return 0;
}

void platform_idle_add_event(enum idle_event_kind kind, uint32_t value)
{
	if (idle_trace != NULL)
		idle_trace_add_event(idle_trace, kind, value, clock_read());
}

uint32_t platform_smi_msr(void)
{
	return fake.smi_msr;
}

int platform_raise_smi(void)
{
	return -ENOTSUP;
}

enum firmware_answerer platform_firmware_answerer(void)
{
	return ANSWERED_BY_FIRMWARE;
}

const char *platform_firmware_smi_problem(void)
{
	return "the script raises none";
}

const struct service_times *platform_service_times(void)
{
	return fake.service_times;
}

const char *platform_runtime_enter(void)
{
	return fake.runtime_problem;
}

void platform_runtime_leave(void)
{
}

uint64_t platform_runtime_call(enum uefi_runtime_service service)
{
	return fake.runtime_status[service];
}

const struct boot_times *platform_boot_times(void)
{
	return fake.boot_times;
}

/* Each reading finds one more. */
uint32_t platform_activity(uint32_t cpu, struct platform_activity *activities, uint32_t capacity)
{
	if (capacity == 0)
		return 0;
	activities[0] = (struct platform_activity){"interrupt", "scripted", fake.activity_looks++};
	(void)cpu;
	return 1;
}

void platform_idle_report(uint64_t id)
{
	fake.idle_reported = id;
}

const char *platform_idle_vector_name(uint32_t vector)
{
	(void)vector;
	return "scripted";
}

/* Every glyph is a bar. */
const uint8_t font_glyphs[GLYPHS][GLYPH_HEIGHT] = {
	[0 ... GLYPHS - 1] = {[4 ... GLYPH_HEIGHT - 5] = 0x18},
};

/* ---- Input ---- */

/* The machine's work takes no time. Waiting returns a message at once; polling needs a few
 * attempts. */

#define FAKE_PEEKS 64

static struct {
	const struct input_run *run;
	uint32_t sent;                  /* steps of a script, or messages from outside */
	uint32_t posted[FAKE_POSTS_MAX], post_count;
	uint32_t peeks;                 /* since the latest message */
	bool is_merged;
	uint32_t number;
} input;

static void note_input(enum message_event_kind kind, uint32_t message, uint32_t code)
{
	message_log_add_event(input.run->log, &(struct message_event){
		.tsc = clock_read(), .kind = kind, .message = message, .code = code,
	});
}

int platform_input_open(void)
{
	if (fake.input_open_status == 0)
		fake.inputs_open++;
	return fake.input_open_status;
}

void platform_input_close(void)
{
	fake.inputs_open--;
}

bool platform_input_script(char *text, size_t size)
{
	if (fake.input_script == NULL || strlen(fake.input_script) >= size)
		return false;
	strcpy(text, fake.input_script);
	return true;
}

static void begin_fake_input(const struct input_run *run)
{
	memset(&input, 0, sizeof(input));
	input.run = run;
	input.is_merged = fake.input_merges > 0;
	fake.input_merges -= input.is_merged;
	message_log_begin(run->log);
	if (run->trace != NULL)
		idle_trace_begin(run->trace);
	note_input(MESSAGE_IDLE, 0, 0);
}

int platform_input_run(const struct input_run *run)
{
	fake_request("input of %u steps, paced %u", run->step_count, run->paced);
	for (uint32_t i = 0; i < run->step_count; i++)
		fake_request("step after %u us, device %u, %u bytes from %02x",
			     run->steps[i].pause_us, run->steps[i].device, run->steps[i].count,
			     run->steps[i].bytes[0]);
	begin_fake_input(run);
	run->application(run->argument);
	note_input(MESSAGE_WAIT, 0, 0);
	if (run->trace != NULL)
		idle_trace_end(run->trace);
	message_log_end(run->log);
	return fake.input_run_status;
}

static uint32_t next_code(void)
{
	const struct input_step *step;

	if (input.post_count > 0)
		return input.posted[--input.post_count];
	if (input.run->step_count == 0)
		return ++input.sent;
	step = &input.run->steps[input.sent++];
	note_input(MESSAGE_BUSY, 0, 0);
	note_input(MESSAGE_SEND, 0, input.sent - 1);
	if (!input.is_merged || input.sent == 1)
		note_input(MESSAGE_IDLE, 0, 0);
	if (step->device == INPUT_SYNC)
		return MESSAGE_CODE_SYNC;
	return step->device == INPUT_MOUSE ? MESSAGE_CODE_MOUSE | (step->bytes[0] & 7)
					   : step->bytes[0];
}

/* From a script, all messages arrive except lost ones. From outside, the requested number
 * arrives. */
static bool has_input(void)
{
	return input.post_count > 0 || input.run->step_count == 0 ||
	       input.sent + fake.input_messages_lost < input.run->step_count;
}

bool platform_message_get(struct message *message)
{
	note_input(MESSAGE_WAIT, 0, 0);
	if (!input.is_merged || input.sent == 0)
		note_input(MESSAGE_IDLE, 0, 0);
	if (!has_input())
		return false;
	input.peeks = 0;
	*message = (struct message){++input.number, next_code()};
	note_input(MESSAGE_BUSY, 0, 0);
	note_input(MESSAGE_INTERRUPT, 0, 0);
	note_input(MESSAGE_ENQUEUE, message->number, message->code);
	note_input(MESSAGE_GET, message->number, message->code);
	return true;
}

bool platform_message_peek(struct message *message, bool is_ready)
{
	(void)message;
	note_input(MESSAGE_PEEK, 0, is_ready ? MESSAGE_CODE_READY : 0);
	return ++input.peeks % FAKE_PEEKS == 0 && has_input();
}

uint32_t platform_message_post(uint32_t code)
{
	fake_request("post %u", code);
	if (input.post_count == FAKE_POSTS_MAX)
		return 0;
	input.posted[input.post_count++] = code;
	return (uint32_t)input.post_count;
}

void platform_message_join(uint32_t number)
{
	note_input(MESSAGE_JOIN, number, 0);
}

/* Time does not pass, so the message never arrives. */
void platform_message_timer(uint64_t period_us)
{
	fake_request("timer %lu us", period_us);
	fake.timer_period_us = period_us;
}

void platform_device_wait(uint64_t service_us)
{
	fake_request("device %lu us", service_us);
	note_input(MESSAGE_IO_BEGIN, 0, 0);
	fake.device_waits_us += service_us;
	note_input(MESSAGE_IO_END, 0, 0);
}

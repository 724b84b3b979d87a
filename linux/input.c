/* SPDX-License-Identifier: MIT */
/* Input runs without a keyboard controller: the process puts a script's keys in the application's queue
 * itself, once they are due and the application asks for a message. So there is no interrupt, and no
 * idle loop beside it: while nothing is due the process sleeps. */
#include "linux/input.h"

#include <errno.h>
#include <stddef.h>
#include <time.h>

#include "bench/platform.h"
#include "lib/x86/tsc.h"

#define QUEUE_MAX 1024u
#define PREFIX 0xe0u
#define US_PER_SECOND 1000000u

static struct {
	const struct input_run *run;
	struct message items[QUEUE_MAX];        /* the first at number first, in a ring */
	uint32_t first, count, last_number;
	uint32_t step;                          /* to come next */
	uint64_t due_tsc;
} input;

static void input_note(enum message_event_kind kind, uint32_t message, uint32_t code)
{
	message_log_note(input.run->log, &(struct message_event){
		.tsc = tsc_read_fenced(), .kind = kind, .message = message, .code = code,
		.queued = input.count,
	});
}

void input_note_io(enum message_event_kind kind, uint32_t code)
{
	if (input.run != NULL)
		input_note(kind, 0, code);
}

int platform_input_open(void)
{
	return 0;
}

void platform_input_close(void)
{
}

bool platform_input_script(char *text, size_t size)
{
	(void)text;
	(void)size;
	return false;
}

/* ---- The queue ---- */

/* Returns the message's number, or 0 if there is no room. */
static uint32_t input_put(enum message_event_kind kind, uint32_t code)
{
	struct message *message = &input.items[(input.first + input.count) % QUEUE_MAX];

	if (input.count == QUEUE_MAX) {
		input.run->log->dropped++;
		input_note(MESSAGE_DROP, 0, code);
		return 0;
	}
	input.count++;
	*message = (struct message){++input.last_number, code};
	input_note(kind, message->number, code);
	return message->number;
}

static bool input_is_due(uint64_t now_tsc)
{
	return input.step < input.run->step_count && (!input.run->paced || input.due_tsc <= now_tsc);
}

static void input_set_due(void)
{
	if (input.step < input.run->step_count)
		input.due_tsc += platform_tsc_hz() / US_PER_SECOND *
				 input.run->steps[input.step].pause_us;
}

/* A key's code, of one byte or of two. */
static uint32_t input_code(const struct input_step *step)
{
	if (step->count == 2 && step->bytes[0] == PREFIX)
		return MESSAGE_CODE_EXTENDED | step->bytes[1];
	return step->bytes[0];
}

static void input_send_due(void)
{
	uint64_t now_tsc = tsc_read_fenced();

	while (input_is_due(now_tsc) && input.count < QUEUE_MAX) {
		input_note(MESSAGE_SEND, 0, input.step);
		input_put(MESSAGE_ENQUEUE, input_code(&input.run->steps[input.step++]));
		input_set_due();
	}
}

static void input_sleep(uint64_t until_tsc)
{
	uint64_t now_tsc = tsc_read_fenced(), hz = platform_tsc_hz(), ticks;
	struct timespec rest;

	if (until_tsc <= now_tsc)
		return;
	ticks = until_tsc - now_tsc;
	rest.tv_sec = (time_t)(ticks / hz);
	rest.tv_nsec = (long)(ticks % hz * 1000 / (hz / US_PER_SECOND));
	nanosleep(&rest, NULL);
}

bool platform_message_get(struct message *message)
{
	input_note(MESSAGE_WAIT, 0, 0);
	input_send_due();
	if (input.count == 0 && input.step == input.run->step_count)
		return false;
	while (input.count == 0) {
		input_note(MESSAGE_IDLE, 0, 0);
		input_sleep(input.due_tsc);
		input_note(MESSAGE_BUSY, 0, 0);
		input_send_due();
	}
	*message = input.items[input.first];
	input.first = (input.first + 1) % QUEUE_MAX;
	input.count--;
	input_note(MESSAGE_GET, message->number, message->code);
	return true;
}

bool platform_message_peek(struct message *message)
{
	input_send_due();
	if (input.count > 0)
		*message = input.items[input.first];
	if (input.count > 0 || !message_log_ends_in_vain(input.run->log))
		input_note(MESSAGE_PEEK, input.count > 0 ? message->number : 0, 0);
	return input.count > 0;
}

uint32_t platform_message_post(uint32_t code)
{
	return input_put(MESSAGE_POST, code);
}

void platform_message_join(uint32_t number)
{
	input_note(MESSAGE_JOIN, number, 0);
}

void platform_device_wait(uint64_t service_us)
{
	input_note(MESSAGE_IO_BEGIN, 0, 0);
	input_sleep(tsc_read_fenced() + platform_tsc_hz() / US_PER_SECOND * service_us);
	input_note(MESSAGE_IO_END, 0, 0);
}

/* ---- Runs ---- */

/* Of a keyboard's steps alone. */
static bool input_can_be_sent(const struct input_run *run)
{
	for (uint32_t i = 0; i < run->step_count; i++) {
		if (run->steps[i].device != INPUT_KEYBOARD || run->steps[i].count > 2)
			return false;
	}
	return run->step_count > 0;
}

int platform_input_run(const struct input_run *run)
{
	if (!input_can_be_sent(run))
		return -ENOTSUP;
	input.run = run;
	input.first = input.count = input.last_number = input.step = 0;
	message_log_begin(run->log);
	input.due_tsc = run->log->begin_tsc;
	input_set_due();
	run->application(run->argument);
	input_note(MESSAGE_WAIT, 0, 0);
	run->log->end_tsc = tsc_read_fenced();
	input.run = NULL;
	return 0;
}

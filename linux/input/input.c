/* SPDX-License-Identifier: MIT */
/* Input runs. If the keyboard's event device is readable and its controller accessible, the
 * controller sends the script, and the application reads it while an idle loop runs. Otherwise the
 * process itself adds a script's key to the application's queue, once the key is due and the
 * application asks for a message. In this case there is no interrupt, and the application sleeps
 * until a key is due. */
#include "linux/input/input.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <time.h>

#include "bench/input/log.h"
#include "bench/platform.h"
#include "lib/boot_files.h"
#include "lib/cpu/clock.h"
#include "lib/text/ticks.h"
#include "linux/clock.h"
#include "linux/idle/thread.h"
#include "linux/input/keyboard.h"
#include "linux/input/sender.h"

#define SCRIPT_FILE "/" INITRAMFS_INPUT
#define QUEUE_MAX 1024u
#define PREFIX 0xe0u
#define READ_MAX 64u                    /* messages per read */

static struct {
	const struct input_run *run;
	struct message items[QUEUE_MAX];        /* a ring; first is the index of the first
						 * message */
	uint32_t first, count, last_number;
	uint32_t step;                          /* next step */
	uint64_t due_tsc;
	bool by_keyboard;
	uint32_t received;              /* messages from the keyboard, and from the driver itself */
	uint64_t limit_tsc;             /* with a keyboard: the last time for a message */
	uint64_t period_ticks, timer_tsc;       /* of the application's timer; 0: none */
	bool has_timer;                 /* the timer's last message is still queued */
} input;

static void input_note(enum message_event_kind kind, uint32_t message, uint32_t code)
{
	message_log_add_event(input.run->log, &(struct message_event){
		.tsc = clock_read(), .kind = kind, .message = message, .code = code,
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
	return keyboard_missing_reason() == NULL ? keyboard_open() : 0;
}

void platform_input_close(void)
{
	keyboard_close();
}

/* The script, if this is the only program of a machine. */
bool platform_input_script(char *text, size_t size)
{
	FILE *file = fopen(SCRIPT_FILE, "re");

	if (file == NULL)
		return false;
	text[fread(text, 1, size - 1, file)] = '\0';
	fclose(file);
	return true;
}

/* ---- The queue ---- */

/* Put a message into the queue. Returns its number, or 0 if the queue is full. */
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
	return input.step < input.run->step_count &&
	       (!input.run->paced || input.due_tsc <= now_tsc);
}

static void input_set_due(void)
{
	if (input.step < input.run->step_count)
		input.due_tsc += ticks_of_us(input.run->steps[input.step].pause_us,
					     platform_clock_hz());
}

/* Code of a key of one or two bytes. */
static uint32_t input_code(const struct input_step *step)
{
	if (step->device == INPUT_SYNC)
		return MESSAGE_CODE_SYNC;
	if (step->count == 2 && step->bytes[0] == PREFIX)
		return MESSAGE_CODE_EXTENDED | step->bytes[1];
	return step->bytes[0];
}

static void input_send_due(void)
{
	uint64_t now_tsc = clock_read();

	while (input_is_due(now_tsc) && input.count < QUEUE_MAX) {
		input_note(MESSAGE_SEND, 0, input.step);
		input_put(MESSAGE_ENQUEUE, input_code(&input.run->steps[input.step++]));
		input_set_due();
	}
}

static void input_sleep(uint64_t until_tsc)
{
	uint64_t now_tsc = clock_read();
	struct timespec rest;

	if (until_tsc <= now_tsc)
		return;
	rest = clock_timespec(ticks_to_ns(until_tsc - now_tsc, platform_clock_hz()));
	nanosleep(&rest, NULL);
}

/* ---- Where messages come from ---- */

/* Put syncs. No device sends them, so the process adds each as soon as the preceding message has
 * arrived. */
static void input_put_syncs(void)
{
	while (input.received < input.run->step_count &&
	       input.run->steps[input.received].device == INPUT_SYNC) {
		input.received++;
		input_put(MESSAGE_ENQUEUE, MESSAGE_CODE_SYNC);
	}
}

static void input_receive(void)
{
	uint32_t codes[READ_MAX];
	int count = keyboard_read(codes, READ_MAX);

	for (int i = 0; i < count; i++) {
		input_put(MESSAGE_ENQUEUE, codes[i]);
		input.received++;
		input_put_syncs();
	}
	sender_tell_received(input.received);
}

static void input_take_timer(void)
{
	if (input.period_ticks == 0 || clock_read() < input.timer_tsc)
		return;
	input.timer_tsc += input.period_ticks;
	if (!input.has_timer)
		input.has_timer = input_put(MESSAGE_TIMER, MESSAGE_CODE_TIMER) != 0;
}

void platform_message_timer(uint64_t period_us)
{
	input.period_ticks = ticks_of_us(period_us, platform_clock_hz());
	input.timer_tsc = clock_read() + input.period_ticks;
}

static void input_fetch(void)
{
	input_take_timer();
	if (input.by_keyboard)
		input_receive();
	else
		input_send_due();
}

static bool input_has_ended(void)
{
	if (input.by_keyboard)
		return clock_read() >= input.limit_tsc;
	return input.step == input.run->step_count;
}

/* The time until which nothing is due. Called on the idle loop's thread, which runs only while the
 * application does not. */
static uint64_t input_quiet_until(void)
{
	uint64_t due_tsc = sender_due_tsc();

	return input.period_ticks > 0 && input.timer_tsc < due_tsc ? input.timer_tsc : due_tsc;
}

static void input_rest(void)
{
	uint64_t until_tsc = input.by_keyboard ? input.limit_tsc : input.due_tsc;
	uint64_t now_tsc = clock_read();

	if (input.period_ticks > 0 && input.timer_tsc < until_tsc)
		until_tsc = input.timer_tsc;
	if (!input.by_keyboard) {
		input_sleep(until_tsc);
		return;
	}
	sender_tell_waiting(true);
	keyboard_wait(until_tsc > now_tsc ? ticks_to_us(until_tsc - now_tsc, platform_clock_hz())
					  : 0);
	sender_tell_waiting(false);
}

bool platform_message_get(struct message *message)
{
	input_note(MESSAGE_WAIT, 0, 0);
	input_fetch();
	while (input.count == 0) {
		if (input_has_ended())
			return false;
		input_note(MESSAGE_IDLE, 0, 0);
		input_rest();
		input_note(MESSAGE_BUSY, 0, 0);
		input_fetch();
	}
	*message = input.items[input.first];
	input.first = (input.first + 1) % QUEUE_MAX;
	input.count--;
	if (message->code == MESSAGE_CODE_TIMER)
		input.has_timer = false;
	input_note(MESSAGE_GET, message->number, message->code);
	return true;
}

bool platform_message_peek(struct message *message, bool is_ready)
{
	input_fetch();
	if (input.count > 0)
		*message = input.items[input.first];
	if (input.count > 0 || !message_log_ends_in_vain(input.run->log))
		input_note(MESSAGE_PEEK, input.count > 0 ? message->number : 0,
			   input.count == 0 && is_ready ? MESSAGE_CODE_READY : 0);
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
	input_sleep(clock_read() + ticks_of_us(service_us, platform_clock_hz()));
	input_note(MESSAGE_IO_END, 0, 0);
}

/* ---- Runs ---- */

/* Whether all steps are the keyboard's. */
static bool input_can_be_sent(const struct input_run *run)
{
	for (uint32_t i = 0; i < run->step_count; i++) {
		if (run->steps[i].device == INPUT_MOUSE || run->steps[i].count > 2)
			return false;
	}
	return run->step_count > 0;
}

static void input_begin(const struct input_run *run)
{
	input.run = run;
	input.first = input.count = input.last_number = input.step = 0;
	input.period_ticks = 0;
	input.has_timer = false;
	message_log_begin(run->log);
	input.due_tsc = run->log->begin_tsc;
}

static void input_live(const struct input_run *run)
{
	run->application(run->argument);
	input_note(MESSAGE_WAIT, 0, 0);
	message_log_end(run->log);
}

/* Discard input from before the run. */
static void input_forget(void)
{
	uint32_t codes[READ_MAX];

	while (keyboard_read(codes, READ_MAX) > 0)
		;
}

static int input_run_by_keyboard(const struct input_run *run)
{
	int status, error;

	input_forget();
	status = idle_thread_start(run->trace, input_quiet_until);
	if (status != 0)
		return status;
	if (run->step_count > 0)
		status = sender_start(run);
	if (status == 0) {
		input_begin(run);
		input.received = 0;
		input.limit_tsc = run->log->begin_tsc + run->trace->duration_ticks;
		input_live(run);
	}
	sender_stop();
	idle_thread_stop();
	error = status == 0 && run->step_count > 0 ? sender_write(run->log) : status;
	return error == 0 && run->log->end_tsc >= input.limit_tsc ? -ETIMEDOUT : error;
}

int platform_input_run(const struct input_run *run)
{
	int status = 0;

	input.by_keyboard = keyboard_is_open() && run->trace != NULL;
	if (input.by_keyboard) {
		status = input_run_by_keyboard(run);
	} else if (input_can_be_sent(run)) {
		input_begin(run);
		input_set_due();
		input_live(run);
	} else {
		status = -ENOTSUP;
	}
	input.run = NULL;
	return status;
}

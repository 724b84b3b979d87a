/* SPDX-License-Identifier: MIT */
/* Input runs. The idle loop runs on the boot thread. Interrupt handlers let the application run
 * before they return to the loop (idle_preempt), so that the loop sees the whole event. */
#include "kernel/input/input.h"

#include <stdbool.h>
#include <stddef.h>

#include "bench/idle/trace.h"
#include "bench/platform.h"
#include "boot/fw_cfg.h"
#include "kernel/dev/alarm.h"
#include "kernel/dev/time_base.h"
#include "kernel/disk/disk.h"
#include "kernel/idle/idle.h"
#include "kernel/input/decode.h"
#include "kernel/input/message.h"
#include "kernel/machine/clock.h"
#include "kernel/machine/interrupts.h"
#include "kernel/machine/paging.h"
#include "kernel/task/thread.h"
#include "kernel/x86/dev/i8042.h"
#include "lib/boot_files.h"
#include "lib/cpu/interrupts.h"
#include "lib/text/errno.h"
#include "lib/text/ticks.h"

#define END_US 100000                   /* time after the last byte, and between later checks */
#define RETRY_US 50                     /* time between checks while a byte has not been read */

/* More bytes than any user or script causes in a run. Beyond this number the controller is broken,
 * and its interrupts are masked. */
#define BYTES_MAX 65536
#define EARLY_MAX 64                    /* more than the controller and its devices buffer */

_Static_assert((int)INPUT_MOUSE == (int)I8042_MOUSE, "a step's device is the controller's");

static struct {
	const struct input_run *run;
	struct input_decoder decoder;
	uint32_t bytes;
	bool flooded;
	bool has_ended;                 /* whether the application has ended */

	/* The script's next byte, and its due time. */
	uint32_t step, byte;
	uint64_t due_tsc;

	/* The application's timer. */
	uint64_t period_ticks, timer_tsc;
} input;

/* ---- Interrupts ---- */

/* Begin a handler. Returns whether it interrupted the idle loop instead of the application. */
static bool begin_handler(uint64_t entered_tsc)
{
	bool was_idle = thread_is_boot();

	if (was_idle)
		message_add_event(MESSAGE_BUSY, 0, 0, entered_tsc);
	return was_idle;
}

static void end_handler(bool was_idle)
{
	idle_preempt();
	if (was_idle)
		message_add_event(MESSAGE_IDLE, 0, 0, clock_read());
}

static void input_take_byte(const struct i8042_byte *byte)
{
	uint32_t code;

	if (++input.bytes > BYTES_MAX) {
		input.flooded = true;
		i8042_unroute();
		idle_stop();
	} else if (input_decode(&input.decoder, byte, &code)) {
		message_enqueue(code);
	}
}

/* Read one byte per interrupt, because the controller raises another interrupt for the next
 * byte. */
static void take_input(struct trap_frame *frame)
{
	bool was_idle = begin_handler(input_entered_tsc);
	struct i8042_byte byte;

	message_add_event(MESSAGE_INTERRUPT, 0, (uint32_t)frame->vector, input_entered_tsc);
	if (i8042_read(&byte))
		input_take_byte(&byte);
	else
		input.run->log->unexpected++;
	interrupt_acknowledge();
	end_handler(was_idle);
}

static void device_is_done(void)
{
	bool was_idle = begin_handler(input_entered_tsc);

	message_device_done();
	end_handler(was_idle);
}

/* ---- The application's timer ---- */

static void timer_is_due(void)
{
	bool was_idle = begin_handler(input_entered_tsc);

	input.timer_tsc += input.period_ticks;
	alarm_set(ALARM_TIMER, input.timer_tsc);
	message_enqueue_timer();
	end_handler(was_idle);
}

void platform_message_timer(uint64_t period_us)
{
	interrupts_off();
	input.period_ticks = ticks_of_us(period_us, clock_hz());
	input.timer_tsc = clock_read() + input.period_ticks;
	if (period_us > 0)
		alarm_set(ALARM_TIMER, input.timer_tsc);
	else
		alarm_cancel(ALARM_TIMER);
	interrupts_on();
}

/* ---- The open disk ---- */

static void disk_has_started(uint32_t under_way)
{
	message_add_event(MESSAGE_IO_START, 0, under_way, clock_read());
}

static void disk_has_done(uint32_t under_way)
{
	message_add_event(MESSAGE_IO_DONE, 0, under_way, clock_read());
}

static void disk_is_waited_for(bool is)
{
	message_add_event(is ? MESSAGE_IO_BEGIN : MESSAGE_IO_END, 0, 0, clock_read());
}

static void take_disk(struct trap_frame *frame)
{
	bool was_idle = begin_handler(disk_entered_tsc);

	message_add_event(MESSAGE_INTERRUPT, 0, (uint32_t)frame->vector, disk_entered_tsc);
	disk_session_collect();
	interrupt_acknowledge();
	message_device_done();
	end_handler(was_idle);
}

static bool disk_is_counted(void)
{
	return time_base_unit() == TIME_INSTRUCTIONS;
}

static bool disk_rest(uint64_t limit_tsc)
{
	return disk_is_counted() ? message_device_halt(limit_tsc)
				 : message_device_rest(limit_tsc);
}

static const struct disk_session disk_session = {
	.started = disk_has_started, .done = disk_has_done, .waits = disk_is_waited_for,
	.rest = disk_rest, .stays_off = disk_is_counted, .interrupted = take_disk,
};

/* ---- The script ---- */

/* Set the due time of a step. It is relative to the previous step's due time, however late that
 * step was. */
static void set_due(void)
{
	const struct input_run *run = input.run;
	uint64_t now_tsc = clock_read();

	if (input.byte == 0 && run->paced)
		input.due_tsc += ticks_of_us(run->steps[input.step].pause_us, clock_hz());
	alarm_set(ALARM_SCRIPT, input.due_tsc > now_tsc ? input.due_tsc : now_tsc);
}

static void send_byte(void)
{
	const struct input_step *step = &input.run->steps[input.step];

	message_add_event(MESSAGE_SEND, 0, input.step, clock_read());
	if (step->device == INPUT_SYNC)
		message_enqueue(MESSAGE_CODE_SYNC);
	else
		i8042_inject((enum i8042_device)step->device, step->bytes[input.byte]);
	if (++input.byte >= step->count) {
		input.byte = 0;
		input.step++;
	}
	if (input.step < input.run->step_count)
		set_due();
	else
		alarm_set(ALARM_SCRIPT, clock_after_us(END_US));
}

/* After all bytes were sent, watch for the end, because an application that still waits for more
 * has lost some. */
static void watch_end(void)
{
	if (message_is_awaited())
		message_close();
	else
		alarm_set(ALARM_SCRIPT, clock_after_us(END_US));
}

static void input_send_next(void)
{
	bool was_idle = begin_handler(input_entered_tsc);

	if (i8042_is_full())
		alarm_set(ALARM_SCRIPT, clock_after_us(RETRY_US));
	else if (input.step < input.run->step_count)
		send_byte();
	else
		watch_end();
	end_handler(was_idle);
}

/* ---- Runs ---- */

static const struct {
	uint8_t vector;
	void (*stub)(void);
} entries[] = {
	{VECTOR_KEYBOARD, input_enter_keyboard}, {VECTOR_MOUSE, input_enter_mouse},
	{VECTOR_SCRIPT, input_enter_script}, {VECTOR_DEVICE, input_enter_device},
	{VECTOR_APP_TIMER, input_enter_timer},
};

int platform_input_open(void)
{
	int error = i8042_open();

	if (error != 0)
		return error;
	interrupt_handle(VECTOR_KEYBOARD, take_input);
	interrupt_handle(VECTOR_MOUSE, take_input);
	for (size_t i = 0; i < sizeof(entries) / sizeof(entries[0]); i++)
		interrupt_enter_at(entries[i].vector, entries[i].stub);
	return 0;
}

void platform_input_close(void)
{
	for (size_t i = 0; i < sizeof(entries) / sizeof(entries[0]); i++)
		interrupt_enter_at(entries[i].vector, NULL);
	interrupt_handle(VECTOR_KEYBOARD, NULL);
	interrupt_handle(VECTOR_MOUSE, NULL);
	i8042_close();
}

/* Disable the handlers before the run ends, because they use the run. */
static void end_run(void)
{
	alarm_stop_all();
	i8042_unroute();
	disk_session_end();
}

void input_reset(void)
{
	end_run();
	platform_input_close();
}

static void input_run_application(void *argument)
{
	const struct input_run *run = argument;

	run->application(run->argument);
	interrupts_off();
	message_add_event(MESSAGE_WAIT, 0, 0, clock_read());
	input.has_ended = true;
	idle_stop();
}

/* Take bytes that were received before routing, because they raise no interrupt, and block later
 * ones. */
static void take_early(void)
{
	struct i8042_byte byte;

	while (input.bytes < EARLY_MAX && i8042_read(&byte))
		input_take_byte(&byte);
}

static void input_begin_run(const struct input_run *run)
{
	input.run = run;
	input.decoder = (struct input_decoder){0};
	input.bytes = input.step = input.byte = 0;
	input.flooded = input.has_ended = false;
	message_log_begin(run->log);
	message_open(run->log);
	alarm_handle(ALARM_SCRIPT, input_send_next);
	alarm_handle(ALARM_DEVICE, device_is_done);
	alarm_handle(ALARM_TIMER, timer_is_due);
	disk_session_begin(&disk_session);
	i8042_route(I8042_KEYBOARD, VECTOR_KEYBOARD);
	if (i8042_interrupts(I8042_MOUSE))
		i8042_route(I8042_MOUSE, VECTOR_MOUSE);
	take_early();
}

/* Run the loop until the application stops the loop, or until the loop's time limit. */
static int input_run_loop(const struct input_run *run)
{
	int error;

	input.due_tsc = clock_read();
	if (run->step_count > 0)
		set_due();
	message_add_event(MESSAGE_IDLE, 0, 0, clock_read());
	error = idle_run(run->trace);
	message_add_event(MESSAGE_BUSY, 0, 0, clock_read());
	if (error != 0 || input.has_ended)
		return error;
	return input.flooded ? -EIO : -ETIMEDOUT;
}

bool platform_input_script(char *text, size_t size)
{
	size_t whole;

	return fw_cfg_read_text(FW_CFG_INPUT, text, size, &whole);
}

int platform_input_run(const struct input_run *run)
{
	uint64_t unexpected = interrupt_unexpected_count();
	struct thread *thread;
	int error = 0;

	input_begin_run(run);
	thread = thread_create(input_run_application, (void *)run, paging_root_phys());
	if (thread == NULL) {
		end_run();
		return -ENOMEM;
	}
	thread_yield();                 /* run the application until it waits for its first
					 * message */
	if (!input.has_ended)
		error = input_run_loop(run);
	end_run();
	message_close();
	thread_join(thread);
	message_log_end(run->log);
	run->log->stray_bytes = input.decoder.stray_bytes;
	run->log->unexpected += interrupt_unexpected_count() - unexpected;
	return error;
}

/* SPDX-License-Identifier: MIT */
/* One queue with one receiver. The application runs with interrupts on, so that messages arrive
 * meanwhile; these functions disable them. */
#include "kernel/input/message.h"

#include "bench/platform.h"
#include "kernel/dev/alarm.h"
#include "kernel/machine/clock.h"
#include "kernel/task/thread.h"
#include "lib/cpu/interrupts.h"

static struct {
	struct message_log *log;
	struct message items[MESSAGE_QUEUE_MAX];        /* ring buffer: message number n is at n
							 * modulo its size */
	uint32_t first, count;
	uint32_t last_number;
	struct thread_queue readers;
	struct thread_queue device_waiters;
	bool device_is_done;
	bool is_closed;
	bool has_timer;                /* whether the timer's latest message is still queued */
} queue;

void message_open(struct message_log *log)
{
	queue.log = log;
	queue.first = queue.count = queue.last_number = 0;
	queue.readers = queue.device_waiters = (struct thread_queue){0};
	queue.is_closed = queue.has_timer = false;
}

bool message_is_awaited(void)
{
	return queue.readers.first != NULL && queue.count == 0;
}

void message_close(void)
{
	queue.is_closed = true;
	thread_wake(&queue.readers);
	thread_wake(&queue.device_waiters);
}

void message_add_event(enum message_event_kind kind, uint32_t message, uint32_t code, uint64_t tsc)
{
	if (queue.is_closed)
		return;
	message_log_add_event(queue.log, &(struct message_event){
		.tsc = tsc, .kind = kind, .message = message, .code = code,
		.queued = queue.count,
	});
}

static void add_event(enum message_event_kind kind, uint32_t message, uint32_t code)
{
	message_add_event(kind, message, code, clock_read());
}

/* Write a message to the queue. Returns its number, or 0 if the queue is full. */
static uint32_t message_write(uint32_t code)
{
	struct message *message = &queue.items[(queue.first + queue.count) % MESSAGE_QUEUE_MAX];

	if (queue.count == MESSAGE_QUEUE_MAX)
		return 0;
	queue.count++;
	*message = (struct message){++queue.last_number, code};
	return message->number;
}

static void drop(uint32_t code)
{
	queue.log->dropped++;
	add_event(MESSAGE_DROP, 0, code);
}

void message_enqueue(uint32_t code)
{
	uint32_t number = message_write(code);

	if (number == 0) {
		drop(code);
		return;
	}
	add_event(MESSAGE_ENQUEUE, number, code);
	thread_wake(&queue.readers);
}

void message_enqueue_timer(void)
{
	uint32_t number = queue.has_timer ? 0 : message_write(MESSAGE_CODE_TIMER);

	if (number == 0)
		return;
	queue.has_timer = true;
	add_event(MESSAGE_TIMER, number, MESSAGE_CODE_TIMER);
	thread_wake(&queue.readers);
}

uint32_t platform_message_post(uint32_t code)
{
	uint32_t number;

	interrupts_off();
	number = message_write(code);
	if (number != 0)
		add_event(MESSAGE_POST, number, code);
	else
		drop(code);
	interrupts_on();
	return number;
}

void platform_message_join(uint32_t number)
{
	interrupts_off();
	add_event(MESSAGE_JOIN, number, 0);
	interrupts_on();
}

static void take_first(struct message *message)
{
	*message = queue.items[queue.first];
	queue.first = (queue.first + 1) % MESSAGE_QUEUE_MAX;
	queue.count--;
	if (message->code == MESSAGE_CODE_TIMER)
		queue.has_timer = false;
	add_event(MESSAGE_GET, message->number, message->code);
}

bool platform_message_get(struct message *message)
{
	bool has_come;

	interrupts_off();
	add_event(MESSAGE_WAIT, 0, 0);
	while (queue.count == 0 && !queue.is_closed)
		thread_sleep(&queue.readers);
	has_come = !queue.is_closed;
	if (has_come)
		take_first(message);
	interrupts_on();
	return has_come;
}

bool platform_message_peek(struct message *message, bool is_ready)
{
	bool is_there;

	interrupts_off();
	is_there = queue.count > 0 && !queue.is_closed;
	if (is_there)
		*message = queue.items[queue.first];
	if (is_there || !message_log_ends_in_vain(queue.log))
		add_event(MESSAGE_PEEK, is_there ? message->number : 0,
			  !is_there && is_ready ? MESSAGE_CODE_READY : 0);
	interrupts_on();
	return is_there;
}

void message_device_done(void)
{
	queue.device_is_done = true;
	thread_wake(&queue.device_waiters);
}

bool message_device_rest(uint64_t limit_tsc)
{
	queue.device_is_done = false;
	alarm_set(ALARM_DEVICE, limit_tsc);
	while (!queue.device_is_done && !queue.is_closed)
		thread_sleep(&queue.device_waiters);
	alarm_cancel(ALARM_DEVICE);
	return !queue.is_closed && !clock_is_past(limit_tsc);
}

bool message_device_halt(uint64_t limit_tsc)
{
	queue.device_is_done = false;
	alarm_set(ALARM_DEVICE, limit_tsc);
	add_event(MESSAGE_IDLE, 0, 0);
	while (!queue.device_is_done && !queue.is_closed)
		cpu_halt_for_interrupt();
	add_event(MESSAGE_BUSY, 0, 0);
	alarm_cancel(ALARM_DEVICE);
	return !queue.is_closed && !clock_is_past(limit_tsc);
}

void platform_device_wait(uint64_t service_us)
{
	interrupts_off();
	add_event(MESSAGE_IO_BEGIN, 0, 0);
	queue.device_is_done = false;
	alarm_set(ALARM_DEVICE, clock_after_us(service_us));
	while (!queue.device_is_done && !queue.is_closed)
		thread_sleep(&queue.device_waiters);
	add_event(MESSAGE_IO_END, 0, 0);
	interrupts_on();
}

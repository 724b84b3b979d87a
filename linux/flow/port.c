/* SPDX-License-Identifier: MIT */
#include "linux/flow/port.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stddef.h>
#include <sys/socket.h>
#include <unistd.h>

#include "lib/cpu/clock.h"

struct flow_message {
	uint32_t word;
	uint32_t sender;                /* number of the thread that waits; 0: none */
	struct flow_task task;
};

/* Size of a message. Without a meter a message has no room for one. */
static size_t message_bytes(void)
{
	return offsetof(struct flow_message, task) +
	       (flow_tasks_are_metered() ? sizeof(struct flow_task) : FLOW_TASK_BYTES);
}

static size_t notice_bytes(void)
{
	return flow_tasks_are_metered() ? sizeof(struct flow_task) : FLOW_TASK_BYTES;
}

/* Ports by object number, from 1. */
static struct {
	int read, write;                /* -1: not open */
} ports[FLOW_OBJECTS_MAX + 1];

/* ---- Open and close ---- */

static bool port_is_socket(unsigned object)
{
	const struct flow_script *script = flow_process.script;

	for (uint32_t i = 0; i < script->step_count; i++) {
		if (script->steps[i].op == FLOW_OP_SEND_BLOCKING &&
		    script->steps[i].object + 1u == object)
			return true;
	}
	return false;
}

static int port_open(unsigned object)
{
	int ends[2], error;

	if (port_is_socket(object))
		error = socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends);
	else
		error = pipe2(ends, O_CLOEXEC);
	if (error != 0)
		return -errno;
	ports[object].read = ends[0];
	ports[object].write = ends[1];
	return 0;
}

int flow_ports_open(void)
{
	int error = 0;

	for (unsigned object = 0; object <= FLOW_OBJECTS_MAX; object++)
		ports[object].read = ports[object].write = -1;
	for (uint32_t i = 0; error == 0 && i < flow_process.script->object_count; i++) {
		if (flow_process.script->objects[i].kind == FLOW_PORT)
			error = port_open(i + 1);
	}
	for (uint32_t i = 0; error == 0 && i < flow_process.script->thread_count; i++) {
		if (pipe2(flow_process.threads[i].notices, O_CLOEXEC) != 0)
			error = -errno;
	}
	return error;
}

static void port_close_end(int *end)
{
	if (*end >= 0)
		close(*end);
	*end = -1;
}

void flow_ports_end(void)
{
	for (unsigned object = 0; object <= FLOW_OBJECTS_MAX; object++)
		port_close_end(&ports[object].write);
	for (uint32_t i = 0; i < flow_process.script->thread_count; i++)
		port_close_end(&flow_process.threads[i].notices[1]);
}

void flow_ports_close(void)
{
	flow_ports_end();
	for (unsigned object = 0; object <= FLOW_OBJECTS_MAX; object++)
		port_close_end(&ports[object].read);
	for (uint32_t i = 0; i < flow_process.script->thread_count; i++)
		port_close_end(&flow_process.threads[i].notices[0]);
}

/* ---- Messages ---- */

/* Read a whole message or word. Returns false at the end of the run. */
static bool port_read(int end, void *data, size_t size)
{
	ssize_t got;

	do
		got = read(end, data, size);
	while (got < 0 && errno == EINTR);
	if (got != (ssize_t)size && !flow_process.is_over)
		flow_process_fail(-EIO);
	return got == (ssize_t)size;
}

static void port_write(int end, const void *data, size_t size)
{
	ssize_t put;

	do
		put = write(end, data, size);
	while (put < 0 && errno == EINTR);
	if (put != (ssize_t)size && !flow_process.is_over)
		flow_process_fail(-EIO);
}

/* Record that the message was queued, after it is in the port. If a receiver waited, the host tool
 * drops this event. If the run is metered, the receiver records it instead. */
static void port_enqueued(struct flow_task *message, unsigned object)
{
	if (!flow_tasks_are_metered())
		flow_task_event(FLOW_ENQUEUE, FLOW_BLOCKED, message, 0, object);
}

void flow_port_send(struct flow_thread *self, unsigned object, uint32_t word, bool is_blocking)
{
	struct flow_message message = {
		.word = word, .sender = is_blocking ? flow_thread_number(self) : 0,
	};
	struct flow_task notice;

	flow_kernel_enter(self);
	flow_task_fork(FLOW_SEND, is_blocking ? FLOW_BLOCKED : 0, &self->task, &message.task, 0,
		       object);
	port_write(ports[object].write, &message, message_bytes());
	port_enqueued(&message.task, object);
	if (is_blocking && port_read(self->notices[0], &notice, notice_bytes()))
		flow_task_join(FLOW_UNBLOCKED, 0, &self->task, &notice, object);
	flow_kernel_leave(self);
}

static void port_unblock_sender(struct flow_thread *self, uint32_t number, unsigned object)
{
	struct flow_thread *sender = &flow_process.threads[number - 1];
	struct flow_task notice = {0};

	flow_task_fork(FLOW_UNBLOCK, 0, &self->task, &notice, 0, object);
	port_write(sender->notices[1], &notice, notice_bytes());
	port_enqueued(&notice, object);
}

/* Take a message. A thread that gets a message of another task finishes its own task. */
static void port_take(struct flow_thread *self, struct flow_message *message, unsigned object,
		      unsigned flags)
{
	uint16_t number = flow_thread_number(self);

	self->word = message->word;
	if (flow_task_is_same(&self->task, &message->task)) {
		flow_task_join(FLOW_RECEIVE_JOIN, flags, &self->task, &message->task, object);
	} else {
		flow_task_finish(&self->task);
		self->task = message->task;
		self->task.thread = number;
		flow_task_event(FLOW_RECEIVE, 0, &self->task, 0, object);
	}
	if (message->sender != 0)
		port_unblock_sender(self, message->sender, object);
}

/* In a metered run: a message was sent at the time of its meter. Since then the message has waited,
 * or its receiver has waited since begin_tsc. Returns whether the message has waited. */
static bool port_note_first(struct flow_thread *self, struct flow_message *message,
			    unsigned object, uint64_t begin_tsc)
{
	uint64_t sent_tsc = message->task.meter.since_tsc;

	if (sent_tsc < begin_tsc)
		flow_task_event_at(sent_tsc, FLOW_ENQUEUE, FLOW_BLOCKED, &message->task, 0, object);
	else
		flow_task_event_at(begin_tsc, FLOW_WAIT, FLOW_BLOCKED, &self->task, 0, object);
	return sent_tsc < begin_tsc;
}

/* The thread waits since begin_tsc; finished: it had ended a sub-task then, or NULL. */
static void port_await(struct flow_thread *self, unsigned object, uint64_t begin_tsc,
		       const struct flow_finished *finished)
{
	struct flow_message message;
	unsigned flags = 0;

	if (!port_read(ports[object].read, &message, message_bytes()))
		return;
	if (flow_tasks_are_metered() && port_note_first(self, &message, object, begin_tsc) &&
	    finished != NULL && flow_task_is_same(&finished->task, &message.task)) {
		flow_task_continue(&self->task, finished);
		flags = FLOW_TAKES_OVER;
	}
	port_take(self, &message, object, flags);
}

void flow_port_receive(struct flow_thread *self, unsigned object)
{
	flow_kernel_enter(self);
	port_await(self, object, flow_wait_begin(self, object), NULL);
	flow_kernel_leave(self);
}

void flow_port_try_receive(struct flow_thread *self, unsigned object)
{
	struct pollfd end = {.fd = ports[object].read, .events = POLLIN};

	flow_kernel_enter(self);
	if (poll(&end, 1, 0) == 1 && (end.revents & POLLIN) != 0) {
		port_await(self, object, clock_read(), NULL);
	} else {
		flow_task_event(FLOW_POLL, 0, &self->task, 0, object);
		self->word = 0;
	}
	flow_kernel_leave(self);
}

void flow_port_next(struct flow_thread *self, unsigned object)
{
	const struct flow_finished finished = flow_task_finish(&self->task);

	port_await(self, object, finished.task.meter.since_tsc, &finished);
	flow_kernel_leave(self);
}

int flow_port_act(unsigned object, uint32_t word, uint64_t time)
{
	struct flow_message message = {.word = word};

	if (!flow_task_begin(&message.task, time))
		return -ENOMEM;
	flow_task_event(FLOW_BEGIN_USE, 0, &message.task, 0, flow_object_kernel());
	port_write(ports[object].write, &message, message_bytes());
	port_enqueued(&message.task, object);
	return flow_process.error;
}

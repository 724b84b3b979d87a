/* SPDX-License-Identifier: MIT */
/* A message carries its sub-task to the receiving thread. The thread continues the sub-task, or if
 * it works for the same task, joins it. A waiting receiver gets the message at once, and runs when
 * its turn comes. */
#include "kernel/flow/port.h"

#include <stddef.h>

#include "bench/flow/script.h"
#include "kernel/flow/sched.h"
#include "kernel/task/thread_queue.h"
#include "lib/text/errno.h"
#include "lib/text/string.h"

struct flow_message {
	struct thread_link link;        /* first, so that a link's address is that of its message */
	struct flow_task task;
	struct flow_thread *sender;     /* a sender that waits until the message is received;
					 * otherwise NULL */
	uint32_t word;
};

/* The ports of a node, by object numbers, which begin with 1. */
static struct ports {
	struct {
		struct thread_queue messages, receivers;
	} ports[FLOW_OBJECTS_MAX + 1];
	struct flow_message messages[FLOW_MESSAGES_MAX];
	struct thread_queue unused, senders;    /* unused messages, and threads that wait for one */
} all_ports[FLOW_NODES_MAX];

static struct ports *ports_here(void)
{
	return &all_ports[flow_node_number()];
}

void flow_ports_begin(uint32_t nodes)
{
	for (uint32_t node = 0; node < nodes; node++) {
		struct ports *ports = &all_ports[node];

		memset(ports, 0, sizeof(*ports));
		for (unsigned i = 0; i < FLOW_MESSAGES_MAX; i++)
			thread_queue_push(&ports->unused, &ports->messages[i].link);
	}
}

static struct flow_message *take_message(struct thread_queue *queue)
{
	return (struct flow_message *)thread_queue_pop(queue);
}

static struct flow_thread *take_thread(struct thread_queue *queue)
{
	return (struct flow_thread *)thread_queue_pop(queue);
}

static void free_message(struct flow_message *message)
{
	struct ports *ports = ports_here();
	struct flow_thread *sender = take_thread(&ports->senders);

	thread_queue_push(&ports->unused, &message->link);
	if (sender != NULL)
		flow_thread_wake(sender);
}

/* ---- Receiving ---- */

/* Unblock the sender. If the receiver was waiting, the sender has not waited. */
static void unblock(struct flow_thread *receiver, struct flow_thread *sender, unsigned object)
{
	flow_task_unblock(&receiver->task, &sender->task, object);
	if (sender != flow_thread_current())
		flow_thread_wake(sender);
}

static void take_on(struct flow_thread *receiver, struct flow_message *message, unsigned object)
{
	uint16_t number = receiver->task.thread;

	flow_task_finish(FLOW_FINISH, &receiver->task);
	receiver->task = message->task;
	receiver->task.thread = number;
	flow_event(FLOW_RECEIVE, &receiver->task, 0, object);
}

/* Deliver a message. flags are for a join. Returns whether the receiver's sub-task changed. */
static bool port_deliver_to(struct flow_thread *receiver, struct flow_message *message,
			    unsigned object, unsigned flags)
{
	bool is_joined = flow_task_is_same(&receiver->task, &message->task);

	if (is_joined)
		flow_task_join(FLOW_WITH(flags, FLOW_RECEIVE_JOIN), &receiver->task, &message->task,
			       object);
	else
		take_on(receiver, message, object);
	receiver->word = message->word;
	if (message->sender != NULL)
		unblock(receiver, message->sender, object);
	free_message(message);
	return !is_joined;
}

/* Receive the first message, which must exist. */
static uint32_t receive_first(struct flow_thread *self, unsigned object, unsigned flags)
{
	struct thread_queue *messages = &ports_here()->ports[object].messages;

	if (port_deliver_to(self, take_message(messages), object, flags))
		flow_thread_take_on(self);
	return self->word;
}

bool flow_port_try_receive(unsigned object, uint32_t *word)
{
	struct flow_thread *self = flow_thread_current();

	if (ports_here()->ports[object].messages.first == NULL) {
		flow_event(FLOW_POLL, &self->task, 0, object);
		return false;
	}
	*word = receive_first(self, object, 0);
	return true;
}

uint32_t flow_port_receive(unsigned object)
{
	struct flow_thread *self = flow_thread_current();

	if (ports_here()->ports[object].messages.first != NULL)
		return receive_first(self, object, 0);
	flow_event(FLOW_WITH(FLOW_BLOCKED, FLOW_WAIT), &self->task, 0, object);
	thread_queue_push(&ports_here()->ports[object].receivers, &self->link);
	flow_thread_sleep();
	return self->word;
}

uint32_t flow_port_next(unsigned object)
{
	const struct flow_message *first =
		(const struct flow_message *)ports_here()->ports[object].messages.first;
	struct flow_thread *self = flow_thread_current();

	if (first != NULL && flow_task_is_same(&self->task, &first->task))
		return receive_first(self, object, FLOW_TAKES_OVER);
	flow_task_finish(FLOW_FINISH, &self->task);
	return flow_port_receive(object);
}

/* ---- Sending ---- */

/* Deliver a message. Returns whether a receiver was waiting. */
static bool deliver(struct flow_message *message, unsigned object)
{
	struct flow_thread *receiver = take_thread(&ports_here()->ports[object].receivers);

	if (receiver == NULL) {
		flow_event(FLOW_WITH(FLOW_BLOCKED, FLOW_ENQUEUE), &message->task, 0, object);
		thread_queue_push(&ports_here()->ports[object].messages, &message->link);
		return false;
	}
	port_deliver_to(receiver, message, object, 0);
	flow_thread_wake(receiver);
	return true;
}

static struct flow_message *wait_for_room(struct flow_thread *self)
{
	struct flow_message *message;

	while ((message = take_message(&ports_here()->unused)) == NULL) {
		thread_queue_push(&ports_here()->senders, &self->link);
		flow_thread_sleep();
	}
	return message;
}

void flow_port_send(unsigned object, uint32_t word, bool is_blocking)
{
	struct flow_thread *self = flow_thread_current();
	struct flow_message *message = wait_for_room(self);

	flow_task_fork(FLOW_WITH(is_blocking ? FLOW_BLOCKED : 0, FLOW_SEND), &self->task,
		      &message->task, 0, object);
	message->sender = is_blocking ? self : NULL;
	message->word = word;
	if (!deliver(message, object) && is_blocking)
		flow_thread_sleep();
}

int flow_port_act(unsigned object, uint32_t word)
{
	struct flow_message *message = take_message(&ports_here()->unused);
	int error = message != NULL ? flow_task_begin(&message->task) : -ENOMEM;

	if (error != 0) {
		if (message != NULL)
			free_message(message);
		return error;
	}
	message->sender = NULL;
	message->word = word;
	deliver(message, object);
	return 0;
}

/* ---- Streams ---- */

static void stream_enqueue(struct flow_message *message, unsigned object)
{
	flow_event(FLOW_WITH(FLOW_BLOCKED, FLOW_ENQUEUE), &message->task, 0, object);
}

/* The reader takes what it wants of a message, and the rest remains a message. Returns false if
 * there is a rest. */
static bool stream_take(struct flow_thread *reader, struct flow_message *message, unsigned object)
{
	if (flow_task_is_same(&reader->task, &message->task))
		flow_task_join(FLOW_RECEIVE_JOIN, &reader->task, &message->task, object);
	else
		take_on(reader, message, object);
	if (message->word <= reader->wanted) {
		reader->wanted -= message->word;
		return true;
	}
	flow_task_fork(FLOW_SPLIT, &reader->task, &message->task, 0, object);
	message->word -= reader->wanted;
	reader->wanted = 0;
	stream_enqueue(message, object);
	return false;
}

static void stream_wait(struct flow_thread *reader, unsigned object)
{
	flow_event(FLOW_WITH(FLOW_BLOCKED, FLOW_WAIT), &reader->task, 0, object);
	thread_queue_push(&ports_here()->ports[object].receivers, &reader->link);
}

/* Deliver to a waiting reader. A reader waits only while the stream is empty. */
static void stream_deliver(struct flow_message *message, unsigned object)
{
	struct thread_queue *messages = &ports_here()->ports[object].messages;
	struct flow_thread *reader = take_thread(&ports_here()->ports[object].receivers);

	if (reader == NULL) {
		stream_enqueue(message, object);
		thread_queue_push(messages, &message->link);
		return;
	}
	if (stream_take(reader, message, object))
		free_message(message);
	else
		thread_queue_push(messages, &message->link);
	if (reader->wanted > 0)
		stream_wait(reader, object);
	else
		flow_thread_wake(reader);
}

void flow_stream_write(unsigned object, uint32_t bytes)
{
	struct flow_thread *self = flow_thread_current();
	struct flow_message *message = wait_for_room(self);

	flow_task_fork(FLOW_SEND, &self->task, &message->task, 0, object);
	message->sender = NULL;
	message->word = bytes;
	stream_deliver(message, object);
}

static struct flow_message *stream_first(unsigned object)
{
	return (struct flow_message *)ports_here()->ports[object].messages.first;
}

void flow_stream_read(unsigned object, uint32_t bytes)
{
	struct flow_thread *self = flow_thread_current();
	struct flow_message *message;

	self->wanted = bytes;
	while (self->wanted > 0 && (message = stream_first(object)) != NULL) {
		bool is_other = !flow_task_is_same(&self->task, &message->task);

		if (stream_take(self, message, object))
			free_message(take_message(&ports_here()->ports[object].messages));
		if (is_other)
			flow_thread_take_on(self);
	}
	if (self->wanted > 0) {
		stream_wait(self, object);
		flow_thread_sleep();
	}
	self->word = bytes;
}

void flow_stream_next(unsigned object, uint32_t bytes)
{
	struct flow_thread *self = flow_thread_current();
	const struct flow_message *first = stream_first(object);

	if (first == NULL || !flow_task_is_same(&self->task, &first->task))
		flow_task_finish(FLOW_FINISH, &self->task);
	flow_stream_read(object, bytes);
}

/* ---- From other nodes ---- */

static int port_arrive(unsigned object, const struct flow_packet *packet, bool is_stream)
{
	struct flow_message *message = take_message(&ports_here()->unused);
	struct flow_task lost;
	int error = flow_task_arrive(message != NULL ? &message->task : &lost, packet->subtask,
				     packet->source);

	if (message == NULL) {
		flow_task_finish(FLOW_DISCARD, &lost);
		return error;
	}
	if (error != 0) {
		free_message(message);
		return error;
	}
	message->task.scales = packet->scales;
	message->sender = NULL;
	message->word = packet->word;
	if (is_stream)
		stream_deliver(message, object);
	else
		deliver(message, object);
	return 0;
}

int flow_port_arrive(unsigned object, const struct flow_packet *packet)
{
	return port_arrive(object, packet, false);
}

int flow_stream_arrive(unsigned object, const struct flow_packet *packet)
{
	return port_arrive(object, packet, true);
}

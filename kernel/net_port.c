/* A message carries its sub-task to the thread that receives it: either that goes on with it, or,
 * working for the same task, joins it. A receiver who waits gets the message at once from whoever
 * sends it, and runs when it is its turn. */
#include "kernel/net_port.h"

#include <stddef.h>

#include "bench/net/script.h"
#include "kernel/net_thread.h"
#include "kernel/thread_queue.h"
#include "lib/errno.h"
#include "lib/string.h"

struct net_message {
	struct thread_link link;        /* first: a link is its message's address */
	struct net_task task;
	struct net_thread *sender;      /* who waits until it is received, or NULL */
	uint32_t word;
};

/* By the objects' numbers, which begin with 1. */
static struct {
	struct {
		struct thread_queue messages, receivers;
	} ports[NET_OBJECTS_MAX + 1];
	struct net_message messages[NET_MESSAGES_MAX];
	struct thread_queue unused, senders;    /* messages, and threads that wait for one */
} state;

void net_ports_begin(void)
{
	memset(&state, 0, sizeof(state));
	for (unsigned i = 0; i < NET_MESSAGES_MAX; i++)
		thread_queue_put(&state.unused, &state.messages[i].link);
}

static struct net_message *take_message(struct thread_queue *queue)
{
	return (struct net_message *)thread_queue_take(queue);
}

static struct net_thread *take_thread(struct thread_queue *queue)
{
	return (struct net_thread *)thread_queue_take(queue);
}

static void give_back(struct net_message *message)
{
	struct net_thread *sender = take_thread(&state.senders);

	thread_queue_put(&state.unused, &message->link);
	if (sender != NULL)
		net_thread_wake(sender);
}

/* ---- Receiving ---- */

/* The message that says so joins the sender's sub-task as soon as it is made. A sender who finds
 * the receiver waiting has not stopped yet. */
static void unblock(struct net_thread *receiver, struct net_thread *sender, unsigned object)
{
	struct net_task notice;

	net_task_fork(NET_UNBLOCK, &receiver->task, &notice, 0, object);
	if (notice.number != 0)
		net_task_join(NET_UNBLOCKED, &sender->task, &notice, object);
	if (sender != net_thread_current())
		net_thread_wake(sender);
}

static void take_on(struct net_thread *receiver, struct net_message *message, unsigned object)
{
	uint16_t number = receiver->task.thread;

	net_task_finish(NET_FINISH, &receiver->task);
	receiver->task = message->task;
	receiver->task.thread = number;
	net_event(NET_RECEIVE, &receiver->task, 0, object);
}

/* Returns whether the receiver's sub-task is another one than before. */
static bool hand_over(struct net_thread *receiver, struct net_message *message, unsigned object)
{
	bool is_joined = receiver->task.number != 0 && message->task.number != 0 &&
			 receiver->task.interaction == message->task.interaction;

	if (is_joined)
		net_task_join(NET_RECEIVE_JOIN, &receiver->task, &message->task, object);
	else
		take_on(receiver, message, object);
	receiver->word = message->word;
	if (message->sender != NULL)
		unblock(receiver, message->sender, object);
	give_back(message);
	return !is_joined;
}

bool net_port_try_receive(unsigned object, uint32_t *word)
{
	struct net_thread *self = net_thread_current();
	struct net_message *message = take_message(&state.ports[object].messages);

	if (message == NULL) {
		net_event(NET_POLL, &self->task, 0, object);
		return false;
	}
	if (hand_over(self, message, object))
		net_thread_take_on(self);
	*word = self->word;
	return true;
}

uint32_t net_port_receive(unsigned object)
{
	struct net_thread *self = net_thread_current();

	if (state.ports[object].messages.first != NULL) {
		net_port_try_receive(object, &self->word);
		return self->word;
	}
	net_event(NET_WITH(NET_BLOCKED, NET_WAIT), &self->task, 0, object);
	thread_queue_put(&state.ports[object].receivers, &self->link);
	net_thread_sleep();
	return self->word;
}

/* ---- Sending ---- */

/* Returns whether somebody waited for it. */
static bool deliver(struct net_message *message, unsigned object)
{
	struct net_thread *receiver = take_thread(&state.ports[object].receivers);

	if (receiver == NULL) {
		net_event(NET_WITH(NET_BLOCKED, NET_ENQUEUE), &message->task, 0, object);
		thread_queue_put(&state.ports[object].messages, &message->link);
		return false;
	}
	hand_over(receiver, message, object);
	net_thread_wake(receiver);
	return true;
}

static struct net_message *wait_for_room(struct net_thread *self)
{
	struct net_message *message;

	while ((message = take_message(&state.unused)) == NULL) {
		thread_queue_put(&state.senders, &self->link);
		net_thread_sleep();
	}
	return message;
}

void net_port_send(unsigned object, uint32_t word, bool is_blocking)
{
	struct net_thread *self = net_thread_current();
	struct net_message *message = wait_for_room(self);

	net_task_fork(NET_WITH(is_blocking ? NET_BLOCKED : 0, NET_SEND), &self->task,
		      &message->task, 0, object);
	message->sender = is_blocking ? self : NULL;
	message->word = word;
	if (!deliver(message, object) && is_blocking)
		net_thread_sleep();
}

int net_port_act(unsigned object, uint32_t word)
{
	struct net_message *message = take_message(&state.unused);
	int error = message != NULL ? net_task_begin(&message->task) : -ENOMEM;

	if (error != 0)
		return error;
	message->sender = NULL;
	message->word = word;
	deliver(message, object);
	return 0;
}

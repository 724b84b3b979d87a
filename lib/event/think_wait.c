/* SPDX-License-Identifier: MIT */
/* The inputs are updated by events, and the state follows from them. */
#include "lib/event/think_wait.h"

static void think_wait_set(struct think_wait *machine, unsigned input, bool on)
{
	machine->inputs = on ? machine->inputs | input : machine->inputs & ~input;
}

static bool is_handled(const struct think_wait *machine, const struct message_event *event)
{
	if ((machine->inputs & (THINK_WAIT_QUEUED | THINK_WAIT_IO)) != 0)
		return false;
	return message_event_is_ready(event) || (machine->inputs & THINK_WAIT_BUSY) == 0;
}

static void think_wait_follow(struct think_wait *machine, const struct message_event *event)
{
	bool must_wait = (machine->inputs & (THINK_WAIT_QUEUED | THINK_WAIT_IO)) != 0;

	if (machine->state == STATE_THINK && must_wait) {
		machine->state = STATE_WAIT;
		machine->waits++;
	} else if (machine->state == STATE_WAIT && is_handled(machine, event)) {
		machine->state = STATE_THINK;
	}
}

static void think_wait_take_requests(struct think_wait *machine, uint32_t under_way)
{
	machine->under_way = under_way;
	if (under_way > machine->under_way_most)
		machine->under_way_most = under_way;
	think_wait_set(machine, THINK_WAIT_DEVICE, under_way != 0);
}

/* Messages in the queue that the user waits for. */
static void think_wait_take_queue(struct think_wait *machine, const struct message_event *event)
{
	if (event->kind == MESSAGE_TIMER)
		machine->timers++;
	else if (event->kind == MESSAGE_GET && event->code == MESSAGE_CODE_TIMER &&
		 machine->timers > 0)
		machine->timers--;
	think_wait_set(machine, THINK_WAIT_QUEUED, event->queued > machine->timers);
}

void think_wait_begin(struct think_wait *machine, uint64_t tsc)
{
	*machine = (struct think_wait){.inputs = THINK_WAIT_BUSY, .last_tsc = tsc};
}

void think_wait_end(struct think_wait *machine, uint64_t tsc)
{
	if (tsc <= machine->last_tsc)
		return;
	machine->ticks[machine->state][machine->inputs] += tsc - machine->last_tsc;
	machine->last_tsc = tsc;
}

void think_wait_step(struct think_wait *machine, const struct message_event *event)
{
	think_wait_end(machine, event->tsc);
	think_wait_take_queue(machine, event);
	switch (event->kind) {
	case MESSAGE_BUSY:
	case MESSAGE_IDLE:
		think_wait_set(machine, THINK_WAIT_BUSY, event->kind == MESSAGE_BUSY);
		break;
	case MESSAGE_IO_BEGIN:
	case MESSAGE_IO_END:
		think_wait_set(machine, THINK_WAIT_IO, event->kind == MESSAGE_IO_BEGIN);
		break;
	case MESSAGE_IO_START:
	case MESSAGE_IO_DONE:
		think_wait_take_requests(machine, event->code);
		break;
	}
	think_wait_follow(machine, event);
}

uint64_t think_wait_ticks(const struct think_wait *machine, enum think_wait_state state)
{
	uint64_t ticks = 0;

	for (unsigned inputs = 0; inputs < THINK_WAIT_INPUTS; inputs++)
		ticks += machine->ticks[state][inputs];
	return ticks;
}

uint64_t think_wait_asynchronous_ticks(const struct think_wait *machine)
{
	uint64_t ticks = 0;

	for (unsigned inputs = 0; inputs < THINK_WAIT_INPUTS; inputs++) {
		if ((inputs & THINK_WAIT_DEVICE) != 0 && (inputs & THINK_WAIT_IO) == 0)
			ticks += machine->ticks[STATE_THINK][inputs] +
				 machine->ticks[STATE_WAIT][inputs];
	}
	return ticks;
}

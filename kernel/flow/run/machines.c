/* SPDX-License-Identifier: MIT */
/* That nothing goes on anywhere is found out by asking: twice in a row all machines, when they were
 * quiet, had sent as many packets as were received, and no more the second time than the first.
 * Mattern, "Algorithms for Distributed Termination Detection", 1987, "The Four Counter Method". */
#include "kernel/flow/run/machines.h"

#include "kernel/cpu/interrupt.h"
#include "kernel/dev/lapic.h"
#include "kernel/dev/tsc.h"
#include "kernel/flow/node.h"
#include "kernel/flow/peers.h"
#include "lib/text/errno.h"
#include "lib/text/fmt.h"
#include "lib/x86/control.h"
#include "lib/x86/spin.h"

#define OPEN_WAIT_MS 60000              /* for machines that still start */
#define SERVE_WAIT_MS 180000            /* for the first node to come to the same point */
#define WAIT_MS 20000                   /* once a machine is there: it may be a busy host's */
#define CLOSE_WAIT_MS 2000              /* who was last asked so may be gone: nobody waits for it */
#define ASK_AGAIN_MS 50                 /* then after twice as long, and so on, to: */
#define ASK_AGAIN_MS_MAX 1000           /* a slow line is not to be full of one question */
#define PROBE_AFTER_MS 1                /* without a packet: before that more are likely to come */
#define TROUBLE_CHARS 128

static struct {
	bool is_open, has_given_up;     /* once in vain: further runs don't wait */
	struct flow_run run;
	uint32_t turn, act, number;     /* of the point, whether it was opened or not; of the act;
					 * of the last question */
	struct peer_ask ask;            /* the last one */
	uint64_t asked_tsc;
	uint32_t again_ms;
	bool is_probing;
	bool has_counts;                /* of the round before: */
	uint32_t sent, received;
	int error;                      /* of this act */
	char trouble[TROUBLE_CHARS];
} machines;

static uint64_t ticks_of(uint32_t ms)
{
	return tsc_hz() / 1000 * ms;
}

static bool is_over_since(uint64_t begin_tsc, uint32_t ms)
{
	return (int64_t)(tsc_read_fenced() - begin_tsc - ticks_of(ms)) >= 0;
}

const char *flow_machines_trouble(void)
{
	return machines.trouble;
}

static __attribute__((format(printf, 2, 3))) int fail(int error, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fmt_vbuffer(machines.trouble, sizeof(machines.trouble), format, args);
	va_end(args);
	return error;
}

static void on_line(struct trap_frame *frame)
{
	(void)frame;
	lapic_eoi();
	flow_acquire();
	peers_poll();
	flow_release();
}

/* ---- Asking ---- */

/* While a point is opened the others are asked too: they are to see that they are not forgotten,
 * and a machine that is too many, that another one was taken. */
static void ask_those_missing(void)
{
	for (unsigned node = 1; node < flow_run_nodes(&machines.run); node++) {
		if (machines.ask.topic == PEER_OPEN ||
		    peers_answer(node)->number != machines.ask.number)
			peers_ask(node, &machines.ask);
	}
	machines.asked_tsc = tsc_read_fenced();
}

static void ask_again(void)
{
	if (!is_over_since(machines.asked_tsc, machines.again_ms))
		return;
	ask_those_missing();
	if (machines.again_ms < ASK_AGAIN_MS_MAX)
		machines.again_ms *= 2;
}

static void ask(enum peer_topic topic)
{
	machines.ask = (struct peer_ask){
		.topic = topic, .number = ++machines.number, .turn = machines.turn,
		.key = machines.run.key, .act = machines.act,
	};
	machines.again_ms = ASK_AGAIN_MS;
	ask_those_missing();
}

/* The first that has not answered yet; the number of nodes if all have. */
static unsigned first_missing(void)
{
	unsigned node = 1;

	while (node < flow_run_nodes(&machines.run) &&
	       peers_answer(node)->number == machines.ask.number)
		node++;
	return node;
}

/* Returns 0, -ETIMEDOUT, or the first status that is not 0. */
static int ask_all(enum peer_topic topic, uint32_t wait_ms)
{
	struct spin spin = spin_for(ticks_of(wait_ms));

	ask(topic);
	while (first_missing() < flow_run_nodes(&machines.run)) {
		if (!spin_on(&spin))
			return fail(-ETIMEDOUT, "node %u did not answer within %u ms",
				    first_missing(), wait_ms);
		ask_again();
		peers_poll();
	}
	for (unsigned node = 1; node < flow_run_nodes(&machines.run); node++) {
		if (peers_answer(node)->status != 0)
			return fail(peers_answer(node)->status, "node %u answered with error %d",
				    node, -peers_answer(node)->status);
	}
	return 0;
}

/* ---- The first node ---- */

void flow_machines_ready(void)
{
	if (machines.run.self == 0)
		machines.act++;
	machines.error = 0;
	peers_begin(machines.act);
}

int flow_machines_begin(void)
{
	machines.error = ask_all(PEER_BEGIN, WAIT_MS) != 0 ? -EIO : 0;
	return machines.error;
}

/* Whether nothing is on its way, by what all said; the same as the last time. */
static bool is_all_still(void)
{
	uint32_t sent = peers_sent(), received = peers_received();
	bool is_same;

	for (unsigned node = 1; node < flow_run_nodes(&machines.run); node++) {
		sent += peers_answer(node)->sent;
		received += peers_answer(node)->received;
	}
	is_same = machines.has_counts && sent == machines.sent && received == machines.received;
	machines.has_counts = true;
	machines.sent = sent;
	machines.received = received;
	if (is_same && sent != received && is_over_since(peers_moved_tsc(), WAIT_MS))
		machines.error = fail(-EIO, "of %u packets of an act %u were received", sent,
				      received);
	return is_same && sent == received;
}

static bool has_been_silent(void)
{
	unsigned node = first_missing();

	if (!is_over_since(peers_heard_tsc(node), WAIT_MS) ||
	    !is_over_since(peers_moved_tsc(), WAIT_MS))
		return false;
	machines.error = fail(-EIO, "node %u fell silent", node);
	return true;
}

static bool is_first_over(void)
{
	if (machines.error != 0)
		return true;
	if (!flow_node_is_quiet())
		return false;
	if (!machines.is_probing) {
		machines.is_probing = is_over_since(peers_moved_tsc(), PROBE_AFTER_MS) &&
				      is_over_since(machines.asked_tsc, PROBE_AFTER_MS);
		if (machines.is_probing)
			ask(PEER_PROBE);
		return false;
	}
	if (first_missing() < flow_run_nodes(&machines.run)) {
		ask_again();
		return has_been_silent();
	}
	machines.is_probing = false;
	return is_all_still() || machines.error != 0;
}

int flow_machines_run(void)
{
	machines.is_probing = machines.has_counts = false;
	flow_threads_run_until(is_first_over);
	return machines.error;
}

int flow_machines_end(void)
{
	int error = machines.error, ended = ask_all(PEER_END, WAIT_MS);

	peers_begin(0);
	return error != 0 ? error : ended != 0 ? -EIO : 0;
}

/* ---- The others ---- */

/* Wait until something is asked that has not been answered. */
static int await_ask(void)
{
	struct spin spin = spin_for(ticks_of(WAIT_MS));

	while (peers_has_answered()) {
		if (!spin_on(&spin))
			return fail(-ETIMEDOUT, "nothing was heard of node 0 for %u ms", WAIT_MS);
		peers_poll();
	}
	return 0;
}

static bool is_serving_over(void)
{
	if (!peers_has_answered() && peers_asked()->topic == PEER_PROBE) {
		if (flow_node_is_quiet())
			peers_reply(0);
		return false;
	}
	if (!peers_has_answered())
		return true;
	if (is_over_since(peers_heard_tsc(0), WAIT_MS))
		machines.error = fail(-ETIMEDOUT, "node 0 fell silent within an act");
	return machines.error != 0;
}

static int serve_act(const struct flow_serving *serving)
{
	int status;

	machines.act = peers_asked()->act;
	machines.error = 0;
	serving->begin();
	if (!peers_has_answered())
		peers_reply(0);
	flow_threads_run_until(is_serving_over);
	status = serving->end(machines.error);
	peers_begin(0);
	if (machines.error != 0)
		return machines.error;
	peers_reply(status);
	return 0;
}

int flow_machines_serve(const struct flow_serving *serving)
{
	int error = await_ask();

	while (error == 0 && peers_asked()->topic != PEER_CLOSE) {
		if (peers_asked()->topic == PEER_BEGIN)
			error = serve_act(serving);
		else
			peers_reply(-EINVAL);
		if (error == 0)
			error = await_ask();
	}
	if (error == 0)
		peers_reply(0);
	return error;
}

/* The first node, which may be others', is at this turn. Returns 0,
 * or -EBUSY if at another point. */
static int answer_opening(uint32_t key)
{
	bool is_same = key == machines.run.key;

	machines.trouble[0] = '\0';
	if (is_same || peers_is_taken())
		peers_reply(is_same ? 0 : -EBUSY);
	else
		peers_ignore();
	return is_same ? 0 : fail(-EBUSY, "node 0 is at another point");
}

/* Wait until the first node opens this point, and takes this machine. */
static int await_opening(void)
{
	const struct peer_ask *asked = peers_asked();
	struct spin spin = spin_for(ticks_of(SERVE_WAIT_MS));
	int error = 0;

	for (; spin_on(&spin); peers_poll()) {
		bool is_now = asked->turn == machines.turn;

		if (peers_has_answered())
			continue;
		if (asked->topic == PEER_OPEN && asked->turn > machines.turn)
			return fail(-EBUSY, "node 0 is at a later point");
		if (asked->topic != PEER_OPEN || !is_now) {
			peers_reply(asked->topic == PEER_TAKE && is_now ? 0 : -EBUSY);
			if (asked->topic == PEER_TAKE && is_now)
				return 0;
			continue;
		}
		error = answer_opening(asked->key);
		if (error != 0 && peers_is_taken())
			return error;
	}
	return error != 0 ? -ETIMEDOUT
	       : fail(-ETIMEDOUT, "nothing was heard of node 0 for %u ms", SERVE_WAIT_MS);
}

/* Look for the others, and take them. */
static int open_others(void)
{
	int error = ask_all(PEER_OPEN, OPEN_WAIT_MS);

	return error == 0 ? ask_all(PEER_TAKE, WAIT_MS) : error;
}

/* ---- Opening and closing ---- */

void flow_machines_turn(const struct flow_run *run)
{
	machines.turn += flow_run_is_apart(run);
	machines.trouble[0] = '\0';
}

int flow_machines_open(const struct flow_run *run)
{
	const char *why;
	int error;

	machines.run = *run;
	if (machines.has_given_up)
		return fail(-ETIMEDOUT, "another machine was waited for in vain before");
	why = peers_open(run);
	if (why != NULL)
		return fail(-ENODEV, "%s", why);
	machines.is_open = true;
	interrupt_handle(VECTOR_LINE, on_line);
	error = run->self == 0 ? open_others() : await_opening();
	machines.has_given_up = error == -ETIMEDOUT;
	if (error != 0)
		flow_machines_close();
	return error;
}

/* A card must not write into memory that is given back. The others find out by waiting. */
void flow_machines_reset(void)
{
	if (!machines.is_open)
		return;
	machines.is_open = false;
	peers_begin(0);
	peers_close();
}

/* What it made ready for that did not come is told to leave, too. */
void flow_machines_close(void)
{
	if (!machines.is_open)
		return;
	machines.is_open = false;
	if (machines.run.self == 0 && !machines.has_given_up)
		ask_all(PEER_CLOSE, CLOSE_WAIT_MS);
	peers_begin(0);
	peers_close();
	interrupts_on();                /* what is still pending comes now */
	cpu_pause();
	interrupts_off();
	interrupt_handle(VECTOR_LINE, NULL);
}

/* SPDX-License-Identifier: MIT */
/* Each machine replies to a probe once it is quiet. An act is over when two probes in a row give
 * the same packet counts, and as many packets were received as sent. Mattern, "Algorithms for
 * Distributed Termination Detection", 1987, "The Four Counter Method". */
#include "kernel/flow/run/machines.h"

#include "kernel/flow/link.h"
#include "kernel/flow/node.h"
#include "kernel/flow/peers.h"
#include "kernel/machine/clock.h"
#include "kernel/machine/interrupts.h"
#include "lib/cpu/interrupts.h"
#include "lib/cpu/pause.h"
#include "lib/cpu/spin.h"
#include "lib/text/errno.h"
#include "lib/text/fmt.h"
#include "lib/text/ticks.h"

#define OPEN_TIMEOUT_MS 60000           /* long, because other machines may still be booting */
#define SERVE_TIMEOUT_MS 180000         /* long, because node 0 may still measure earlier points */
#define REPLY_TIMEOUT_MS 20000          /* long, because the host of a virtual machine may be
					 * busy */
#define CLOSE_TIMEOUT_MS 2000           /* short, because the recipient may have ended */
#define RETRY_MS 50                     /* doubled with each retry while it is below RETRY_MS_MAX */
#define RETRY_MS_MAX 1000               /* retries must not fill a slow line */
#define PROBE_AFTER_MS 1                /* time without a packet */
#define PROBLEM_CHARS 128

static struct {
	bool is_open;
	bool has_timed_out;             /* a run timed out, so later runs do not wait */
	struct flow_run run;
	uint32_t point;                 /* index among this boot's points on several machines */
	uint32_t act;
	uint32_t request_number;
	struct peer_request request;    /* node 0: the latest request */
	uint64_t requested_tsc;
	uint32_t retry_ms;
	bool is_probing;
	bool has_counts;                /* whether the counts of the previous probe are valid */
	uint32_t packets_sent, packets_received;
	int error;                      /* of this act */
	char problem[PROBLEM_CHARS];
} machines;

static uint64_t ticks_of(uint32_t ms)
{
	return ticks_of_ms(ms, clock_hz());
}

static bool has_elapsed(uint64_t begin_tsc, uint32_t ms)
{
	return (int64_t)(clock_read() - begin_tsc - ticks_of(ms)) >= 0;
}

const char *flow_machines_problem(void)
{
	return machines.problem;
}

static __attribute__((format(printf, 2, 3))) int fail(int error, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fmt_vbuffer(machines.problem, sizeof(machines.problem), format, args);
	va_end(args);
	return error;
}

static void handle_line_interrupt(struct trap_frame *frame)
{
	(void)frame;
	interrupt_acknowledge();
	flow_acquire();
	peers_poll();
	flow_release();
}

/* ---- Requests of node 0 ---- */

/* PEER_OPEN is also sent again to nodes that replied. It keeps node 0 from timing out as their
 * candidate, and tells a surplus machine that another machine became the node. */
static void send_request(void)
{
	for (unsigned node = 1; node < flow_run_nodes(&machines.run); node++) {
		if (machines.request.type == PEER_OPEN ||
		    peers_last_reply(node)->number != machines.request.number)
			peers_request(node, &machines.request);
	}
	machines.requested_tsc = clock_read();
}

static void retry_request(void)
{
	if (!has_elapsed(machines.requested_tsc, machines.retry_ms))
		return;
	send_request();
	if (machines.retry_ms < RETRY_MS_MAX)
		machines.retry_ms *= 2;
}

static void begin_request(enum peer_request_type type)
{
	machines.request = (struct peer_request){
		.type = type, .number = ++machines.request_number, .point = machines.point,
		.key = machines.run.key, .act = machines.act,
	};
	machines.retry_ms = RETRY_MS;
	send_request();
}

/* The first node without a reply, or the number of nodes. */
static unsigned first_without_reply(void)
{
	unsigned node = 1;

	while (node < flow_run_nodes(&machines.run) &&
	       peers_last_reply(node)->number == machines.request.number)
		node++;
	return node;
}

/* Send a request to all nodes and wait for their replies. Returns 0, -ETIMEDOUT, or the first
 * status that is not 0. */
static int request_of_all(enum peer_request_type type, uint32_t timeout_ms)
{
	struct spin spin = spin_for(ticks_of(timeout_ms));

	begin_request(type);
	while (first_without_reply() < flow_run_nodes(&machines.run)) {
		if (!spin_on(&spin))
			return fail(-ETIMEDOUT, "node %u: no reply within %u ms",
				    first_without_reply(), timeout_ms);
		retry_request();
		peers_poll();
	}
	for (unsigned node = 1; node < flow_run_nodes(&machines.run); node++) {
		if (peers_last_reply(node)->status != 0)
			return fail(peers_last_reply(node)->status,
				    "node %u: replied with error %d", node,
				    -peers_last_reply(node)->status);
	}
	return 0;
}

/* ---- Acts on node 0 ---- */

void flow_machines_ready(void)
{
	if (machines.run.self == 0)
		machines.act++;
	machines.error = 0;
	peers_begin(machines.act);
}

int flow_machines_begin(void)
{
	machines.error = request_of_all(PEER_BEGIN, REPLY_TIMEOUT_MS) != 0 ? -EIO : 0;
	return machines.error;
}

/* Call this after all machines replied to a probe. Returns whether no packet is in transit and
 * the counts equal those of the previous probe. Sets machines.error if a packet is lost. */
static bool are_counts_final(void)
{
	uint32_t sent = peers_packets_sent(), received = peers_packets_received();
	bool is_same;

	for (unsigned node = 1; node < flow_run_nodes(&machines.run); node++) {
		sent += peers_last_reply(node)->packets_sent;
		received += peers_last_reply(node)->packets_received;
	}
	is_same = machines.has_counts && sent == machines.packets_sent &&
		  received == machines.packets_received;
	machines.has_counts = true;
	machines.packets_sent = sent;
	machines.packets_received = received;
	if (is_same && sent != received && has_elapsed(peers_last_packet_tsc(), REPLY_TIMEOUT_MS))
		machines.error = fail(-EIO, "act %u: %u packets sent, %u received",
				      machines.act, sent, received);
	return is_same && sent == received;
}

static bool has_node_timed_out(void)
{
	unsigned node = first_without_reply();

	if (!has_elapsed(peers_last_seen_tsc(node), REPLY_TIMEOUT_MS) ||
	    !has_elapsed(peers_last_packet_tsc(), REPLY_TIMEOUT_MS))
		return false;
	machines.error = fail(-EIO, "node %u: no packets for %u ms", node, REPLY_TIMEOUT_MS);
	return true;
}

static bool is_act_over(void)
{
	if (machines.error != 0)
		return true;
	if (!flow_node_is_quiet())
		return false;
	if (!machines.is_probing) {
		machines.is_probing = has_elapsed(peers_last_packet_tsc(), PROBE_AFTER_MS) &&
				      has_elapsed(machines.requested_tsc, PROBE_AFTER_MS);
		if (machines.is_probing)
			begin_request(PEER_PROBE);
		return false;
	}
	if (first_without_reply() < flow_run_nodes(&machines.run)) {
		retry_request();
		return has_node_timed_out();
	}
	machines.is_probing = false;
	return are_counts_final() || machines.error != 0;
}

int flow_machines_run(void)
{
	machines.is_probing = machines.has_counts = false;
	flow_threads_run_until(is_act_over);
	return machines.error;
}

int flow_machines_end(void)
{
	int error = machines.error, ended = request_of_all(PEER_END, REPLY_TIMEOUT_MS);

	peers_begin(0);
	return error != 0 ? error : ended != 0 ? -EIO : 0;
}

/* ---- Acts on the other nodes ---- */

/* Wait for a request without a reply. Returns 0 or -ETIMEDOUT. */
static int await_request(void)
{
	struct spin spin = spin_for(ticks_of(REPLY_TIMEOUT_MS));

	while (peers_has_replied()) {
		if (!spin_on(&spin))
			return fail(-ETIMEDOUT, "node 0: no request for %u ms", REPLY_TIMEOUT_MS);
		peers_poll();
	}
	return 0;
}

static bool is_served_act_over(void)
{
	if (!peers_has_replied() && peers_current_request()->type == PEER_PROBE) {
		if (flow_node_is_quiet())
			peers_reply(0);
		return false;
	}
	if (!peers_has_replied())
		return true;
	if (has_elapsed(peers_last_seen_tsc(0), REPLY_TIMEOUT_MS))
		machines.error = fail(-ETIMEDOUT, "node 0: no packets for %u ms in act %u",
				      REPLY_TIMEOUT_MS, machines.act);
	return machines.error != 0;
}

static int serve_act(const struct flow_serving *serving)
{
	int status;

	machines.act = peers_current_request()->act;
	machines.error = 0;
	serving->begin();
	if (!peers_has_replied())
		peers_reply(0);
	flow_threads_run_until(is_served_act_over);
	status = serving->end(machines.error);
	peers_begin(0);
	if (machines.error != 0)
		return machines.error;
	peers_reply(status);
	return 0;
}

int flow_machines_serve(const struct flow_serving *serving)
{
	int error = await_request();

	while (error == 0 && peers_current_request()->type != PEER_CLOSE) {
		if (peers_current_request()->type == PEER_BEGIN)
			error = serve_act(serving);
		else
			peers_reply(-EINVAL);
		if (error == 0)
			error = await_request();
	}
	if (error == 0)
		peers_reply(0);
	return error;
}

/* Reply to PEER_OPEN for the point of this index. Returns 0, or -EBUSY if node 0 runs another
 * benchmark or key. Before this machine has joined, such a node 0 belongs to another run and gets
 * no reply. */
static int reply_to_open(uint32_t key)
{
	bool is_same = key == machines.run.key;

	machines.problem[0] = '\0';
	if (is_same || peers_has_joined())
		peers_reply(is_same ? 0 : -EBUSY);
	else
		peers_drop_candidate();
	return is_same ? 0 : fail(-EBUSY, "node 0: measures another point; boot all "
				  "machines with the same options");
}

/* Wait until node 0 opens this point and has this machine join. */
static int await_join(void)
{
	const struct peer_request *request = peers_current_request();
	struct spin spin = spin_for(ticks_of(SERVE_TIMEOUT_MS));
	int error = 0;

	for (; spin_on(&spin); peers_poll()) {
		bool is_current = request->point == machines.point;

		if (peers_has_replied())
			continue;
		if (request->type == PEER_OPEN && request->point > machines.point)
			return fail(-EBUSY, "node 0: already measures a later point; "
				    "reboot all machines");
		if (request->type != PEER_OPEN || !is_current) {
			peers_reply(request->type == PEER_JOIN && is_current ? 0 : -EBUSY);
			if (request->type == PEER_JOIN && is_current)
				return 0;
			continue;
		}
		error = reply_to_open(request->key);
		if (error != 0 && peers_has_joined())
			return error;
	}
	return error != 0 ? -ETIMEDOUT
	       : fail(-ETIMEDOUT, "node 0: no request for %u ms", SERVE_TIMEOUT_MS);
}

static int open_others(void)
{
	int error = request_of_all(PEER_OPEN, OPEN_TIMEOUT_MS);

	return error == 0 ? request_of_all(PEER_JOIN, REPLY_TIMEOUT_MS) : error;
}

/* ---- Opening and closing ---- */

void flow_machines_begin_point(const struct flow_run *run)
{
	machines.point += flow_run_is_apart(run);
	machines.problem[0] = '\0';
}

int flow_machines_open(const struct flow_run *run)
{
	const char *reason;
	int error;

	machines.run = *run;
	if (machines.has_timed_out)
		return fail(-ETIMEDOUT, "skipped: another machine timed out earlier in this boot");
	reason = peers_open(run, flow_link_arrive);
	if (reason != NULL)
		return fail(-ENODEV, "%s", reason);
	machines.is_open = true;
	interrupt_handle(VECTOR_LINE, handle_line_interrupt);
	error = run->self == 0 ? open_others() : await_join();
	machines.has_timed_out = error == -ETIMEDOUT;
	if (error != 0)
		flow_machines_close();
	return error;
}

/* Stop the card before its memory is released. The other machines then time out. */
void flow_machines_reset(void)
{
	if (!machines.is_open)
		return;
	machines.is_open = false;
	peers_begin(0);
	peers_close();
}

/* Close the point. Nodes that never replied to PEER_OPEN may still be preparing, so they also get
 * PEER_CLOSE. */
void flow_machines_close(void)
{
	if (!machines.is_open)
		return;
	machines.is_open = false;
	if (machines.run.self == 0 && !machines.has_timed_out)
		request_of_all(PEER_CLOSE, CLOSE_TIMEOUT_MS);
	peers_begin(0);
	peers_close();
	interrupts_on();                /* handle pending interrupts before the handler goes */
	cpu_pause();
	interrupts_off();
	interrupt_handle(VECTOR_LINE, NULL);
}

/* SPDX-License-Identifier: MIT */
/* A segment that was received belongs to the first segment that sent its last byte, because
 * retransmission, segmentation by the device (TSO) and merging (GRO) change segments, but not
 * bytes. */
#include "tools/flow/import/network.h"

#include <stdlib.h>

#include "tools/base/alloc.h"
#include "tools/flow/import/memory.h"
#include "tools/flow/nodes/clocks.h"

struct send {
	uint32_t first, end;            /* sequence numbers */
	uint32_t host;
};

struct stream {
	FLOW_LIST(uint32_t) sends;      /* numbers, by sequence */
};

/* State while the order is made. */
struct joining {
	struct network *network;
	FLOW_LIST(struct send) sends;   /* by number - 1 */
	FLOW_LIST(struct stream) streams;       /* likewise */
	struct number_map by_connection;        /* to numbers of streams */
	struct flow_log *log;           /* one event for each of the traces, host after host */
	size_t first[NETWORK_HOSTS_MAX];        /* index of a host's first event there */
};

/* ---- Streams ---- */

/* The first words of Linux's struct sock_common, least significant byte first: the remote and the
 * local address, a hash, the remote port in network order and the local port. For IPv6, the reader
 * has made 32 bits of each address. */
static uint64_t stream_key(const struct trace_event *event, bool is_sender)
{
	uint64_t remote = event->key & UINT32_MAX, local = event->key >> 32, key;
	uint64_t port = event->device & UINT16_MAX, remote_port = (port >> 8 | port << 8) & 0xffff;
	uint64_t local_port = event->device >> 16;

	key = is_sender ? local << 32 | remote : remote << 32 | local;
	key ^= (is_sender ? local_port << 16 | remote_port : remote_port << 16 | local_port) *
	       NUMBER_MAP_HASH_FACTOR;
	return key != 0 ? key : 1;
}

/* The number of the stream of an event's data; 0 if it is unknown and not to be added. */
static uint32_t stream_find(struct joining *joining, const struct trace_event *event,
			    bool is_sender)
{
	uint64_t key = stream_key(event, is_sender);
	const uint32_t *known = number_map_find(&joining->by_connection, key);

	if (known != NULL || !is_sender)
		return known != NULL ? *known : 0;
	FLOW_LIST_ADD(joining->streams, (struct stream){0});
	number_map_add(&joining->by_connection, key, (uint32_t)joining->streams.count);
	return (uint32_t)joining->streams.count;
}

/* Sequence numbers wrap. */
static bool is_before(uint32_t sequence, uint32_t other)
{
	return (int32_t)(sequence - other) < 0;
}

static void add_send(struct joining *joining, uint32_t host, struct trace_event *event)
{
	uint32_t first = event->other, end = event->end, number = stream_find(joining, event, true);
	struct stream *stream = &joining->streams.items[number - 1];

	event->key = number;
	event->other = 0;
	if (stream->sends.count > 0) {
		uint32_t last = stream->sends.items[stream->sends.count - 1];

		if (!is_before(joining->sends.items[last - 1].end, end))
			return;         /* sent again */
	}
	FLOW_LIST_ADD(joining->sends, ((struct send){first, end, host}));
	event->other = (uint32_t)joining->sends.count;
	FLOW_LIST_ADD(stream->sends, event->other);
}

/* The number of the send with the byte before a sequence number; 0: none. */
static uint32_t find_send(const struct joining *joining, const struct stream *stream, uint32_t end)
{
	size_t low = 0, high = stream->sends.count;
	uint32_t number;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (is_before(joining->sends.items[stream->sends.items[middle] - 1].end, end))
			low = middle + 1;
		else
			high = middle;
	}
	if (low == stream->sends.count)
		return 0;
	number = stream->sends.items[low];
	return is_before(joining->sends.items[number - 1].first, end) ? number : 0;
}

static void add_receive(struct joining *joining, uint32_t host, struct trace_event *event)
{
	uint32_t end = event->end, number = stream_find(joining, event, false);

	event->key = number;
	event->other = number > 0
		? find_send(joining, &joining->streams.items[number - 1], end) : 0;
	if (event->other != 0 && joining->sends.items[event->other - 1].host == host)
		event->other = 0;
	joining->network->crossed += event->other != 0;
}

/* Match the events of a kind on all hosts. A segment without data, such as an acknowledgement, has
 * no number. */
static void match_kind(struct joining *joining, enum trace_kind kind,
		       void (*match)(struct joining *, uint32_t host, struct trace_event *))
{
	for (uint32_t host = 0; host < joining->network->hosts; host++) {
		struct trace *trace = joining->network->traces[host];

		for (size_t i = 0; i < trace->events.count; i++) {
			struct trace_event *event = &trace->events.items[trace->order[i]];

			if (event->kind != kind)
				continue;
			if (kind != TRACE_TCP_READ && event->other == event->end)
				event->key = event->other = 0;
			else
				match(joining, host, event);
		}
	}
}

static void add_read(struct joining *joining, uint32_t host, struct trace_event *event)
{
	(void)host;
	event->key = stream_find(joining, event, false);
}

/* ---- Clocks ---- */

static struct flow_event clock_event(const struct trace_event *event, uint32_t host)
{
	struct flow_event made = {
		.time = event->time, .node = (uint8_t)host, .kind = FLOW_LOST,
	};

	if (event->kind == TRACE_TCP_SEND && event->other != 0) {
		made.kind = FLOW_SEND;
		made.other = event->other;
	} else if (event->kind == TRACE_TCP_RECEIVE && event->other != 0) {
		made.kind = FLOW_RECEIVE;
		made.subtask = event->other;
	}
	return made;
}

/* Convert the times of all events to the clock of host 0. */
static void set_clocks(struct joining *joining)
{
	struct flow_log *log = joining->log;

	for (uint32_t host = 0; host < joining->network->hosts; host++) {
		const struct trace *trace = joining->network->traces[host];

		joining->first[host] = log->events.count;
		for (size_t i = 0; i < trace->events.count; i++)
			FLOW_LIST_ADD(log->events,
				      clock_event(&trace->events.items[trace->order[i]], host));
		FLOW_LIST_ADD(log->streams, ((struct flow_stream){.node = (uint8_t)host}));
		FLOW_LIST_ADD(log->blocks, ((struct flow_block){
			.stream = host, .start = (uint32_t)joining->first[host],
			.count = (uint32_t)trace->events.count,
		}));
	}
	flow_clocks_set(log);
}

/* ---- The order ---- */

/* A host's next event: whether it receives data that is still to be sent, and its time. */
struct head {
	bool waits;
	uint64_t time;
};

static bool head_is_before(struct head head, struct head other)
{
	return head.waits != other.waits ? !head.waits : head.time < other.time;
}

static uint32_t next_host(const struct joining *joining, const size_t *done, const bool *is_sent)
{
	const struct network *network = joining->network;
	struct head best = {true, UINT64_MAX};
	uint32_t best_host = network->hosts;

	for (uint32_t host = 0; host < network->hosts; host++) {
		const struct flow_event *event =
			&joining->log->events.items[joining->first[host] + done[host]];
		struct head head;

		if (done[host] == network->traces[host]->events.count)
			continue;
		head.waits = event->kind == FLOW_RECEIVE && !is_sent[event->subtask];
		head.time = event->time;
		if (best_host < network->hosts && !head_is_before(head, best))
			continue;
		best = head;
		best_host = host;
	}
	return best_host;
}

static void make_order(struct joining *joining)
{
	struct network *network = joining->network;
	bool *is_sent = xcalloc(joining->sends.count + 1, sizeof(*is_sent));
	size_t done[NETWORK_HOSTS_MAX] = {0};

	for (size_t i = 0; i < joining->log->events.count; i++) {
		uint32_t host = next_host(joining, done, is_sent);
		size_t at = done[host]++;
		const struct flow_event *event =
			&joining->log->events.items[joining->first[host] + at];

		if (event->kind == FLOW_SEND)
			is_sent[event->other] = true;
		FLOW_LIST_ADD(network->order, ((struct network_place){
			host, network->traces[host]->order[at]}));
	}
	free(is_sent);
}

void network_make(struct network *network, struct trace *const *traces, uint32_t hosts)
{
	struct joining joining = {.network = network};

	*network = (struct network){.traces = traces, .hosts = hosts};
	for (uint32_t host = 0; host < hosts; host++)
		memory_match(traces[host]);
	if (hosts == 1)
		return;
	joining.log = flow_log_new("network", 0);
	match_kind(&joining, TRACE_TCP_SEND, add_send);
	match_kind(&joining, TRACE_TCP_RECEIVE, add_receive);
	match_kind(&joining, TRACE_TCP_READ, add_read);
	set_clocks(&joining);
	make_order(&joining);
	network->sends = (uint32_t)joining.sends.count;
	network->streams = (uint32_t)joining.streams.count;
	for (size_t i = 0; i < joining.streams.count; i++)
		free(joining.streams.items[i].sends.items);
	free(joining.streams.items);
	free(joining.sends.items);
	number_map_free(&joining.by_connection);
	flow_log_free(joining.log);
}

void network_free(struct network *network)
{
	free(network->order.items);
	*network = (struct network){0};
}

/* SPDX-License-Identifier: MIT */
/* The machines that are nodes beside this one: packets, and what machines ask and answer one
 * another about a run. The first node asks, the others answer. Frames may be lost: packets are
 * counted at both ends, and a question is asked again until it is answered.
 *
 * There may be other machines like these on a network. Each machine has a number by chance, and the
 * first node's is that of the session, which is in every frame; frames of other sessions are
 * dropped and counted. A machine is of no session before it is taken: it answers one first node
 * that opens a point, and no other for as long as that is heard, until it is told that it was
 * taken, or that another machine was. Boot CPU, interrupts off, and while a run is under way under
 * the node's lock. */
#ifndef KERNEL_FLOW_PEERS_H
#define KERNEL_FLOW_PEERS_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/flow/script.h"
#include "kernel/flow/packet.h"

enum peer_topic {
	PEER_OPEN,              /* be ready for a point of a benchmark */
	PEER_TAKE,              /* this machine is the node that was looked for: open the point */
	PEER_BEGIN,             /* begin an act of it */
	PEER_PROBE,             /* nothing can go on here: how many packets were sent and came? */
	PEER_END,               /* end the act */
	PEER_CLOSE,             /* leave the point */
};

struct peer_ask {
	uint32_t topic;         /* enum peer_topic */
	uint32_t number;        /* one more than the question before; 0: none */
	uint32_t turn, key;     /* of the point: how many there were before, and what it is */
	uint32_t act;
	uint32_t machine;       /* that is asked; 0: any that is this node. Set by peers_ask */
};

struct peer_answer {
	uint32_t number;        /* of what was asked */
	int32_t status;         /* 0 or a negative errno */
	uint32_t sent, received; /* packets of this act, so far */
	uint32_t machine;       /* that answers */
};

/* Forget who was heard, but not who is of this session, and get the way to them ready. Returns
 * NULL, or what is missing. */
const char *peers_open(const struct flow_run *run);
void peers_close(void);

/* From now on packets belong to that act, of which none were sent; 0: to none. Lets frames
 * interrupt, unless 0. */
void peers_begin(uint32_t act);

/* Take what has come. Ports get the packets of this act. */
void peers_poll(void);

/* When to look again at the latest: an interrupt may have been lost, or not be there at all. */
uint64_t peers_next_poll_tsc(void);

/* Send a packet to a node. Returns false, with nothing done, if there is no room for it now. */
bool peers_send(unsigned node, const struct flow_packet *packet);

/* How many packets of this act were sent from here, and received. */
uint32_t peers_sent(void);
uint32_t peers_received(void);

/* When a frame last came from a node, and when a packet was last sent or received. */
uint64_t peers_heard_tsc(unsigned node);
uint64_t peers_moved_tsc(void);

/* Ask a node. What it answered last; of no question before it answers. */
void peers_ask(unsigned node, const struct peer_ask *ask);
const struct peer_answer *peers_answer(unsigned node);

/* What the first node asked last, and to answer it with a status. It is answered again whenever it
 * is asked again. */
const struct peer_ask *peers_asked(void);
bool peers_has_answered(void);
void peers_reply(int status);

/* On a machine that is not the first node: whether it was taken, for good; and not to answer who is
 * another machine's first node. */
bool peers_is_taken(void);
void peers_ignore(void);

/* Write a flow_line record for each node that frames went to or came from. */
void peers_report(uint64_t run_id);

#endif

/* SPDX-License-Identifier: MIT */
/* Three machines that are nodes, of which this one is the second and the first one is the test's: a
 * carrier keeps what it is given and has what the test puts there. */
#ifndef TESTS_UNIT_KERNEL_FLOW_THREE_MACHINES_H
#define TESTS_UNIT_KERNEL_FLOW_THREE_MACHINES_H

#include "tests/unit/unit.h"

#include <stdbool.h>

#include "kernel/flow/peers.h"
#include "kernel/net/frame.h"

#define ACT 4
#define SESSION 77
#define FRAMES_KEPT 8

enum {PACKET = 1, REQUEST, REPLY};         /* kinds of frames */

/* This machine's runs as the second node, and as the first one. */
extern const struct flow_run machines_run, machines_run_as_first;

extern struct machines_wire {
	const char *missing;            /* what peers_open says */
	bool is_full;
	unsigned sent, coming, taken;
	struct net_frame out[FRAMES_KEPT], in[FRAMES_KEPT];
	unsigned arrived;
	struct flow_packet packet;      /* that arrived last */
	char line[512];                 /* of the log */
} machines_wire;

/* Setups of a test: this machine is of no session yet; or was taken by the first node of SESSION,
 * with nothing sent or heard since. An act has begun. */
#define FREE(name) cmocka_unit_test_setup(name, machines_are_free)
#define TAKEN(name) cmocka_unit_test_setup(name, machines_are_taken)
int machines_are_free(void **state);
int machines_are_taken(void **state);

/* What this machine knows from run to run is forgotten. */
void machines_discard(void);

/* The first node that this machine listens to was last heard too long ago. */
void machines_time_out_candidate(void);

/* The machine's own number, its session, and how many frames of others came. */
struct machines_self {
	uint32_t machine, session;
	uint64_t foreign;
} machines_self(void);

/* A frame from the first node of SESSION to this one, and one with a packet of an act. */
struct net_frame machines_frame(unsigned kind, uint32_t sequence, const void *data, size_t size);
struct net_frame machines_packet(uint32_t act, uint32_t sequence, uint32_t word, uint8_t port);

/* Counts and keeps packets: the receiver that peers_open is given. */
int machines_receive(const struct flow_packet *packet);

/* It comes and is taken. */
void machines_come(struct net_frame frame);

/* What this machine sent last is an answer to the first node; it is returned. */
const struct peer_reply *machines_last_reply(void);

/* A number that no question had before. */
uint32_t machines_request_number(void);

#endif

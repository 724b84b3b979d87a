/* SPDX-License-Identifier: MIT */
/* Three machines as nodes. This one is the second; the test plays node 0. The carrier keeps sent
 * frames and delivers the test's frames. */
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
	const char *missing;            /* result of peers_open */
	bool is_full;
	unsigned sent, coming, taken;
	struct net_frame out[FRAMES_KEPT], in[FRAMES_KEPT];
	unsigned arrived;
	struct flow_packet packet;      /* the latest one to arrive */
	char line[512];                 /* of the log */
} machines_wire;

/* Setup of a test: this machine has not joined a session, or has joined SESSION without traffic. An
 * act has begun. */
#define FREE_TEST(name) TEST_WITH(name, machines_are_free, NULL)
#define TAKEN_TEST(name) TEST_WITH(name, machines_are_taken, NULL)
int machines_are_free(void **state);
int machines_are_taken(void **state);

/* Discard this machine's state of earlier runs. */
void machines_discard(void);

/* The candidate node 0 has timed out. */
void machines_time_out_candidate(void);

/* This machine's ID, its session, and the number of foreign frames. */
struct machines_self {
	uint32_t machine, session;
	uint64_t foreign;
} machines_self(void);

/* A frame from node 0 of SESSION to this machine, and one with a packet of an act. */
struct net_frame machines_frame(unsigned kind, uint32_t sequence, const void *data, size_t size);
struct net_frame machines_packet(uint32_t act, uint32_t sequence, uint32_t word, uint8_t port);

/* Counts and keeps packets: the receiver that peers_open is given. */
int machines_receive(const struct flow_packet *packet);

/* Deliver the frame. */
void machines_come(struct net_frame frame);

/* The latest sent frame must be a reply to node 0, which is returned. */
const struct peer_reply *machines_last_reply(void);

/* An unused request number. */
uint32_t machines_request_number(void);

#endif

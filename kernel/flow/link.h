/* SPDX-License-Identifier: MIT */
/* Links between nodes: a device that sends packets, and the other node's interrupt for each. */
#ifndef KERNEL_FLOW_LINK_H
#define KERNEL_FLOW_LINK_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/flow/script.h"
#include "kernel/flow/packet.h"

/* Forget all that was before. Outside of all locks, while nothing runs. */
void flow_links_begin(const struct flow_run *run);

/* ---- Under the scheduler's lock ---- */

/* Where what is sent to a port of this node's script (its index) goes; NULL if that is here. */
const struct flow_route *flow_link_route(unsigned object);

/* Send a word as a datagram by a route, whose link takes its time for it. Does not wait for the
 * receiver, but for room if there is none here. Where the other node has none the datagram is
 * discarded. */
void flow_link_send(const struct flow_route *route, uint32_t word);

/* Write bytes to a stream of this node's script (its index): of this node or, in packets whose
 * words are how many each has, of another one. */
void flow_link_write(unsigned object, uint32_t bytes);

/* A packet has come for a port: a message to whoever receives there or, where the port stands for
 * one of yet another node, put into the queue of the link that leads there (store and forward,
 * Ashton & Penny, "The Interaction Network", 1991, section 3.2). From an interrupt handler. Returns
 * 0 or -ENOMEM, as flow_port_arrive. */
int flow_link_arrive(const struct flow_packet *packet);

/* Take all packets that have come for this node. From an interrupt handler. */
void flow_links_take(void);

/* Whether no packet is on its way between any nodes. Under the locks of all nodes. */
bool flow_links_are_empty(void);

#endif

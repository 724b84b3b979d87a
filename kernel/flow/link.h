/* SPDX-License-Identifier: MIT */
/* Links between nodes: a device that sends packets, and an interrupt of the other node for each. */
#ifndef KERNEL_FLOW_LINK_H
#define KERNEL_FLOW_LINK_H

#include <stdint.h>

#include "bench/flow/script.h"
#include "kernel/flow/packet.h"
#include "kernel/flow/sched.h"

/* Reset all links. Without locks, while nothing runs. */
void flow_links_begin(const struct flow_run *run);

/* ---- Under the scheduler's lock ---- */

/* The route of a port of this node's script (its index); NULL for a local port. */
const struct flow_route *flow_link_route(unsigned object);

/* Send a word as a datagram through the link of a route, which takes time. Waits for local space,
 * and does not wait for the receiver. If the other node has no space, the datagram is discarded. */
void flow_link_send(const struct flow_route *route, uint32_t word);

/* Write bytes to a stream of this node's script (its index). To another node they go in packets,
 * whose words are byte counts. */
void flow_link_write(unsigned object, uint32_t bytes);

/* Receive a packet for a port. A local port delivers a message. A remote port queues it at the link
 * of its route (store and forward, Ashton & Penny, "The Interaction Network", 1991, section 3.2).
 * In an interrupt handler. Returns 0 or -ENOMEM, as flow_port_arrive does. */
int flow_link_arrive(const struct flow_packet *packet);

/* For flow_threads_begin. */
extern const struct flow_links flow_links;

#endif

/* SPDX-License-Identifier: MIT */
/* Links between nodes. A link is a device that sends packets. Each packet interrupts the other
 * node. */
#ifndef KERNEL_FLOW_LINK_H
#define KERNEL_FLOW_LINK_H

#include <stdint.h>

#include "bench/flow/script.h"
#include "kernel/flow/packet.h"
#include "kernel/flow/sched.h"

/* Reset all links. Without locks, while nothing runs. */
void flow_links_begin(const struct flow_run *run);

/* ---- Under the scheduler's lock ---- */

/* The route of a port of this node's script, which has that index; NULL for a local port. */
const struct flow_route *flow_link_route(unsigned object);

/* Send a word as a datagram through the link of a route, which takes time. Waits for space on this
 * node, but not for the receiver. If the other node has no space, the datagram is discarded. */
void flow_link_send(const struct flow_route *route, uint32_t word);

/* Write bytes to a stream of this node's script, which has that index. To another node the bytes go
 * in packets, whose words are numbers of bytes. */
void flow_link_write(unsigned object, uint32_t bytes);

/* Receive a packet for a port. A local port delivers a message. A remote port queues it at the link
 * of its route (store and forward, Ashton & Penny, "The Interaction Network", 1991, section 3.2).
 * In an interrupt handler. Returns 0 or -ENOMEM, as flow_port_arrive does. */
int flow_link_arrive(const struct flow_packet *packet);

/* The links, for flow_threads_begin. */
extern const struct flow_links flow_links;

#endif

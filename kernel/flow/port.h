/* SPDX-License-Identifier: MIT */
/* Ports: words sent between threads, with or without waiting for the receiver. Callers hold the
 * lock of the scheduler. Ashton & Penny, "The Interaction Network", 1991, figure 2. */
#ifndef KERNEL_FLOW_PORT_H
#define KERNEL_FLOW_PORT_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/flow/packet.h"
#include "kernel/flow/record.h"

/* Room for all actions of the users, in addition to the messages of programs. */
#define FLOW_MESSAGES_MAX (FLOW_INTERACTIONS_MAX + 64)

/* Reset the ports of the first nodes. */
void flow_ports_begin(uint32_t nodes);

/* Send a word to port object. If there is no space for a message, even a non-blocking sender
 * waits. */
void flow_port_send(unsigned object, uint32_t word, bool is_blocking);

/* Receive a word. If there is none, wait. If the thread works for a task and the message belongs to
 * another task, the thread's part of its task ends. */
uint32_t flow_port_receive(unsigned object);

/* Receive for a thread that has completed its request. Its part of the task ends, unless the next
 * word of the same task is already there. */
uint32_t flow_port_next(unsigned object);

/* Receive without waiting. Returns whether there was a word. */
bool flow_port_try_receive(unsigned object, uint32_t *word);

/* Send a user's action, the source of an interaction, to a port. In an interrupt handler. Returns
 * -ENOMEM if there is no space. */
int flow_port_act(unsigned object, uint32_t word);

/* Deliver a packet of another node to a port, from an interrupt handler. Without space the packet
 * is discarded. Returns -ENOMEM if there are too many tasks. The task of the packet is then not
 * recorded. */
int flow_port_arrive(unsigned object, const struct flow_packet *packet);

/* ---- Streams ----
 *
 * A stream's message is a number of bytes of a sub-task, in the order of writing: the array of
 * pairs of Ashton & Penny, "The Interaction Network", 1991, section 7.1. A read joins the messages
 * that it needs, whole or in part: sub-tasks merge there, and are split. A reader that reaches
 * bytes of another task continues with that task. */

/* Write bytes, more than 0. */
void flow_stream_write(unsigned object, uint32_t bytes);

/* Wait until the given number of bytes was read. A thread that has completed its request calls
 * flow_stream_next() instead, as it calls flow_port_next() for a port. */
void flow_stream_read(unsigned object, uint32_t bytes);
void flow_stream_next(unsigned object, uint32_t bytes);

/* Deliver a packet of another node to a stream, like flow_port_arrive(). */
int flow_stream_arrive(unsigned object, const struct flow_packet *packet);

#endif

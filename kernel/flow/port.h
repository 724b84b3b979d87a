/* SPDX-License-Identifier: MIT */
/* Ports: words that threads send to one another, with or without waiting until they are received.
 * All under the scheduler's lock. Ashton & Penny, "The Interaction Network", 1991, figure 2. */
#ifndef KERNEL_FLOW_PORT_H
#define KERNEL_FLOW_PORT_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/flow/packet.h"
#include "kernel/flow/record.h"

/* All that users do may come before anything of it is received, beside what programs send. */
#define FLOW_MESSAGES_MAX (FLOW_INTERACTIONS_MAX + 64)

/* Forget all that was before, on so many nodes. */
void flow_ports_begin(uint32_t nodes);

/* Send a word to port object. A sender who does not wait for the receiver waits all the same if
 * there is no room for another message. */
void flow_port_send(unsigned object, uint32_t word, bool is_blocking);

/* Receive a word, waiting for one. If the thread works for a task, the message has to be of it, or
 * the thread's part in its own is over. */
uint32_t flow_port_receive(unsigned object);

/* The same for a thread that has done what it was asked for: its part in the task is over, unless
 * the next word is there already and of that task, which it kept waiting. */
uint32_t flow_port_next(unsigned object);

/* As flow_port_receive without waiting. Returns whether there was a word. */
bool flow_port_try_receive(unsigned object, uint32_t *word);

/* A user's action: the source of an interaction, sent to a port. From an interrupt handler. Returns
 * -ENOMEM if there is no room for it. */
int flow_port_act(unsigned object, uint32_t word);

/* A packet that another node sent to a port. It is discarded where there is no room for it. From an
 * interrupt handler. Returns -ENOMEM if it is of one task too many, of which there is no trace. */
int flow_port_arrive(unsigned object, const struct flow_packet *packet);

/* ---- Streams ----
 *
 * Messages of a stream are lengths of sub-tasks' bytes, in the order of writing: the array of pairs
 * of Ashton & Penny, "The Interaction Network", 1991, section 7.1. A read joins what it needs,
 * whole or in parts: sub-tasks merge there, and are split. Who comes to bytes of another task goes
 * on with that. */

/* Write so many bytes, more than 0. */
void flow_stream_write(unsigned object, uint32_t bytes);

/* Wait until so many bytes have been read; by who has done what it was asked for,
 * as flow_port_next. */
void flow_stream_read(unsigned object, uint32_t bytes);
void flow_stream_next(unsigned object, uint32_t bytes);

/* As flow_port_arrive. */
int flow_stream_arrive(unsigned object, const struct flow_packet *packet);

#endif

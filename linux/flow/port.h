/* SPDX-License-Identifier: MIT */
/* Ports. A port is a pipe, or if some sends are blocking, a pair of sockets, as between a client
 * and a server. A message carries its sub-task. */
#ifndef LINUX_FLOW_PORT_H
#define LINUX_FLOW_PORT_H

#include "linux/flow/thread.h"

/* Open and close all ports of the process. Returns 0 or a negative errno. */
int flow_ports_open(void);
void flow_ports_close(void);

/* End all waits for ports. Further waits end at once. */
void flow_ports_end(void);

/* The steps FLOW_OP_SEND and SEND_BLOCKING, RECEIVE, TRY_RECEIVE and NEXT. */
void flow_port_send(struct flow_thread *self, unsigned object, uint32_t word, bool is_blocking);
void flow_port_receive(struct flow_thread *self, unsigned object);
void flow_port_try_receive(struct flow_thread *self, unsigned object);
void flow_port_next(struct flow_thread *self, unsigned object);

/* Begin an interaction by a user's action, at a time that is not in the future. Returns 0 or a
 * negative errno. */
int flow_port_act(unsigned object, uint32_t word, uint64_t time);

#endif

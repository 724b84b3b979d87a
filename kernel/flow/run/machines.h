/* SPDX-License-Identifier: MIT */
/* Runs whose nodes are machines. All machines open the same point and begin each act together. They
 * end the act when no thread can run on any machine and no packet is in transit. Every wait has a
 * timeout. Boot CPU, interrupts off. */
#ifndef KERNEL_FLOW_RUN_MACHINES_H
#define KERNEL_FLOW_RUN_MACHINES_H

#include "bench/flow/script.h"
#include "kernel/flow/sched.h"

/* Begin a benchmark point and clear the problem. All points on several machines are numbered, even
 * points that this machine cannot open. */
void flow_machines_begin_point(const struct flow_run *run);

/* The part of platform_flow_open that concerns other machines. flow_machines_problem describes the
 * latest failure. */
int flow_machines_open(const struct flow_run *run);
const char *flow_machines_problem(void);

/* Close the point on all machines. Does nothing if no point is open. */
void flow_machines_close(void);

/* Close the point on this machine only, after a benchmark was aborted. */
void flow_machines_reset(void);

/* Begin an act on this machine, after the act's threads exist: accept packets of the act. */
void flow_machines_ready(void);

/* ---- Node 0 ---- */

/* Begin the act on all other machines. Returns 0 or -EIO. */
int flow_machines_begin(void);

/* Run threads until the act is over on all machines. Returns 0, or -EIO if a machine timed out or
 * a packet was lost. */
int flow_machines_run(void);

/* End the act on all other machines. Returns 0, or -EIO if a machine failed. */
int flow_machines_end(void);

/* ---- Other nodes ---- */

struct flow_serving {
	void (*begin)(void);            /* begin an act */
	int (*end)(int error);          /* end the act; error is that of the run. Returns the act's
					 * status */
};

/* Implements platform_flow_serve. */
int flow_machines_serve(const struct flow_serving *serving);

#endif

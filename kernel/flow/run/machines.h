/* SPDX-License-Identifier: MIT */
/* Runs whose nodes are machines: that all of them are at the same run, begin each act of it
 * together, and end it when none of them can go on and no packet is on its way. Every wait is
 * bounded, and what was waited for in vain is said. Boot CPU, interrupts off. */
#ifndef KERNEL_FLOW_RUN_MACHINES_H
#define KERNEL_FLOW_RUN_MACHINES_H

#include "bench/flow/script.h"
#include "kernel/flow/sched.h"

/* A point of a benchmark begins: machines count those that are of several, each of them, whether or
 * not it can open one. What was wrong before is forgotten. */
void flow_machines_turn(const struct flow_run *run);

/* As platform_flow_open, of what concerns other machines; and what it says was wrong. */
int flow_machines_open(const struct flow_run *run);
const char *flow_machines_trouble(void);

/* Let the others leave the point too. Nothing if it is not open. */
void flow_machines_close(void);

/* The same at once, after a benchmark was cut short: the others are not told. */
void flow_machines_reset(void);

/* An act begins: this node's threads are there. Packets of it are taken from now on. */
void flow_machines_ready(void);

/* ---- On the first node ---- */

/* Let all others begin an act, this one having begun. Returns 0 or -EIO. */
int flow_machines_begin(void);

/* Run threads until no machine can go on and no packet is on its way. Returns 0, or -EIO if one
 * fell silent, or a packet was lost. */
int flow_machines_run(void);

/* Let all others end the act. Returns 0, or -EIO if one failed. */
int flow_machines_end(void);

/* ---- On another one ---- */

struct flow_serving {
	void (*begin)(void);            /* an act */
	int (*end)(int error);          /* having run, or failed. Returns 0, or what was wrong */
};

/* As platform_flow_serve. */
int flow_machines_serve(const struct flow_serving *serving);

#endif

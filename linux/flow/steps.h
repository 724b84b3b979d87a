/* SPDX-License-Identifier: MIT */
/* The steps of a script. */
#ifndef LINUX_FLOW_STEPS_H
#define LINUX_FLOW_STEPS_H

#include "linux/flow/thread.h"

/* Execute the thread's steps until the run is over or a step ends the thread. */
void flow_steps_follow(struct flow_thread *self);

#endif

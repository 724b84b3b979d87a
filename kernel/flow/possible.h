/* SPDX-License-Identifier: MIT */
/* Which runs of interactions this machine can make. */
#ifndef KERNEL_FLOW_POSSIBLE_H
#define KERNEL_FLOW_POSSIBLE_H

#include <stdbool.h>

#include "bench/flow/script.h"

/* Whether its CPUs, nodes and objects are as many as there may be, and its clocks what they can show. */
bool flow_run_is_possible(const struct flow_run *run);

#endif

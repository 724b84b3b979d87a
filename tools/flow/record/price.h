/* SPDX-License-Identifier: MIT */
/* What the probes of a procedure cost a program, measured on this machine: a function of this
 * process is called with such probes and without them. The function's first instruction is one that
 * Linux must execute apart, in single-step mode. A few other instructions cost less. */
#ifndef TOOLS_FLOW_RECORD_PRICE_H
#define TOOLS_FLOW_RECORD_PRICE_H

#include "tools/flow/record/instance.h"

/* Measure the ns that the probes add to a call. The instance must not trace; its buffer is empty
 * afterwards. Returns 0 or an errno. */
int price_measure(const struct instance *instance, double *call_ns);

#endif

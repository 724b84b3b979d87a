/* SPDX-License-Identifier: MIT */
/* Merge the logs of several nodes, each of which recorded its part of the same interactions. The
 * number of a sub-task contains the number of its node, as in "The Incorporation of Interaction
 * Networks into Performance Monitoring", section 7.1. */
#ifndef TOOLS_FLOW_NODES_GATHER_H
#define TOOLS_FLOW_NODES_GATHER_H

#include "tools/flow/log.h"

/* Add the contents of another log to a log. Runs of the same name are merged, in their order.
 * Both logs must have been read completely. If the frequencies in their manifests differ by more
 * than clock drift, times are converted to ticks of the first log. The other log may be freed
 * afterwards. If both logs contain events of the same node, sets *node to it, changes nothing
 * and returns false. */
bool flow_log_gather(struct flow_log *log, const struct flow_log *other, uint8_t *node);

#endif

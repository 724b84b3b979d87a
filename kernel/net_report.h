/* What a run of interactions left, as records. */
#ifndef KERNEL_NET_REPORT_H
#define KERNEL_NET_REPORT_H

#include <stdint.h>

#include "bench/net/script.h"

/* Write all that net_recorder holds of a run, under a name; and where the script knows the critical
 * path, that path in the numbers of sub-tasks: made are those that each step made. */
void net_report(const struct net_run *run, const char *name, const uint32_t *made);

#endif

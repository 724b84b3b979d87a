/* SPDX-License-Identifier: MIT */
/* Writes the results of the on-line recorder. */
#ifndef BENCH_FLOW_ONLINE_H
#define BENCH_FLOW_ONLINE_H

#include "bench/flow/meter.h"
#include "lib/wire/wire.h"

/* Write a flow_online record for each state that was metered in a run of the script. */
void flow_online_write(struct wire_writer *writer, uint64_t run_id,
		       const struct flow_script *script, const struct flow_metering *metering);

#endif

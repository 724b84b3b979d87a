/* SPDX-License-Identifier: MIT */
#include "kernel/flow/run/run.h"

#include "bench/flow/paged_store.h"
#include "kernel/flow/clock_skew.h"
#include "kernel/flow/load.h"
#include "kernel/machine/clock.h"
#include "kernel/machine/smp.h"

static bool is_possible_script(const struct flow_script *script)
{
	return script->object_count <= FLOW_OBJECTS_MAX &&
	       script->thread_count <= FLOW_THREADS_MAX &&
	       script->state_count <= FLOW_STATES_MAX;
}

/* Whether a clock is possible: a node's clock must not show negative times. */
static bool is_possible_clock(const struct flow_run *run)
{
	return clock_skew_time(clock_read(),
			       run->further_nodes * clock_skew_ticks(&run->skew, clock_hz()),
			       run->further_nodes * run->skew.drift_ppb) <= INT64_MAX;
}

/* Checks that the users act, that they do not act too often, and that the store is valid. */
static bool is_possible_load(const struct flow_script *script)
{
	if (script->load != NULL ? !flow_load_is_possible(script->load)
				 : script->actions[0] == '\0')
		return false;
	return script->store == NULL ||
	       paged_store_is_possible(script->store, script->thread_count);
}

bool flow_run_is_possible(const struct flow_run *run)
{
	uint32_t cpus_least = flow_run_is_apart(run) ? 1 : flow_run_nodes(run);
	bool is_possible = run->cpus <= smp_online() && run->cpus <= FLOW_CPUS_MAX &&
			   flow_run_nodes(run) <= FLOW_NODES_MAX &&
			   run->cpus >= cpus_least && run->self < flow_run_nodes(run) &&
			   is_possible_load(run->script);

	for (uint32_t node = 0; is_possible && node < flow_run_nodes(run); node++)
		is_possible = is_possible_script(flow_run_script(run, node));
	return is_possible && (run->further_nodes == 0 ||
			       (run->recording != FLOW_RECORDING_METERED &&
				is_possible_clock(run)));
}

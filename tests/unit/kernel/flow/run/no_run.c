/* SPDX-License-Identifier: MIT */
/* Parts that only a run needs. They fail the test if one starts. */
#include "tests/unit/unit.h"

#include "kernel/flow/link.h"
#include "kernel/flow/load.h"
#include "kernel/flow/peers.h"
#include "kernel/flow/port.h"
#include "kernel/flow/real.h"
#include "kernel/flow/resource.h"
#include "kernel/flow/run/machines.h"
#include "kernel/flow/run/report.h"
#include "kernel/flow/run/run.h"
#include "kernel/flow/run/user.h"
#include "kernel/flow/scale.h"
#include "kernel/flow/store.h"
#include "lib/text/errno.h"

static int never(void)
{
	fail_msg("a run is made");
	return -EIO;
}

int flow_machines_begin(void)
{
	return never();
}

int flow_machines_end(void)
{
	return never();
}

int flow_machines_run(void)
{
	return never();
}

int flow_machines_serve(const struct flow_serving *serving)
{
	(void)serving;
	return never();
}

int flow_threads_end(void)
{
	return never();
}

int flow_user_act(unsigned object, char character)
{
	(void)object;
	(void)character;
	return never();
}

void flow_links_begin(const struct flow_run *run)
{
	(void)run;
	never();
}

const struct flow_links flow_links;

void flow_load_begin(const struct flow_load_plan *plan)
{
	(void)plan;
	never();
}

void flow_machines_ready(void)
{
	never();
}

bool flow_node_is_quiet(void)
{
	return never() == 0;
}

void peers_poll(void)
{
	never();
}

uint64_t peers_next_poll_tsc(void)
{
	return (uint64_t)never();
}

void flow_ports_begin(uint32_t nodes)
{
	(void)nodes;
	never();
}

void flow_real_begin(void)
{
	never();
}

void flow_real_end(void)
{
	never();
}

const struct flow_devices *flow_real_devices(void)
{
	never();
	return NULL;
}

void flow_report(const struct flow_run *run, const char *name, const uint32_t *made)
{
	(void)run;
	(void)name;
	(void)made;
	never();
}

void flow_resources_begin(const struct flow_run *run)
{
	(void)run;
	never();
}

void flow_scales_begin(const struct flow_run *run)
{
	(void)run;
	never();
}

void flow_steps_follow(struct flow_thread *self)
{
	(void)self;
	never();
}

void flow_store_begin(const struct flow_store_plan *plan, void *memory)
{
	(void)plan;
	(void)memory;
	never();
}

void flow_task_reset(void)
{
	never();
}

uint32_t flow_task_unfinished(void)
{
	return (uint32_t)never();
}

uint64_t flow_task_last_response_ticks(void)
{
	return (uint64_t)never();
}

uint64_t flow_task_mean_response_ticks(void)
{
	return (uint64_t)never();
}

void flow_threads_begin(const struct flow_run *run, const struct flow_devices *devices,
			const struct flow_links *links, void (*body)(struct flow_thread *self))
{
	(void)run;
	(void)devices;
	(void)links;
	(void)body;
	never();
}

void flow_threads_run(void)
{
	never();
}

void flow_threads_run_until(bool (*is_over)(void))
{
	(void)is_over;
	never();
}

/* SPDX-License-Identifier: MIT */
/* Sources of the scripted machine other than time: interactions, counters and coarse clocks. */
#include "tests/unit/bench/fake_platform.h"

#include <string.h>

#include "lib/text/errno.h"

const char *platform_flow_line(const char **missing)
{
	*missing = fake.flow_line_missing_reason;
	return fake.flow_line;
}

const char *platform_flow_problem(void)
{
	return fake.flow_problem;
}

int platform_flow_open(const struct flow_run *run)
{
	fake_request("flow of %u nodes and %u CPUs, recording %u in %u events, by %u, %u scales",
		     flow_run_nodes(run), run->cpus, run->recording, run->ring_events, run->carrier,
		     run->scale_count);
	fake.flow_run = *run;
	fake.nets_open += fake.trial_status == 0;
	if (fake.flow_check != NULL)
		fake.flow_check(run);
	return fake.trial_status;
}

int platform_flow_act(uint64_t *response_ticks)
{
	fake.flow_runs++;
	*response_ticks = 5000;
	return fake.flow_status;
}

int platform_flow_serve(void)
{
	fake.flow_served++;
	return fake.flow_status;
}

void platform_flow_close(const char *name)
{
	fake_request("close %s", name);
	fake.nets_open--;
	strncpy(fake.flow_name, name, sizeof(fake.flow_name) - 1);
}

void platform_flow_record(uint64_t events)
{
	fake_request("events %lu", events);
	fake.flow_events += events;
}

int platform_register(enum platform_register which, uint64_t *where)
{
	(void)which;
	*where = 0;
	return -ENOTSUP;
}

const struct counter *platform_program_clock(enum program_clock clock)
{
	return fake.program_clocks[clock].read != NULL ? &fake.program_clocks[clock] : NULL;
}

const char *platform_pmc_missing_reason(enum pmc_event event)
{
	return (fake.countable >> event & 1) != 0 ? NULL : "the script has none";
}

size_t platform_pmc_open(const enum pmc_event *events, size_t count, struct platform_pmc *counters)
{
	size_t opened = count < fake.counters ? count : fake.counters;

	for (size_t i = 0; i < count; i++)
		fake_request("count %u", events[i]);
	for (size_t i = 0; i < opened; i++)
		counters[i] = (struct platform_pmc){
			.event = events[i], .select = 0x100 + events[i], .mask = fake.count_mask,
			.msr = FAKE_COUNTER_MSR + (uint32_t)i, .counter = "scripted",
		};
	fake.counter_opens++;
	fake.counters_open = opened;
	return opened;
}

void platform_pmc_read(uint64_t *values)
{
	fake.counter_reads++;
	for (size_t i = 0; i < fake.counters_open; i++)
		values[i] = fake.unread_after != 0 && fake.counter_reads > fake.unread_after
			    ? PLATFORM_PMC_UNREAD
			    : fake.counter_reads * (fake.count_step + i) & fake.count_mask;
}

void platform_pmc_close(void)
{
	fake.counters_open = 0;
}

uint64_t platform_coarse_system_period_ns(void)
{
	return fake.coarse_system_period_ns;
}

int platform_coarse_start(enum coarse_clock clock, uint64_t period_ns)
{
	fake_request("coarse %u %lu", clock, period_ns);
	fake.coarse_clocks += fake.trial_status == 0;
	fake.coarse_period_ns = period_ns;
	return fake.trial_status;
}

void platform_coarse_stop(void)
{
	fake.coarse_clocks--;
}

/* One step per four readings. */
uint64_t platform_coarse_read_ns(void)
{
	return fake.coarse_readings++ / 4 * fake.coarse_period_ns;
}

void platform_coarse_wait(void)
{
	fake.coarse_waits++;
}

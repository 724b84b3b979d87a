/* SPDX-License-Identifier: MIT */
/* Counters that are read at the end of each pass. They are few, because recording a pass must be
 * cheap (loop.h). */
#include "bench/idle/trace.h"
#include "bench/platform.h"
#include "lib/pmc_event.h"

/* The default: the first counters of this list that the CPU can count. A busy loop never halts, so
 * cycles per TSC tick replace APERF and MPERF and leave a place for instructions: Y. Endo et al.,
 * "Using Latency to Evaluate Interactive System Performance", OSDI 1996, "The Pentium Counters". */
static const uint32_t usual[] = {
	1u << PMC_CYCLES | 1u << PMC_INSTRUCTIONS,
	1u << PMC_APERF | 1u << PMC_MPERF,
};

static bool can_count(uint32_t events)
{
	for (; events != 0; events &= events - 1) {
		if (platform_pmc_missing_reason((enum pmc_event)__builtin_ctz(events)) != NULL)
			return false;
	}
	return true;
}

static uint32_t usual_events(void)
{
	for (unsigned i = 0; i < sizeof(usual) / sizeof(usual[0]); i++) {
		if (can_count(usual[i]))
			return usual[i];
	}
	return 0;
}

/* Count as many of the events as fit. Returns their number. */
static uint32_t open_events(uint32_t mask, struct idle_reading *readings, uint32_t room)
{
	enum pmc_event events[PMC_EVENT_COUNT];
	struct platform_pmc counters[PLATFORM_PMC_MAX];
	size_t wanted = pmc_events_list(mask, events), opened;

	opened = platform_pmc_open(events, wanted < room ? wanted : room, counters);
	for (size_t i = 0; i < opened; i++)
		readings[i] = (struct idle_reading){
			pmc_event_word(counters[i].event), counters[i].msr,
		};
	return (uint32_t)opened;
}

uint32_t idle_readings_open(enum idle_reads reads, uint32_t events,
			    struct idle_reading readings[IDLE_READINGS_MAX])
{
	uint32_t count = 0, smi_msr = platform_smi_msr();

	if (reads == IDLE_READS_NOTHING || (platform_capabilities() & CAN_PRIVILEGED) == 0)
		return 0;
	if (smi_msr != 0)
		readings[count++] = (struct idle_reading){"smi", smi_msr};
	if (reads == IDLE_READS_EVENTS)
		count += open_events(events != 0 ? events : usual_events(), readings + count,
				     IDLE_READINGS_MAX - count);
	return count;
}

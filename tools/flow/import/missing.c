/* SPDX-License-Identifier: MIT */
#include "tools/flow/import/missing.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "lib/text/ticks.h"
#include "tools/base/alloc.h"

#define GAPS_SHOWN 20u

static void missing_add(struct missing *missing, bool is_note, char *text)
{
	const struct missing_text item = {xasprintf("%s%s", missing->prefix, text), is_note};

	free(text);
	FLOW_LIST_ADD(missing->texts, item);
}

/* ---- Times at which events are lost or wrong ---- */

static char *missing_time(uint64_t ns)
{
	if (ns == 0)
		return xasprintf("the start");
	if (ns == UINT64_MAX)
		return xasprintf("the end");
	return xasprintf("%" PRIu64 ".%09" PRIu64 " s", ns / NS_PER_SECOND, ns % NS_PER_SECOND);
}

static void missing_gap(struct missing *missing, const struct trace *trace,
			const struct trace_gap *gap)
{
	static const char *const kinds[] = {
		[TRACE_GAP_EVENTS] = "events lost: ", [TRACE_GAP_PACKETS] = "packets lost: ",
		[TRACE_GAP_BACK] = "an event is earlier than its predecessor",
		[TRACE_GAP_UNSWITCHED] = "a thread runs without a switch to it",
	};
	bool is_loss = gap->kind == TRACE_GAP_EVENTS || gap->kind == TRACE_GAP_PACKETS;
	char *number = !is_loss          ? xasprintf("%s", "")
		       : gap->number > 0 ? xasprintf("%" PRIu64, gap->number)
					 : xasprintf("unknown number");
	char *from = missing_time(gap->from), *to = missing_time(gap->to);

	missing_add(missing, false, xasprintf("CPU %" PRIu32 ": %s%s, between %s and %s",
					      trace->cpus[gap->cpu].number, kinds[gap->kind],
					      number, from, to));
	free(number);
	free(from);
	free(to);
}

static void missing_gaps(struct missing *missing, const struct trace *trace)
{
	const struct {
		const char *before;
		uint64_t count;
		const char *after;
	} defects[] = {
		{"the recorder lost ", trace->counts.lost, " events"},
		{"the recorder lost ", trace->counts.packets, " packets of events"},
		{"events earlier than their predecessor on the CPU: ", trace->counts.back, ""},
		{"events of a thread without a switch to it: ", trace->counts.unswitched, ""},
	};

	for (size_t i = 0; i < sizeof(defects) / sizeof(defects[0]); i++) {
		if (defects[i].count > 0)
			missing_add(missing, false, xasprintf(
				"%s%" PRIu64 "%s; interactions at these times are not analysed",
				defects[i].before, defects[i].count, defects[i].after));
	}
	for (size_t i = 0; i < trace->gaps.count && i < GAPS_SHOWN; i++)
		missing_gap(missing, trace, &trace->gaps.items[i]);
	if (trace->gaps.count > GAPS_SHOWN)
		missing_add(missing, false, xasprintf("… and %zu more gaps",
						      trace->gaps.count - GAPS_SHOWN));
}

/* ---- Events that were not recorded ---- */

static void missing_clocks(struct missing *missing, const struct trace *trace)
{
	char *clocks;

	if (trace->clock_count < 2)
		return;
	clocks = xasprintf("%s", trace->clocks[0]);
	for (uint32_t i = 1; i < trace->clock_count; i++) {
		char *longer = xasprintf("%s; %s", clocks, trace->clocks[i]);

		free(clocks);
		clocks = longer;
	}
	missing_add(missing, false, xasprintf("several clocks (%s): their times cannot be compared",
					      clocks));
	free(clocks);
}

/* Append a number to a list. */
static char *missing_append(char *list, uint32_t number)
{
	char *longer = list == NULL ? xasprintf("%" PRIu32, number)
				    : xasprintf("%s, %" PRIu32, list, number);

	free(list);
	return longer;
}

/* State the CPUs without events. Such a CPU was idle, unless threads ran where the trace has no
 * events. */
static void missing_cpus(struct missing *missing, const struct trace *trace,
			 const struct import_counts *counts)
{
	char *silent = NULL, *unswitched = NULL;
	uint64_t switches = 0;

	for (uint16_t i = 0; i < trace->cpu_count; i++) {
		const struct trace_cpu *cpu = &trace->cpus[i];

		switches += cpu->switches;
		if (cpu->events == 0)
			silent = missing_append(silent, cpu->number);
		else if (cpu->switches == 0)
			unswitched = missing_append(unswitched, cpu->number);
	}
	if (silent != NULL)
		missing_add(missing, counts->again == 0,
			    xasprintf("CPUs without events: %s", silent));
	if (trace->counts.used > 0 && switches == 0)
		missing_add(missing, false, xasprintf(
			"no sched_switch, so threads cannot be followed; record the kernel's "
			"events"));
	else if (unswitched != NULL)
		missing_add(missing, true, xasprintf("CPUs without sched_switch: %s", unswitched));
	free(silent);
	free(unswitched);
}

/* What the import found by the order of wake-ups. */
static void missing_wakes(struct missing *missing, const struct import_result *result)
{
	char *from = missing_time(result->first_again), *to = missing_time(result->last_again);

	if (result->counts.again > 0)
		missing_add(missing, false, xasprintf(
			"wake-ups of a thread that had not run since the last one: %" PRIu64
			", first at %s, last at %s; it ran and slept where the trace has no "
			"events, and `not traced` stands for that time",
			result->counts.again, from, to));
	free(from);
	free(to);
	if (result->counts.unseen > 0)
		missing_add(missing, true, xasprintf(
			"waits that end without a wake-up in the trace: %" PRIu64 "; `not traced` "
			"stands for what ended them", result->counts.unseen));
	if (result->counts.unended > 0)
		missing_add(missing, true, xasprintf(
			"threads still at work when the trace ends: %" PRIu64 "; their "
			"interactions are not analysed", result->counts.unended));
	if (result->counts.unnamed > 0)
		missing_add(missing, false, xasprintf(
			"threads and objects beyond the limit of 65535 names: %" PRIu64,
			result->counts.unnamed));
}

static uint64_t missing_lines(const struct trace *trace)
{
	return trace->counts.used + trace->counts.others + trace->counts.foreign +
	       trace->counts.incomplete + trace->counts.unscaled + trace->counts.beyond +
	       trace->counts.late + trace->counts.unplaced;
}

static void missing_of_trace(struct missing *missing, const struct trace *trace)
{
	missing_gaps(missing, trace);
	if (trace->damage[0] != '\0')
		missing_add(missing, false, xasprintf("the rest of a part is lost: %s",
						      trace->damage));
	missing_clocks(missing, trace);
	if (trace->ignored[0] != '\0')
		missing_add(missing, true, xasprintf(
			"events of further buffers with the same tracepoint are ignored: %s",
			trace->ignored));
	if (trace->counts.beyond > 0)
		missing_add(missing, false, xasprintf(
			"events of CPUs beyond the first %u are missing", TRACE_CPUS_MAX));
	if (trace->counts.used > 0 && !trace->has_wakes)
		missing_add(missing, false, xasprintf(
			"no wake-ups, so the causes of waits are unknown; record sched_waking"));
	if (trace->counts.incomplete > 0)
		missing_add(missing, false, xasprintf(
			"events with a missing or invalid field: %" PRIu64,
			trace->counts.incomplete));
	if (trace->counts.unplaced > 0)
		missing_add(missing, false, xasprintf(
			"events without the number of a CPU: %" PRIu64, trace->counts.unplaced));
	if (trace->counts.late > 0)
		missing_add(missing, false, xasprintf(
			"events with a time above 9223372036 s: %" PRIu64, trace->counts.late));
	if (trace->stated_events > missing_lines(trace))
		missing_add(missing, false, xasprintf(
			"the header states %" PRIu64 " events, of which %" PRIu64 " are missing",
			trace->stated_events, trace->stated_events - missing_lines(trace)));
}

/* Without messages, the hosts' clocks and interactions are apart. */
static void missing_messages(struct missing *missing, const struct network *network)
{
	if (network->hosts > 1 && network->crossed == 0)
		missing_add(missing, false, xasprintf(
			"no data of one host reached another one in the traces; record both with "
			"`bareline flow record`, which traces TCP on kernels with kprobes"));
}

/* Set the prefix of texts about a host. */
static const struct trace *missing_host(struct missing *missing, const struct network *network,
					uint32_t host, char prefix[32])
{
	if (network->hosts > 1)
		snprintf(prefix, 32, "host %" PRIu32 ": ", host);
	missing->prefix = prefix;
	return network->traces[host];
}

void missing_make(struct missing *missing, const struct network *network,
		  const struct import_result *result)
{
	char prefix[32] = "";

	*missing = (struct missing){.prefix = ""};
	for (uint32_t i = 0; i < network->hosts; i++)
		missing_of_trace(missing, missing_host(missing, network, i, prefix));
	missing->prefix = "";
	missing_messages(missing, network);
	missing_wakes(missing, result);
	for (uint32_t i = 0; i < network->hosts; i++)
		missing_cpus(missing, missing_host(missing, network, i, prefix), &result->counts);
	missing->prefix = "";
}


void missing_free(struct missing *missing)
{
	for (size_t i = 0; i < missing->texts.count; i++)
		free(missing->texts.items[i].text);
	free(missing->texts.items);
}

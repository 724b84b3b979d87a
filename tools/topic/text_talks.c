/* Message logs: think and wait time by the state of CPU, queue and device, and the messages. */
#include <inttypes.h>
#include <string.h>

#include "tools/topic/text_idle.h"

static void write_inputs(const struct report *report, unsigned inputs)
{
	fprintf(report->out, "  %-8s%-12s%-14s", (inputs & THINK_WAIT_BUSY) != 0 ? "busy" : "idle",
		(inputs & THINK_WAIT_QUEUED) != 0 ? "messages" : "empty",
		(inputs & THINK_WAIT_IO) != 0 ? "outstanding" : "none");
}

static void write_states(const struct report *report, const struct idle_view *view,
			 const struct think_wait *machine)
{
	report_styled(report, STYLE_DIM, "  %-8s%-12s%-14s%14s%14s  in %s\n", "CPU", "queue",
		      "I/O waited for", "think", "wait", idle_time_unit(view));
	for (unsigned inputs = 0; inputs < THINK_WAIT_INPUTS; inputs++) {
		uint64_t think = machine->ticks[STATE_THINK][inputs];
		uint64_t wait = machine->ticks[STATE_WAIT][inputs];

		if (think + wait == 0)
			continue;
		write_inputs(report, inputs);
		fprintf(report->out, "%14.4f%14.4f\n", idle_time(view, think),
			idle_time(view, wait));
	}
	fprintf(report->out, "  %-34s%14.4f%14.4f  waited %" PRIu64 " times\n", "all",
		idle_time(view, think_wait_ticks(machine, STATE_THINK)),
		idle_time(view, think_wait_ticks(machine, STATE_WAIT)), machine->waits);
}

static void write_agreement(const struct report *report, const struct idle_view *view,
			    const struct message_run *run)
{
	if (run->events_missing > 0)
		report_field(report, STYLE_BAD, "missing", "%" PRIu64 " of %" PRIu64 " events: "
			     "their records were lost, or contradict the log", run->events_missing,
			     run->info->events);
	if (run->info->lost > 0)
		report_field(report, STYLE_BAD, "not logged", "%" PRIu64 " events at the end, for "
			     "lack of room", run->info->lost);
	if (run->is_same)
		report_field(report, STYLE_PLAIN, "the target", "worked out the same times");
	else
		report_field(report, STYLE_BAD, "the target", "worked out other times: think %.4f, "
			     "wait %.4f %s", idle_time(view, run->info->think_ticks),
			     idle_time(view, run->info->wait_ticks), idle_time_unit(view));
}

void report_idle_talks(const struct report *report, const struct idle_view *view,
		       const struct idle_settings *settings)
{
	for (size_t i = 0; i < view->talk_count; i++) {
		const struct message_run *run = view->talks[i].run;

		report_styled(report, STYLE_HEADING, "\nThinking and waiting: "
			      "%s%s%s, input by %s\n", run->bench,
			      run->info->point[0] != '\0' ? " " : "",
			      run->info->point, run->info->source);
		write_states(report, view, &run->machine);
		write_agreement(report, view, run);
		if (view->talks[i].figures.count == 0)
			continue;
		putc('\n', report->out);
		report_figures(report, view, settings, &view->talks[i].figures,
			       "messages, by kind");
	}
}

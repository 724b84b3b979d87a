/* The noise report, which a machine passes or not. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "tools/topic/text_idle.h"

static void text_noise_write_verdict(const struct report *report, const struct idle_view *view,
				     const struct noise *noise)
{
	const struct wire_noise *info = noise->info;
	char largest[REPORT_NUMBER_MAX], limit[REPORT_NUMBER_MAX];

	report_length_text(view, info->largest_ticks, largest);
	report_length_text(view, noise->limit, limit);
	report_field(report, noise->verdict == NOISE_PASSED ? STYLE_PLAIN : STYLE_BAD, "verdict",
		     "%s: the largest gap is %s, the limit %s %s",
		     noise_verdict_name(noise->verdict), largest, limit, view->scale.unit);
	if (info->final == 0)
		report_field(report, STYLE_BAD, "cut short", "the report is of the time up to %.3f "
			     "%s; more was to come", idle_time(view, info->until_ticks),
			     idle_time_unit(view));
}

static void text_noise_write_counts(const struct report *report, const struct idle_view *view,
				    const struct noise *noise)
{
	const struct wire_noise *info = noise->info;
	bool counts_smis = strstr(info->readings, "smi") != NULL;

	report_field(report, STYLE_PLAIN, "watched", "%.3f %s of %.3f, in %" PRIu64 " passes",
		     idle_time(view, info->watched_ticks), idle_time_unit(view),
		     idle_time(view, info->until_ticks), info->passes);
	report_field(report, STYLE_PLAIN, "available", "%.5f %% of that: %" PRIu64 " gaps took the "
		     "rest", 100 * noise->available, info->gaps);
	if (info->gaps > 0)
		report_field(report, STYLE_PLAIN, "largest gap", "ended at %.3f %s; %" PRIu64
			     " gaps were longer than the target's limit",
			     idle_time(view, info->largest_at), idle_time_unit(view),
			     info->over_limit);
	if (counts_smis)
		report_field(report, STYLE_PLAIN, "SMIs", "%" PRIu64 ", in %" PRIu64 " gaps",
			     info->smis, info->smi_gaps);
	else
		report_field(report, STYLE_PLAIN, "SMIs", "can't be counted on this machine");
	report_field(report, STYLE_PLAIN, "interrupts", "%" PRIu64 ", in %" PRIu64 " gaps",
		     info->interrupts, info->interrupt_gaps);
}

static void text_noise_write_bins(const struct report *report, const struct idle_view *view,
				  const struct noise *noise)
{
	report_styled(report, STYLE_DIM, "  %12s %-14s%10s%22s %s\n", "gaps from", view->scale.unit,
		      "n", "the first ended at", idle_time_unit(view));
	for (size_t i = 0; i < noise->bin_count; i++) {
		if (noise->counts[i] == 0)
			continue;
		fputs("  ", report->out);
		report_units(report, view, ldexp(1, (int)i) / view->scale.unit_ticks, 12);
		fprintf(report->out, " %14s%10" PRIu64 "%22.3f\n", "", noise->counts[i],
			idle_time(view, noise->firsts[i]));
	}
}

/* What an operating system did meanwhile: the gaps' causes, as far as it says. */
static void write_activity(const struct report *report, const struct idle_view *view,
			   const struct wire_noise *info)
{
	const struct record_list *list = &view->analysis->result->records[WIRE_os_activity];

	for (size_t i = 0; i < list->count; i++) {
		const struct wire_os_activity *activity = &list->items[i].os_activity;

		if (activity->bench == info->bench && activity->cpu == info->cpu &&
		    strcmp(activity->point, info->point) == 0)
			report_field(report, STYLE_PLAIN, activity->source, "%" PRIu64 " %s in "
				     "%.3f %s", activity->count, activity->name,
				     idle_time(view, activity->elapsed_ticks),
				     idle_time_unit(view));
	}
}

void report_idle_noise(const struct report *report, const struct idle_view *view)
{
	for (size_t i = 0; i < view->noise_count; i++) {
		const struct noise *noise = &view->noise[i];

		report_styled(report, STYLE_HEADING, "\nNoise: CPU %" PRIu64 ", %s%s%s\n",
			      noise->info->cpu, noise->bench,
			      noise->info->point[0] != '\0' ? " " : "", noise->info->point);
		text_noise_write_verdict(report, view, noise);
		text_noise_write_counts(report, view, noise);
		write_activity(report, view, noise->info);
		if (noise->bin_count > 0)
			text_noise_write_bins(report, view, noise);
	}
}

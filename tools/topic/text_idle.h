/* What `bareline idle` prints: plain text of at most REPORT_COLUMNS columns. */
#ifndef TOOLS_TOPIC_TEXT_IDLE_H
#define TOOLS_TOPIC_TEXT_IDLE_H

#include "tools/idle/view.h"
#include "tools/topic/report.h"

/* All of it, in the order of the functions below. */
void report_idle(const struct report *report, const struct idle_view *view,
		 const struct idle_settings *settings);

/* Its parts, each in a file of its own. */
void report_idle_runs(const struct report *report, const struct idle_view *view,
		      const struct idle_settings *settings);
void report_idle_trials(const struct report *report, const struct idle_view *view);
void report_idle_talks(const struct report *report, const struct idle_view *view,
		       const struct idle_settings *settings);
void report_idle_noise(const struct report *report, const struct idle_view *view);

/* ---- For the parts ---- */

/* A length in ticks as text, in view->scale.unit. */
const char *report_length_text(const struct idle_view *view, uint64_t ticks,
			       char text[REPORT_NUMBER_MAX]);

/* Print a length in ticks right-aligned in so many columns, in view->scale.unit; likewise a value
 * that is in that unit already. */
void report_length(const struct report *report, const struct idle_view *view, uint64_t ticks,
		   int columns);
void report_units(const struct report *report, const struct idle_view *view, double value,
		  int columns);

/* The tables that all sets of events have: by type, by length, and above thresholds. */
void report_figures(const struct report *report, const struct idle_view *view,
		    const struct idle_settings *settings, const struct event_set *figures,
		    const char *type_heading);

#endif

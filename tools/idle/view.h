/* SPDX-License-Identifier: MIT */
/* Everything that `bareline idle` shows, computed once for text, JSON, CSV and charts. */
#ifndef TOOLS_IDLE_VIEW_H
#define TOOLS_IDLE_VIEW_H

#include "lib/text/patterns.h"
#include "tools/analysis/analysis.h"
#include "tools/idle/action_counts.h"
#include "tools/idle/event_set.h"
#include "tools/idle/gaps.h"
#include "tools/idle/messages.h"
#include "tools/idle/noise.h"
#include "tools/idle/operations.h"
#include "tools/idle/replay.h"
#include "tools/idle/saves.h"
#include "tools/idle/trials.h"

/* Times are in seconds. */
struct idle_settings {
	struct event_set_settings figures;
	double min_gap;                 /* minimum length of a gap; below 0: compute it */
	double min_duration;            /* of a presenter's listed operations */
	double limit;                   /* of a noise report; below 0: the target's */
	const struct patterns *benches; /* selected ones; NULL: all */
};

/* One run of an idle loop. */
struct idle_run {
	struct idle_trace *trace;
	struct idle_gaps gaps;
	struct event_set figures;       /* of the gaps, by cause */
	struct idle_trial *trials;
	size_t trial_count;
	uint64_t bursts;                /* gaps with an interrupt in them */
	double utilisation;             /* busy share of the session */
};

/* One message log. */
struct idle_message_log {
	const struct message_run *run;
	struct event_set figures;       /* of the user's actions, by label or kind */
	struct event_set background;    /* of background messages */
	struct action_counts counts;
	struct replay replay;
	struct operations operations;
	struct saves saves;
};

struct idle_view {
	const struct analysis *analysis;
	struct event_set_scale scale;
	struct idle_traces traces;
	struct idle_run *runs;          /* of the selected benchmarks */
	size_t run_count;
	struct message_runs messages;
	struct idle_message_log *logs;  /* likewise */
	size_t log_count;
	struct noise *noise;
	size_t noise_count;
};

/* analysis must outlive the view. */
void idle_view_make(const struct analysis *analysis, const struct idle_settings *settings,
		    struct idle_view *view);
void idle_view_free(struct idle_view *view);

/* Whether the log has no idle loop, message log or noise report. */
bool idle_view_is_empty(const struct idle_view *view);

/* Whether all noise reports passed and no replay differs from the log. */
bool idle_view_passed(const struct idle_view *view);

/* Ticks as a length: units of view->scale.unit. */
double idle_length(const struct idle_view *view, uint64_t ticks);

/* Ticks as a time in milliseconds; in ticks if the clock's rate is unknown. */
double idle_time(const struct idle_view *view, uint64_t ticks);

#endif

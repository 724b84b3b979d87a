/* SPDX-License-Identifier: MIT */
/* Idle loops, messages and noise in a run's report: some tables of `bareline idle`, each of one
 * run, with fewer rows. */
#include "lib/text/string.h"
#include "tools/topic/idle/idle.h"
#include "tools/topic/topic.h"

#define CHARTS_MAX 32

/* Fewer events need no chart. Single keystrokes and clicks have a table of their samples. */
#define EVENTS_MIN 5

/* More rows enlarge the page without a visible difference. */
#define ROWS_MAX 600

/* A view while it is added to a report. */
struct idle_page {
	struct idle_topic topic;
	struct idle_group group; /* of the current tables */
	size_t table_count;
};

static bool idle_page_has_room(const struct idle_page *page)
{
	return page->table_count < CHARTS_MAX;
}

static void idle_page_end(struct idle_page *page, struct table *table, size_t all)
{
	page->table_count++;
	if (all > ROWS_MAX)
		table->note = tables_text(page->topic.tables,
					  "Shown: the %zu most significant of %zu rows; "
					  "`bareline idle` prints all.",
					  table->row_count, all);
}

static void idle_page_add_lengths(struct idle_page *page, const struct idle_events_names *names,
				  const struct idle_events *events)
{
	struct table *table;

	if (events->set->count < EVENTS_MIN || !idle_page_has_room(page))
		return;
	table = idle_begin_lengths(&page->topic, names);
	idle_add_lengths(&page->topic, table, events);
	idle_page_end(page, table, 0);
	table = idle_begin_cumulative(&page->topic, names);
	idle_add_cumulative(&page->topic, table, events);
	idle_page_end(page, table, events->set->count);
}

/* ---- Idle loops ---- */

static void idle_page_add_profile(struct idle_page *page, const struct idle_run *run)
{
	const struct idle_events events = {page->group, &run->figures, 0};
	struct table *table;

	if (run->gaps.base == 0 || run->gaps.count < EVENTS_MIN || !idle_page_has_room(page))
		return;
	table = idle_begin_profile(&page->topic, &events, 1);
	idle_add_profile(&page->topic, table, &page->group, run);
	idle_page_end(page, table, run->gaps.count);
	idle_page_add_lengths(page, &idle_gap_names, &events);
}

static void idle_page_add_event(struct idle_page *page, const struct idle_run *run)
{
	struct table *table;

	if (run->trial_count == 0 || run->gaps.base == 0 || !idle_page_has_room(page))
		return;
	table = idle_begin_event(&page->topic);
	idle_add_event(&page->topic, table, &page->group, run);
	idle_page_end(page, table, 0);
}

/* ---- Input ---- */

static void idle_page_add_log(struct idle_page *page, const struct idle_message_log *log)
{
	struct idle_events events;
	struct table *actions;

	page->group = idle_group_of_log(page->topic.tables, log);
	events = (struct idle_events){page->group, &log->figures, 0};
	if ((text_glob("input.script", page->group.bench) ||
	     text_glob("input.live", page->group.bench) ||
	     text_glob("app.*", page->group.bench)) &&
	    idle_page_has_room(page)) {
		struct table *table = idle_begin_lanes(&page->topic);

		idle_add_lanes(&page->topic, table, &page->group, log->run);
		idle_page_end(page, table, 0);
	}
	idle_page_add_lengths(page, &idle_action_names, &events);
	if (events.set->count < EVENTS_MIN || !idle_page_has_room(page))
		return;
	actions = idle_begin_actions(&page->topic, &events, 1);
	idle_add_action_rows(&page->topic, actions, &page->group, log->run);
	idle_page_end(page, actions, events.set->count);
}

/* ---- All ---- */

static void idle_page_add_idle(struct idle_page *page, const struct idle_view *view)
{
	for (size_t i = 0; i < view->run_count; i++) {
		const struct idle_run *run = &view->runs[i];

		page->group = idle_group_of_run(page->topic.tables, run);
		if (text_glob("idle.profile", page->group.bench) &&
		    text_glob("*idle=poll*", page->group.point))
			idle_page_add_profile(page, run);
		else if (text_glob("idle.validation", page->group.bench) &&
			 text_glob("work_us=1000 idle=poll*", page->group.point))
			idle_page_add_event(page, run);
	}
	for (size_t i = 0; i < view->noise_count; i++) {
		const struct noise *noise = &view->noise[i];
		struct table *table;

		page->group = idle_group_of_noise(&page->topic, noise);
		if (noise->info->gaps < EVENTS_MIN || noise->bin_count == 0 ||
		    !idle_page_has_room(page))
			continue;
		table = idle_begin_noise_gaps(&page->topic);
		idle_add_noise_gaps(&page->topic, table, &page->group, noise);
		idle_page_end(page, table, 0);
	}
}

static void idle_page_add_input(struct idle_page *page, const struct idle_view *view)
{
	for (size_t i = 0; i < view->log_count; i++)
		idle_page_add_log(page, &view->logs[i]);
}

static void idle_page_make(struct topic *topic, const char *section,
			   void (*add)(struct idle_page *page, const struct idle_view *view))
{
	const struct idle_settings settings = {
		.min_gap = -1,
		.limit = -1,
		.figures.power = 1,
		.benches = topic->benches,
	};
	struct idle_view view;
	struct idle_page page = {
		.topic = {.tables = topic->tables,
			  .view = &view,
			  .settings = &settings,
			  .rows_max = ROWS_MAX,
			  .section = section},
	};

	page.topic.only = &page.group;
	idle_view_make(topic->analysis, &settings, &view);
	add(&page, &view);
	idle_view_free(&view);
}

void topic_idle(struct topic *topic)
{
	idle_page_make(topic, "Idle and noise", idle_page_add_idle);
}

void topic_input(struct topic *topic)
{
	idle_page_make(topic, "Input", idle_page_add_input);
}

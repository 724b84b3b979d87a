/* SPDX-License-Identifier: MIT */
/* One log analysed as by `bareline idle`, for the tests of its output. */
#include "tests/unit/tools/idle/view_fixture.h"

#include <stdio.h>
#include <string.h>

#include "tests/unit/tools/cells.h"
#include "tests/unit/tools/idle_log.h"
#include "tools/topic/idle/idle.h"
#include "tools/topic/topic.h"
#include "tools/view/chart.h"
#include "tools/view/text.h"

struct result *view_result;
static struct analysis *analysis;
struct idle_view view;
struct idle_settings view_settings;
static struct tables tables;

void view_begin(const char *time_base, const char *bench)
{
	view_settings = (struct idle_settings){.min_gap = -1, .limit = -1, .figures.power = 1};
	view_result = idle_log_begin(time_base, bench);
}

void view_analyse(void)
{
	idle_log_end(view_result);
	analysis_free(analysis);
	analysis = analysis_new(view_result);
	idle_view_make(analysis, &view_settings, &view);
	tables_init(&tables, "a test");
	topic_machine(&(struct topic){.tables = &tables, .analysis = analysis});
	topic_idle_view(&tables, &view, &view_settings);
}

void view_end(void)
{
	tables_free(&tables);
	idle_view_free(&view);
	result_free(view_result);
}

char *view_text(void)
{
	char *written = NULL;
	size_t size = 0;
	struct text text = {.out = open_memstream(&written, &size)};

	text_write(&text, &tables);
	fclose(text.out);
	return written;
}

const struct table *view_table_of(const char *name)
{
	return cells_table(&tables, name);
}

double view_number_in(const char *name, size_t row, const char *column)
{
	return cells_number(&tables, name, row, column);
}

const char *view_text_in(const char *name, size_t row, const char *column)
{
	return cells_text(&tables, name, row, column);
}

void view_assert_has(const char *text, const char *part)
{
	if (strstr(text, part) == NULL)
		fail_msg("not in the report: %s\n%s", part, text);
}

/* ---- Idle loops ---- */

void view_add_ticks(void)
{
	struct injected injected[12];

	for (size_t i = 0; i < 10; i++)
		injected[i] = (struct injected){10 * i + 5, 2500, IDLE_LOG_TIMER, 0};
	injected[10] = (struct injected){120, 160000, 0, 1};
	injected[11] = (struct injected){130, 300 * VIEW_MS, IDLE_LOG_KEYBOARD, 0};
	idle_log_run(view_result, &(struct idle_log_options){
		.point = "tick_hz=100", .passes = 150, .tick_hz = 100}, injected, 12);
}

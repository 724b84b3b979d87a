/* SPDX-License-Identifier: MIT */
/* One log analysed as by `bareline idle`, for the tests of its output. */
#ifndef TESTS_UNIT_TOOLS_IDLE_VIEW_FIXTURE_H
#define TESTS_UNIT_TOOLS_IDLE_VIEW_FIXTURE_H

#include "tests/unit/unit.h"

#include "tests/unit/tools/idle_log.h"
#include "tools/topic/idle/idle.h"

#define VIEW_MS 1000000u                /* ticks, at IDLE_LOG_TSC_HZ */

/* The log, the settings of the analysis, and its results. */
extern struct result *view_result;
extern struct idle_settings view_settings;
extern struct idle_view view;

/* Begin with an empty log and default settings. The test adds to both, analyses, and ends. */
void view_begin(const char *time_base, const char *bench);
void view_analyse(void);
void view_end(void);

/* A tick every 10 passes of 1 ms, and two longer gaps. */
void view_add_ticks(void);

/* The whole text output; the caller frees it. */
char *view_text(void);

/* A table of the results, and the content of its cell. */
const struct table *view_table_of(const char *name);
double view_number_in(const char *name, size_t row, const char *column);
const char *view_text_in(const char *name, size_t row, const char *column);

void view_assert_has(const char *text, const char *part);

#endif

/* SPDX-License-Identifier: MIT */
/* One log, looked at as `bareline idle` does, for the tests of what it says. */
#ifndef TESTS_UNIT_TOOLS_IDLE_VIEW_FIXTURE_H
#define TESTS_UNIT_TOOLS_IDLE_VIEW_FIXTURE_H

#include "tests/unit/unit.h"

#include "tests/unit/tools/idle_log.h"
#include "tools/topic/idle/idle.h"

#define VIEW_MS 1000000u                /* ticks, at IDLE_LOG_TSC_HZ */

/* The log, how it is to be looked at, and what was seen. */
extern struct result *view_result;
extern struct idle_settings view_settings;
extern struct idle_view view;

/* Begin a log and settings; the test adds to both, looks, and ends. */
void view_begin(const char *time_base, const char *bench);
void view_look(void);
void view_end(void);

/* A tick every 10 passes of 1 ms, and two longer gaps. */
void view_add_ticks(void);

/* All that is said; the caller frees it. */
char *view_text(void);

/* A table of what was seen, and what its cell holds. */
const struct table *view_table_of(const char *name);
double view_number_in(const char *name, size_t row, const char *column);
const char *view_text_in(const char *name, size_t row, const char *column);

void view_assert_has(const char *text, const char *part);

#endif

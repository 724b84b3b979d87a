/* What a change did, as a table for a terminal and for others: Markdown, JSON and JUnit. */
#ifndef TOOLS_TOPIC_TEXT_CHANGE_H
#define TOOLS_TOPIC_TEXT_CHANGE_H

#include <stdbool.h>
#include <stdio.h>

#include "tools/compare/compare.h"
#include "tools/compare/judge.h"
#include "tools/compare/same_machine.h"
#include "tools/topic/report.h"

#define CHANGE_SCHEMA "bareline-change-1"

struct change_report {
	const struct comparison *comparison;
	const struct judging *judging;
	const struct reasons *refused;  /* not empty: the comparison was forced */
	const struct reasons *notes;
};

/* Print the table: what changed, or with report->all every figure. */
void report_change(const struct report *report, const struct change_report *change);

/* Write the comparison; docs/compare.md describes each. Return false on a write error. */
bool change_markdown_write(const struct change_report *change, FILE *file);
bool change_json_write(const struct change_report *change, FILE *file);
bool change_junit_write(const struct change_report *change, FILE *file);

/* ---- For the formats ---- */

/* What was found, in a line: "2 worse, 1 better, 471 without a difference". */
#define CHANGE_SUMMARY_MAX 160
const char *change_summary(const struct judging *judging, char text[CHANGE_SUMMARY_MAX]);

/* By what test, in a sentence. */
#define CHANGE_TEST_MAX 512
const char *change_test(const struct change_report *change, char text[CHANGE_TEST_MAX]);

/* Why the verdicts are worth less than they seem; empty when they are not. */
const char *change_caution(const struct change_report *change, char text[CHANGE_TEST_MAX]);

/* "123.4 ±2%"; "12 exact". */
#define CHANGE_CELL_MAX 64
const char *change_figure(const struct metric *metric, enum side side, char text[CHANGE_CELL_MAX]);

/* "+4.9%"; "-" when the base's figure is 0. */
const char *change_percent(const struct metric *metric, char text[CHANGE_CELL_MAX]);

/* "0.012", "<0.001" or "exact". */
const char *change_p(const struct metric *metric, char text[CHANGE_CELL_MAX]);

/* Cliff's delta, with its sign; "-" for exact figures. */
const char *change_delta(const struct metric *metric, char text[CHANGE_CELL_MAX]);

#endif

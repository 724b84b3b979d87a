/* What the operating system costs, as a table and as JSON. */
#ifndef TOOLS_TOPIC_TEXT_OVERHEAD_H
#define TOOLS_TOPIC_TEXT_OVERHEAD_H

#include <stdbool.h>
#include <stdio.h>

#include "tools/compare/compare.h"
#include "tools/compare/same_machine.h"
#include "tools/topic/report.h"

#define OVERHEAD_SCHEMA "bareline-overhead-1"

struct overhead_report {
	const struct comparison *comparison;
	const struct reasons *refused;  /* not empty: the comparison was forced */
	const struct reasons *notes;
};

/* Print the table. The report gives the file, colour and whether all rows are shown. */
void report_overhead(const struct report *report, const struct overhead_report *overhead);

/* A part of it: the figures that most people ask for, of those that both sides have. */
void report_headlines(const struct report *report, const struct comparison *comparison);

#define HEADLINES 5

/* One of them, by number, and what it is called; NULL when the two sides don't both have it. */
const struct metric *headline_find(const struct comparison *comparison, size_t number,
				   const char **text);

/* Another: how much of an idle CPU there is to have. */
void report_idle_overhead(const struct report *report, const struct comparison *comparison);

/* Write the comparison; docs/results.md describes it. Returns false on a write error. */
bool overhead_json_write(const struct overhead_report *overhead, FILE *file);

#endif

/* What tables of two sides share: what ran on each, the names of rows, and what one side lacks. */
#ifndef TOOLS_TOPIC_TEXT_SIDES_H
#define TOOLS_TOPIC_TEXT_SIDES_H

#include "tools/compare/compare.h"
#include "tools/compare/same_machine.h"
#include "tools/topic/report.h"

/* ---- Fields of the header ---- */

void report_runs(const struct report *report, const struct comparison *comparison,
		 enum side side);
void report_machine(const struct report *report, const struct result *result);
void report_time_base(const struct report *report, enum time_base base);
void report_reasons(const struct report *report, enum report_style style, const char *name,
		    const struct reasons *reasons);

/* ---- Rows ---- */

/* Of count metrics, how many from the first on are of its benchmark. */
size_t metrics_of_bench(const struct metric *metrics, size_t count);

/* A point's own line, before the first of its stages; nothing in other places. previous is the
 * metric of the row before, or NULL. */
void report_point(const struct report *report, const struct metric *metric,
		  const struct metric *previous);

/* What a row begins with: the stage, or the point when there are no stages. */
void report_metric_label(const struct report *report, const struct metric *metric,
			 size_t columns);

/* A cell, right-aligned. A figure too long for its columns keeps a blank before it. */
void report_text(const struct report *report, int columns, const char *text);
void report_value(const struct report *report, int columns, double value, int decimals);

/* ---- What only one side has ---- */

/* Figures of one benchmark missing for one reason share a line. */
void report_one_sided(const struct report *report, const struct comparison *comparison,
		      enum side lacking);

#endif

/* What is shown of the figures of one machine over many runs. */
#ifndef TOOLS_TOPIC_TEXT_HISTORY_H
#define TOOLS_TOPIC_TEXT_HISTORY_H

#include "tools/compare/history.h"
#include "tools/topic/report.h"

/* Print what changed, or with report->all every figure. */
void report_history(const struct report *report, const struct history *history);

/* Write the history; docs/compare.md describes it. Returns false on a write error. */
bool history_json_write(const struct history *history, FILE *file);

#endif

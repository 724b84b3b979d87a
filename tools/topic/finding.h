/* SPDX-License-Identifier: MIT */
/* Titles that state what a table shows. */
#ifndef TOOLS_TOPIC_FINDING_H
#define TOOLS_TOPIC_FINDING_H

#include "tools/table/table.h"

/* Set the finding of each table that has none, where its kind of chart gives one. */
void findings_add(struct tables *tables);

#endif

/* SPDX-License-Identifier: MIT */
/* List of the countable events, for users. */
#ifndef TOOLS_RECORD_PMC_LIST_H
#define TOOLS_RECORD_PMC_LIST_H

#include <stdio.h>

/* Write each set with its events, the meaning of one count, and the tables of
 * lib/x86/pmc_tables.def that have the event. */
void pmc_list_write(FILE *file);

#endif

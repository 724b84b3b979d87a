/* SPDX-License-Identifier: MIT */
/* What can be counted, for a person who wonders what to ask for. */
#ifndef TOOLS_RECORD_PMC_LIST_H
#define TOOLS_RECORD_PMC_LIST_H

#include <stdio.h>

/* Each set with its events, what one count is, and by which tables of lib/x86/pmc_tables.def. */
void pmc_list_write(FILE *file);

#endif

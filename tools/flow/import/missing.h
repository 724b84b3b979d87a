/* SPDX-License-Identifier: MIT */
/* What a trace lacks, as sentences, which are printed first and stay in the log. */
#ifndef TOOLS_FLOW_IMPORT_MISSING_H
#define TOOLS_FLOW_IMPORT_MISSING_H

#include "tools/flow/import/import.h"

struct missing_text {
	char *text;
	bool is_note;                   /* it does not make a path wrong */
};

struct missing {
	FLOW_LIST(struct missing_text) texts;
	const char *prefix;             /* of the next texts: the host, if there are several */
};

/* Times are in seconds, by the trace's clock. */
void missing_make(struct missing *missing, const struct network *network,
		  const struct import_result *result);
void missing_free(struct missing *missing);

#endif

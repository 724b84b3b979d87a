/* SPDX-License-Identifier: MIT */
/* What the formats share: how time and text are written. */
#include "tools/flow/export/export.h"

#define NS_PER_SECOND 1000000000ull

uint64_t flow_export_ns(const struct flow_log *log, uint64_t ticks, unsigned *thousandths)
{
	uint64_t hz = log->manifest.tsc_hz != 0 ? log->manifest.tsc_hz : NS_PER_SECOND;
	unsigned __int128 ps = (unsigned __int128)ticks * NS_PER_SECOND * 1000 / hz;

	*thousandths = (unsigned)(ps % 1000);
	return (uint64_t)(ps / 1000);
}

void flow_export_text(FILE *file, const char *text)
{
	putc('"', file);
	for (; *text != '\0'; text++) {
		if (*text == '"' || *text == '\\')
			putc('\\', file);
		putc(*text, file);
	}
	putc('"', file);
}

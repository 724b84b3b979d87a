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

void flow_export_text(struct out *out, const char *text)
{
	out_char(out, '"');
	for (; *text != '\0'; text++) {
		if (*text == '"' || *text == '\\')
			out_char(out, '\\');
		out_char(out, *text);
	}
	out_char(out, '"');
}

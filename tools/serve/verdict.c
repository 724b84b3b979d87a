/* SPDX-License-Identifier: MIT */
/* See verdict.h. */
#include "tools/serve/verdict.h"

#include <stdio.h>

#include "tools/analysis/analysis.h"
#include "tools/base/utf8.h"
#include "tools/results/load.h"

void verdict_write(const char *path, char *text, size_t size)
{
	struct result *result = load_path(path);
	struct analysis *analysis;

	if (result == NULL || result_is_empty(result)) {
		snprintf(text, size, "no records of Bareline");
		result_free(result);
		return;
	}
	analysis = analysis_new(result);
	if (!loss_is_none(&analysis->loss))
		snprintf(text, size, "%s", analysis->loss.text);
	else if (!analysis->valid)
		snprintf(text, size, "invalid: %s", analysis->validity.reasons[0]);
	else
		snprintf(text, size, "valid, %zu benchmark%s", result->bench_count,
			 result->bench_count == 1 ? "" : "s");
	utf8_trim(text);
	analysis_free(analysis);
	result_free(result);
}

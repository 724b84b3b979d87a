/* SPDX-License-Identifier: MIT */
/* Counts failed checks; metrics.c counts disturbed samples. */
#include "kernel/display/verdict.h"

#include "kernel/display/metrics.h"

/* The host tool's limit: a run with more disturbed samples is invalid. */
#define SAMPLES_PER_DISTURBED 10

static struct {
	uint64_t failed_checks;
	bool has_ended;
} verdict;

void verdict_begin(void)
{
	verdict.failed_checks = 0;
	verdict.has_ended = false;
}

bool verdict_take(enum wire_kind kind)
{
	bool makes_invalid = kind == WIRE_failed_check || kind == WIRE_panic;

	if (makes_invalid)
		verdict.failed_checks++;
	else if (kind == WIRE_end)
		verdict.has_ended = true;
	return makes_invalid;
}

static bool verdict_is_invalid(void)
{
	uint64_t samples, disturbed;

	metrics_count_disturbed(&samples, &disturbed);
	return verdict.failed_checks > 0 || disturbed * SAMPLES_PER_DISTURBED > samples;
}

struct verdict_shown verdict_shown(void)
{
	if (verdict_is_invalid())
		return (struct verdict_shown){"INVALID", INK_TITLE_BAD};
	if (!metrics_have_self_test())
		return (struct verdict_shown){
			verdict.has_ended ? "NOT CHECKED" : "NOT CHECKED so far", INK_TITLE};
	return (struct verdict_shown){verdict.has_ended ? "VALID" : "VALID so far",
				      INK_TITLE_GOOD};
}

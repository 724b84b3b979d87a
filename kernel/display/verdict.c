/* SPDX-License-Identifier: MIT */
/* Counts failed checks and aborted points. metrics.c counts disturbed samples, and self_tests.c
 * judges the self-tests. */
#include "kernel/display/verdict.h"

#include "kernel/display/metrics.h"
#include "kernel/display/self_tests.h"
#include "lib/text/fmt.h"

#define WORDS_CHARS 40

static struct {
	bool has_failed_check, has_ended, is_empty;
	uint64_t aborted;
} verdict;

void verdict_begin(void)
{
	verdict.has_failed_check = verdict.has_ended = verdict.is_empty = false;
	verdict.aborted = 0;
}

bool verdict_take(enum wire_kind kind, const void *body)
{
	if (kind == WIRE_end) {
		const struct wire_end *end = body;

		verdict.has_ended = true;
		verdict.is_empty = end->run + end->skipped + end->faulted == 0;
	}
	verdict.aborted += kind == WIRE_fault;
	verdict.has_failed_check |= kind == WIRE_failed_check || kind == WIRE_panic;
	return kind == WIRE_fault || kind == WIRE_failed_check || kind == WIRE_panic;
}

static enum run_verdict verdict_find(void)
{
	struct run_facts facts = {.aborted = verdict.aborted,
				  .time_base = self_tests_time_base()};
	uint64_t samples, disturbed;
	bool has_failed;

	metrics_count_disturbed(&samples, &disturbed);
	self_tests_judge(&facts.is_tested, &has_failed);
	facts.is_invalid = verdict.has_failed_check || has_failed || verdict.is_empty ||
			   disturbed * RUN_SAMPLES_PER_DISTURBED > samples;
	return run_verdict(&facts);
}

struct verdict_shown verdict_shown(void)
{
	static char words[WORDS_CHARS];
	enum run_verdict found = verdict_find();
	bool is_bad = run_verdict_is_bad(found);

	fmt_buffer(words, sizeof(words), "%s%s", run_verdict_words(found),
		   verdict.has_ended || is_bad ? "" : " so far");
	return (struct verdict_shown){found, words,
				      is_bad                       ? INK_TITLE_BAD
				      : run_verdict_is_good(found) ? INK_TITLE_GOOD
								   : INK_TITLE};
}

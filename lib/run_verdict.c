/* SPDX-License-Identifier: MIT */
#include "lib/run_verdict.h"

static enum run_verdict verdict_by_time(enum time_base base)
{
	switch (base) {
	case TIME_REAL:
		return RUN_VALID;
	case TIME_EMULATED:
		return RUN_EMULATED;
	case TIME_INSTRUCTIONS:
		return RUN_DETERMINISTIC;
	case TIME_UNKNOWN:
		break;
	}
	return RUN_WITHOUT_TIME;
}

enum run_verdict run_verdict(const struct run_facts *facts)
{
	if (facts->is_invalid)
		return RUN_INVALID;
	if (facts->is_incomplete)
		return RUN_INCOMPLETE;
	if (facts->aborted > 0)
		return RUN_PARTLY_ABORTED;
	if (facts->is_of_other_kernel)
		return RUN_WITHOUT_SELFTESTS;
	if (!facts->is_tested)
		return RUN_NOT_CHECKED;
	return verdict_by_time(facts->time_base);
}

const char *run_verdict_words(enum run_verdict verdict)
{
	static const char *const words[] = {
		[RUN_INVALID] = "Invalid",
		[RUN_INCOMPLETE] = "Incomplete",
		[RUN_PARTLY_ABORTED] = "Partly aborted",
		[RUN_WITHOUT_SELFTESTS] = "Complete, but not checked",
		[RUN_NOT_CHECKED] = "Not checked",
		[RUN_WITHOUT_TIME] = "Valid, but without time",
		[RUN_VALID] = "Valid",
		[RUN_EMULATED] = "Valid, but emulated",
		[RUN_DETERMINISTIC] = "Valid, deterministic",
	};

	return words[verdict];
}

bool run_verdict_is_bad(enum run_verdict verdict)
{
	return verdict <= RUN_PARTLY_ABORTED;
}

bool run_verdict_is_good(enum run_verdict verdict)
{
	return verdict == RUN_VALID || verdict == RUN_DETERMINISTIC;
}

/* SPDX-License-Identifier: MIT */
/* Published values apply only to the processor that they were published for. */
#include "tests/unit/unit.h"

#include "tools/analysis/reference.h"

TEST(published_values_apply_only_to_the_same_processor)
{
	const struct reference *reference =
		reference_next(NULL, "Intel(R) Core(TM) i5-5300U CPU @ 2.30GHz", "mem.latency");
	size_t count = 0;

	assert_null(reference_next(NULL, "Intel(R) Core(TM) i5-5200U", "mem.latency"));
	for (; reference != NULL; count++)
		reference = reference_next(reference, "Intel(R) Core(TM) i5-5300U", "mem.latency");
	assert_int_equal(count, 3);
}

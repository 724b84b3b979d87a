/* SPDX-License-Identifier: MIT */
/* Fuzz target for baseline files: two of them, split at the first byte of value 1, are read and
 * compared. A file compared with itself must be equal, and become a run with the same lines. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tools/compare/judge.h"
#include "tools/compare/same_machine.h"

#define CUT 1

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool take(const uint8_t *data, size_t size, struct compared_runs *runs)
{
	int number = memfd_create("baseline", 0);
	struct baseline baseline;
	char path[32];
	bool is_read;

	if (number < 0 || write(number, data, size) != (ssize_t)size)
		abort();
	snprintf(path, sizeof(path), "/proc/self/fd/%d", number);
	is_read = baseline_read(path, &baseline);
	if (is_read)
		compared_runs_add_baseline(runs, path, &baseline);
	baseline_free(&baseline);
	close(number);
	return is_read;
}

/* Returns the number of metrics with a difference, and of reasons. */
static size_t compare(const uint8_t *base, size_t base_size, const uint8_t *new, size_t new_size)
{
	struct comparison comparison = {.kind = COMPARE_CHANGE};
	struct judging judging = {.threshold_part = 0};
	struct reasons refused = {0}, notes = {0};
	size_t differences = 0;

	if (take(base, base_size, &comparison.sides[BASE]) &&
	    take(new, new_size, &comparison.sides[NEW])) {
		same_machine_compare_conditions(&comparison, &refused);
		same_machine_add_notes(&comparison, &notes);
		compare_make(&comparison, NULL);
		judge_comparison(&comparison, &judging);
		differences = refused.count + comparison.metric_count -
			      judging.changes[CHANGE_UNCHANGED];
	}
	reasons_free(&notes);
	reasons_free(&refused);
	compare_free(&comparison);
	return differences;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static FILE *nothing;
	const uint8_t *cut = size > 0 ? memchr(data, CUT, size) : NULL;
	size_t first = cut != NULL ? (size_t)(cut - data) : size;

	if (nothing == NULL)
		nothing = fopen("/dev/null", "w");
	if (nothing == NULL)
		abort();
	stderr = nothing;       /* the fuzzer's own messages bypass it */
	if (compare(data, first, data, first) != 0)
		abort();
	if (cut != NULL)
		compare(data, first, cut + 1, size - first - 1);
	return 0;
}

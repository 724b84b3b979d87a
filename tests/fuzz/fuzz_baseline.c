/* SPDX-License-Identifier: MIT */
/* Fuzz target for baseline files: two of them, split at the first byte of value 1, are read and
 * compared. A file compared with itself must be equal. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tools/results/baseline.h"

#define CUT 1

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool take(const uint8_t *data, size_t size, struct baseline *baseline)
{
	int number = memfd_create("baseline", 0);
	char path[32];
	bool is_read;

	if (number < 0 || write(number, data, size) != (ssize_t)size)
		abort();
	snprintf(path, sizeof(path), "/proc/self/fd/%d", number);
	is_read = baseline_read(path, baseline);
	close(number);
	return is_read;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static FILE *nothing;
	const uint8_t *cut = size > 0 ? memchr(data, CUT, size) : NULL;
	struct baseline base, new;
	size_t first = cut != NULL ? (size_t)(cut - data) : size;
	bool has_both;

	if (nothing == NULL)
		nothing = fopen("/dev/null", "w");
	if (nothing == NULL)
		abort();
	stderr = nothing;       /* the fuzzer's own messages bypass it */
	has_both = take(data, first, &base);
	if (has_both && baseline_compare(&base, &base, true, nothing) != BASELINE_PASS)
		abort();
	has_both = cut != NULL && take(cut + 1, size - first - 1, &new) && has_both;
	if (has_both)
		baseline_compare(&base, &new, true, nothing);
	if (cut != NULL)
		baseline_free(&new);
	baseline_free(&base);
	return 0;
}

/* SPDX-License-Identifier: MIT */
/* Counts are packed like samples. */
#include "tools/record/count_record.h"

#include "lib/wire/samples.h"

size_t count_record_unpack(const struct wire_bytes *bytes, uint64_t n,
			   uint64_t values[COUNT_VALUES_MAX])
{
	long count = samples_unpack(bytes->data, bytes->size, values, COUNT_VALUES_MAX);

	return count > 0 && (uint64_t)count == n ? (size_t)count : 0;
}

bool count_record_is_whole(const struct wire_count *count)
{
	uint64_t values[COUNT_VALUES_MAX];

	return count_record_unpack(&count->overhead, count->n, values) > 0 &&
	       count_record_unpack(&count->data, count->n, values) > 0;
}

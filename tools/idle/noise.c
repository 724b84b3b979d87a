/* SPDX-License-Identifier: MIT */
/* The target repeatedly sends its totals so far, so that a truncated log is usable. The last record
 * of each CPU counts. */
#include "tools/idle/noise.h"

#include <string.h>

#include "lib/wire/samples.h"
#include "tools/base/alloc.h"

/* More than the number of CPUs of any machine. Further reports are omitted. */
#define REPORTS_MAX 4096

const char *noise_verdict_name(enum noise_verdict verdict)
{
	static const char *const names[] = {
		[NOISE_PASSED] = "passed", [NOISE_FAILED] = "FAILED",
		[NOISE_NOT_JUDGED] = "not judged",
	};

	return names[verdict];
}

/* If the sum of the bins differs from the record's number of gaps, the bins are dropped. */
static void unpack_bins(struct noise *noise)
{
	const struct wire_noise *info = noise->info;
	long counts = samples_unpack(info->bins.data, info->bins.size, noise->counts, NOISE_BINS);
	long firsts = samples_unpack(info->firsts.data, info->firsts.size, noise->firsts,
				     NOISE_BINS);
	uint64_t gaps = 0;

	for (long i = 0; i < counts; i++)
		gaps += noise->counts[i];
	if (counts < 0 || firsts != counts || gaps != info->gaps)
		return;
	for (long i = 0; i < counts; i++) {
		if (noise->counts[i] > 0)
			noise->bin_count = (size_t)i + 1;
	}
}

static enum noise_verdict noise_judge(const struct noise *noise)
{
	const struct wire_noise *info = noise->info;

	if (info->largest_ticks > noise->limit)
		return NOISE_FAILED;
	if (info->watched_ticks == 0 || (noise->bin_count == 0 && info->gaps > 0))
		return NOISE_NOT_JUDGED;
	return NOISE_PASSED;
}

static struct noise report_of(const struct result *result, const struct wire_noise *info,
			      uint64_t limit)
{
	struct noise noise = {.info = info, .bench = result_bench_name(result, info->bench)};

	noise.limit = limit != NOISE_LIMIT_OWN ? limit : info->limit_ticks;
	if (info->watched_ticks > 0 && info->gap_ticks <= info->watched_ticks)
		noise.available = 1 - (double)info->gap_ticks / (double)info->watched_ticks;
	unpack_bins(&noise);
	noise.verdict = noise_judge(&noise);
	return noise;
}

static bool noise_is_same(const struct wire_noise *a, const struct wire_noise *b)
{
	return a->bench == b->bench && a->cpu == b->cpu && strcmp(a->point, b->point) == 0;
}

size_t noise_find(const struct result *result, uint64_t limit, struct noise **reports)
{
	const struct record_list *list = &result->records[WIRE_noise];
	size_t count = 0;

	*reports = xcalloc(REPORTS_MAX, sizeof(**reports));
	for (size_t i = 0; i < list->count; i++) {
		const struct wire_noise *info = &list->items[i].noise;
		size_t place = 0;

		while (place < count && !noise_is_same((*reports)[place].info, info))
			place++;
		if (place == REPORTS_MAX)
			continue;
		(*reports)[place].info = info;
		count += place == count;
	}
	for (size_t i = 0; i < count; i++)
		(*reports)[i] = report_of(result, (*reports)[i].info, limit);
	return count;
}

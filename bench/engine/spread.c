/* SPDX-License-Identifier: MIT */
#include "bench/engine/spread.h"

#include "bench/engine/validity_check.h"

#define SAMPLES_TELLING 24              /* by chance, all are in the first eighth in one of 2^72
					 * runs */
#define PLACES_TELLING 64
#define PARTS 8

void spread_note(struct spread *spread, uint64_t place)
{
	spread->samples++;
	if (place > spread->greatest)
		spread->greatest = place;
}

void spread_verify(const struct bench_ctx *ctx, const struct spread *spread, uint64_t end,
		   const char *what, const char *place_name)
{
	if (spread->samples >= SAMPLES_TELLING && end >= PLACES_TELLING &&
	    spread->greatest < end / PARTS)
		validity_check_failed(ctx, "places", "none of %u random %s is behind %s %lu of %lu",
				      spread->samples, what, place_name, spread->greatest, end);
}

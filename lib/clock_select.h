/* SPDX-License-Identifier: MIT */
/* Selects the clock's frequency from several sources. No hardware access, so unit tests run on the
 * host. */
#ifndef LIB_CLOCK_SELECT_H
#define LIB_CLOCK_SELECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One source of the clock's frequency: the contents of a timer record. */
struct clock_source {
	const char *name;
	uint64_t rate_hz;               /* the device's own frequency; 0 for a CPUID leaf */
	uint64_t tsc_hz;                /* frequency by this source; 0: none */
	uint64_t uncertainty_ppm;       /* maximum error of the measurement; 0: not measured */
	int64_t disagreement_ppm;       /* difference from the chosen frequency */
	const char *status;             /* "chosen", "agrees", "disagrees" or "unusable" */
	bool is_nominal;                /* stated by the manufacturer, not measured: never chosen */
};

/* If two sources differ by more than this and their uncertainties, they disagree. The limit is
 * above the tolerance of two crystals (100 ppm each). */
#define CLOCK_DISAGREEMENT_PPM 500

/* Frequency for time limits while the clock's frequency is unknown. No CPU's clock is faster, so a
 * limit is too long rather than too short. */
#define CLOCK_LIMIT_HZ 8000000000u

#define CLOCK_UNKNOWN_WARNING \
	"no clock measures the " WORD_CLOCK "'s frequency; times are in ticks"

/* Whether the source has a frequency between 1 MHz and 20 GHz. */
bool clock_source_is_usable(const struct clock_source *source);

/* Set disagreement and status of each source. Sources are sorted by preference. The first usable
 * source that is not outvoted is chosen. A source is outvoted if two others, one of which may be
 * nominal, agree with each other and both disagree with it. Returns the chosen frequency, or 0 if
 * there is none. */
uint64_t clock_select(struct clock_source *sources, size_t count);

#endif

/* SPDX-License-Identifier: MIT */
/* Only the corners of the lower convex hull of the upper bounds, and of the upper hull of the lower
 * bounds, constrain a line. Mirroring about the time axis converts one case to the other, so the
 * two sides differ only by a sign.
 *
 * Among possible lines of a given drift, the highest touches a corner of the upper bounds, and the
 * lowest touches one of the lower bounds. The distance between the two is a concave function of the
 * drift. Newton steps from outside therefore reach the minimum and the maximum possible drift
 * without overshooting. */
#include "tools/stats/clock_bounds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"

#define TICK 1.0        /* resolution of a clock reading */
#define ROUNDING 1e-3   /* ticks: rounding error */

struct corners {
	const struct clock_bound *items;
	size_t count;
	int sign;               /* 1: upper bounds; -1: lower bounds, mirrored */
	uint64_t begin;         /* origin of time */
};

/* ---- Hulls ---- */

static double time_of(const struct corners *corners, size_t i)
{
	return (double)(int64_t)(corners->items[i].at - corners->begin);
}

static double height_of(const struct corners *corners, size_t i)
{
	return corners->sign * (double)corners->items[i].offset + TICK;
}

/* Whether b is on or above the line from a to c. */
static bool is_above_line(const struct clock_bound *a, const struct clock_bound *b,
			  const struct clock_bound *c, int sign)
{
	__int128 rise = (__int128)sign * (b->offset - a->offset) * (int64_t)(c->at - a->at);
	__int128 line = (__int128)sign * (c->offset - a->offset) * (int64_t)(b->at - a->at);

	return rise >= line;
}

/* The lower hull of one side's bounds, by Andrew's monotone chain. Returns the number of
 * corners. */
static size_t find_corners(const struct clock_bound *bounds, size_t count, int sign,
			   struct clock_bound *corners)
{
	size_t kept = 0;

	for (size_t i = 0; i < count; i++) {
		const struct clock_bound *bound = &bounds[i];

		if (bound->is_upper != (sign > 0))
			continue;
		if (kept > 0 && corners[kept - 1].at == bound->at) {
			if (sign * corners[kept - 1].offset <= sign * bound->offset)
				continue;
			kept--;
		}
		while (kept > 1 && is_above_line(&corners[kept - 2], &corners[kept - 1], bound,
						 sign))
			kept--;
		corners[kept++] = *bound;
	}
	return kept;
}

/* ---- Lines ---- */

static double edge_slope(const struct corners *corners, size_t i)
{
	return (height_of(corners, i + 1) - height_of(corners, i)) /
	       (time_of(corners, i + 1) - time_of(corners, i));
}

/* The first corner that a line of this slope touches when it moves up. */
static size_t touched_corner(const struct corners *corners, double slope)
{
	size_t low = 0, high = corners->count - 1;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (edge_slope(corners, middle) < slope)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Height at begin of the highest line with this slope. */
static double highest_line(const struct corners *corners, double slope)
{
	size_t corner = touched_corner(corners, slope);

	return height_of(corners, corner) - slope * time_of(corners, corner);
}

static struct corners upper_corners(const struct clock_stretch *stretch)
{
	return (struct corners){stretch->upper, stretch->upper_count, 1, stretch->begin};
}

static struct corners lower_corners(const struct clock_stretch *stretch)
{
	return (struct corners){stretch->lower, stretch->lower_count, -1, stretch->begin};
}

/* Move a drift in the direction of sign to the first possible one. Returns false if there is
 * none. */
static bool reach_possible(const struct clock_stretch *stretch, int sign, double *drift)
{
	const struct corners up = upper_corners(stretch), low = lower_corners(stretch);

	for (size_t steps = up.count + low.count + 2; steps > 0; steps--) {
		double room = highest_line(&up, *drift) + highest_line(&low, -*drift);
		double gain = time_of(&low, touched_corner(&low, -*drift)) -
			      time_of(&up, touched_corner(&up, *drift));

		if (room >= -ROUNDING)
			return true;
		if (gain * sign <= 0)
			return false;
		*drift -= room / gain;
		if (fabs(*drift) > CLOCK_DRIFT_MAX)
			return false;
	}
	return false;
}

static bool find_drifts(struct clock_stretch *stretch)
{
	stretch->drift_low = -CLOCK_DRIFT_MAX;
	stretch->drift_high = CLOCK_DRIFT_MAX;
	return stretch->upper_count == 0 || stretch->lower_count == 0 ||
	       (reach_possible(stretch, 1, &stretch->drift_low) &&
		reach_possible(stretch, -1, &stretch->drift_high));
}

/* ---- Stretches ---- */

static void stretch_free(struct clock_stretch *stretch)
{
	free((void *)stretch->upper);
	free((void *)stretch->lower);
}

/* Returns false if no line satisfies all bounds. The caller then frees nothing. */
static bool fit_stretch(const struct clock_bound *bounds, size_t count,
			struct clock_stretch *stretch)
{
	struct clock_bound *upper = xcalloc(count, sizeof(*upper));
	struct clock_bound *lower = xcalloc(count, sizeof(*lower));

	*stretch = (struct clock_stretch){
		.begin = bounds[0].at, .end = bounds[count - 1].at, .upper = upper, .lower = lower,
		.upper_count = find_corners(bounds, count, 1, upper),
		.lower_count = find_corners(bounds, count, -1, lower),
	};
	if (find_drifts(stretch))
		return true;
	stretch_free(stretch);
	return false;
}

static bool is_possible(const struct clock_bound *bounds, size_t count)
{
	struct clock_stretch stretch;

	if (!fit_stretch(bounds, count, &stretch))
		return false;
	stretch_free(&stretch);
	return true;
}

/* Number of bounds, from the first on, that a line satisfies. At least 1 unless count is 0. */
static size_t count_kept(const struct clock_bound *bounds, size_t count)
{
	size_t good = 1, bad = 2;

	if (count < 2)
		return count;
	while (bad <= count && is_possible(bounds, bad)) {
		good = bad;
		bad *= 2;
	}
	if (bad > count && is_possible(bounds, count))
		return count;
	if (bad > count)
		bad = count;
	while (bad - good > 1) {
		size_t middle = good + (bad - good) / 2;

		if (is_possible(bounds, middle))
			good = middle;
		else
			bad = middle;
	}
	return good;
}

static int order_of_time(const void *a, const void *b)
{
	const struct clock_bound *first = a, *second = b;

	if (first->at != second->at)
		return first->at < second->at ? -1 : 1;
	if (first->is_upper != second->is_upper)
		return first->is_upper ? 1 : -1;
	return (first->offset > second->offset) - (first->offset < second->offset);
}

/* Number of bounds before a step that cannot be after it, because no line satisfies both them and
 * the bounds from next to end. The bounds before the step begin at first. */
static size_t count_before(const struct clock_bound *bounds, size_t first, size_t next, size_t end)
{
	size_t low = first, high = next;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (is_possible(bounds + middle, end - middle))
			high = middle;
		else
			low = middle + 1;
	}
	return low - first;
}

struct clock_bounds *clock_bounds_fit(struct clock_bound *bounds, size_t count)
{
	struct clock_bounds *fit = xcalloc(1, sizeof(*fit));
	size_t kept, then;

	if (count > 0)
		qsort(bounds, count, sizeof(*bounds), order_of_time);
	kept = count_kept(bounds, count);
	for (size_t done = 0; done < count; done += kept, kept = then) {
		size_t next = done + kept, sure = kept;

		then = count_kept(bounds + next, count - next);
		if (then > 0)
			sure = count_before(bounds, done, next, next + then);
		fit->stretches = xreallocarray(fit->stretches, fit->count + 1,
					       sizeof(*fit->stretches));
		fit_stretch(bounds + done, sure, &fit->stretches[fit->count++]);
	}
	return fit;
}

void clock_bounds_free(struct clock_bounds *bounds)
{
	for (size_t i = 0; i < bounds->count; i++)
		stretch_free(&bounds->stretches[i]);
	free(bounds->stretches);
	free(bounds);
}

/* ---- Ranges ---- */

/* The maximum height of a line at a time, with a slope from least to most. If the slope of the
 * hull's edge at that time is in the range, the line has that slope. */
static double highest_at(const struct corners *corners, double time, double least, double most)
{
	size_t next = 0;
	double slope = least;

	if (corners->count == 0)
		return INFINITY;
	while (next < corners->count && time_of(corners, next) <= time)
		next++;
	if (next == corners->count)
		slope = most;
	else if (next > 0)
		slope = fmin(fmax(edge_slope(corners, next - 1), least), most);
	return highest_line(corners, slope) + slope * time;
}

static struct clock_range range_at(const struct clock_stretch *stretch, uint64_t at)
{
	const struct corners up = upper_corners(stretch), low = lower_corners(stretch);
	double time = (double)(int64_t)(at - stretch->begin);

	return (struct clock_range){
		.low = -highest_at(&low, time, -stretch->drift_high, -stretch->drift_low),
		.high = highest_at(&up, time, stretch->drift_low, stretch->drift_high),
	};
}

struct clock_range clock_range_at(const struct clock_bounds *bounds, uint64_t at)
{
	size_t i = 0;
	struct clock_range range, next;

	if (bounds->count == 0)
		return (struct clock_range){-INFINITY, INFINITY};
	while (i + 1 < bounds->count && bounds->stretches[i + 1].begin <= at)
		i++;
	range = range_at(&bounds->stretches[i], at);
	if (i + 1 == bounds->count || at <= bounds->stretches[i].end)
		return range;
	next = range_at(&bounds->stretches[i + 1], at);
	return (struct clock_range){fmin(range.low, next.low), fmax(range.high, next.high)};
}

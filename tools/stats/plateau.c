/* SPDX-License-Identifier: MIT */
/* The fit is exact, by dynamic programming over all cuts. */
#include "tools/stats/plateau.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/stats/stats.h"

#define PIECE_POINTS_MIN 3
/* A piece costs as much as three points off by 7 %, and more where neighbours differ by noise. */
#define PIECE_PRICE 0.2
#define PIECE_PRICE_PER_NOISE 6

struct fit {
	double logs[PLATEAU_POINTS_MAX];
	size_t count;
	double price;
	double best[PLATEAU_POINTS_MAX + 1];    /* least cost of the points before i */
	size_t cut[PLATEAU_POINTS_MAX + 1];     /* where the piece that ends before i begins */
};

static double plateau_median_of(const double *values, size_t count)
{
	double sorted[PLATEAU_POINTS_MAX];

	memcpy(sorted, values, count * sizeof(*values));
	return stats_median(sorted, count);
}

static double deviation(const double *values, size_t count, double median)
{
	double sum = 0;

	for (size_t i = 0; i < count; i++)
		sum += fabs(values[i] - median);
	return sum;
}

/* The median step between neighbours: the few real steps do not move it. */
static double noise(const struct fit *fit)
{
	double steps[PLATEAU_POINTS_MAX];

	if (fit->count < 2)
		return 0;
	for (size_t i = 1; i < fit->count; i++)
		steps[i - 1] = fabs(fit->logs[i] - fit->logs[i - 1]);
	return plateau_median_of(steps, fit->count - 1);
}

static bool may_be_piece(const struct fit *fit, size_t begin, size_t end)
{
	return begin == 0 || (begin >= PIECE_POINTS_MIN && end - begin >= PIECE_POINTS_MIN &&
			      fit->best[begin] < DBL_MAX);
}

static void plateau_insert(double *sorted, size_t count, double value)
{
	for (; count > 0 && sorted[count - 1] > value; count--)
		sorted[count] = sorted[count - 1];
	sorted[count] = value;
}

/* The best last piece of the points before end. It is tried ever longer, so that its points are
 * always sorted but for the one that is new. */
static void find_cut(struct fit *fit, size_t end)
{
	double sorted[PLATEAU_POINTS_MAX];

	fit->best[end] = DBL_MAX;
	for (size_t begin = end; begin-- > 0;) {
		size_t count = end - begin;
		double cost;

		plateau_insert(sorted, count - 1, fit->logs[begin]);
		if (!may_be_piece(fit, begin, end))
			continue;
		cost = fit->best[begin] + fit->price +
		       deviation(fit->logs + begin, count, stats_median_sorted(sorted, count));
		if (cost <= fit->best[end]) {
			fit->best[end] = cost;
			fit->cut[end] = begin;
		}
	}
}

static void find_cuts(struct fit *fit)
{
	fit->best[0] = 0;
	for (size_t end = 1; end <= fit->count; end++)
		find_cut(fit, end);
}

/* Whether the ends of a piece differ too much for one level. */
static bool is_slope(const struct fit *fit, size_t first, size_t count)
{
	size_t third = count / 3;

	if (third == 0)
		return false;
	return fabs(plateau_median_of(fit->logs + first + count - third, third) -
		    plateau_median_of(fit->logs + first, third)) > log(PLATEAU_CLIMB);
}

/* A piece of the fit: a plateau, or a slope between two. */
struct piece {
	size_t first, count;
	double level;
	bool is_slope;
};

/* Add a piece, or lengthen the last one when both are plateaus and their levels are one. */
static size_t add_piece(const struct fit *fit, size_t first, size_t count, struct piece *pieces,
			size_t found)
{
	struct piece piece = {
		.first = first,
		.count = count,
		.level = plateau_median_of(fit->logs + first, count),
		.is_slope = is_slope(fit, first, count),
	};
	struct piece *last = found > 0 ? &pieces[found - 1] : NULL;

	if (last != NULL && !last->is_slope && !piece.is_slope &&
	    fabs(piece.level - last->level) < log(PLATEAU_RATIO)) {
		last->count += count;
		last->level = plateau_median_of(fit->logs + last->first, last->count);
		return found;
	}
	pieces[found] = piece;
	return found + 1;
}

static size_t collect(const struct fit *fit, size_t end, struct piece *pieces)
{
	size_t begin = fit->cut[end], found;

	if (end == 0)
		return 0;
	found = collect(fit, begin, pieces);
	return add_piece(fit, begin, end - begin, pieces, found);
}

/* The last point of a piece that is nearer to its level than to the next piece's. */
static size_t last_point(const struct fit *fit, const struct piece *piece, const struct piece *next)
{
	double border = (piece->level + next->level) / 2;
	size_t last = next->first + next->count - 1;

	while (last > piece->first && (fit->logs[last] < border) != (piece->level < border))
		last--;
	return last;
}

size_t plateau_find(const struct curve_point *points, size_t count,
		    struct plateau plateaus[PLATEAUS_MAX])
{
	struct fit fit = {.count = count < PLATEAU_POINTS_MAX ? count : PLATEAU_POINTS_MAX};
	struct piece pieces[PLATEAU_POINTS_MAX];
	size_t piece_count, found = 0;

	for (size_t i = 0; i < fit.count; i++)
		fit.logs[i] = log(fmax(points[i].value, DBL_MIN));
	fit.price = PIECE_PRICE + PIECE_PRICE_PER_NOISE * noise(&fit);
	find_cuts(&fit);
	piece_count = collect(&fit, fit.count, pieces);
	for (size_t i = 0; i < piece_count && found < PLATEAUS_MAX; i++) {
		const struct piece *piece = &pieces[i];
		bool is_last = i + 1 == piece_count;
		size_t last = is_last ? fit.count - 1 : last_point(&fit, piece, piece + 1);

		if (!piece->is_slope)
			plateaus[found++] = (struct plateau){
				.level = exp(piece->level), .is_last = is_last,
				.begins_bytes = points[piece->first].size_bytes,
				.ends_bytes = points[last].size_bytes,
			};
	}
	return found;
}

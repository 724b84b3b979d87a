/* The fit is exact, by dynamic programming over all cuts; 256 points take milliseconds. */
#include "tools/plateau.h"

#include <float.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

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

static double median_of(const double *values, size_t count)
{
	double sorted[PLATEAU_POINTS_MAX];

	memcpy(sorted, values, count * sizeof(*values));
	gsl_sort(sorted, 1, count);
	return gsl_stats_median_from_sorted_data(sorted, 1, count);
}

static double deviation(const double *values, size_t count)
{
	double median = median_of(values, count), sum = 0;

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
	return median_of(steps, fit->count - 1);
}

static void find_cuts(struct fit *fit)
{
	fit->best[0] = 0;
	for (size_t end = 1; end <= fit->count; end++) {
		fit->best[end] = DBL_MAX;
		fit->cut[end] = 0;
		for (size_t begin = 0; begin < end; begin++) {
			double cost;

			if (begin > 0 && (end - begin < PIECE_POINTS_MIN ||
					  fit->best[begin] == DBL_MAX))
				continue;
			if (begin > 0 && begin < PIECE_POINTS_MIN)
				continue;
			cost = fit->best[begin] + fit->price +
				deviation(fit->logs + begin, end - begin);
			if (cost < fit->best[end]) {
				fit->best[end] = cost;
				fit->cut[end] = begin;
			}
		}
	}
}

/* Whether the ends of a piece differ too much for one level. */
static bool is_slope(const struct fit *fit, size_t first, size_t count)
{
	size_t third = count / 3;

	if (third == 0)
		return false;
	return fabs(median_of(fit->logs + first + count - third, third) -
		    median_of(fit->logs + first, third)) > log(PLATEAU_CLIMB);
}

/* Add the piece to the plateaus, or to the last one when their levels are one. */
static size_t add_piece(const struct fit *fit, size_t first, size_t count,
			struct plateau *plateaus, size_t found)
{
	double level = exp(median_of(fit->logs + first, count));
	struct plateau *last = found > 0 ? &plateaus[found - 1] : NULL;

	if (last != NULL && fabs(log(level / last->level)) < log(PLATEAU_RATIO)) {
		last->count = first + count - last->first;
		last->level = exp(median_of(fit->logs + last->first, last->count));
		return found;
	}
	if (found == PLATEAUS_MAX)
		return found;
	plateaus[found] = (struct plateau){.level = level, .first = first, .count = count};
	return found + 1;
}

static size_t collect(const struct fit *fit, size_t end, struct plateau *plateaus)
{
	size_t begin = fit->cut[end], found = 0;

	if (end == 0)
		return 0;
	if (begin > 0)
		found = collect(fit, begin, plateaus);
	if (is_slope(fit, begin, end - begin))
		return found;
	return add_piece(fit, begin, end - begin, plateaus, found);
}

static void set_sizes(const struct curve_point *points, size_t count, struct plateau *plateaus,
		      size_t found)
{
	for (size_t i = 0; i < found; i++) {
		struct plateau *this = &plateaus[i];
		size_t limit = i + 1 < found ? plateaus[i + 1].first : count;
		double border = i + 1 < found ? sqrt(this->level * plateaus[i + 1].level) : 0;
		size_t last = limit - 1;

		while (i + 1 < found && last > this->first &&
		       (points[last].value < border) != (this->level < border))
			last--;
		this->begins_bytes = points[this->first].size_bytes;
		this->ends_bytes = points[last].size_bytes;
		this->is_last = i + 1 == found;
	}
}

size_t plateau_find(const struct curve_point *points, size_t count,
		    struct plateau plateaus[PLATEAUS_MAX])
{
	struct fit fit = {.count = count < PLATEAU_POINTS_MAX ? count : PLATEAU_POINTS_MAX};
	size_t found;

	if (count == 0)
		return 0;
	for (size_t i = 0; i < fit.count; i++)
		fit.logs[i] = log(fmax(points[i].value, DBL_MIN));
	fit.price = PIECE_PRICE + PIECE_PRICE_PER_NOISE * noise(&fit);
	find_cuts(&fit);
	found = collect(&fit, fit.count, plateaus);
	set_sizes(points, fit.count, plateaus, found);
	return found;
}

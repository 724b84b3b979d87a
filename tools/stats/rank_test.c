/* SPDX-License-Identifier: MIT */
/* Ranks are doubled, so that shared ranks of ties are integers. */
#include "tools/stats/rank_test.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sf_gamma.h>
#include <math.h>
#include <stdlib.h>

#include "tools/base/alloc.h"
#include "tools/base/sort.h"

#define SHIFT_LEVEL 0.05

struct ranked {
	double value;
	bool is_other;
	size_t doubled_rank;
};

struct ranking {
	struct ranked *items;           /* ascending */
	size_t count, base_count, other_count;
	double other_sum;               /* doubled ranks of the other set */
	double tie_sum;                 /* t^3 - t over the groups of t equal values */
};

static int by_value(const void *a, const void *b)
{
	const struct ranked *left = a, *right = b;

	return (left->value > right->value) - (left->value < right->value);
}

static void make_ranking(struct ranking *ranking, const struct values *base,
			 const struct values *other)
{
	*ranking = (struct ranking){
		.items = xcalloc(base->count + other->count, sizeof(struct ranked)),
		.count = base->count + other->count,
		.base_count = base->count,
		.other_count = other->count,
	};
	for (size_t i = 0; i < base->count; i++)
		ranking->items[i].value = base->items[i];
	for (size_t i = 0; i < other->count; i++)
		ranking->items[base->count + i] = (struct ranked){other->items[i], true, 0};
	qsort(ranking->items, ranking->count, sizeof(*ranking->items), by_value);
	for (size_t first = 0, end; first < ranking->count; first = end) {
		double ties;

		for (end = first + 1; end < ranking->count; end++) {
			if (ranking->items[end].value > ranking->items[first].value)
				break;
		}
		/* Equal values share the mean of their ranks. */
		ties = (double)(end - first);
		ranking->tie_sum += ties * ties * ties - ties;
		for (size_t i = first; i < end; i++) {
			struct ranked *item = &ranking->items[i];

			item->doubled_rank = first + 1 + end;
			if (item->is_other)
				ranking->other_sum += (double)item->doubled_rank;
		}
	}
}

/* Among all subsets of the other set's size, the fraction whose sum is at least as far from the
 * middle as the observed sum. ways[k][sum] counts the subsets of k ranks among the ranks processed
 * so far. */
static double exact_p(const struct ranking *ranking)
{
	size_t chosen_max = ranking->other_count, sums = ranking->count * (ranking->count + 1) + 1;
	double *ways = xcalloc((chosen_max + 1) * sums, sizeof(*ways));
	double middle = (double)(ranking->other_count * (ranking->count + 1));
	double far = fabs(ranking->other_sum - middle), all = 0, as_far = 0;
	size_t largest = 0;

	ways[0] = 1;
	for (size_t i = 0; i < ranking->count; i++) {
		size_t value = ranking->items[i].doubled_rank;

		largest += value;
		for (size_t k = i < chosen_max ? i + 1 : chosen_max; k > 0; k--) {
			for (size_t sum = value; sum <= largest; sum++)
				ways[k * sums + sum] += ways[(k - 1) * sums + sum - value];
		}
	}
	for (size_t sum = 0; sum < sums; sum++) {
		double count = ways[chosen_max * sums + sum];

		all += count;
		if (fabs((double)sum - middle) >= far)
			as_far += count;
	}
	free(ways);
	return as_far / all;
}

static double approximate_p(const struct ranking *ranking)
{
	double n = (double)ranking->count, m = (double)ranking->base_count;
	double pairs = m * (double)ranking->other_count;
	double variance = pairs / 12 * (n + 1 - ranking->tie_sum / (n * (n - 1)));
	double far = fabs(ranking->other_sum / 2 - (n - m) * (n + 1) / 2) - 0.5;

	if (variance <= 0 || far <= 0)
		return 1;
	return 2 * gsl_cdf_ugaussian_Q(far / sqrt(variance));
}

struct rank_test rank_test(const struct values *base, const struct values *other)
{
	double m = (double)base->count, n = (double)other->count, u;
	struct rank_test test;
	struct ranking ranking;

	make_ranking(&ranking, base, other);
	u = ranking.other_sum / 2 - n * (n + 1) / 2;
	test.delta = 2 * u / (m * n) - 1;
	test.p = ranking.count <= RANK_TEST_EXACT_MAX ? exact_p(&ranking)
						      : approximate_p(&ranking);
	free(ranking.items);
	return test;
}

double rank_test_least_p(size_t base_count, size_t other_count)
{
	struct ranking ranking = {
		.count = base_count + other_count, .base_count = base_count,
		.other_count = other_count,
	};

	if (ranking.count <= RANK_TEST_EXACT_MAX)
		return fmin(1, 2 / gsl_sf_choose((unsigned)ranking.count, (unsigned)other_count));
	ranking.other_sum = (double)(other_count * (other_count + 1));
	return approximate_p(&ranking);
}

/* ---- Shift ---- */

/* p if other is larger in u of the pairs of values, without ties. */
static double p_of_larger_pairs(size_t base_count, size_t other_count, size_t u)
{
	struct ranking ranking = {
		.items = xcalloc(base_count + other_count, sizeof(struct ranked)),
		.count = base_count + other_count, .base_count = base_count,
		.other_count = other_count,
		.other_sum = (double)(2 * u + other_count * (other_count + 1)),
	};
	double p;

	for (size_t i = 0; i < ranking.count; i++)
		ranking.items[i].doubled_rank = 2 * (i + 1);
	p = ranking.count <= RANK_TEST_EXACT_MAX ? exact_p(&ranking) : approximate_p(&ranking);
	free(ranking.items);
	return p;
}

/* How many of the smallest differences, and of the largest, are outside the interval. */
static size_t shift_excluded(size_t base_count, size_t other_count)
{
	size_t least = 0, most = base_count * other_count / 2;

	while (least < most) {
		size_t middle = (least + most + 1) / 2;

		if (p_of_larger_pairs(base_count, other_count, middle - 1) <= SHIFT_LEVEL)
			least = middle;
		else
			most = middle - 1;
	}
	return least;
}

bool rank_shift(const struct values *base, const struct values *other, double *low, double *high)
{
	size_t count = base->count * other->count;
	size_t excluded = shift_excluded(base->count, other->count);
	double *differences;

	if (excluded == 0)
		return false;
	differences = xcalloc(count, sizeof(*differences));
	for (size_t i = 0; i < count; i++)
		differences[i] = other->items[i / base->count] - base->items[i % base->count];
	sort_reals(differences, count);
	*low = differences[excluded - 1];
	*high = differences[count - excluded];
	free(differences);
	return true;
}

/* ---- Several tests ---- */

struct numbered {
	double p;
	size_t index;
};

static int by_p(const void *a, const void *b)
{
	const struct numbered *left = a, *right = b;

	return (left->p > right->p) - (left->p < right->p);
}

void holm_correct(double *p, size_t count)
{
	struct numbered *rising = xcalloc(count + 1, sizeof(*rising));
	double corrected = 0;

	for (size_t i = 0; i < count; i++)
		rising[i] = (struct numbered){p[i], i};
	qsort(rising, count, sizeof(*rising), by_p);
	for (size_t i = 0; i < count; i++) {
		corrected = fmax(corrected, fmin(1, rising[i].p * (double)(count - i)));
		p[rising[i].index] = corrected;
	}
	free(rising);
}

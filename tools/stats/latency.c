/* SPDX-License-Identifier: MIT */
#include "tools/stats/latency.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/proof.h"

/* The upper edge of the first bin is a unit to this power of ten. */
#define FIRST_EDGE_EXPONENT (-3)
#define EDGES_A_DECADE 3
#define EXCESS_ROUNDING 1e-9    /* relative, of sums of powers */

/* Edge 0 is the upper edge of the first bin. Dividing by an exact power of ten rounds once, so an
 * edge equals the number that its decimal text denotes. */
static double edge(size_t number)
{
	static const double steps[EDGES_A_DECADE] = {1, 2, 5};
	int exponent = (int)(number / EDGES_A_DECADE) + FIRST_EDGE_EXPONENT;
	double step = steps[number % EDGES_A_DECADE];

	return exponent < 0 ? step / pow(10, -exponent) : step * pow(10, exponent);
}

static size_t bin_of(double value)
{
	size_t bin = 0;

	while (bin < LATENCY_BINS - 1 && value >= edge(bin))
		bin++;
	return bin;
}

static void add_to_bin(struct latency_bin *bin, const struct latency_event *event, double value)
{
	if (bin->count++ == 0)
		bin->first_start = event->start;
	bin->sum += value;
}

size_t latency_histogram(const struct latency_event *events, size_t count, double unit_ticks,
			 struct latency_bin bins[LATENCY_BINS])
{
	size_t first = 0, end = LATENCY_BINS;

	for (size_t i = 0; i < LATENCY_BINS; i++)
		bins[i] = (struct latency_bin){
			.low = i == 0 ? 0 : edge(i - 1),
			.high = i == LATENCY_BINS - 1 ? INFINITY : edge(i),
		};
	for (size_t i = 0; i < count; i++) {
		double value = (double)events[i].length / unit_ticks;

		add_to_bin(&bins[bin_of(value)], &events[i], value);
	}
	/* Remove empty bins at both ends. */
	while (first < end && bins[first].count == 0)
		first++;
	while (end > first && bins[end - 1].count == 0)
		end--;
	memmove(bins, bins + first, (end - first) * sizeof(*bins));
	return end - first;
}

static int latency_compare(uint64_t a, uint64_t b)
{
	return (a > b) - (a < b);
}

static int latency_by_start(const void *a, const void *b)
{
	const struct latency_event *left = a, *right = b;
	int order = latency_compare(left->start, right->start);

	return order != 0 ? order : latency_compare(left->length, right->length);
}

static int latency_by_length(const void *a, const void *b)
{
	const struct latency_event *left = a, *right = b;
	int order = latency_compare(left->length, right->length);

	return order != 0 ? order : latency_compare(left->start, right->start);
}

void latency_sort_by_length(struct latency_event *events, size_t count)
{
	if (count > 1)
		qsort(events, count, sizeof(*events), latency_by_length);
}

void latency_sort_by_start(struct latency_event *events, size_t count)
{
	if (count > 1)
		qsort(events, count, sizeof(*events), latency_by_start);
}

/* Welford, "Note on a Method for Calculating Corrected Sums of Squares and Products", 1962: one
 * pass, accurate if the mean is much larger than the deviation. */
struct latency_arrivals latency_arrivals(const struct latency_event *events, size_t count,
					 uint64_t threshold)
{
	struct latency_arrivals arrivals = {.threshold = threshold};
	double squares = 0, deviation, interval;
	uint64_t previous = 0;

	for (size_t i = 0; i < count; i++) {
		if (events[i].length <= threshold)
			continue;
		if (arrivals.count > 0) {
			interval = (double)(events[i].start - previous);
			deviation = interval - arrivals.mean;
			arrivals.mean += deviation / (double)arrivals.count;
			squares += deviation * (interval - arrivals.mean);
		}
		arrivals.count++;
		previous = events[i].start;
	}
	arrivals.has_mean = arrivals.count >= 2;
	arrivals.has_sigma = arrivals.count >= 3;
	if (arrivals.has_sigma)
		arrivals.sigma = sqrt(squares / (double)(arrivals.count - 2));
	return arrivals;
}

double latency_excess(const struct latency_event *events, size_t count, double unit_ticks,
		      uint64_t threshold, double power)
{
	double sum = 0, whole = 0, least = 0;

	for (size_t i = 0; i < count; i++) {
		if (events[i].length <= threshold)
			continue;
		sum += pow((double)(events[i].length - threshold) / unit_ticks, power);
		whole += pow((double)events[i].length / unit_ticks, power);
		least += pow((double)threshold / unit_ticks, power);
	}
	/* x^p + y^p is at most (x + y)^p for p from 1 on, and at least (x + y)^p up to 1. */
	proof_require(!isfinite(whole) ||
			      (power >= 1 ? sum + least <= whole * (1 + EXCESS_ROUNDING)
					  : sum + least >= whole * (1 - EXCESS_ROUNDING)),
		      "the excess %.9g above a threshold and the threshold's part %.9g are not "
		      "parts of %.9g", sum, least, whole);
	return sum;
}

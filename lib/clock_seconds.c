/* SPDX-License-Identifier: MIT */
/* A second begins between the last read of the previous second and the first read of the new one.
 * If this CPU is delayed between these reads, the bracket widens, and the uncertainty with it. */
#include "lib/clock_seconds.h"

#include <stdbool.h>

#include "lib/clock_select.h"

#define PPM 1000000u
#define MINUTE 60

/* The beginning of a second, which is between begin_tsc and end_tsc. */
struct edge {
	uint64_t begin_tsc, end_tsc;
};

static uint64_t middle(const struct edge *edge)
{
	return edge->begin_tsc + (edge->end_tsc - edge->begin_tsc) / 2;
}

/* Maximum error of the ticks between two edges. */
static uint64_t error_ticks(const struct edge *a, const struct edge *b)
{
	return (a->end_tsc - a->begin_tsc + b->end_tsc - b->begin_tsc + 1) / 2;
}

/* Wait until the clock is readable and shows another second than *second, and store both. A
 * different value must be read twice, because a delay between status and value makes a value
 * invalid. The last read comes after the limit, because the machine may be stopped for longer than
 * the limit. */
static bool wait_for_other(const struct seconds_clock *clock, int *second, struct edge *edge)
{
	uint64_t now_tsc = clock->tsc(), limit_tsc = now_tsc + clock->limit_ticks;

	edge->begin_tsc = now_tsc;
	do {
		int value;

		now_tsc = clock->tsc();
		value = clock->read();
		if (value < 0 || value == *second) {
			edge->begin_tsc = now_tsc;
			continue;
		}
		edge->end_tsc = clock->tsc();
		if (clock->read() != value)
			continue;
		*second = value;
		return true;
	} while (now_tsc < limit_tsc);
	return false;
}

/* Whether the seconds of a window differ by at most as much as clocks that agree may differ, plus
 * the errors. */
static bool are_equal(const struct edge edges[SECONDS_WINDOW + 1])
{
	uint64_t first = middle(&edges[1]) - middle(&edges[0]);
	uint64_t second = middle(&edges[2]) - middle(&edges[1]);
	uint64_t difference = first > second ? first - second : second - first;

	return difference <= error_ticks(&edges[0], &edges[1]) + error_ticks(&edges[1], &edges[2]) +
			     first / PPM * CLOCK_DISAGREEMENT_PPM;
}

static struct seconds_result result_of(const struct edge edges[SECONDS_WINDOW + 1])
{
	uint64_t ticks = middle(&edges[SECONDS_WINDOW]) - middle(&edges[0]);

	return (struct seconds_result){
		.tsc_hz = ticks / SECONDS_WINDOW,
		.uncertainty_ppm = error_ticks(&edges[0], &edges[SECONDS_WINDOW]) * PPM / ticks + 1,
	};
}

struct seconds_result clock_seconds_measure(const struct seconds_clock *clock)
{
	struct edge edges[SECONDS_WINDOW + 1];
	unsigned count = 0;
	int second = -1, previous;

	if (!wait_for_other(clock, &second, &edges[0]))
		return (struct seconds_result){.problem = "is not readable"};
	for (unsigned i = 0; i < SECONDS_EDGES_MAX; i++) {
		previous = second;
		if (!wait_for_other(clock, &second, &edges[count]))
			return (struct seconds_result){.problem = "does not advance"};
		if (second != (previous + 1) % MINUTE) {
			count = 0;
			continue;
		}
		if (count++ < SECONDS_WINDOW)
			continue;
		if (are_equal(edges)) {
			struct seconds_result result = result_of(edges);

			if (result.uncertainty_ppm <= SECONDS_UNCERTAINTY_PPM_MAX)
				return result;
		}
		for (count = 0; count < SECONDS_WINDOW; count++)
			edges[count] = edges[count + 1];
	}
	return (struct seconds_result){.problem = "does not count seconds of equal length"};
}

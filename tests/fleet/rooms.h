/* SPDX-License-Identifier: MIT */
/* Simulated rooms of machines, for the error rates of tools/stats/odd.h. */
#ifndef TESTS_FLEET_ROOMS_H
#define TESTS_FLEET_ROOMS_H

#include <gsl/gsl_rng.h>
#include <stddef.h>

#define ROOM_MODELS_MAX 8

/* Machines differ by 0.2 to 5 %, depending on the figure, and boots of a machine by half of that. A
 * factor common to all figures of a machine makes these correlate by 0.5. */
struct room_kind {
	const char *name;
	size_t sizes[ROOM_MODELS_MAX]; /* machines of each model; 0 ends them */
	size_t figures, boots;
	double tail;        /* degrees of freedom of Student's t; 0: normal */
	size_t odd;         /* machines of the first model that are odd */
	size_t odd_figures; /* of such a machine */
	double effect;      /* relative difference of these figures */
	double level;
};

struct room_counts {
	size_t rooms, false_rooms; /* false: a machine that is not odd is called odd */
	size_t odd, found;
};

/* Add a room to the counts. */
void room_judge(const struct room_kind *kind, gsl_rng *rng, struct room_counts *counts);

/* Judge a number of rooms with a fixed seed. */
struct room_counts rooms_judge(const struct room_kind *kind, size_t rooms);

/* The same for each machine against itself, with kind->boots on either side, by the test of a
 * model's median change alone, without a least change. All machines of the first model change by
 * the effect in odd_figures. The counts are of such figures; a false room has another figure
 * that changed. */
struct room_counts rooms_judge_shifts(const struct room_kind *kind, size_t rooms);

#endif

/* SPDX-License-Identifier: MIT */
/* Each machine of a fleet against itself: its runs since a time against its earlier ones. */
#ifndef TOOLS_FLEET_SINCE_H
#define TOOLS_FLEET_SINCE_H

#include "tools/fleet/fleet.h"

/* Smaller changes, as parts of the value before, are not stated; counts of instructions always
 * are. */
#define SINCE_LEAST_PART 0.01

/* A model changed together if this part of its machines changed alike. */
#define SINCE_TOGETHER_PART 0.75

/* A figure of a model, whose median machine changed. */
struct fleet_shift {
	size_t model, figure;
	size_t machines, alike; /* compared; by half to one and a half times the median change */
	double before, after;   /* medians over the machines */
	double change;          /* median over the machines of after / before - 1 */
	double p;               /* corrected for all figures of all models */
	bool is_together;       /* SINCE_TOGETHER_PART of them are alike */
};

/* What records state otherwise than before. */
struct fleet_fact {
	size_t model;
	size_t machine;   /* the fleet's count: SINCE_TOGETHER_PART of the model's machines */
	size_t count, of; /* machines of the model with this change, and all */
	const char *what;
	const char *before, *after; /* equal: of a machine that lacks a change of its model */
};

enum unpaired_why {
	UNPAIRED_GONE,         /* no run since */
	UNPAIRED_NEW,          /* no run before */
	UNPAIRED_MODEL,        /* another processor, environment or time base */
	UNPAIRED_ONE_IDENTITY, /* two machines with one identity */
	UNPAIRED_EXCHANGED     /* has the name of another machine, or another has its */
};

/* A machine that is not compared with itself. */
struct fleet_unpaired {
	const char *label;
	const char *other; /* the other name, or the present model; or "" */
	enum unpaired_why why;
};

struct fleet_since {
	/* The machines with runs on both sides. The value of a machine is after / before, and a
	 * machine is odd if it changed unlike its model. The median of a model is 1 unless the
	 * model changed together. */
	struct fleet *changes;
	struct fleet_shift *shifts; /* by model, then the largest change */
	size_t shift_count;
	struct fleet_fact *facts; /* by model; those of the whole model first, then by machine */
	size_t fact_count;
	struct fleet_unpaired *unpaired;
	size_t unpaired_count;
};

/* Compare, after fleet_read with the same engine and settings, whose since is not 0. Half of the
 * level is shared by machines, half by models. On failure, prints the cause and returns NULL. */
struct fleet_since *fleet_since_read(struct engine *engine, const struct fleet_settings *settings);
void fleet_since_free(struct fleet_since *since);

/* Whether the model changed together in a figure. Sets *shift if it did. */
bool fleet_since_is_together(const struct fleet_since *since, size_t model, size_t figure,
			     const struct fleet_shift **shift);

#endif

/* SPDX-License-Identifier: MIT */
/* A run explained: for each of its figures where the instructions went, or why that can't be
 * said. */
#ifndef TOOLS_EXPLAIN_EXPLANATION_H
#define TOOLS_EXPLAIN_EXPLANATION_H

#include "lib/text/patterns.h"
#include "tools/explain/call_tree.h"
#include "tools/explain/memory_sums.h"
#include "tools/record/result.h"

enum explained_status {
	EXPLAINED_EXACTLY,      /* the functions' sum is the samples' */
	EXPLAINED_NOT,          /* there is a reason why this figure has no such sum */
	EXPLAINED_WRONGLY,      /* it ought to have one */
};

struct explained {
	const struct bench *bench;
	const struct series *series;
	enum explained_status status;
	const char *why;                /* in a sentence, unless it is explained */
	uint64_t operations;            /* in all warm samples */
	uint64_t sampled_insns;         /* their sum */
	uint64_t timing_insns;          /* of that, what null.timing says is the timing's own */
	struct window last;             /* of the last sample */
	size_t fitting;                 /* pairs of clock reads that fit the samples */
	struct call_tree tree;
	struct memory_sums memory;      /* of a model; empty without any */
};

/* Which figures: those whose benchmark matches, whose point has all the words, of that stage. */
struct explained_choice {
	struct patterns benches;
	const char *const *words;       /* "path=syscall", ended by NULL; NULL: all */
	const char *stage;              /* NULL: all */
};

struct explanation {
	struct explained *items;        /* in the run's order */
	size_t count;
	const struct memory_geometry *memory;   /* that was modelled; NULL: none */
};

/* Explain the chosen figures; all that is given has to outlive the explanation. False, having said
 * why, if trace and result are not of one run. */
bool explanation_make(struct explanation *explanation, const struct result *result,
		      const struct instruction_profile *trace, const struct code_names *names,
		      const struct explained_choice *choice);
void explanation_free(struct explanation *explanation);

/* Instructions of one operation. */
double explained_per_operation(const struct explained *explained, uint64_t insns);

#endif

/* SPDX-License-Identifier: MIT */
/* Explains a run: for each metric, the functions that executed its instructions, or the reason why
 * they are unknown. */
#ifndef TOOLS_EXPLAIN_EXPLANATION_H
#define TOOLS_EXPLAIN_EXPLANATION_H

#include "lib/text/patterns.h"
#include "tools/explain/call_tree.h"
#include "tools/explain/memory_sums.h"
#include "tools/record/result.h"

enum explained_status {
	EXPLAINED_EXACTLY,      /* the functions' sum equals the samples' sum */
	EXPLAINED_NOT,          /* a known reason prevents an explanation */
	EXPLAINED_WRONGLY,      /* no explanation, without a known reason */
};

struct explained {
	const struct bench *bench;
	const struct series *series;
	enum explained_status status;
	const char *why;                /* a sentence, unless EXPLAINED_EXACTLY */
	uint64_t operations;            /* of all warm samples */
	uint64_t sampled_insns;         /* sum of all warm samples */
	uint64_t timing_insns;          /* of these, timing overhead according to null.timing */
	struct window last;             /* of the last sample */
	size_t fitting;                 /* number of pairs of clock reads that match the samples */
	struct call_tree tree;
	struct memory_sums memory;      /* of a modelled memory system; empty without one */
};

/* Selects metrics by benchmark, words of the point, and stage. */
struct explained_choice {
	struct patterns benches;
	/* "path=syscall", or words of the names that reports print, in their order: "syscall",
	 * "4", "KiB"; ends with NULL; NULL: all points */
	const char *const *words;
	const char *stage;              /* NULL: all */
};

struct explanation {
	struct explained *items;        /* in the run's order */
	size_t count;
	const struct memory_geometry *memory;   /* the modelled one; NULL: none */
};

/* Explain the selected metrics. All arguments must outlive the explanation. If trace and result are
 * of different runs, prints the cause and returns false. */
bool explanation_make(struct explanation *explanation, const struct result *result,
		      const struct instruction_profile *trace, const struct code_names *names,
		      const struct explained_choice *choice);
void explanation_free(struct explanation *explanation);

/* Instructions per operation. */
double explained_per_operation(const struct explained *explained, uint64_t insns);

#endif

/* SPDX-License-Identifier: MIT */
/* What an operation ought to cost, from primitives that the same run measured, beside what it did:
 * base hardware cost, predicted, measured, as in Majumdar and Jaganathan, "Performance Measurement
 * of Personal Computer". What is left over is what the model does not know. */
#ifndef TOOLS_ANALYSIS_PREDICT_H
#define TOOLS_ANALYSIS_PREDICT_H

#include <stdbool.h>
#include <stddef.h>

#include "tools/analysis/figures.h"

#define PREDICTION_TERMS_MAX 6
#define PREDICTIONS_MAX 32

enum term_kind {TERM_BASE, TERM_SOFTWARE};      /* the hardware's part, or what comes on top */

/* A primitive and how often the operation does it. */
struct prediction_term {
	double count;                   /* negative: the operation is without it */
	enum term_kind kind;
	struct figure_name primitive;   /* bench is NULL after the last one */
};

struct prediction {
	struct figure_name operation;
	const char *why;                /* the model in a sentence */
	struct prediction_term terms[PREDICTION_TERMS_MAX];
};

/* The models; tools/analysis/predictions.c is the table. */
extern const struct prediction predictions[];
extern const size_t prediction_count;

/* One model applied to a run. Values are median ticks of one operation. */
struct predicted {
	const struct prediction *model;
	const struct figure_name *missing;      /* the first primitive the run lacks; else NULL */
	double measured;

	/* Only if none is missing. base is 0 when no term is the hardware's. */
	double values[PREDICTION_TERMS_MAX];    /* of the primitives */
	double base, predicted;
	double residual;                        /* measured - predicted */
};

/* Apply every model whose operation the run measured. Returns how many that is, at most
 * PREDICTIONS_MAX. */
size_t predict(const struct figures *figures, struct predicted predicted[PREDICTIONS_MAX]);

/* Apply one model. Returns false if the run did not measure its operation. */
bool predict_one(const struct figures *figures, const struct prediction *model,
		 struct predicted *predicted);

#endif

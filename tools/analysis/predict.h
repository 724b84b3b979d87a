/* SPDX-License-Identifier: MIT */
/* Predicted cost of an operation, from primitives measured in the same run, and its measured cost:
 * base hardware, predicted and measured, as in Majumdar and Jaganathan, "Performance Measurement of
 * Personal Computer". The residual is not explained by the model. */
#ifndef TOOLS_ANALYSIS_PREDICT_H
#define TOOLS_ANALYSIS_PREDICT_H

#include <stdbool.h>
#include <stddef.h>

#include "tools/analysis/metrics.h"

#define PREDICTION_TERMS_MAX 6
#define PREDICTIONS_MAX 32

enum term_kind {TERM_BASE, TERM_SOFTWARE};      /* done by hardware, or by software on top */

/* A primitive, and how often the operation contains it. */
struct prediction_term {
	double count;                   /* negative: subtracted from another term */
	enum term_kind kind;
	struct metric_name primitive;   /* bench is NULL after the last one */
};

struct prediction {
	struct metric_name operation;
	const char *why;                /* the model in words */
	struct prediction_term terms[PREDICTION_TERMS_MAX];
};

/* The models, from tools/analysis/predictions.c. */
extern const struct prediction predictions[];
extern const size_t prediction_count;

/* One model applied to a run. Values are median ticks of one operation. */
struct predicted {
	const struct prediction *model;
	const struct metric_name *missing;      /* first primitive missing in the run, or NULL */
	double measured;

	/* Valid if no primitive is missing. base is 0 without a TERM_BASE. */
	double values[PREDICTION_TERMS_MAX];    /* of the primitives */
	double base, predicted;
	double residual;                        /* measured - predicted */
};

/* Apply every model whose operation the run measured. Returns their number, at most
 * PREDICTIONS_MAX. */
size_t predict(const struct metrics *metrics, struct predicted predicted[PREDICTIONS_MAX]);

/* Apply one model. Returns false if the run did not measure the model's operation, or if the
 * operating system of the run does another operation under that name. */
bool predict_one(const struct metrics *metrics, const struct prediction *model,
		 struct predicted *predicted);

#endif

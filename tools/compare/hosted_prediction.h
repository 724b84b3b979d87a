/* SPDX-License-Identifier: MIT */
/* Predicted cost of Linux's operations. Primitives are measured on both sides. The operation on
 * bare metal is the base, and the estimated overhead is the cost that Linux adds to simpler
 * operations. The columns are those of Majumdar and Jaganathan, "Performance Measurement of
 * Personal Computer". */
#ifndef TOOLS_COMPARE_HOSTED_PREDICTION_H
#define TOOLS_COMPARE_HOSTED_PREDICTION_H

#include <stdbool.h>
#include <stddef.h>

#include "tools/compare/compare.h"

#define HOSTED_TERMS_MAX 4

/* HOSTED_BASE is the value of bare metal, as base. The other two are overhead. HOSTED_LEAN is the
 * value of bare metal, for software of a lean kernel. HOSTED_ADDED is the cost that Linux adds: its
 * value minus that of bare metal. */
enum hosted_term_kind {HOSTED_BASE, HOSTED_LEAN, HOSTED_ADDED};

struct hosted_term {
	double count;                   /* negative: contained in another term */
	enum hosted_term_kind kind;
	struct metric_name primitive;   /* bench is NULL after the last one */
};

struct hosted_prediction {
	const char *name;
	struct metric_name operation;
	const char *why;                /* the estimated overhead in words */
	struct hosted_term terms[HOSTED_TERMS_MAX];
};

extern const struct hosted_prediction hosted_predictions[];
extern const size_t hosted_prediction_count;

/* A model applied to two sides. Values are per operation, in the unit of operation. */
struct hosted_predicted {
	const struct hosted_prediction *model;
	const struct compared_metric *operation;
	double base, overhead, predicted, measured;
};

/* Predict an operation by a model. Returns false if Linux did not measure the operation, or if a
 * side lacks a primitive. */
bool hosted_predict(const struct comparison *comparison, const struct hosted_prediction *model,
		    struct hosted_predicted *predicted);

#endif

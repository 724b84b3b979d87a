/* SPDX-License-Identifier: MIT */
/* A model is a sum of terms, each a measured metric. */
#include "tools/analysis/predict.h"

/* The models are of the bare-metal kernel, and not of an operating system's operation of that name
 * (tools/compare/hosted_prediction.h). */
static bool is_of_another_kernel(const struct metrics *metrics, const struct metric_name *name)
{
	const struct metric *metric = metrics_find(metrics, name->bench, name->point, name->stage);

	return metric != NULL && metric->bench->info->differs[0] != '\0';
}

/* Get a metric's median ticks. Returns false if the run lacks the metric. */
static bool look_up(const struct metrics *metrics, const struct metric_name *name, double *ticks)
{
	const struct metric *metric = metrics_find(metrics, name->bench, name->point, name->stage);

	if (metric != NULL)
		*ticks = metric->warm.summary.ticks.median;
	return metric != NULL;
}

bool predict_one(const struct metrics *metrics, const struct prediction *model,
		 struct predicted *predicted)
{
	*predicted = (struct predicted){.model = model};
	if (is_of_another_kernel(metrics, &model->operation) ||
	    !look_up(metrics, &model->operation, &predicted->measured))
		return false;
	for (size_t i = 0; i < PREDICTION_TERMS_MAX; i++) {
		const struct prediction_term *term = &model->terms[i];

		if (term->primitive.bench == NULL)
			break;
		if (!look_up(metrics, &term->primitive, &predicted->values[i])) {
			predicted->missing = &term->primitive;
			return true;
		}
		predicted->predicted += term->count * predicted->values[i];
		if (term->kind == TERM_BASE)
			predicted->base += term->count * predicted->values[i];
	}
	predicted->residual = predicted->measured - predicted->predicted;
	return true;
}

size_t predict(const struct metrics *metrics, struct predicted predicted[PREDICTIONS_MAX])
{
	size_t count = 0;

	for (size_t i = 0; i < prediction_count && count < PREDICTIONS_MAX; i++)
		count += predict_one(metrics, &predictions[i], &predicted[count]);
	return count;
}

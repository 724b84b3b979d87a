/* SPDX-License-Identifier: MIT */
/* A model is a sum, so all there is to do is to look its terms up. */
#include "tools/analysis/predict.h"

/* The figure's median ticks; false when the run does not have it. */
static bool look_up(const struct figures *figures, const struct figure_name *name, double *ticks)
{
	const struct figure *figure = figures_find(figures, name->bench, name->point, name->stage);

	if (figure != NULL)
		*ticks = figure->warm.summary.ticks.median;
	return figure != NULL;
}

bool predict_one(const struct figures *figures, const struct prediction *model,
		 struct predicted *predicted)
{
	*predicted = (struct predicted){.model = model};
	if (!look_up(figures, &model->operation, &predicted->measured))
		return false;
	for (size_t i = 0; i < PREDICTION_TERMS_MAX; i++) {
		const struct prediction_term *term = &model->terms[i];

		if (term->primitive.bench == NULL)
			break;
		if (!look_up(figures, &term->primitive, &predicted->values[i])) {
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

size_t predict(const struct figures *figures, struct predicted predicted[PREDICTIONS_MAX])
{
	size_t count = 0;

	for (size_t i = 0; i < prediction_count && count < PREDICTIONS_MAX; i++)
		count += predict_one(figures, &predictions[i], &predicted[count]);
	return count;
}

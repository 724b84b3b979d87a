/* A model is a sum, so all there is to do is to look its terms up. */
#include "tools/analysis/predict.h"

#include <string.h>

static bool predict_is_named(const struct series *series, const struct figure_name *name)
{
	return strcmp(series->info->point, name->point) == 0 &&
		strcmp(series->info->stage, name->stage) == 0 && series->warm.count > 0;
}

/* The figure's median ticks; false when the run does not have it. */
static bool look_up(const struct result *result, const struct overhead *overhead,
		    const struct figure_name *name, double *ticks)
{
	const struct bench *bench = result_bench(result, name->bench);
	struct summary summary;

	for (size_t i = 0; bench != NULL && i < bench->series_count; i++) {
		const struct series *series = &bench->series[i];

		if (!predict_is_named(series, name))
			continue;
		timing_summarise(bench, series, &series->warm, overhead, &summary);
		*ticks = summary.ticks.median;
		return true;
	}
	return false;
}

bool predict_one(const struct result *result, const struct overhead *overhead,
		 const struct prediction *model, struct predicted *predicted)
{
	*predicted = (struct predicted){.model = model};
	if (!look_up(result, overhead, &model->operation, &predicted->measured))
		return false;
	for (size_t i = 0; i < PREDICTION_TERMS_MAX; i++) {
		const struct prediction_term *term = &model->terms[i];

		if (term->primitive.bench == NULL)
			break;
		if (!look_up(result, overhead, &term->primitive, &predicted->values[i])) {
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

size_t predict(const struct result *result, const struct overhead *overhead,
	       struct predicted predicted[PREDICTIONS_MAX])
{
	size_t count = 0;

	for (size_t i = 0; i < prediction_count && count < PREDICTIONS_MAX; i++)
		count += predict_one(result, overhead, &predictions[i], &predicted[count]);
	return count;
}

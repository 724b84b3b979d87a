/* SPDX-License-Identifier: MIT */
/* A figure has the same name under every kernel, so a comparison's metrics are looked up by
 * name. */
#include "tools/compare/kernels.h"

#include <string.h>

const char *kernels_version(const struct kernels *kernels, size_t kernel, int *length)
{
	const struct result *result = kernels->sides[kernel].sides[LINUX].items[0].result;
	const struct wire_manifest *manifest = result_manifest(result);
	const char *text = manifest != NULL ? manifest->kernel : "";

	*length = (int)strcspn(text, " ");
	return text;
}

const struct side_figure *kernels_figure(const struct kernels *kernels, size_t kernel,
					 const struct metric *name)
{
	const struct comparison *comparison = &kernels->sides[kernel];

	for (size_t i = 0; i < comparison->metric_count; i++) {
		const struct metric *metric = &comparison->metrics[i];
		const struct side_figure *figure = &metric->sides[LINUX];

		if (strcmp(metric->bench, name->bench) == 0 &&
		    strcmp(metric->point, name->point) == 0 &&
		    strcmp(metric->stage, name->stage) == 0)
			return figure->runs > 0 ? figure : NULL;
	}
	return NULL;
}

bool kernels_is_stable(const struct side_figure *figure)
{
	return figure->is_constant && figure->min == figure->max;
}

void kernels_free(struct kernels *kernels)
{
	for (size_t i = 0; i < kernels->count; i++)
		compare_free(&kernels->sides[i]);
	*kernels = (struct kernels){0};
}

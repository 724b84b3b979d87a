/* SPDX-License-Identifier: MIT */
/* Metrics have the same name under every kernel, so they are looked up by name. */
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

const struct side_metric *kernels_metric(const struct kernels *kernels, size_t kernel,
					 const struct compared_metric *name)
{
	const struct metric_name same = {name->bench, name->point, name->stage};
	const struct compared_metric *metric = comparison_find(&kernels->sides[kernel], &same);

	return metric != NULL && metric->sides[LINUX].runs > 0 ? &metric->sides[LINUX] : NULL;
}

bool kernels_is_stable(const struct side_metric *metric)
{
	return metric->is_constant && metric->min == metric->max;
}

void kernels_free(struct kernels *kernels)
{
	for (size_t i = 0; i < kernels->count; i++)
		compare_free(&kernels->sides[i]);
	*kernels = (struct kernels){0};
}

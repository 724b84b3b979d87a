/* SPDX-License-Identifier: MIT */
/* Metrics have the same name under every kernel, so they are looked up by name. */
#include "tools/compare/kernels.h"

#include <err.h>
#include <string.h>

bool comparison_has_systems(const struct comparison *comparison)
{
	const struct compared_runs *runs = &comparison->sides[LINUX];

	for (size_t i = 1; i < runs->count; i++) {
		if (strcmp(result_os(runs->items[i].result), result_os(runs->items[0].result)) != 0)
			return true;
	}
	return false;
}

/* The place of the run's system, which may be a new one. */
static size_t kernels_place(const struct kernels *kernels, const struct result *result)
{
	size_t place = 0;

	while (place < kernels->count &&
	       strcmp(result_os(kernels->sides[place].sides[LINUX].items[0].result),
		      result_os(result)) != 0)
		place++;
	return place;
}

static bool kernels_begin_system(struct kernels *kernels, const struct compared_runs *metal)
{
	struct comparison *added;

	if (kernels->count == KERNELS_MAX) {
		warnx("more than %d operating systems", KERNELS_MAX);
		return false;
	}
	added = &kernels->sides[kernels->count++];
	*added = (struct comparison){.kind = COMPARE_OVERHEAD};
	for (size_t i = 0; i < metal->count; i++) {
		if (!compare_add(added, METAL, metal->items[i].path))
			return false;
	}
	return true;
}

bool kernels_of_systems(const struct comparison *comparison, struct kernels *kernels)
{
	const struct compared_runs *runs = &comparison->sides[LINUX];

	*kernels = (struct kernels){.are_systems = true};
	for (size_t i = 0; i < runs->count; i++) {
		size_t place = kernels_place(kernels, runs->items[i].result);

		if (place == kernels->count &&
		    !kernels_begin_system(kernels, &comparison->sides[METAL]))
			return false;
		if (!compare_add(&kernels->sides[place], LINUX, runs->items[i].path))
			return false;
	}
	return true;
}

const char *kernels_version(const struct kernels *kernels, size_t kernel, int *length)
{
	const struct result *result = kernels->sides[kernel].sides[LINUX].items[0].result;
	const struct wire_manifest *manifest = result_manifest(result);
	const char *text = manifest != NULL ? manifest->kernel : "";

	if (kernels->are_systems)
		text = result_os(result);
	*length = (int)(kernels->are_systems ? strlen(text) : strcspn(text, " "));
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

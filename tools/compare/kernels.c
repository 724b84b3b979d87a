/* SPDX-License-Identifier: MIT */
/* The first side is bare metal, with which every kernel must be comparable. */
#include "tools/compare/kernels.h"

#include <err.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/compare/unstable_timing.h"

bool comparison_has_systems(const struct comparison *comparison)
{
	const struct compared_runs *runs = &comparison->sides[LINUX];

	for (size_t i = 1; i < runs->count; i++) {
		if (strcmp(result_os(runs->items[i].result), result_os(runs->items[0].result)) != 0)
			return true;
	}
	return false;
}

bool kernels_of_systems(struct comparison *comparison, struct kernels *kernels)
{
	struct compared_runs *runs = &comparison->sides[LINUX];
	struct listed_side *sides = kernels->sides.items;
	size_t kept = 0;

	*kernels = (struct kernels){.are_systems = true, .sides.count = 1};
	sides[METAL].runs = comparison->sides[METAL];
	comparison->sides[METAL] = (struct compared_runs){0};
	for (size_t i = 0; i < runs->count; i++) {
		const char *system = result_os(runs->items[i].result);
		size_t place = LINUX;
		struct compared_runs *of;

		while (place < kernels->sides.count &&
		       strcmp(result_os(sides[place].runs.items[0].result), system) != 0)
			place++;
		if (place == SIDE_LIST_MAX) {
			runs->items[kept++] = runs->items[i];
			continue;
		}
		if (place == kernels->sides.count)
			kernels->sides.count++;
		of = &sides[place].runs;
		of->items = xreallocarray(of->items, of->count + 1, sizeof(*of->items));
		of->items[of->count++] = runs->items[i];
	}
	runs->count = kept;
	if (kept > 0)
		warnx("give at most %d operating systems", SIDE_LIST_MAX - 1);
	return kept == 0;
}

void kernels_refuse(struct kernels *kernels, struct reasons *reasons)
{
	struct side_list *list = &kernels->sides;

	list->items[METAL].name = xstrdup("metal");
	list->items[METAL].title = xstrdup("metal");
	for (size_t i = LINUX; i < list->count; i++) {
		struct listed_side *side = &list->items[i];
		struct comparison pair = side_list_pair(list, METAL, i);
		const struct result *result;
		const struct wire_manifest *manifest;
		const char *kernel;

		unstable_timing_exclude(&pair);
		list->items[METAL].runs = pair.sides[METAL];
		side->runs = pair.sides[LINUX];
		same_machine_refuse(&pair, reasons);
		side->name = xasprintf("%s_%zu", kernels->are_systems ? "system" : "kernel", i);
		/* "6.1.0-56-cloud-amd64", or the operating system's name. */
		result = side->runs.items[0].result;
		manifest = result_manifest(result);
		kernel = manifest != NULL ? manifest->kernel : "";
		side->title = kernels->are_systems
				      ? xstrdup(result_os(result))
				      : xasprintf("%.*s", (int)strcspn(kernel, " "), kernel);
		side->contrast = kernels->are_systems ? CONTRAST_RATIO : CONTRAST_CHANGE;
		side->base = i == LINUX || kernels->are_systems ? LINUX : i - 1;
	}
}

/* SPDX-License-Identifier: MIT */
/* The first run of a side stands for it: where instructions are counted the others are the same. */
#include "tools/cmd/explain_offer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/base/file.h"
#include "tools/explain/reasons.h"
#include "tools/results/run_directory.h"
#include "tools/run/again.h"
#include "tools/run/boot/own_file.h"
#include "tools/run/boot/sha256.h"
#include "tools/run/booted.h"

#define OFFERS_MAX 3
#define FILE_BYTES_MAX ((size_t)1 << 30)

static const char *const directories[SIDES] = {[BASE] = "explained-base", [NEW] = "explained-new"};

/* ---- A side ---- */

/* Whether a file of that path is the one that a manifest has, by its checksum; path NULL:
 * where it was. */
static bool is_still_there(const json_t *file, const char *path)
{
	const char *digest = json_string_value(json_object_get(file, "sha256"));
	char hex[SHA256_HEX_CHARS + 1], *bytes;
	size_t size;

	if (path == NULL)
		path = json_string_value(json_object_get(file, "path"));
	if (digest == NULL || path == NULL || access(path, R_OK) != 0)
		return false;
	bytes = file_load(path, FILE_BYTES_MAX, "booted file", &size);
	if (bytes == NULL)
		return false;
	sha256_hex(bytes, size, hex);
	free(bytes);
	return strcmp(hex, digest) == 0;
}

/* What its manifest says of a run, to be released; NULL if it can't be booted again. */
static json_t *side_manifest(const struct compared_run *run)
{
	json_t *manifest = run_manifest_read(run->path);
	const json_t *program = json_object_get(manifest, "linux_program");
	bool is_linux = program != NULL;
	char *own = own_file(BOOTED_LINUX_PROGRAM);
	bool good = json_array_size(json_object_get(manifest, "options")) > 0 &&
		    is_still_there(json_object_get(manifest, is_linux ? "linux_kernel" : "image"),
				   NULL) &&
		    (!is_linux || is_still_there(program, own));

	free(own);
	if (good)
		return manifest;
	json_decref(manifest);
	return NULL;
}

/* ---- Figures ---- */

/* By how much of the base's it changed. */
static double metric_change(const struct metric *metric)
{
	return metric->contrast.has_ratio ? fabs(metric->contrast.ratio.value - 1) : INFINITY;
}

static bool can_be_explained(const struct metric *metric)
{
	const struct figure *figure = metric->sides[NEW].first;
	enum change change = metric->judgement.change;

	return (change == CHANGE_WORSE || change == CHANGE_BETTER) && figure != NULL &&
	       reason_for_none(figure->bench->info, figure->series->info) == NULL;
}

static bool is_same_point(const struct metric *a, const struct metric *b)
{
	return strcmp(a->bench, b->bench) == 0 && strcmp(a->point, b->point) == 0;
}

/* Stages of one point are one command's; the largest change stands for all.
 * Returns how many there are. */
static size_t find_figures(const struct comparison *comparison,
			   const struct metric *found[OFFERS_MAX])
{
	size_t count = 0;

	while (count < OFFERS_MAX) {
		const struct metric *most = NULL;

		for (size_t i = 0; i < comparison->metric_count; i++) {
			const struct metric *metric = &comparison->metrics[i];
			bool is_new = can_be_explained(metric);

			for (size_t j = 0; j < count; j++)
				is_new &= !is_same_point(metric, found[j]);
			if (is_new && (most == NULL || metric_change(metric) > metric_change(most)))
				most = metric;
		}
		if (most == NULL)
			break;
		found[count++] = most;
	}
	return count;
}

/* ---- Lines ---- */

static void write_line(const struct comparison *comparison, const struct metric *metric,
		       json_t *const manifests[SIDES], FILE *out)
{
	fputs("  ", out);
	for (enum side side = BASE; side < SIDES; side++) {
		const struct result *result = comparison->sides[side].items[0].result;
		char *line = again_explain(metric->bench, metric->point,
					   again_layer(result_manifest(result)), directories[side],
					   json_object_get(manifests[side], "options"));

		fprintf(out, "%s && ", line);
		free(line);
	}
	fprintf(out, "bareline explain --compare %s %s", directories[BASE], directories[NEW]);
	again_write_figure(out, metric->bench, metric->point);
	putc('\n', out);
}

void explain_offer(const struct comparison *comparison, FILE *out)
{
	const struct metric *figures[OFFERS_MAX];
	size_t count = compare_is_exact(comparison) ? find_figures(comparison, figures) : 0;
	json_t *manifests[SIDES] = {NULL};

	if (count == 0)
		return;
	for (enum side side = BASE; side < SIDES; side++)
		manifests[side] = side_manifest(&comparison->sides[side].items[0]);
	if (manifests[BASE] != NULL && manifests[NEW] != NULL) {
		fputs("\nWhich functions the change is in:\n", out);
		for (size_t i = 0; i < count; i++)
			write_line(comparison, figures[i], manifests, out);
	}
	for (enum side side = BASE; side < SIDES; side++)
		json_decref(manifests[side]);
}

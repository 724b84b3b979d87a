/* SPDX-License-Identifier: MIT */
/* Selects the comparable runs of a history, and describes differences between runs. */
#include "tools/compare/history.h"

#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/compare/kernel_lines.h"
#include "tools/results/run_directory.h"

#define DIGITS_SHOWN 12

/* ---- Comparable runs ---- */

/* The reason why the run is not comparable with the last one, without its path. The caller frees
 * it. NULL if the run is comparable. */
static char *explain_exclusion(const struct compared_run *last, const struct compared_run *run)
{
	struct compared_run pair[] = {*last, *run};
	const struct comparison comparison = {.kind = COMPARE_HISTORY,
					      .sides[BASE] = {.items = pair,
							 .count = run == last ? 1 : 2}};
	struct reasons reasons = {0};
	size_t path_length = strlen(run->path);
	const char *why;
	char *text = NULL;

	same_machine_refuse(&comparison, &reasons);
	for (size_t i = 0; i < reasons.count && text == NULL; i++) {
		why = reasons.texts[i];
		if (strncmp(why, run->path, path_length) == 0 && why[path_length] == ':')
			text = xstrdup(why + path_length + strlen(": "));
	}
	reasons_free(&reasons);
	return text;
}

void history_exclude_others(struct comparison *comparison, struct reasons *left_out)
{
	struct compared_runs *runs = &comparison->sides[BASE];
	size_t count = runs->count, remaining = 0;
	const struct compared_run last = runs->items[count - 1];
	char **why = xcalloc(count, sizeof(*why));

	for (size_t i = 0; i + 1 < count; i++)
		why[i] = explain_exclusion(&last, &runs->items[i]);
	for (size_t i = 0; i < count; i++) {
		struct compared_runs one = {.items = &runs->items[i], .count = 1};

		if (why[i] == NULL)
			runs->items[remaining++] = runs->items[i];
		else
			compared_runs_clear(&one);
	}
	runs->count = remaining;
	for (size_t i = 0; i < count; i++) {
		size_t same = 0;

		for (size_t j = 0; j < count && why[i] != NULL; j++)
			same += why[j] != NULL && strcmp(why[i], why[j]) == 0;
		if (same > 0)
			same_machine_add(left_out, "%zu run%s: %s", same, same == 1 ? "" : "s",
					 why[i]);
	}
	for (size_t i = 0; i < count; i++)
		free(why[i]);
	free(why);
}

/* ---- Differences ---- */

static const char *kernel_of(const struct compared_run *run)
{
	const struct wire_manifest *manifest = result_manifest(run->result);

	return manifest != NULL ? manifest->kernel : "";
}

const char *history_build(const struct compared_run *run)
{
	const struct wire_manifest *manifest = result_manifest(run->result);

	return manifest != NULL ? manifest->build : "";
}

/* The new kernel, if it differs from the one before; otherwise NULL. If only the builds differ,
 * release and build; otherwise only the release. */
static char *kernel_difference(const char *before, const char *after)
{
	size_t length = strcspn(after, " ");

	if (strcmp(before, after) == 0 || *after == '\0')
		return NULL;
	if (strncmp(before, after, length) == 0 && before[length] == ' ')
		return xasprintf("kernel %s", after);
	return xasprintf("kernel %.*s", (int)length, after);
}

/* Another file has the same version. */
static char *image_difference(const char *before, const char *after)
{
	json_t *first = run_manifest_read(before), *second = run_manifest_read(after);
	const json_t *file = json_object_get(second, "linux_kernel");
	const char *old = json_string_value(
		json_object_get(json_object_get(first, "linux_kernel"), "sha256"));
	const char *digest = json_string_value(json_object_get(file, "sha256"));
	const char *path = json_string_value(json_object_get(file, "path"));
	char *text = NULL;

	if (old != NULL && digest != NULL && strcmp(old, digest) != 0)
		text = xasprintf("kernel image %s (%.*s)", path != NULL ? path : "", DIGITS_SHOWN,
				 digest);
	json_decref(second);
	json_decref(first);
	return text;
}

static char *kernel_line_difference(const struct compared_run *before,
				    const struct compared_run *run)
{
	char *differs = kernel_lines_differ(before->result, run->result), *text = NULL;

	if (differs != NULL)
		text = xasprintf("kernel command line %s", differs);
	free(differs);
	return text;
}

/* Append "WHAT NEW, was OLD" if both are known and differ. */
static char *add_update(char *text, const char *what, const char *before, const char *after)
{
	char *longer;

	if (before == NULL || after == NULL || strcmp(before, after) == 0)
		return text;
	longer = xasprintf("%s%s%s %s, was %s", text != NULL ? text : "",
			   text != NULL ? "; " : "", what, after, before);
	free(text);
	return longer;
}

char *history_describe_update(const struct compared_run *before, const struct compared_run *run)
{
	const struct identity *old = before->analysis->identity, *new = run->analysis->identity;
	char *text = add_update(NULL, "firmware", old->firmware, new->firmware);

	text = add_update(text, "microcode", old->microcode, new->microcode);
	return add_update(text, "memory", old->memory, new->memory);
}

/* Kernel, its image or command line, else build. */
static char *software_difference(const struct compared_run *before, const struct compared_run *run)
{
	char *text = NULL;

	if (before != NULL)
		text = kernel_difference(kernel_of(before), kernel_of(run));
	if (before != NULL && text == NULL)
		text = image_difference(before->path, run->path);
	if (before != NULL && text == NULL)
		text = kernel_line_difference(before, run);
	if (text == NULL)
		text = xasprintf("%s%s", history_build(run)[0] != '\0' ? "build " : "",
				 history_build(run));
	return text;
}

char *history_describe_difference(const struct compared_run *before, const struct compared_run *run)
{
	char *update = before != NULL ? history_describe_update(before, run) : NULL;
	char *software = software_difference(before, run), *text;

	if (update == NULL)
		return software;
	text = xasprintf("%s%s%s", update, software[0] != '\0' ? "; " : "", software);
	free(software);
	free(update);
	return text;
}

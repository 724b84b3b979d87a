/* SPDX-License-Identifier: MIT */
#include "tools/compare/system_names.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"

enum length { SERIES, SERIES_AND_WORDS, RELEASE, NUMBERED, LENGTHS };

/* Characters of the first two numbers of a release: "6.12". */
static size_t series_length(const char *release)
{
	size_t length = strspn(release, "0123456789");

	if (release[length] == '.')
		length += 1 + strspn(release + length + 1, "0123456789");
	return length;
}

/* Append the words of a release between its version and its processor: "-cloud" of
 * "6.1.0-57-cloud-amd64". */
static char *with_words(char *name, const char *release, size_t length)
{
	for (const char *at = memchr(release, '-', length); at != NULL;) {
		const char *next = memchr(at + 1, '-', length - (size_t)(at + 1 - release));

		if (next != NULL && isalpha((unsigned char)at[1])) {
			char *longer = xasprintf("%s%.*s", name, (int)(next - at), at);

			free(name);
			name = longer;
		}
		at = next;
	}
	return name;
}

static char *name_of(const struct result *run, enum length length, size_t number)
{
	const struct wire_manifest *manifest = result_manifest(run);
	const char *kernel = manifest != NULL ? manifest->kernel : "";
	size_t release = strcspn(kernel, " "), series = series_length(kernel);
	char *name, *numbered;

	if (!result_is_of_process(run))
		name = xstrdup("metal");
	else if (strcmp(result_os(run), "Linux") != 0)
		name = xstrdup(result_os(run));
	else if (series == 0 || length >= RELEASE)
		name = xstrndup(kernel, release);
	else if (length == SERIES)
		name = xstrndup(kernel, series);
	else
		name = with_words(xstrndup(kernel, series), kernel, release);
	if (length < NUMBERED)
		return name;
	numbered = xasprintf("%s (%zu)", name, number + 1);
	free(name);
	return numbered;
}

static bool is_unique(char *const *names, size_t count, size_t number)
{
	for (size_t i = 0; i < count; i++) {
		if (i != number && strcmp(names[i], names[number]) == 0)
			return false;
	}
	return true;
}

void system_names(const struct result *const *runs, size_t count, char **names)
{
	bool *is_longer = xcalloc(count, sizeof(*is_longer));

	for (size_t i = 0; i < count; i++)
		names[i] = name_of(runs[i], SERIES, i);
	for (enum length length = SERIES_AND_WORDS; length < LENGTHS; length++) {
		for (size_t i = 0; i < count; i++)
			is_longer[i] = !is_unique(names, count, i);
		for (size_t i = 0; i < count; i++) {
			if (!is_longer[i])
				continue;
			free(names[i]);
			names[i] = name_of(runs[i], length, i);
		}
	}
	free(is_longer);
}

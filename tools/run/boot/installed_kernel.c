/* SPDX-License-Identifier: MIT */
#include "tools/run/boot/installed_kernel.h"

#include <ctype.h>
#include <dirent.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"

#define PREFIX "vmlinuz-"

/* Whether the release begins with these characters of a version, at the end of a number. */
static bool begins_with(const char *release, const char *version, size_t length)
{
	return strncmp(release, version, length) == 0 &&
	       !(isdigit((unsigned char)release[length]) &&
		 isdigit((unsigned char)version[length - 1]));
}

/* Whether one of the release's words, after the first, is this one. */
static bool has_word(const char *release, const char *word)
{
	size_t length = strlen(word);

	for (const char *at = strchr(release, '-'); at != NULL; at = strchr(at + 1, '-')) {
		if (strcspn(at + 1, "-") == length && strncmp(at + 1, word, length) == 0)
			return true;
	}
	return false;
}

static bool is_of_version(const char *release, const char *version)
{
	const char *word = strrchr(version, '-');

	if (version[0] == '\0')
		return false;
	if (begins_with(release, version, strlen(version)))
		return true;
	return word != NULL && word > version && word[1] != '\0' &&
	       begins_with(release, version, (size_t)(word - version)) &&
	       has_word(release, word + 1);
}

/* Words that begin with a letter. */
static size_t words_in(const char *release)
{
	size_t count = 0;

	for (; *release != '\0'; release++)
		count += *release == '-' && isalpha((unsigned char)release[1]);
	return count;
}

static bool is_better(const char *release, const char *best)
{
	if (best == NULL || words_in(release) != words_in(best))
		return best == NULL || words_in(release) < words_in(best);
	return strverscmp(release, best) > 0;
}

char *installed_kernel(const char *directory, const char *version)
{
	DIR *stream = opendir(directory);
	const struct dirent *entry;
	char *best = NULL, *path;

	while (stream != NULL && (entry = readdir(stream)) != NULL) {
		const char *release = entry->d_name + strlen(PREFIX);

		if (strncmp(entry->d_name, PREFIX, strlen(PREFIX)) != 0 ||
		    !is_of_version(release, version) || !is_better(release, best))
			continue;
		free(best);
		best = xstrdup(release);
	}
	if (stream != NULL)
		closedir(stream);
	if (best == NULL)
		return NULL;
	path = xasprintf("%s/" PREFIX "%s", directory, best);
	free(best);
	return path;
}

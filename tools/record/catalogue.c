/* SPDX-License-Identifier: MIT */
#include "tools/record/catalogue.h"

#include <err.h>
#include <stdlib.h>
#include <string.h>

#include "lib/text/string.h"
#include "tools/base/alloc.h"

const struct catalogue_entry catalogue[] = {
#define BENCHMARK(name, suites, waits, summary, verified, unverified, aarch64, aarch64_difference, \
		  riscv64, riscv64_difference) \
	{name, suites, waits, summary, verified, unverified, {aarch64, aarch64_difference}, \
	 {riscv64, riscv64_difference}},
#include "benchmarks.def"
#undef BENCHMARK
	{0},
};

/* The first matching prefix of a benchmark's name applies. */
static const struct {
	const char *prefix, *document;
} documents[] = {
	{"null.", "docs/statistics.md"},
	{"selftest.", "docs/statistics.md"},
	{"cpu.", "docs/statistics.md"},
	{"exit.", "docs/hypervisors.md"},
	{"firmware.", "docs/hypervisors.md"},
	{"entry.", "docs/methods.md"},
	{"os.", "docs/methods.md"},
	{"idle.", "docs/idle.md"},
	{"noise.", "docs/idle.md"},
	{"input.", "docs/input-scripts.md"},
	{"app.", "docs/idle.md"},
	{"flow.", "docs/interactions.md"},
	{"code.", "docs/your-instructions.md"},
	{"test.", "docs/real-hardware.md"},
	{"", "docs/benchmarks.md"},
};

const char *catalogue_document(const struct catalogue_entry *entry)
{
	size_t i = 0;

	while (strncmp(entry->name, documents[i].prefix, strlen(documents[i].prefix)) != 0)
		i++;
	return documents[i].document;
}

bool catalogue_matches(const struct catalogue_entry *entry, const char *pattern)
{
	if (entry->waits_for_user)
		return strcmp(entry->name, pattern) == 0;
	if (entry->suites[0] == '\0' && (pattern[0] == '*' || pattern[0] == '?'))
		return false;
	return text_glob(pattern, entry->name);
}

static bool catalogue_has_family(char *const *families, size_t count, const char *family)
{
	size_t i = 0;

	while (i < count && strcmp(families[i], family) != 0)
		i++;
	return i < count;
}

/* Add each family's pattern, such as "mem.*", to the suggestions. The caller frees the patterns
 * after it has printed the suggestion. Returns their number. */
static size_t catalogue_suggest_families(struct suggestion *suggestion, char **families)
{
	size_t count = 0;

	for (const struct catalogue_entry *entry = catalogue; entry->name != NULL; entry++) {
		int length = (int)strcspn(entry->name, ".");
		char *family = xasprintf("%.*s.*", length, entry->name);

		if (catalogue_has_family(families, count, family)) {
			free(family);
		} else {
			families[count++] = family;
			suggest_consider(suggestion, family);
		}
	}
	return count;
}

bool catalogue_has(const char *pattern)
{
	const struct catalogue_entry *entry = catalogue;

	while (entry->name != NULL && !catalogue_matches(entry, pattern))
		entry++;
	return entry->name != NULL;
}

bool catalogue_is_family(const char *family)
{
	const struct catalogue_entry *entry = catalogue;
	size_t length = strlen(family);

	while (entry->name != NULL &&
	       (strncmp(entry->name, family, length) != 0 || entry->name[length] != '.'))
		entry++;
	return entry->name != NULL;
}

const char *catalogue_suggest(const char *pattern, char text[SUGGEST_TEXT_MAX])
{
	struct suggestion suggestion = {.word = pattern};
	char *families[sizeof(catalogue) / sizeof(catalogue[0])];
	size_t count = catalogue_suggest_families(&suggestion, families);

	for (const struct catalogue_entry *entry = catalogue; entry->name != NULL; entry++)
		suggest_consider(&suggestion, entry->name);
	suggest_format(&suggestion, "", text);
	while (count > 0)
		free(families[--count]);
	return text;
}

bool catalogue_check_pattern(const char *pattern)
{
	bool is_known = catalogue_has(pattern);
	char question[SUGGEST_TEXT_MAX];

	if (!is_known)
		warnx("no benchmark matches '%s'%s; `bareline list` prints all", pattern,
		      catalogue_suggest(pattern, question));
	return is_known;
}

bool catalogue_check_patterns(const char *patterns)
{
	char *copy = xstrdup(patterns), *rest = copy, *pattern;
	bool is_good = true;

	while (is_good && (pattern = strsep(&rest, ",")) != NULL)
		is_good = pattern[0] == '\0' || catalogue_check_pattern(pattern);
	free(copy);
	return is_good;
}

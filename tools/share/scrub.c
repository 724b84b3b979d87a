/* SPDX-License-Identifier: MIT */
/* Data with a fixed format is found by patterns; serial numbers and names are found by their text.
 * Patterns prefer to remove too much, because a lost word is better than a disclosed name. */
#include "tools/share/scrub.h"

#include <ctype.h>
#include <err.h>
#include <regex.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "tools/base/alloc.h"
#include "tools/base/exit_status.h"

#define SECRET_CHARS_MIN 3
#define REMOVED "[removed]"
#define HEX "[0-9A-Fa-f]"
/* Characters that end a path. */
#define PATH_END "][[:space:]\"'`,;=()<>"

/* Patterns, applied in this order. With keeps_first, the text of the first group is kept. A pattern
 * is skipped if the text has none of its characters. */
static const struct {
	enum scrub_kind from;           /* applies from this kind on */
	bool keeps_first;
	const char *characters, *expression, *replacement;
} patterns[] = {
	{SCRUB_PROSE, false, "-", HEX "{8}(-" HEX "{4}){3}-" HEX "{12}", "[uuid]"},
	{SCRUB_PROSE, true, ":-", "(^|[^[:alnum:]])(" HEX "{2}[:-]){5}" HEX "{2}", "[mac]"},
	{SCRUB_PROSE, false, "@", "[[:alnum:]._+-]+@[[:alnum:]][[:alnum:].-]*", "[address]"},
	{SCRUB_KERNEL_LINE, true, "=", "((hostname|luks|passw)[^[:space:]=]*=)[^[:space:]]+",
	 REMOVED},
	{SCRUB_KERNEL_LINE, true, "=", "(=)[^[:space:]]*[/:=][^[:space:]]*", REMOVED},
	{SCRUB_COMMAND, true, "=", "((^|[^[:alnum:]_])(serial|uuid|asset|mac|macaddr|sku|loc_pfx)=)"
			      "[^,[:space:]]+", REMOVED},
	{SCRUB_COMMAND, true, ".", "(^|[^[:alnum:].])[0-9]{1,3}(\\.[0-9]{1,3}){3}", "[ip]"},
	{SCRUB_COMMAND, true, "/", "(^|[" PATH_END "])[^" PATH_END "]*/[^" PATH_END "]*", "[path]"},
	{SCRUB_PROSE, true, "/", "(^|[^[:alnum:]._-])/[^" PATH_END "]+", "[path]"},
};

#define PATTERNS (sizeof(patterns) / sizeof(patterns[0]))
#define GROUPS 2

struct scrub {
	regex_t compiled[PATTERNS];
	char **secrets;
	size_t secret_count;
};

struct scrub *scrub_new(void)
{
	static const char *const variables[] = {"USER", "LOGNAME", "SUDO_USER"};
	struct scrub *scrub = xcalloc(1, sizeof(*scrub));
	struct utsname host;

	for (size_t i = 0; i < PATTERNS; i++) {
		if (regcomp(&scrub->compiled[i], patterns[i].expression, REG_EXTENDED) != 0)
			errx(EXIT_MACHINE, "%s: invalid regular expression",
			     patterns[i].expression);
	}
	if (uname(&host) == 0)
		scrub_add_secret(scrub, host.nodename);
	for (size_t i = 0; i < sizeof(variables) / sizeof(variables[0]); i++) {
		const char *value = getenv(variables[i]);

		if (value != NULL)
			scrub_add_secret(scrub, value);
	}
	return scrub;
}

void scrub_free(struct scrub *scrub)
{
	for (size_t i = 0; i < PATTERNS; i++)
		regfree(&scrub->compiled[i]);
	for (size_t i = 0; i < scrub->secret_count; i++)
		free(scrub->secrets[i]);
	free(scrub->secrets);
	free(scrub);
}

void scrub_add_secret(struct scrub *scrub, const char *text)
{
	static const char *const common[] = {"root", "localhost", "linux", "bareline"};

	if (strlen(text) < SECRET_CHARS_MIN)
		return;
	for (size_t i = 0; i < sizeof(common) / sizeof(common[0]); i++) {
		if (strcasecmp(text, common[i]) == 0)
			return;
	}
	scrub->secrets = xreallocarray(scrub->secrets, scrub->secret_count + 1,
				       sizeof(*scrub->secrets));
	scrub->secrets[scrub->secret_count++] = xstrdup(text);
}

/* Replace text[from..to). Frees text. */
static char *replace_range(char *text, size_t from, size_t to, const char *replacement)
{
	char *changed = xasprintf("%.*s%s%s", (int)from, text, replacement, text + to);

	free(text);
	return changed;
}

static bool is_word(const char *text, const char *found, size_t length)
{
	return (found == text || !isalnum((unsigned char)found[-1])) &&
	       !isalnum((unsigned char)found[length]);
}

static char *remove_secret(char *text, const char *secret)
{
	size_t length = strlen(secret), at = 0;

	for (const char *found; (found = strcasestr(text + at, secret)) != NULL; ) {
		at = (size_t)(found - text);
		if (is_word(text, found, length)) {
			text = replace_range(text, at, at + length, REMOVED);
			at += strlen(REMOVED);
		} else {
			at++;
		}
	}
	return text;
}

static char *remove_pattern(char *text, const regex_t *compiled, bool keeps_first,
			    const char *replacement)
{
	regmatch_t match[GROUPS];
	size_t at = 0;

	while (regexec(compiled, text + at, GROUPS, match, at > 0 ? REG_NOTBOL : 0) == 0) {
		size_t from = at + (size_t)(keeps_first ? match[1].rm_eo : match[0].rm_so);

		text = replace_range(text, from, at + (size_t)match[0].rm_eo, replacement);
		at = from + strlen(replacement);
	}
	return text;
}

char *scrub_text(const struct scrub *scrub, const char *text, enum scrub_kind kind)
{
	char *changed = xstrdup(text);

	for (size_t i = 0; i < scrub->secret_count; i++)
		changed = remove_secret(changed, scrub->secrets[i]);
	for (size_t i = 0; i < PATTERNS; i++) {
		if (kind >= patterns[i].from && strpbrk(changed, patterns[i].characters) != NULL)
			changed = remove_pattern(changed, &scrub->compiled[i],
						 patterns[i].keeps_first, patterns[i].replacement);
	}
	return changed;
}

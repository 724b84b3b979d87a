/* SPDX-License-Identifier: MIT */
/* See words.h. Words that are not listed could affect devices, disks, firmware or the end of the
 * run. */
#include "lib/netboot/words.h"

#include <stdbool.h>

#include "lib/netboot/names.h"
#include "lib/text/command_line.h"
#include "lib/text/string.h"

#define SHOWN_CHARS 40                  /* of a refused word */

const char netboot_words_text[] =
	"suite bench samples duration limit quantum input pace pmc cpus disk.cache flow.scale "
	"flow.nodes";

struct words {
	char *line;
	size_t used, size;
	netboot_refuse *refuse;
	void *context;
};

static bool is_permitted(const char *word)
{
	size_t length = strlen(word);

	for (const char *at = netboot_words_text; *at != '\0'; at += *at == ' ') {
		const char *end = at;

		while (*end != ' ' && *end != '\0')
			end++;
		if ((size_t)(end - at) == length && memcmp(at, word, length) == 0)
			return true;
		at = end;
	}
	return false;
}

/* Values of permitted words need no other characters. */
static bool is_plain(const char *value)
{
	for (; *value != '\0'; value++) {
		char lower = *value | 0x20;
		bool is_letter = lower >= 'a' && lower <= 'z';
		bool is_digit = *value >= '0' && *value <= '9';

		if (!is_letter && !is_digit && (strchr)("._-+*?,:", *value) == NULL)
			return false;
	}
	return true;
}

static void refuse(const struct words *words, const char *word, const char *why)
{
	char shown[SHOWN_CHARS];

	text_copy(shown, sizeof(shown), word);
	for (char *c = shown; *c != '\0'; c++) {
		if (*c < ' ' || *c > '~')
			*c = '?';
	}
	words->refuse(words->context, shown, why);
}

static void append(struct words *words, const char *text)
{
	text_copy(words->line + words->used, words->size - words->used, text);
	words->used += strlen(text);
}

static void take_word(void *context, const char *word, const char *value)
{
	struct words *words = context;

	if (!is_permitted(word)) {
		refuse(words, word, "not permitted in a configuration");
		return;
	}
	if (value == NULL || *value == '\0' || !is_plain(value)) {
		refuse(words, word, "invalid value");
		return;
	}
	/* with a blank before the word, '=' and the terminator */
	if (words->used + (words->used > 0) + strlen(word) + strlen(value) + 2 > words->size) {
		refuse(words, word, "the command line is full");
		return;
	}
	if (words->used > 0)
		append(words, " ");
	append(words, word);
	append(words, "=");
	append(words, value);
}

/* Copy the text without comments and line ends. Returns its length. */
static size_t without_comments(char to[NETBOOT_CONFIG_BYTES_MAX + 1], const char *text,
			       size_t bytes)
{
	bool is_begin = true, is_comment = false;
	size_t used = 0;

	for (size_t i = 0; i < bytes && used < NETBOOT_CONFIG_BYTES_MAX; i++) {
		bool is_end = text[i] == '\n' || text[i] == '\r';

		if (is_begin && text[i] == '#')
			is_comment = true;
		if (is_end)
			is_comment = false;
		is_begin = is_end || (is_begin && (text[i] == ' ' || text[i] == '\t'));
		if (!is_comment)
			to[used++] = text[i] == '\0' || is_end ? ' ' : text[i];
	}
	to[used] = '\0';
	return used;
}

size_t netboot_words_append(char *line, size_t used, size_t size, const char *text, size_t bytes,
			    netboot_refuse *report, void *context)
{
	struct words words = {line, used, size, report, context};
	char plain[NETBOOT_CONFIG_BYTES_MAX + 1];

	line[used] = '\0';
	if (bytes > NETBOOT_CONFIG_BYTES_MAX) {
		refuse(&words, "all words", "the configuration is too large");
		return used;
	}
	without_comments(plain, text, bytes);
	if (!command_line_split(plain, sizeof(plain), take_word, &words))
		refuse(&words, "the last words", "the configuration is too long");
	return words.used;
}

/* SPDX-License-Identifier: MIT */
/* Fuzz target for what a machine and a server of the network send each other: URLs, names of
 * results and configurations. An accepted URL or name has one form only, and no configuration sets
 * a word that is not listed. The first byte is the room that the command line has. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/netboot/names.h"
#include "lib/netboot/url.h"
#include "lib/netboot/words.h"

#define LINE_BEFORE "exit=halt"
#define WORD_CHARS_MAX 64

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition)
{
	if (!condition)
		abort();
}

/* What is accepted, without what follows its last slash, is accepted again as the same. */
static void check_url(const char *text, size_t length)
{
	struct netboot_url url, again;

	memset(&url, 0xff, sizeof(url));
	if (netboot_url_parse(&url, text, length) != NULL)
		return;
	require(memchr(url.base, '\0', sizeof(url.base)) != NULL);
	require(memchr(url.host, '\0', sizeof(url.host)) != NULL);
	require(strlen(url.base) <= length && memcmp(url.base, text, strlen(url.base)) == 0);
	require(url.base[strlen(url.base) - 1] == '/' && url.port != 0);
	require(netboot_url_parse(&again, url.base, strlen(url.base)) == NULL);
	require(strcmp(again.base, url.base) == 0 && strcmp(again.host, url.host) == 0);
	require(memcmp(again.address, url.address, sizeof(url.address)) == 0);
}

/* An accepted name is a file name, and made of its parts. */
static void check_name(const char *name)
{
	struct netboot_result result;
	char made[2 * NETBOOT_NAME_CHARS];

	memset(&result, 0xff, sizeof(result));
	if (!netboot_parse_result_name(name, &result))
		return;
	snprintf(made, sizeof(made), "%s-%s-%s.log", result.mac, result.uuid, result.run);
	require(strcmp(made, name) == 0 && strlen(name) < NETBOOT_NAME_CHARS);
	require(strchr(name, '/') == NULL && name[0] != '.' && name[0] != '-');
}

static bool is_printable(const char *text)
{
	for (; *text != '\0'; text++) {
		if (*text < ' ' || *text > '~')
			return false;
	}
	return true;
}

static void refuse(void *context, const char *word, const char *why)
{
	(void)context;
	require(is_printable(word) && is_printable(why) && strlen(word) < WORD_CHARS_MAX);
}

/* "suite" in " suite bench ... ". */
static bool is_listed(const char *word, size_t length)
{
	for (const char *at = netboot_words_text; at != NULL; at = strchr(at, ' ')) {
		at += *at == ' ';
		if (strcspn(at, " ") == length && memcmp(at, word, length) == 0)
			return true;
	}
	return false;
}

static void check_line(const char *line)
{
	require(is_printable(line) && strncmp(line, LINE_BEFORE, strlen(LINE_BEFORE)) == 0);
	for (const char *word = line + strlen(LINE_BEFORE); *word != '\0';) {
		const char *value = strchr(word, '=');

		require(*word++ == ' ' && value != NULL && is_listed(word, (size_t)(value - word)));
		word = value + 1 + strcspn(value + 1, " ");
		require(word > value + 1 &&
			memchr(value + 1, '=', (size_t)(word - value - 1)) == NULL);
	}
}

/* The line has exactly the stated size: the sanitizer finds any other write. */
static void check_words(uint8_t room, const char *text, size_t length)
{
	size_t used = strlen(LINE_BEFORE), size = used + 1 + room;
	char *line = malloc(size);

	require(line != NULL);
	memcpy(line, LINE_BEFORE, used);
	used = netboot_words_append(line, used, size, text, length, refuse, NULL);
	require(used < size && strlen(line) == used);
	check_line(line);
	free(line);
}

/* Paths of configurations for a machine whose names are of the network too. */
static void check_config_path(const char *text)
{
	struct netboot_machine machine = {.mac = "525400770003"};
	char path[NETBOOT_NAME_CHARS];
	unsigned which = 0, count = 0;

	snprintf(machine.uuid, sizeof(machine.uuid), "%s", text);
	do {
		memset(path, 0xff, sizeof(path));
		which = netboot_config_path(path, sizeof(path), &machine, which);
		if (which != 0)
			require(memchr(path, '\0', sizeof(path)) != NULL);
	} while (which != 0 && ++count <= 4);
	require(count <= 4);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text;

	if (size == 0)
		return 0;
	text = malloc(size);
	require(text != NULL);
	memcpy(text, data + 1, size - 1);
	text[size - 1] = '\0';
	check_url((const char *)data + 1, size - 1);
	check_name(text);
	check_words(data[0], (const char *)data + 1, size - 1);
	check_config_path(text);
	free(text);
	return 0;
}

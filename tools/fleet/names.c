/* SPDX-License-Identifier: MIT */
#include "tools/fleet/names.h"

#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/file.h"
#include "tools/base/utf8.h"

#define FILE_BYTES_MAX (64u << 20)
#define BLANKS " \t\r"

struct name {
	char *label;
	const char *name;
	bool is_used;
};

struct names {
	struct name *items;
	size_t count, capacity;
};

/* "52:54:0:AB:34:56" is the label "525400ab3456". The caller frees it. */
static char *label_of(const char *text)
{
	unsigned part[6];
	int length = 0;

	if (sscanf(text, "%2x:%2x:%2x:%2x:%2x:%2x%n", &part[0], &part[1], &part[2], &part[3],
		   &part[4], &part[5], &length) == 6 &&
	    text[length] == '\0')
		return xasprintf("%02x%02x%02x%02x%02x%02x", part[0], part[1], part[2], part[3],
				 part[4], part[5]);
	return xstrdup(text);
}

/* The next word of a line, which is cut there; NULL if there is none. */
static char *next_word(char **line)
{
	char *word = *line + strspn(*line, BLANKS);

	*line = word + strcspn(word, BLANKS);
	if (**line != '\0')
		*(*line)++ = '\0';
	return *word != '\0' ? word : NULL;
}

/* Returns false if the line has one word. */
static bool names_add(struct names *names, char *line)
{
	char *label, *name;

	line[strcspn(line, "#")] = '\0';
	label = next_word(&line);
	name = next_word(&line);
	if (label == NULL)
		return true;
	if (name == NULL)
		return false;
	utf8_make_printable(label);
	utf8_make_printable(name);
	if (names->count == names->capacity) {
		names->capacity = 2 * names->capacity + 16;
		names->items = xreallocarray(names->items, names->capacity, sizeof(*names->items));
	}
	names->items[names->count++] = (struct name){.label = label_of(label), .name = name};
	return true;
}

static bool names_parse(struct names *names, const char *path, char *text)
{
	size_t number = 0;

	for (char *line = text, *next; line != NULL; line = next) {
		next = strchr(line, '\n');
		if (next != NULL)
			*next++ = '\0';
		number++;
		if (!names_add(names, line)) {
			warnx("%s:%zu: no name; a line is an address and a name, such as "
			      "52:54:00:12:34:56 node-23",
			      path, number);
			return false;
		}
	}
	return true;
}

static int compare_names(const void *a, const void *b)
{
	return strcmp(((const struct name *)a)->label, ((const struct name *)b)->label);
}

/* Sort them. Returns false if a machine has two. */
static bool names_sort(struct names *names, const char *path)
{
	if (names->count > 0)
		qsort(names->items, names->count, sizeof(*names->items), compare_names);
	for (size_t i = 1; i < names->count; i++) {
		const struct name *a = &names->items[i - 1], *b = &names->items[i];

		if (compare_names(a, b) == 0) {
			warnx("%s: machine %s has two names, %s and %s; remove one line", path,
			      a->label, a->name, b->name);
			return false;
		}
	}
	return true;
}

static const char *keep_text(struct fleet *fleet, const char *text)
{
	size_t size = strlen(text) + 1;

	return memcpy(xarena_alloc(&fleet->arena, size), text, size);
}

static void rename_machine(struct names *names, struct fleet *fleet, const char **label)
{
	struct name key = {.label = (char *)*label};
	struct name *found = bsearch(&key, names->items, names->count, sizeof(key), compare_names);

	if (found == NULL)
		return;
	*label = keep_text(fleet, found->name);
	found->is_used = true;
}

static void rename_machines(struct names *names, struct fleet *fleet)
{
	for (size_t i = 0; i < fleet->count && names->count > 0; i++)
		rename_machine(names, fleet, &fleet->machines[i].label);
	for (size_t i = 0; i < fleet->uncounted_count && names->count > 0; i++)
		rename_machine(names, fleet, &fleet->uncounted[i]);
}

static void list_absent(const struct names *names, struct fleet *fleet)
{
	fleet->absent = xarena_alloc(&fleet->arena, (names->count + 1) * sizeof(*fleet->absent));
	for (size_t i = 0; i < names->count; i++) {
		if (!names->items[i].is_used)
			fleet->absent[fleet->absent_count++] = keep_text(fleet,
									 names->items[i].name);
	}
}

bool names_apply(const char *path, struct fleet *fleet)
{
	struct names names = {0};
	size_t size;
	char *text = file_load(path, FILE_BYTES_MAX, "file of names", &size);
	bool good = text != NULL && names_parse(&names, path, text) && names_sort(&names, path);

	if (good) {
		rename_machines(&names, fleet);
		list_absent(&names, fleet);
	}
	for (size_t i = 0; i < names.count; i++)
		free(names.items[i].label);
	free(names.items);
	free(text);
	return good;
}

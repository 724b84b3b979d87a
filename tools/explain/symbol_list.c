/* SPDX-License-Identifier: MIT */
#include "tools/explain/symbol_list.h"

#include <ctype.h>
#include <err.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/file.h"
#include "tools/base/line.h"
#include "tools/base/utf8.h"

#define FILE_BYTES_MAX (32u << 20)
#define SYMBOL_LINE_MAX 4096
#define LIST_CAPACITY_MIN 1024
#define TEXT_LETTERS "tTwW"
/* Start of the kernel's own addresses in x86-64 Linux. Smaller values are not addresses of
 * functions. */
#define KERNEL_BASE 0xffff800000000000u

void symbol_list_add(struct symbol_list *list, const struct symbol *symbol)
{
	struct symbol *added;

	if (list->count == list->capacity) {
		list->capacity = 2 * list->capacity + LIST_CAPACITY_MIN;
		list->items = xreallocarray(list->items, list->capacity, sizeof(*list->items));
	}
	added = &list->items[list->count++];
	*added = *symbol;
	added->name = xstrdup(symbol->name);
	utf8_make_printable(added->name);
}

/* Orders symbols by address. If an address has several names, the preferred one is first: global
 * names, then fewer leading underscores, then alphabetical order. */
static int symbol_compare(const void *first, const void *second)
{
	const struct symbol *a = first, *b = second;
	size_t a_lines = strspn(a->name, "_"), b_lines = strspn(b->name, "_");

	if (a->address != b->address)
		return a->address < b->address ? -1 : 1;
	if (a->is_local != b->is_local)
		return a->is_local ? 1 : -1;
	if (a_lines != b_lines)
		return a_lines < b_lines ? -1 : 1;
	return strcmp(a->name, b->name);
}

void symbol_list_sort(struct symbol_list *list)
{
	size_t kept = 0;

	if (list->count > 0)
		qsort(list->items, list->count, sizeof(*list->items), symbol_compare);
	for (size_t i = 0; i < list->count; i++) {
		if (kept > 0 && list->items[kept - 1].address == list->items[i].address)
			free(list->items[i].name);
		else
			list->items[kept++] = list->items[i];
	}
	list->count = kept;
}

void symbol_list_free(struct symbol_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		free(list->items[i].name);
	free(list->items);
	*list = (struct symbol_list){0};
}

const struct symbol *symbol_list_find(const struct symbol_list *list, uint64_t address)
{
	const struct symbol *found;
	size_t low = 0, high = list->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (list->items[middle].address <= address)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == 0)
		return NULL;
	found = &list->items[low - 1];
	return found->size == 0 || address - found->address < found->size ? found : NULL;
}

/* Format: "ffffffffc0201000 t name\t[module]". */
static bool read_symbol(struct symbol_list *list, char *line)
{
	char *rest, *name, *module, *full;
	uint64_t address = strtoull(line, &rest, 16);

	line[strcspn(line, "\r\n")] = '\0';
	if (rest == line || rest[0] != ' ' || !isalpha((unsigned char)rest[1]) || rest[2] != ' ')
		return false;
	if (strchr(TEXT_LETTERS, rest[1]) == NULL || address < KERNEL_BASE)
		return true;
	name = rest + 3;
	module = strchr(name, '\t');
	if (module != NULL)
		*module++ = '\0';
	full = module != NULL ? xasprintf("%s %s", name, module) : xstrdup(name);
	symbol_list_add(list, &(struct symbol){
		.address = address, .name = full, .is_local = islower((unsigned char)rest[1]),
	});
	free(full);
	return true;
}

bool symbol_list_read_kernel(struct symbol_list *list, const char *path)
{
	FILE *file = file_open(path, FILE_BYTES_MAX, "list of symbols");
	size_t capacity = 0;
	uint64_t number = 0;
	char *line = NULL;
	bool good = file != NULL;

	*list = (struct symbol_list){0};
	while (good && line_read(&line, &capacity, file, SYMBOL_LINE_MAX) > 0) {
		number++;
		good = line[0] == '#' || read_symbol(list, line);
		if (!good)
			warnx("%s:%" PRIu64 ": not a line of /proc/kallsyms", path, number);
	}
	if (good && list->count == 0) {
		warnx("%s: contains no function addresses; only root can read them from "
		      "/proc/kallsyms", path);
		good = false;
	}
	free(line);
	if (file != NULL)
		fclose(file);
	symbol_list_sort(list);
	if (!good)
		symbol_list_free(list);
	return good;
}

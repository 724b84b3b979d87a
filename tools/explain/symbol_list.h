/* SPDX-License-Identifier: MIT */
/* Names of functions by address: of a program's file, or of a running kernel (/proc/kallsyms). */
#ifndef TOOLS_EXPLAIN_SYMBOL_LIST_H
#define TOOLS_EXPLAIN_SYMBOL_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct symbol {
	uint64_t address;
	uint64_t size;                  /* 0: it reaches to the next one */
	char *name;
	bool is_local;
};

struct symbol_list {
	struct symbol *items;           /* sorted: by address, of one address one name */
	size_t count, capacity;
};

/* Add a copy of a symbol, its name made printable; behind the last one the list is to be sorted. */
void symbol_list_add(struct symbol_list *list, const struct symbol *symbol);
void symbol_list_sort(struct symbol_list *list);
void symbol_list_free(struct symbol_list *list);

/* The function that an address lies in; NULL if it lies in none. */
const struct symbol *symbol_list_find(const struct symbol_list *list, uint64_t address);

/* Read what /proc/kallsyms said: lines of an address, a letter, a name and perhaps a module. On
 * failure says why and returns false. */
bool symbol_list_read_kernel(struct symbol_list *list, const char *path);

#endif

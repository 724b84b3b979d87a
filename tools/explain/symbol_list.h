/* SPDX-License-Identifier: MIT */
/* Names of functions by address: of an ELF file, or of a running kernel (/proc/kallsyms). */
#ifndef TOOLS_EXPLAIN_SYMBOL_LIST_H
#define TOOLS_EXPLAIN_SYMBOL_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct symbol {
	uint64_t address;
	uint64_t size;                  /* 0: up to the next symbol */
	char *name;
	bool is_local;
};

struct symbol_list {
	struct symbol *items;           /* sorted by address; one name per address */
	size_t count, capacity;
};

/* Append a copy of a symbol, and replace unprintable characters of its name. After the last
 * symbol, the caller sorts the list. */
void symbol_list_add(struct symbol_list *list, const struct symbol *symbol);
void symbol_list_sort(struct symbol_list *list);
void symbol_list_free(struct symbol_list *list);

/* The function that contains an address; NULL if there is none. */
const struct symbol *symbol_list_find(const struct symbol_list *list, uint64_t address);

/* Read a copy of /proc/kallsyms: lines of an address, a letter, a name and optionally a module. On
 * failure, prints the cause and returns false. */
bool symbol_list_read_kernel(struct symbol_list *list, const char *path);

#endif

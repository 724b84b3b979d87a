/* SPDX-License-Identifier: MIT */
/* The static tool reads no debugging information: Debian 13's static libdw is not complete. */
#include "tools/explain/inline_names.h"

struct inline_names *inline_names_read(char *file, size_t size)
{
	(void)file;
	(void)size;
	return NULL;
}

void inline_names_free(struct inline_names *names)
{
	(void)names;
}

struct inline_chain inline_names_find(struct inline_names *names, uint64_t address)
{
	(void)names;
	(void)address;
	return (struct inline_chain){0};
}

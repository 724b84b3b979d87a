/* SPDX-License-Identifier: MIT */
/* Made-up plugin output as text, and symbols. */
#ifndef TESTS_UNIT_TOOLS_EXPLAIN_TRACE_H
#define TESTS_UNIT_TOOLS_EXPLAIN_TRACE_H

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/explain/instruction_profile.h"
#include "tools/explain/symbol_list.h"

#define HIGH "ffffffff8000"

static inline bool read_text(struct instruction_profile *profile, const char *text)
{
	char path[] = "/tmp/bareline-unit-XXXXXX";
	int file = mkstemp(path);
	bool good;

	assert_true(file >= 0);
	assert_int_equal(write(file, text, strlen(text)), strlen(text));
	close(file);
	good = instruction_profile_read(profile, path);
	unlink(path);
	return good;
}

static inline void add_symbol(struct symbol_list *list, uint64_t address, const char *name,
			      bool is_local)
{
	symbol_list_add(list, &(struct symbol){
		.address = address, .name = (char *)name, .is_local = is_local,
	});
}

#endif

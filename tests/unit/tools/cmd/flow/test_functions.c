/* SPDX-License-Identifier: MIT */
/* Functions of this program, as `bareline flow record` finds them in its file. */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <string.h>

#include "tools/cmd/flow/functions.h"

#define CODE_BYTES 16
#define SELF "/proc/self/exe"

/* Whether a function's place in its file has the code that this process executes. */
static bool is_at(const struct tracer_function *function, void (*code)(void))
{
	uint8_t bytes[CODE_BYTES];
	FILE *file = fopen(function->path, "rb");
	bool is_same;

	assert_non_null(file);
	is_same = fseek(file, (long)function->offset, SEEK_SET) == 0 &&
		  fread(bytes, 1, sizeof(bytes), file) == sizeof(bytes) &&
		  memcmp(bytes, (const void *)(uintptr_t)code, sizeof(bytes)) == 0;
	fclose(file);
	return is_same;
}

static struct patterns one(const char *text)
{
	return (struct patterns){.items = {text}, .count = 1};
}

TEST(procedures_are_found_by_a_pattern_at_their_place_in_the_file)
{
	const struct function_names names = {.procedures = one("functions_f*")};
	struct functions functions = {0};

	assert_true(functions_find(&functions, &names, SELF));
	assert_int_equal(functions.count, 2);
	for (size_t i = 0; i < functions.count; i++) {
		bool is_find = strcmp(functions.items[i].name, "functions_find") == 0;

		assert_true(is_at(&functions.items[i], is_find ? (void (*)(void))functions_find
							       : (void (*)(void))functions_free));
		assert_int_equal(functions.items[i].kind, TRACER_PROCEDURE);
		assert_int_equal(functions.items[i].number, i + 1);
	}
	functions_free(&functions);
}

TEST(memory_has_a_writer_and_a_reader)
{
	const struct function_names names = {
		.shared = one(SELF ":functions_find,functions_free"),
		.queues = one("functions_free,functions_find"),
	};
	struct functions functions = {0};

	assert_true(functions_find(&functions, &names, SELF));
	assert_int_equal(functions.count, 4);
	assert_string_equal(functions.items[0].name, "functions_find,functions_free");
	assert_true(functions.items[0].kind == TRACER_WRITE && !functions.items[0].is_queue);
	assert_true(functions.items[1].kind == TRACER_READ && functions.items[1].number == 1);
	assert_true(functions.items[2].kind == TRACER_WRITE && functions.items[2].is_queue);
	assert_true(is_at(&functions.items[2], (void (*)(void))functions_free));
	assert_true(functions.items[3].kind == TRACER_READ && functions.items[3].number == 2);
	functions_free(&functions);
}

static void refuse(const struct function_names *names)
{
	struct functions functions = {0};

	assert_false(functions_find(&functions, names, SELF));
	functions_free(&functions);
}

TEST(names_that_no_function_has_are_refused)
{
	refuse(&(struct function_names){.procedures = one("nosuch*")});
	refuse(&(struct function_names){.procedures = one("/nonexistent:main")});
	refuse(&(struct function_names){.procedures = one("/etc/passwd:main")});
	refuse(&(struct function_names){.shared = one("functions_find")});
	refuse(&(struct function_names){.shared = one("functions_find,nosuch")});
	refuse(&(struct function_names){.queues = one("functions_fin,functions_free")});
	/* More than can be recorded. */
	refuse(&(struct function_names){.procedures = {.items = {"*", "*", "*"}, .count = 3}});
}

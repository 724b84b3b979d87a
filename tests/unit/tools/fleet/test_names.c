/* SPDX-License-Identifier: MIT */
/* Names that a user gives to machines in a file. */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <unistd.h>

#include "tests/unit/tools/messages.h"
#include "tools/base/alloc.h"
#include "tools/fleet/names.h"

#define MACHINES 40     /* more than the first room of the list */

static char path[] = "/tmp/bareline-names-XXXXXX";

static int remove_file(void **state)
{
	(void)state;
	return unlink(path);
}

static bool apply(const char *text, struct fleet *fleet)
{
	FILE *file;

	strcpy(path + sizeof(path) - 7, "XXXXXX");
	file = fdopen(mkstemp(path), "w");
	fputs(text, file);
	fclose(file);
	return names_apply(path, fleet);
}

/* A fleet with these labels, up to NULL. */
static struct fleet *make(const char *const *labels)
{
	struct fleet *fleet = xcalloc(1, sizeof(*fleet));

	arena_init(&fleet->arena, 1 << 20);
	while (labels[fleet->count] != NULL)
		fleet->count++;
	fleet->machines = xcalloc(fleet->count, sizeof(*fleet->machines));
	for (size_t i = 0; i < fleet->count; i++)
		fleet->machines[i].label = labels[i];
	return fleet;
}

static const char *const labels[] = {"node-1", "525400ab0356", "525400ab0357", "node-2", NULL};

TEST_WITH(machine_is_named_by_label_or_address, NULL, remove_file)
{
	struct fleet *fleet = make(labels);

	assert_true(apply("# a room\n\n \t\r\nnode-2\tdoor # the name\nnode-1  left\r\n"
			  "52:54:0:AB:3:56 PC-2\n52:54:00:ab:03:57:1 other\nnode-9 cellar\n"
			  "node b\x1b", fleet));
	assert_string_equal(fleet->machines[0].label, "left");
	assert_string_equal(fleet->machines[1].label, "PC-2");
	assert_string_equal(fleet->machines[2].label, "525400ab0357");
	assert_string_equal(fleet->machines[3].label, "door");
	assert_int_equal(fleet->absent_count, 3);
	assert_string_equal(fleet->absent[0], "other");
	assert_string_equal(fleet->absent[1], "b?");
	assert_string_equal(fleet->absent[2], "cellar");
	fleet_free(fleet);
}

TEST_WITH(file_without_names_changes_nothing, NULL, remove_file)
{
	struct fleet *fleet = make(labels);

	assert_true(apply("# nothing\n", fleet));
	assert_string_equal(fleet->machines[0].label, "node-1");
	assert_int_equal(fleet->absent_count, 0);
	fleet_free(fleet);
}

TEST_WITH(line_without_a_name_is_refused_by_its_number, NULL, remove_file)
{
	struct fleet *fleet = make(labels);

	messages_begin();
	assert_false(apply("node-1 a\n\nnode-2 # b\nnode-3 c", fleet));
	assert_non_null(strstr(messages_end(), ":3: no name;"));
	assert_string_equal(fleet->machines[0].label, "node-1");
	fleet_free(fleet);
}

TEST_WITH(second_name_of_a_machine_is_refused, NULL, remove_file)
{
	struct fleet *fleet = make(labels);

	messages_begin();
	assert_false(apply("52:54:00:ab:03:56 a\nnode-1 b\n525400ab0356 c\n", fleet));
	assert_non_null(strstr(messages_end(), "machine 525400ab0356 has two names"));
	assert_string_equal(fleet->machines[0].label, "node-1");
	fleet_free(fleet);
}

TEST_WITH(any_number_of_machines_is_named, NULL, remove_file)
{
	char text[MACHINES * 32], kept[MACHINES][16], expected[16];
	const char *many[MACHINES + 1] = {NULL};
	struct fleet *fleet;
	size_t length = 0;

	for (size_t i = 0; i < MACHINES; i++) {
		snprintf(kept[i], sizeof(kept[i]), "node-%zu", i);
		many[i] = kept[i];
		length += (size_t)snprintf(text + length, sizeof(text) - length, "node-%zu n-%zu\n",
					   MACHINES - 1 - i, MACHINES - 1 - i);
	}
	fleet = make(many);
	assert_true(apply(text, fleet));
	for (size_t i = 0; i < MACHINES; i++) {
		snprintf(expected, sizeof(expected), "n-%zu", i);
		assert_string_equal(fleet->machines[i].label, expected);
	}
	assert_int_equal(fleet->absent_count, 0);
	fleet_free(fleet);
}

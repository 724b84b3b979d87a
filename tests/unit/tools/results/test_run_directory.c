/* SPDX-License-Identifier: MIT */
/* Directories of runs: default names, locks, and clearing after a run that did not start. */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/unit/tools/messages.h"
#include "tools/results/load.h"
#include "tools/results/run_directory.h"

static char place[] = "/tmp/bareline-directory-XXXXXX";

static int enter(void **state)
{
	(void)state;
	strcpy(place + sizeof(place) - 7, "XXXXXX");
	return mkdtemp(place) != NULL && chdir(place) == 0 ? 0 : -1;
}

/* Fails if a test leaves a file. */
static int leave(void **state)
{
	(void)state;
	return chdir("/") == 0 && rmdir(place) == 0 ? 0 : -1;
}

#define DIRECTORY_TEST(name) TEST_WITH(name, enter, leave)

static bool exists(const char *path)
{
	return access(path, F_OK) == 0;
}

static void put(const char *path)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	fclose(file);
}

/* "results/2026-11-01T10-00-00Z"; a number follows if there is one of this second. */
DIRECTORY_TEST(default_directories_are_named_after_the_time)
{
	struct run_directory directories[3];

	for (size_t i = 0; i < 3; i++) {
		const char *name;

		assert_true(run_directory_make(&directories[i], NULL));
		assert_true(directories[i].lock >= 0);
		assert_true(exists(directories[i].path));
		name = directories[i].path;
		assert_int_equal(strncmp(name, "results/20", 10), 0);
		assert_true(name[12] == '-' && name[18] == 'T' && name[27] == 'Z');
		for (size_t j = 0; j < i; j++)
			assert_string_not_equal(name, directories[j].path);
	}
	for (size_t i = 3; i-- > 0;) {
		assert_true(exists("results"));
		run_directory_clear(&directories[i]);
		run_directory_release(&directories[i]);
		assert_true(directories[i].path == NULL && directories[i].lock == -1);
	}
	assert_false(exists("results"));        /* empty directories are removed */
}

DIRECTORY_TEST(files_of_a_run_that_did_not_start_are_removed)
{
	struct run_directory directory;

	assert_true(run_directory_make(&directory, "run"));
	put("run/" RUN_LOG);
	put("run/" RUN_MANIFEST);
	put("run/" RUN_RESULTS);
	run_directory_clear(&directory);
	assert_false(exists("run/" RUN_LOG) || exists("run/" RUN_MANIFEST) ||
		     exists("run/" RUN_RESULTS));
	run_directory_release(&directory);
	assert_false(exists("run"));
}

DIRECTORY_TEST(existing_directory_is_kept)
{
	struct run_directory directory;

	assert_int_equal(mkdir("run", 0777), 0);
	assert_true(run_directory_make(&directory, "run"));
	assert_int_equal(directory.existing, strlen(directory.path));
	run_directory_clear(&directory);
	run_directory_release(&directory);
	assert_true(exists("run"));
	assert_true(run_directory_make(&directory, "run"));
	put("run/" RUN_LOG);
	run_directory_release(&directory);
	assert_true(exists("run/" RUN_LOG));
	/* A new run replaces the files of the last one, but no others. */
	assert_true(run_directory_make(&directory, "run"));
	assert_false(exists("run/" RUN_LOG));
	run_directory_release(&directory);
	put("run/notes");
	assert_false(run_directory_make(&directory, "run"));
	assert_true(directory.path == NULL && directory.lock == -1);
	unlink("run/notes");
	unlink("run/" RUN_MANIFEST);
	rmdir("run");
}

DIRECTORY_TEST(parent_of_several_runs_keeps_its_contents)
{
	struct run_directory parent;

	assert_true(run_directory_make_parent(&parent, "runs"));
	assert_int_equal(parent.existing, 0);
	put("runs/notes");
	run_directory_release(&parent);
	assert_true(run_directory_make_parent(&parent, "runs"));
	assert_int_equal(parent.existing, strlen("runs"));
	assert_true(exists("runs/notes"));
	run_directory_release(&parent);
	assert_false(run_directory_make_parent(&parent, "runs/notes/parent"));
	unlink("runs/notes");
	rmdir("runs");
	assert_true(run_directory_make_parent(&parent, NULL));
	assert_int_equal(strncmp(parent.path, "results/", 8), 0);
	run_directory_release(&parent);
}

DIRECTORY_TEST(manifest_begins_with_schema_and_host)
{
	json_t *manifest = run_manifest_begin();
	static const char *const keys[] = {"schema", "tool_build", "started", "host_name",
					   "host_kernel"};

	assert_int_equal(json_object_size(manifest), COUNT(keys));
	for (size_t i = 0; i < COUNT(keys); i++)
		assert_non_null(json_string_value(json_object_get(manifest, keys[i])));
	assert_string_equal(json_string_value(json_object_get(manifest, "schema")),
			    "bareline-run-1");
	json_decref(manifest);
}

DIRECTORY_TEST(collected_run_began_when_its_log_was_collected)
{
	json_t *manifest = run_manifest_begin();

	run_manifest_collect(manifest);
	assert_string_equal(json_string_value(json_object_get(manifest, "collected")),
			    json_string_value(json_object_get(manifest, "started")));
	json_decref(manifest);
}

/* Nothing but a directory can be the parent of the default ones. */
DIRECTORY_TEST(file_in_place_of_the_default_parent_is_named)
{
	struct run_directory directory;
	const char *text;

	put("results");
	messages_begin();
	assert_false(run_directory_make(&directory, NULL));
	text = messages_end();
	assert_non_null(strstr(text, "results/20"));
	assert_non_null(strstr(text, ": Not a directory\n"));
	assert_true(directory.path == NULL && directory.lock == -1);
	unlink("results");
}

DIRECTORY_TEST(file_without_records_is_no_run)
{
	const char *text;

	put("empty");
	messages_begin();
	assert_null(load_run("empty"));
	text = messages_end();
	assert_non_null(strstr(text, ": empty: no run found: the file has no records\n"));
	unlink("empty");
}

DIRECTORY_TEST(log_of_a_directory_is_opened)
{
	FILE *file;

	assert_int_equal(mkdir("run", 0777), 0);
	put("run/" RUN_LOG);
	file = load_open("run");
	assert_non_null(file);
	fclose(file);
	file = load_open("run/" RUN_LOG);
	assert_non_null(file);
	fclose(file);
	assert_ptr_equal(load_open("-"), stdin);
	unlink("run/" RUN_LOG);
	rmdir("run");
}

/* With and without a byte order mark, and shorter than one. */
DIRECTORY_TEST(manifest_may_begin_with_a_byte_order_mark)
{
	static const struct {
		const char *text;
		bool is_json;
	} texts[] = {{"\xef\xbb\xbf{\"a\": 1}", true}, {"{\"a\": 1}", true}, {"{", false},
		     {"", false}, {"{}", true}};

	assert_int_equal(mkdir("run", 0777), 0);
	for (size_t i = 0; i < COUNT(texts); i++) {
		FILE *file = fopen("run/" RUN_MANIFEST, "w");
		json_t *manifest;

		fputs(texts[i].text, file);
		fclose(file);
		manifest = run_manifest_read("run");
		assert_int_equal(manifest != NULL, texts[i].is_json);
		json_decref(manifest);
	}
	unlink("run/" RUN_MANIFEST);
	assert_null(run_manifest_read("run"));
	rmdir("run");
}

/* No process can read its address 0. */
TEST(file_that_cannot_be_read_is_no_run)
{
	assert_null(load_path("/proc/self/mem"));
}

/* SPDX-License-Identifier: MIT */
/* Files are written whole or not at all, and read whole or not at all. */
#include "tests/unit/unit.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/base/file.h"

/* Larger than the first buffer. */
#define LARGE_BYTES 300000

TEST(hyphen_or_missing_name_means_standard_output)
{
	assert_ptr_equal(file_create("-"), stdout);
	assert_ptr_equal(file_create(NULL), stdout);
	assert_false(file_is_standard(NULL));
	assert_false(file_is_standard("-x"));
	assert_true(file_finish(stdout, "-"));
	assert_true(ftell(stdout) >= -1);       /* still open */
}

TEST(write_error_is_reported_when_the_file_is_closed)
{
	FILE *full = file_create("/dev/full");

	assert_non_null(full);
	fputs("a line\n", full);
	assert_false(file_finish(full, "/dev/full"));
	assert_null(file_create("/nowhere/at/all"));
	assert_false(file_finish(NULL, "/nowhere/at/all"));
}

/* A file's contents, or NULL if there is no file. The caller frees the text. */
static char *text_of(const char *path)
{
	size_t size;

	return access(path, F_OK) == 0 ? file_load(path, LARGE_BYTES, "test", &size) : NULL;
}

static void assert_text(const char *path, const char *expected)
{
	char *text = text_of(path);

	assert_non_null(text);
	assert_string_equal(text, expected);
	free(text);
}

static size_t files_in(const char *path)
{
	DIR *directory = opendir(path);
	size_t count = 0;

	assert_non_null(directory);
	for (struct dirent *entry; (entry = readdir(directory)) != NULL;)
		count += entry->d_name[0] != '.';
	closedir(directory);
	return count;
}

struct scratch {
	char directory[32], path[48], other[48];
};

static void scratch_make(struct scratch *scratch)
{
	strcpy(scratch->directory, "/tmp/bareline-file-XXXXXX");
	assert_non_null(mkdtemp(scratch->directory));
	sprintf(scratch->path, "%s/file", scratch->directory);
	sprintf(scratch->other, "%s/other", scratch->directory);
}

static void scratch_remove(const struct scratch *scratch)
{
	unlink(scratch->path);
	unlink(scratch->other);
	assert_int_equal(rmdir(scratch->directory), 0);
}

static void write_file(const char *path, const char *text)
{
	FILE *file = file_create(path);

	assert_non_null(file);
	fputs(text, file);
	assert_true(file_finish(file, path));
}

TEST(new_contents_replace_a_file_only_when_complete)
{
	struct scratch scratch;
	FILE *file;

	scratch_make(&scratch);
	file = file_create(scratch.path);
	fputs("first", file);
	fflush(file);
	assert_null(text_of(scratch.path));
	assert_true(file_finish(file, scratch.path));
	assert_text(scratch.path, "first");
	file = file_create(scratch.path);
	fputs("second", file);
	fflush(file);
	assert_text(scratch.path, "first");
	file_abandon(file);
	assert_text(scratch.path, "first");
	assert_int_equal(files_in(scratch.directory), 1);
	write_file(scratch.path, "third");
	assert_text(scratch.path, "third");
	assert_int_equal(files_in(scratch.directory), 1);
	scratch_remove(&scratch);
}

TEST(rewriting_keeps_a_files_links_and_permissions)
{
	struct scratch scratch;
	struct stat status;

	scratch_make(&scratch);
	write_file(scratch.path, "first");
	assert_int_equal(chmod(scratch.path, 0640), 0);
	assert_int_equal(symlink("file", scratch.other), 0);
	write_file(scratch.other, "second");
	assert_text(scratch.path, "second");
	assert_int_equal(lstat(scratch.other, &status), 0);
	assert_true(S_ISLNK(status.st_mode));
	assert_int_equal(stat(scratch.path, &status), 0);
	assert_int_equal(status.st_mode & 0777, 0640);
	scratch_remove(&scratch);
}

/* Writes a file as another program does. */
static void write_foreign(const char *path, const char *text)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	fputs(text, file);
	assert_int_equal(fclose(file), 0);
}

static bool is_replaced(const char *path, const char *text)
{
	FILE *file = file_create(path);

	if (file != NULL)
		fputs(text, file);
	return file_finish(file, path);
}

TEST(file_of_another_program_is_kept_unless_its_head_is_that_of_the_new_one)
{
	struct scratch scratch;

	scratch_make(&scratch);
	write_foreign(scratch.path, "");
	assert_true(is_replaced(scratch.path, "a,b\n1,2\n"));
	unlink(scratch.path);
	write_foreign(scratch.path, "a,b\n3,4\n");
	assert_true(is_replaced(scratch.path, "a,b\n1,2\n"));
	unlink(scratch.path);
	write_foreign(scratch.path, "{\n \"schema\": \"bareline-tables-1\"");
	assert_true(is_replaced(scratch.path, "text\n"));
	unlink(scratch.path);
	for (size_t i = 0; i < 3; i++) {
		static const char *const foreign[] = {"a,b,c\n", "/* CTF 1.8 */\n\n", "text"};

		write_foreign(scratch.path, foreign[i]);
		assert_false(is_replaced(scratch.path, "/* CTF 1.8 */\ntypealias\n"));
		assert_text(scratch.path, foreign[i]);
		assert_int_equal(files_in(scratch.directory), 1);
	}
	scratch_remove(&scratch);
}

TEST(input_and_device_are_never_replaced)
{
	struct scratch scratch;
	char *text;
	size_t size;

	scratch_make(&scratch);
	write_foreign(scratch.path, "a,b\n1,2\n");
	text = file_load(scratch.path, LARGE_BYTES, "test", &size);
	assert_int_equal(link(scratch.path, scratch.other), 0);
	assert_false(is_replaced(scratch.path, "a,b\n"));
	assert_false(is_replaced(scratch.other, "a,b\n"));
	assert_text(scratch.path, text);
	free(text);
	assert_null(file_create("/dev/zero"));
	assert_true(is_replaced("/dev/null", "text"));
	scratch_remove(&scratch);
}

TEST(path_of_an_open_descriptor_is_written_in_place)
{
	struct scratch scratch;
	char path[32];
	int number;

	scratch_make(&scratch);
	number = open(scratch.path, O_RDWR | O_CREAT, 0600);
	assert_true(number >= 0);
	sprintf(path, "/dev/fd/%d", number);
	write_file(path, "text");
	assert_int_equal(lseek(number, 0, SEEK_END), strlen("text"));
	close(number);
	scratch_remove(&scratch);
}

TEST(temporary_file_names_are_recognised)
{
	assert_true(file_is_part("results.json.1234.part"));
	assert_false(file_is_part("results.json.part"));
	assert_false(file_is_part("1234.part"));
	assert_false(file_is_part(".12.part"));
	assert_false(file_is_part(".part"));
	assert_false(file_is_part("results.json"));
}

TEST(file_is_read_whole_and_one_over_the_limit_is_rejected)
{
	char path[] = "/tmp/bareline-file-XXXXXX", *text;
	int made = mkstemp(path);
	FILE *file = file_create(path);
	size_t size;

	assert_true(made >= 0);
	for (int i = 0; i < LARGE_BYTES; i++)
		putc('a' + i % 26, file);
	assert_true(file_finish(file, path));
	text = file_load(path, LARGE_BYTES, "test", &size);
	assert_non_null(text);
	assert_int_equal(size, LARGE_BYTES);
	assert_int_equal(strlen(text), LARGE_BYTES);
	assert_int_equal(text[LARGE_BYTES - 1], 'a' + (LARGE_BYTES - 1) % 26);
	assert_null(file_load(path, LARGE_BYTES - 1, "test", &size));
	assert_null(file_load("/nowhere/at/all", LARGE_BYTES, "test", &size));
	free(text);
	close(made);
	unlink(path);
}

/* SPDX-License-Identifier: MIT */
/* Which logs of a directory are read, known, refused or forgotten, and how machines are called. */
#include "tests/unit/unit.h"

#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/unit/tools/sample_log.h"
#include "tools/base/alloc.h"
#include "tools/fleet/update.h"

static char place[] = "/tmp/bareline-update-XXXXXX";
static struct database *database;

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *walk)
{
	(void)status;
	(void)type;
	(void)walk;
	return remove(path);
}

static int enter(void **state)
{
	(void)state;
	strcpy(place + sizeof(place) - 7, "XXXXXX");
	database = database_open(NULL);
	return mkdtemp(place) != NULL && chdir(place) == 0 ? 0 : -1;
}

static int leave(void **state)
{
	(void)state;
	database_close(database);
	return chdir("/") == 0 && nftw(place, remove_one, 16, FTW_DEPTH | FTW_PHYS) == 0 ? 0 : -1;
}

/* A build without libsqlite3 has no databases. */
#define UPDATE_TEST(name) \
	static void name##_with_database(void); \
	TEST_WITH(name, enter, leave) \
	{ \
		if (database == NULL) \
			skip(); \
		name##_with_database(); \
	} \
	static void name##_with_database(void)

static void make_directories(const char *path)
{
	char *copy = xstrdup(path);

	for (char *at = strchr(copy, '/'); at != NULL; at = strchr(at + 1, '/')) {
		*at = '\0';
		mkdir(copy, 0700);
		*at = '/';
	}
	free(copy);
}

static void put(const char *path, const char *text, size_t length)
{
	FILE *file;

	make_directories(path);
	file = fopen(path, "w");
	assert_non_null(file);
	assert_int_equal(fwrite(text, 1, length, file), length);
	fclose(file);
}

static void put_log(const char *path)
{
	struct sample_log log = sample_log_make(&(struct sample_log_options){.short_curve = true});

	put(path, log.text, log.length);
	free(log.text);
}

static void assert_counts(size_t read, size_t known, size_t refused, size_t removed)
{
	struct update_counts counts;

	assert_true(update_directory(database, place, &counts));
	assert_int_equal(counts.read, read);
	assert_int_equal(counts.known, known);
	assert_int_equal(counts.refused, refused);
	assert_int_equal(counts.removed, removed);
}

static void set_time(const char *path, time_t seconds)
{
	const struct timespec times[2] = {{.tv_sec = seconds}, {.tv_sec = seconds}};

	assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

UPDATE_TEST(log_is_read_once_until_its_time_or_size_changes)
{
	put_log("a.log");
	set_time("a.log", 1000000);
	assert_counts(1, 0, 0, 0);
	assert_counts(0, 1, 0, 0);
	set_time("a.log", 1000001);
	assert_counts(1, 0, 0, 0);
	put("a.log", "", 0);
	set_time("a.log", 1000001);
	assert_counts(1, 0, 1, 0);
}

UPDATE_TEST(unusable_log_is_refused_and_not_read_again)
{
	put("bad.log", "text\n", 5);
	put_log("good.log");
	assert_counts(2, 0, 1, 0);
	assert_counts(0, 2, 0, 0);
	put_log("bad.log");
	assert_counts(1, 1, 0, 0);
}

UPDATE_TEST(run_whose_log_is_gone_is_forgotten)
{
	put_log("a.log");
	put_log("b/run-1/serial.log");
	assert_counts(2, 0, 0, 0);
	unlink("b/run-1/serial.log");
	assert_counts(0, 1, 0, 1);
	assert_counts(0, 1, 0, 0);
}

UPDATE_TEST(only_logs_and_run_directories_are_read)
{
	put_log("a.log");
	put_log("a.txt");
	put_log(".hidden.log");
	put_log(".log");
	put_log("run/serial.log");
	put_log("node/run/serial.log");
	put_log("node/x.log");
	put_log("too/deep/a/serial.log");
	assert_counts(4, 0, 0, 0);
}

static char labels[1024];

static void add_label(void *context, const char *const *cells)
{
	(void)context;
	strcat(labels, cells[3]);
	strcat(labels, "\n");
}

static void assert_label(const char *path, const char *expected)
{
	struct engine *engine;

	put_log(path);
	assert_counts(1, 0, 0, 0);
	engine = database_engine(database);
	labels[0] = '\0';
	assert_true(engine_run(engine, "machines", NULL, 4, add_label, NULL));
	assert_string_equal(labels, expected);
	engine_close(engine);
	database = NULL;
}

UPDATE_TEST(machine_is_called_by_the_first_part_of_the_path)
{
	assert_label("node-23/night-1/serial.log", "node-23\n");
}

UPDATE_TEST(machine_of_a_log_is_called_by_its_name)
{
	assert_label("node-24.log", "node-24\n");
}

#define SENT "525400770003-00000003-1111-4222-8333-525400770003-20261127-033048-maker-product.log"

UPDATE_TEST(machine_that_sent_a_log_is_called_by_its_address)
{
	assert_label(SENT, "525400770003\n");
}

UPDATE_TEST(directory_of_the_server_names_no_machine)
{
	assert_label("results/" SENT, "525400770003\n");
}

UPDATE_TEST(directory_that_is_a_run_is_read)
{
	struct update_counts counts;

	put_log("run/serial.log");
	assert_int_equal(chdir("run"), 0);
	assert_true(update_directory(database, ".", &counts));
	assert_int_equal(counts.read, 1);
}

UPDATE_TEST(directory_that_cannot_be_read_changes_nothing)
{
	struct update_counts counts;

	put_log("a.log");
	assert_counts(1, 0, 0, 0);
	assert_false(update_directory(database, "/nonexistent/bareline", &counts));
	assert_counts(0, 1, 0, 0);
}

static void count_row(void *context, const char *const *cells)
{
	(void)cells;
	(*(size_t *)context)++;
}

/* Runs of all rooms are in one database, and a room that is missing fails the whole. */
UPDATE_TEST(several_directories_are_one_database)
{
	char *rooms[] = {"a", "b", "missing"};
	struct engine *engine;
	size_t runs = 0;

	put_log("a/first.log");
	put_log("b/second.log");
	put_log("b/third.log");
	engine = update_open_all(rooms, 2);
	assert_non_null(engine);
	assert_true(engine->query(engine, "SELECT run FROM run", 1, count_row, &runs));
	assert_int_equal(runs, 3);
	engine_close(engine);
	assert_null(update_open_all(rooms, 3));
}

/* SPDX-License-Identifier: MIT */
/* What fleet.db keeps, and what a foreign one cannot do. Without libsqlite3 there is none. */
#include "tests/unit/unit.h"

#ifdef HAVE_SQLITE3

#include <errno.h>
#include <sqlite3.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/fleet/database.h"

#define FEW 8   /* values of a group that need no memory */

static char place[] = "/tmp/bareline-database-XXXXXX";
static char answers[4096];

static int enter(void **state)
{
	(void)state;
	strcpy(place + sizeof(place) - 7, "XXXXXX");
	return mkdtemp(place) != NULL && chdir(place) == 0 ? 0 : -1;
}

static int leave(void **state)
{
	static const char *const made[] = {"a.db", "a.db-journal", "link.db", "link/a.db"};

	(void)state;
	for (size_t i = 0; i < sizeof(made) / sizeof(made[0]); i++)
		remove(made[i]);
	remove("link");
	return chdir("/") == 0 && rmdir(place) == 0 ? 0 : -1;
}

static void add_answer(void *context, const char *const *cells)
{
	(void)context;
	strcat(answers, cells[0]);
	strcat(answers, "\n");
}

/* The first cells of the rows, a line each. Closes the database. */
static bool ask(struct database *database, const char *sql)
{
	struct engine *engine = database_engine(database);
	bool good = engine->query(engine, sql, 1, add_answer, (answers[0] = '\0', NULL));

	engine_close(engine);
	return good;
}

static void assert_answer(const char *sql, const char *expected)
{
	assert_true(ask(database_open(NULL), sql));
	assert_string_equal(answers, expected);
}

/* ---- Values ---- */

TEST(median_of_any_number_of_values)
{
	char sql[4 * FEW * 16 + 64], expected[16];

	for (size_t count = 1; count <= 4 * FEW + 1; count++) {
		size_t length = (size_t)snprintf(sql, sizeof(sql),
						 "SELECT median(column1) FROM (VALUES (NULL)");

		/* In descending order: 1000 is the first, and the largest. */
		for (size_t i = count; i > 0; i--)
			length += (size_t)snprintf(sql + length, sizeof(sql) - length, ", (%zu)",
						   i == count ? 1000 : i);
		snprintf(sql + length, sizeof(sql) - length, ")");
		snprintf(expected, sizeof(expected), "%g\n",
			 count == 1 ? 1000 : count == 2 ? 500.5 : (double)(count + 1) / 2);
		assert_answer(sql, expected);
	}
	assert_answer("SELECT median(column1) FROM (VALUES (NULL))", "\n");
	assert_answer("SELECT median(column1) FROM (VALUES (1)) WHERE column1 > 1", "\n");
}

TEST(cells_are_exact_and_printable)
{
	assert_answer("SELECT 0.1 + 0.2", "0.30000000000000004\n");
	assert_answer("SELECT 9007199254740993", "9007199254740993\n");
	assert_answer("SELECT char(27) || 'x'", "?x\n");
	assert_answer("SELECT NULL; SELECT 1; ", "\n1\n");
}

TEST(answer_with_too_few_or_too_many_cells_is_refused)
{
	char sql[16 * ENGINE_CELLS_MAX] = "SELECT 1";
	struct database *database = database_open(NULL);
	struct engine *engine = database_engine(database);

	assert_false(engine->query(engine, "SELECT 1, 2", 3, add_answer, NULL));
	engine_close(engine);
	for (size_t i = 1; i < ENGINE_CELLS_MAX; i++)
		strcat(sql, ", 1");
	assert_answer(sql, "1\n");
	strcat(sql, ", 1");
	assert_false(ask(database_open(NULL), sql));
}

/* ---- Limits ---- */

TEST(query_of_a_foreign_database_is_limited)
{
	assert_true(ask(database_open(NULL), "SELECT length(zeroblob(1000000))"));
	assert_false(ask(database_open(NULL), "SELECT length(zeroblob(1000001))"));
	assert_int_equal(sqlite3_hard_heap_limit64(-1), 1 << 30);
	assert_answer("PRAGMA busy_timeout", "10000\n");
	assert_answer("PRAGMA trusted_schema", "0\n");
	assert_answer("PRAGMA cell_size_check", "1\n");
	assert_answer("CREATE TEMP TABLE t (x); CREATE TEMP TRIGGER g AFTER INSERT ON t BEGIN "
		      "INSERT INTO t VALUES (2); END; INSERT INTO t VALUES (1); SELECT x FROM t",
		      "1\n");
	assert_false(ask(database_open(NULL), "PRAGMA writable_schema = 1; "
					      "DELETE FROM main.sqlite_schema"));
}

/* ---- Files ---- */

static void change(const char *sql)
{
	sqlite3 *handle;

	assert_int_equal(sqlite3_open("a.db", &handle), SQLITE_OK);
	assert_int_equal(sqlite3_exec(handle, sql, NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(handle);
}

static const char *const foreign[] = {
	"PRAGMA application_id = 1",
	"PRAGMA user_version = 1",
	"CREATE VIEW v AS SELECT 1",
	"DROP INDEX run_of_machine",
	/* A name that SQLite keeps for itself. */
	"PRAGMA writable_schema = 1; INSERT INTO sqlite_schema VALUES ('trigger', 'sqlite_x', "
	"'refused', 0, 'CREATE TRIGGER sqlite_x AFTER INSERT ON refused BEGIN SELECT 1; END')",
};

TEST_WITH(foreign_database_is_refused, enter, leave)
{
	struct database *database;

	for (size_t i = 0; i < sizeof(foreign) / sizeof(foreign[0]); i++) {
		database = database_open("a.db");
		assert_non_null(database);
		database_close(database);
		database = database_open_existing("a.db");
		assert_non_null(database);
		database_close(database);
		change(foreign[i]);
		assert_null(database_open("a.db"));
		assert_null(database_open_existing("a.db"));
		assert_int_equal(remove("a.db"), 0);
	}
	/* An empty database is created, but not by a reader. */
	change("VACUUM");
	assert_null(database_open_existing("a.db"));
	change("CREATE TABLE model (model)");
	assert_null(database_open("a.db"));
}

/* Whether a row that is written to a database is in its file. */
static bool is_kept(const char *path)
{
	struct database_file file = {.path = "x.log", .bytes = 3, .modified_ns = 4};
	struct database *database = database_open(path);

	assert_non_null(database);
	assert_true(database_begin(database));
	assert_true(database_refuse(database, &file, "why"));
	assert_true(database_end(database, true));
	database_close(database);
	database = access("a.db", F_OK) == 0 ? database_open_existing("a.db") : NULL;
	return database != NULL &&
	       ask(database, "SELECT why || bytes || modified_ns FROM refused") &&
	       strcmp(answers, "why34\n") == 0;
}

TEST_WITH(links_of_directories_are_followed_and_those_of_files_are_not, enter, leave)
{
	assert_int_equal(symlink(".", "link"), 0);
	assert_true(is_kept("link/a.db"));
	assert_int_equal(remove("a.db"), 0);
	assert_true(is_kept("a.db"));
	assert_int_equal(remove("a.db"), 0);
	assert_int_equal(symlink("a.db", "link.db"), 0);
	assert_false(is_kept("link.db"));
	assert_false(is_kept("nonexistent/a.db"));
	assert_int_equal(mkfifo("a.db", 0600), 0);
	assert_null(database_open_existing("a.db"));
	assert_int_equal(remove("a.db"), 0);
	assert_int_equal(mkfifo("a.db-journal", 0600), 0);
	assert_false(is_kept("a.db"));
}

TEST_WITH(writing_that_fails_leaves_nothing, enter, leave)
{
	struct database_file file = {.path = "x.log", .bytes = 3, .modified_ns = 4};
	struct database *database = database_open("a.db");

	assert_true(database_begin(database));
	assert_true(database_refuse(database, &file, "why"));
	assert_true(database_knows(database, &file));
	assert_true(file.is_known);
	assert_false(database_end(database, false));
	assert_true(ask(database, "SELECT COUNT(*) FROM refused"));
	assert_string_equal(answers, "0\n");
}

/* A file is known by all of path, size and time, and has one row. */
TEST(file_that_changed_is_not_known_and_replaces_itself)
{
	const struct database_file old = {.path = "x.log", .bytes = 3, .modified_ns = 4};
	struct database_file file[] = {{.path = "x.log", .bytes = 3, .modified_ns = 4},
				       {.path = "y.log", .bytes = 3, .modified_ns = 4},
				       {.path = "x.log", .bytes = 2, .modified_ns = 4},
				       {.path = "x.log", .bytes = 3, .modified_ns = 5}};
	struct database *database = database_open(NULL);

	assert_true(database_begin(database));
	assert_true(database_refuse(database, &old, "old"));
	for (size_t i = 0; i < sizeof(file) / sizeof(file[0]); i++) {
		assert_true(database_knows(database, &file[i]));
		assert_int_equal(file[i].is_known, i == 0);
	}
	assert_true(database_refuse(database, &file[3], "new"));
	assert_true(database_end(database, true));
	assert_true(ask(database, "SELECT why || modified_ns FROM refused"));
	assert_string_equal(answers, "new5\n");
}

/* A file that was not seen since the begin is forgotten. */
TEST(databases_are_added_with_the_name_of_each)
{
	struct database_file file = {.path = "x.log", .bytes = 3, .modified_ns = 4};
	struct database_file gone = {.path = "gone.log", .bytes = 3, .modified_ns = 4};
	struct database *other = database_open(NULL), *database = database_open(NULL);
	size_t count;

	assert_true(database_begin(other));
	assert_true(database_refuse(other, &file, "why"));
	assert_true(database_refuse(other, &gone, "why"));
	assert_true(database_knows(other, &file));
	assert_true(database_forget_missing(other, &count));
	assert_int_equal(count, 0);     /* runs */
	assert_true(database_end(other, true));
	assert_true(database_add(database, other, "one"));
	assert_true(database_add(database, other, "two"));
	database_close(other);
	assert_true(ask(database, "SELECT path FROM refused ORDER BY path"));
	assert_string_equal(answers, "one/x.log\ntwo/x.log\n");
}

#else

TEST(no_database_is_built_without_libsqlite3)
{
	skip();
}

#endif

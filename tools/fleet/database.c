/* SPDX-License-Identifier: MIT */
/* A foreign fleet.db is untrusted. Its schema must be equal to that of this program, texts and
 * memory are limited, and each query has a time limit. */
#include "tools/fleet/database.h"

#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "lib/text/ticks.h"
#include "tools/analysis/recount.h"
#include "tools/base/alloc.h"
#include "tools/base/clock.h"
#include "tools/base/proof.h"
#include "tools/base/utf8.h"
#include "tools/fleet/run_row.h"
#include "tools/stats/stats.h"

#ifdef HAVE_SQLITE3

#include <sqlite3.h>

bool database_is_built(void)
{
	return true;
}

#define DATABASE_APPLICATION 0x4261726c /* "Barl" */
#define TEXT_BYTES_MAX 1000000
#define MEMORY_BYTES_MAX (INT64_C(1) << 30)
#define LOCK_WAIT_MS 10000
#define QUERY_SECONDS_MAX 600
#define VALUES_FEW 8
#define NUMBER_CHARS 32
#define CHECK_STEPS 100000 /* virtual machine steps between two looks at the clock */

struct database {
	sqlite3 *handle;
	char *name;
	double deadline;
	struct statements {
		sqlite3_stmt *knows, *seen, *machine, *model, *run, *figure, *value, *item, *refuse;
		sqlite3_stmt *values, *stored;
	} statements;
};

/* ---- Errors and limits ---- */

/* SQLite's message may have names from the file. */
static void database_warn(const struct database *database)
{
	char *message = xstrdup(sqlite3_errmsg(database->handle));

	utf8_make_printable(message);
	warnx("%s: %s", database->name, message);
	free(message);
}

static bool database_fail(struct database *database)
{
	int code = sqlite3_errcode(database->handle);

	if (code == SQLITE_BUSY || code == SQLITE_LOCKED)
		warnx("%s: locked by another program; try again when it has ended", database->name);
	else if (code == SQLITE_INTERRUPT)
		warnx("%s: a query took more than %d s", database->name, QUERY_SECONDS_MAX);
	else if (code == SQLITE_NOTADB || code == SQLITE_CORRUPT)
		warnx("%s: no database, or damaged; remove it to make it again from the logs",
		      database->name);
	else
		database_warn(database);
	return false;
}

static int database_check_time(void *context)
{
	struct database *database = context;

	return clock_seconds() > database->deadline;
}

/* Without memory, the text of sqlite3_mprintf is NULL, which SQLite takes for no SQL. */
static bool database_has_text(struct database *database, const char *sql)
{
	if (sql == NULL)
		warnx("%s: out of memory", database->name);
	return sql != NULL;
}

static bool database_execute(struct database *database, const char *sql)
{
	if (!database_has_text(database, sql))
		return false;
	database->deadline = clock_seconds() + QUERY_SECONDS_MAX;
	return sqlite3_exec(database->handle, sql, NULL, NULL, NULL) == SQLITE_OK ||
	       database_fail(database);
}

/* ---- Median ---- */

/* Most groups are the few boots of a machine. */
struct values {
	double *items; /* NULL: few has them */
	size_t count, capacity;
	double few[VALUES_FEW];
};

static void median_step(sqlite3_context *context, int count, sqlite3_value **arguments)
{
	struct values *values = sqlite3_aggregate_context(context, sizeof(*values));
	double *items;

	(void)count;
	if (values == NULL)
		sqlite3_result_error_nomem(context);
	if (values == NULL || sqlite3_value_type(arguments[0]) == SQLITE_NULL)
		return;
	if (values->count >= VALUES_FEW && values->count >= values->capacity) {
		size_t capacity = 2 * values->count;

		items = sqlite3_realloc64(values->items, capacity * sizeof(*items));
		if (items == NULL) {
			sqlite3_result_error_nomem(context);
			return;
		}
		if (values->items == NULL)
			memcpy(items, values->few, sizeof(values->few));
		values->items = items;
		values->capacity = capacity;
	}
	(values->items != NULL ? values->items : values->few)[values->count++] =
		sqlite3_value_double(arguments[0]);
}

static void median_end(sqlite3_context *context)
{
	struct values *values = sqlite3_aggregate_context(context, 0);

	if (values == NULL || values->count == 0) {
		sqlite3_result_null(context);
		return;
	}
	sqlite3_result_double(context,
			      stats_median(values->items != NULL ? values->items : values->few,
					   values->count));
	sqlite3_free(values->items);
}

/* ---- Open ---- */

static void database_set_up(struct database *database)
{
	const int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY;
	sqlite3 *handle = database->handle;

	sqlite3_hard_heap_limit64(MEMORY_BYTES_MAX);
	sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, TEXT_BYTES_MAX);
	sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
	sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
	sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
	sqlite3_busy_timeout(handle, LOCK_WAIT_MS);
	sqlite3_progress_handler(handle, CHECK_STEPS, database_check_time, database);
	sqlite3_create_function_v2(handle, "median", 1, flags, NULL, NULL, median_step,
				   median_end, NULL);
	/* The caller looks at the error, such as a lock. */
	database->deadline = clock_seconds() + QUERY_SECONDS_MAX;
	sqlite3_exec(handle, "PRAGMA cell_size_check = ON; PRAGMA cache_size = -65536;", NULL, NULL,
		     NULL);
}

static bool database_number(struct database *database, const char *sql, int64_t *number)
{
	sqlite3_stmt *statement;
	bool good;

	if (!database_has_text(database, sql))
		return false;
	database->deadline = clock_seconds() + QUERY_SECONDS_MAX;
	if (sqlite3_prepare_v2(database->handle, sql, -1, &statement, NULL) != SQLITE_OK)
		return database_fail(database);
	good = sqlite3_step(statement) == SQLITE_ROW;
	*number = good ? sqlite3_column_int64(statement, 0) : 0;
	if (!good)
		database_fail(database);
	sqlite3_finalize(statement);
	return good;
}

static bool database_create(struct database *database)
{
	char *schema = sql_make("schema", NULL);
	char *sql = xasprintf("BEGIN IMMEDIATE; PRAGMA application_id = %d; PRAGMA user_version = "
			      "%d; %s COMMIT;",
			      DATABASE_APPLICATION, FLEET_VERSION, schema);
	bool good = database_execute(database, sql);

	free(sql);
	free(schema);
	return good;
}

/* All definitions in the schema, as SQLite keeps them, also of names like sqlite_x. The caller
 * frees the text. */
static char *database_schema(sqlite3 *handle)
{
	static const char sql[] =
		"SELECT group_concat(type || name || coalesce(sql, ''), ';') FROM "
		"(SELECT * FROM main.sqlite_schema ORDER BY name)";
	sqlite3_stmt *statement;
	char *text = NULL;

	if (sqlite3_prepare_v2(handle, sql, -1, &statement, NULL) != SQLITE_OK)
		return NULL;
	if (sqlite3_step(statement) == SQLITE_ROW && sqlite3_column_text(statement, 0) != NULL)
		text = xstrdup((const char *)sqlite3_column_text(statement, 0));
	sqlite3_finalize(statement);
	return text;
}

/* A view or trigger of a foreign database could do anything, so its schema must be ours. */
static bool database_has_own_schema(struct database *database)
{
	struct database *own = database_open(NULL);
	char *expected = own != NULL ? database_schema(own->handle) : NULL;
	char *found = database_schema(database->handle);
	bool is_own = expected != NULL && found != NULL && strcmp(expected, found) == 0;

	free(found);
	free(expected);
	database_close(own);
	return is_own;
}

static bool database_check(struct database *database, bool may_create)
{
	int64_t application, version, tables;

	if (!database_number(database, "PRAGMA application_id", &application) ||
	    !database_number(database, "PRAGMA user_version", &version) ||
	    !database_number(database, "SELECT COUNT(*) FROM sqlite_schema", &tables))
		return false;
	if (tables == 0 && application == 0 && version == 0 && may_create)
		return database_create(database);
	if (application != DATABASE_APPLICATION) {
		warnx("%s: not a database of bareline; give a fleet.db, or a directory of logs",
		      database->name);
		return false;
	}
	if (version != FLEET_VERSION) {
		warnx("%s: version %lld; this program reads version %d; remove the file to make it "
		      "again from the logs",
		      database->name, (long long)version, FLEET_VERSION);
		return false;
	}
	if (!database_has_own_schema(database)) {
		warnx("%s: its tables are not those of version %d; remove the file to make it "
		      "again from the logs",
		      database->name, FLEET_VERSION);
		return false;
	}
	return true;
}

/* The path with the links of its directory resolved, to be freed. SQLite refuses all links, but the
 * user chose the directory. NULL if the directory does not exist. */
static char *database_path(const char *path)
{
	const char *slash = strrchr(path, '/');
	char *directory = slash == NULL ? xstrdup(".") : xstrndup(path, (size_t)(slash - path) + 1);
	char *real = realpath(directory, NULL);
	char *whole = real == NULL ? NULL
				   : xasprintf("%s/%s", real, slash == NULL ? path : slash + 1);

	free(real);
	free(directory);
	return whole;
}

/* Whether database and journals are regular files, or absent: SQLite would wait for a pipe. */
static bool database_is_regular(const char *path)
{
	static const char *const endings[] = {"", "-journal", "-wal", "-shm"};
	bool is_regular = true;

	for (size_t i = 0; is_regular && i < sizeof(endings) / sizeof(endings[0]); i++) {
		char *name = xasprintf("%s%s", path, endings[i]);
		struct stat status;

		is_regular = lstat(name, &status) != 0 || S_ISREG(status.st_mode);
		if (!is_regular)
			warnx("%s: not a regular file", name);
		free(name);
	}
	return is_regular;
}

/* name is for messages. */
static struct database *database_open_with(const char *path, const char *name, int flags)
{
	struct database *database = xcalloc(1, sizeof(*database));

	database->name = xstrdup(name);
	utf8_make_printable(database->name);
	/* One thread uses a connection, so it needs no locks. */
	if (sqlite3_open_v2(path, &database->handle,
			    flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW,
			    NULL) == SQLITE_OK)
		database_set_up(database);
	return database;
}

static bool database_is_open(struct database *database)
{
	return database->handle != NULL && sqlite3_errcode(database->handle) == SQLITE_OK;
}

/* Returns the database if it can be used; otherwise NULL, with a message. */
static struct database *database_open_checked(struct database *database, bool may_create)
{
	if (!database_is_open(database))
		database_fail(database);
	else if (database_check(database, may_create))
		return database;
	database_close(database);
	return NULL;
}

static struct database *database_open_memory(void)
{
	return database_open_checked(database_open_with(":memory:", "fleet in memory",
							SQLITE_OPEN_READWRITE |
							SQLITE_OPEN_CREATE), true);
}

/* Whether a database that was opened for writing cannot be written. */
static bool database_is_read_only(struct database *database)
{
	return database->handle != NULL &&
	       (sqlite3_errcode(database->handle) == SQLITE_CANTOPEN ||
		sqlite3_db_readonly(database->handle, "main") == 1);
}

struct database *database_open(const char *path)
{
	const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
	char *real = path != NULL ? database_path(path) : NULL;
	struct database *database = NULL;

	if (path == NULL)
		return database_open_memory();
	if (real != NULL && database_is_regular(real))
		database = database_open_with(real, path, flags);
	free(real);
	if (database != NULL && !database_is_read_only(database))
		return database_open_checked(database, true);
	warnx("%s: cannot be written; reading all logs instead", path);
	database_close(database);
	return database_open_memory();
}

struct database *database_open_existing(const char *path)
{
	char *real = realpath(path, NULL);
	struct database *database = NULL;

	if (real == NULL)
		warn("%s", path);
	else if (database_is_regular(real))
		database = database_open_checked(
			database_open_with(real, path, SQLITE_OPEN_READONLY), false);
	free(real);
	return database;
}

static void database_finalize(struct database *database)
{
	sqlite3_stmt **all = (sqlite3_stmt **)&database->statements;

	for (size_t i = 0; i < sizeof(database->statements) / sizeof(*all); i++)
		sqlite3_finalize(all[i]);
	database->statements = (struct statements){0};
}

void database_close(struct database *database)
{
	if (database == NULL)
		return;
	database_finalize(database);
	sqlite3_close(database->handle);
	free(database->name);
	free(database);
}

/* ---- Merge ---- */

/* A copy in memory serves a database without a file too. */
static bool database_attach(struct database *database, struct database *other)
{
	sqlite3_backup *copy;

	if (!database_execute(database, "ATTACH ':memory:' AS other"))
		return false;
	copy = sqlite3_backup_init(database->handle, "other", other->handle, "main");
	if (copy == NULL)
		return database_fail(database);
	sqlite3_backup_step(copy, -1);
	return sqlite3_backup_finish(copy) == SQLITE_OK || database_fail(database);
}

bool database_add(struct database *database, struct database *other, const char *prefix)
{
	static const char *const tables[] = {"model", "machine", "figure", "value", "item"};
	char *sql = NULL;
	bool good = database_attach(database, other);

	for (size_t i = 0; good && i < sizeof(tables) / sizeof(tables[0]); i++) {
		sql = sqlite3_mprintf("INSERT OR IGNORE INTO main.%s SELECT * FROM other.%s",
				      tables[i], tables[i]);
		good = database_execute(database, sql);
		sqlite3_free(sql);
	}
	sql = sqlite3_mprintf("CREATE TEMP TABLE other_run AS SELECT * FROM other.run;"
			      "UPDATE other_run SET path = %Q || '/' || path;"
			      "INSERT OR IGNORE INTO main.run SELECT * FROM other_run;"
			      "DROP TABLE other_run;"
			      "INSERT OR IGNORE INTO main.refused SELECT %Q || '/' || path, bytes, "
			      "modified_ns, why "
			      "FROM other.refused; DETACH other;",
			      prefix, prefix);
	good = good && database_execute(database, sql);
	sqlite3_free(sql);
	return good;
}

/* ---- Write ---- */

static bool database_prepare(struct database *database, sqlite3_stmt **statement, const char *sql)
{
	if (*statement != NULL) {
		sqlite3_reset(*statement);
		return true;
	}
	return sqlite3_prepare_v3(database->handle, sql, -1, SQLITE_PREPARE_PERSISTENT, statement,
				  NULL) == SQLITE_OK ||
	       database_fail(database);
}

/* Values by kind: i int64_t, d double, s text. */
static bool database_bind(sqlite3_stmt *statement, const char *kinds, va_list values)
{
	int code = SQLITE_OK;

	for (int i = 1; kinds[i - 1] != '\0' && code == SQLITE_OK; i++) {
		if (kinds[i - 1] == 'i')
			code = sqlite3_bind_int64(statement, i, va_arg(values, int64_t));
		else if (kinds[i - 1] == 'd')
			code = sqlite3_bind_double(statement, i, va_arg(values, double));
		else
			code = sqlite3_bind_text(statement, i, va_arg(values, const char *), -1,
						 SQLITE_TRANSIENT);
	}
	return code == SQLITE_OK;
}

/* The statement is at its start again afterwards. */
static bool database_write(struct database *database, sqlite3_stmt **statement, const char *sql,
			   const char *kinds, ...)
{
	va_list values;
	bool good;

	if (!database_prepare(database, statement, sql))
		return false;
	va_start(values, kinds);
	good = database_bind(*statement, kinds, values);
	va_end(values);
	database->deadline = clock_seconds() + QUERY_SECONDS_MAX;
	good = (good && sqlite3_step(*statement) == SQLITE_DONE) || database_fail(database);
	sqlite3_reset(*statement);
	return good;
}

bool database_begin(struct database *database)
{
	return database_execute(database,
				"BEGIN IMMEDIATE; CREATE TEMP TABLE seen (path TEXT PRIMARY KEY) "
				"WITHOUT ROWID;");
}

bool database_end(struct database *database, bool is_good)
{
	database_finalize(database);
	/* Some errors, such as a lack of memory, undo everything themselves. */
	if (!is_good && sqlite3_get_autocommit(database->handle))
		return false;
	return database_execute(database, is_good ? "DROP TABLE seen; COMMIT;" : "ROLLBACK;") &&
	       is_good;
}

bool database_knows(struct database *database, struct database_file *file)
{
	struct statements *statements = &database->statements;
	int step = SQLITE_ERROR;
	bool good;

	if (!database_write(database, &statements->seen, "INSERT OR IGNORE INTO seen VALUES (?)",
			    "s", file->path) ||
	    !database_prepare(
		    database, &statements->knows,
		    "SELECT 1 FROM run WHERE path = ?1 AND bytes = ?2 AND modified_ns = ?3 "
		    "UNION ALL SELECT 1 FROM refused WHERE path = ?1 AND bytes = ?2 AND "
		    "modified_ns = ?3"))
		return false;
	if (sqlite3_bind_text(statements->knows, 1, file->path, -1, SQLITE_TRANSIENT) ==
		    SQLITE_OK &&
	    sqlite3_bind_int64(statements->knows, 2, file->bytes) == SQLITE_OK &&
	    sqlite3_bind_int64(statements->knows, 3, file->modified_ns) == SQLITE_OK)
		step = sqlite3_step(statements->knows);
	/* An error may have undone all since the begin. */
	good = step == SQLITE_ROW || step == SQLITE_DONE || database_fail(database);
	file->is_known = step == SQLITE_ROW;
	sqlite3_reset(statements->knows);
	return good;
}

static bool database_drop(struct database *database, const char *path)
{
	char *sql =
		sqlite3_mprintf("DELETE FROM value WHERE run IN (SELECT run FROM run WHERE path = "
				"%Q) AND EXISTS (SELECT 1 FROM run WHERE path = %Q);"
				"DELETE FROM item WHERE run IN (SELECT run FROM run WHERE path = "
				"%Q);"
				"DELETE FROM run WHERE path = %Q;"
				"DELETE FROM refused WHERE path = %Q;",
				path, path, path, path, path);
	int64_t known = 0;
	char *query = sqlite3_mprintf("SELECT (SELECT COUNT(*) FROM run WHERE path = %Q) + (SELECT "
				      "COUNT(*) FROM refused WHERE path = %Q)",
				      path, path);
	bool good = database_number(database, query, &known) &&
		    (known == 0 || database_execute(database, sql));

	sqlite3_free(query);
	sqlite3_free(sql);
	return good;
}

/* Processors' clocks step by up to this, and few samples may show such a step by chance. */
#define STEP_RESOLUTION_NS 10.0

struct stored_value {
	const char *bench, *point, *stage, *unit;
	int64_t bytes, samples;
	double median, p99, resolution;
};

static bool database_put_value(struct database *database, int64_t run,
			       const struct stored_value *value)
{
	struct statements *statements = &database->statements;
	int64_t key = run_row_key("figure", value->bench, value->point, value->stage, value->unit,
				  NULL);

	return database_write(database, &statements->figure,
			      "INSERT OR IGNORE INTO figure VALUES (?, ?, ?, ?, ?, ?)", "issssi",
			      key, value->bench, value->point, value->stage, value->unit,
			      value->bytes) &&
	       database_write(database, &statements->value,
			      "INSERT OR REPLACE INTO value VALUES (?, ?, ?, ?, ?, ?)", "iiiddd",
			      run, key, value->samples, value->median, value->p99,
			      value->resolution);
}

/* The frequency and the step that a run states of its clock: all other times depend on them. */
static bool database_put_clock(struct database *database, int64_t run,
			       const struct analysis *analysis)
{
	const struct wire_manifest *manifest = result_manifest(analysis->result);
	double step = analysis->overhead.step * analysis->ns_per_tick;
	double ghz;

	if (analysis->time_base != TIME_REAL && analysis->time_base != TIME_EMULATED)
		return true;
	ghz = (double)manifest->tsc_hz / (double)HZ_PER_GHZ;
	return database_put_value(database, run,
				  &(struct stored_value){.bench = RUN_CLOCK,
							 .point = "",
							 .stage = "frequency",
							 .unit = "GHz",
							 .samples = 1,
							 .median = ghz,
							 .p99 = ghz}) &&
	       database_put_value(database, run,
				  &(struct stored_value){.bench = RUN_CLOCK,
							 .point = "",
							 .stage = "step",
							 .unit = "ns",
							 .samples = 1,
							 .median = step,
							 .p99 = step,
							 .resolution = STEP_RESOLUTION_NS});
}

/* Read a value again, and compare it with the samples. */
static bool database_prove_value(struct database *database, int64_t run,
				 const struct analysis *analysis, const struct metric *metric)
{
	sqlite3_stmt **statement = &database->statements.stored;
	bool good = database_prepare(database, statement,
				     "SELECT samples, median, p99 FROM value WHERE run = ? AND "
				     "figure = ?");
	const char *const names[] = {"n", "median", "p99"};

	/* An invalid run, whose statistics may contradict its samples, does not count. */
	if (!good || !analysis->valid)
		return good;
	sqlite3_bind_int64(*statement, 1, run);
	sqlite3_bind_int64(*statement, 2,
			   run_row_key("figure", metric->bench->info->name, metric->point,
				       metric->stage, metric->unit, NULL));
	good = sqlite3_step(*statement) == SQLITE_ROW || database_fail(database);
	for (int i = 0; good && i < 3; i++) {
		double value = sqlite3_column_double(*statement, i);

		proof_require(recount_has(metric, &analysis->overhead, false, names[i], value),
			      "%s %s %s: the stored %s %.12g is not that of its samples",
			      metric->bench->info->name, metric->point, metric->stage, names[i],
			      value);
	}
	sqlite3_reset(*statement);
	return good;
}

static void database_prove_clock(const struct run_row *row, const struct analysis *analysis)
{
	const struct metric *clock = run_row_clock(analysis);

	proof_require(row->core_mhz == 0 || !analysis->valid ||
			      recount_has(clock, &analysis->overhead, false, "median",
					  1000 / row->core_mhz),
		      "a core clock of %.12g MHz is not that of its samples", row->core_mhz);
}

static bool database_put_values(struct database *database, int64_t run,
				const struct analysis *analysis)
{
	bool good = database_put_clock(database, run, analysis);

	for (size_t i = 0; i < analysis->metrics.count && good; i++) {
		const struct metric *metric = &analysis->metrics.items[i];
		struct stats stats;

		if (!run_row_has_value(metric))
			continue;
		stats = metric_stats(metric);
		good = database_put_value(
			database, run,
			&(struct stored_value){
				.bench = metric->bench->info->name,
				.point = metric->point,
				.stage = metric->stage,
				.unit = metric->unit,
				.bytes = (int64_t)(metric->series->info->bytes & INT64_MAX),
				.samples = (int64_t)stats.n,
				.median = stats.median,
				.p99 = stats.p99,
				.resolution = metric->warm.summary.step * metric->scale}) &&
		       database_prove_value(database, run, analysis, metric);
	}
	return good;
}

/* Several items of a name follow each other, as ranges of memory. */
static bool database_put_items(struct database *database, int64_t run, const struct result *result)
{
	const struct record_list *items = &result->records[WIRE_state];
	bool good = true;
	size_t nth = 1;

	for (size_t i = 0; i < items->count && good; i++) {
		const struct wire_state *item = &items->items[i].state;
		bool is_next = i > 0 && strcmp(item->item, items->items[i - 1].state.item) == 0;
		char *name, *value;

		if (!result_compares_state(item->item))
			continue;
		nth = is_next ? nth + 1 : 1;
		name = nth > 1 ? xasprintf("%s %zu", item->item, nth) : xstrdup(item->item);
		value = xasprintf("%s%s%s", item->value, item->others[0] != '\0' ? "; CPUs " : "",
				  item->others);
		good = database_write(database, &database->statements.item,
				      "INSERT OR REPLACE INTO item VALUES (?, ?, ?)", "iss", run,
				      name, value);
		free(value);
		free(name);
	}
	return good;
}

bool database_put(struct database *database, const struct database_file *file, const char *label,
		  const struct analysis *analysis)
{
	struct statements *statements = &database->statements;
	struct run_row row;
	char *made;
	int64_t run;
	bool good;

	run_row_make(analysis, label, file->modified_ns, &row);
	database_prove_clock(&row, analysis);
	made = xasprintf("%lld", (long long)row.made);
	run = run_row_key("run", row.id, made, file->path, NULL);
	good = database_drop(database, file->path) &&
	       database_write(
		       database, &statements->machine,
		       "INSERT INTO machine VALUES (?, ?, ?, ?) ON CONFLICT (machine) DO UPDATE "
		       "SET label = excluded.label",
		       "isss", row.machine, row.id, row.id_from, row.label) &&
	       database_write(database, &statements->model,
			      "INSERT OR IGNORE INTO model VALUES (?, ?, ?, ?, ?, ?)", "isssss",
			      row.model, row.hardware, row.model_name, row.cpu, row.host,
			      row.time_base) &&
	       database_write(
		       database, &statements->run,
		       "INSERT OR REPLACE INTO run VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, "
		       "?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
		       "iiisiiisiisssssiiidiiississ", run, row.machine, row.model, file->path,
		       file->bytes, file->modified_ns, row.made, row.made_from,
		       (int64_t)analysis->valid, (int64_t)loss_is_none(&analysis->loss), row.build,
		       row.suite, row.kernel, row.microcode, row.memory, row.memory_bytes,
		       row.memory_modules, row.memory_mts, row.core_mhz, row.samples, row.disturbed,
		       row.smis, row.firmware, row.mitigations, row.cpus, row.disks, row.label) &&
	       database_put_values(database, run, analysis) &&
	       database_put_items(database, run, analysis->result);
	free(made);
	run_row_free(&row);
	return good;
}

bool database_refuse(struct database *database, const struct database_file *file, const char *why)
{
	return database_drop(database, file->path) &&
	       database_write(database, &database->statements.refuse,
			      "INSERT OR REPLACE INTO refused VALUES (?, ?, ?, ?)", "siis",
			      file->path, file->bytes, file->modified_ns, why);
}

bool database_forget_missing(struct database *database, size_t *count)
{
	int64_t missing = 0;
	bool good = database_number(database,
				    "SELECT COUNT(*) FROM run WHERE path NOT IN (SELECT path FROM "
				    "seen)",
				    &missing);

	*count = (size_t)missing;
	return good &&
	       (missing == 0 ||
		database_execute(
			database,
			"DELETE FROM run WHERE path NOT IN (SELECT path FROM seen);"
			"DELETE FROM value WHERE run NOT IN (SELECT run FROM run);"
			"DELETE FROM item WHERE run NOT IN (SELECT run FROM run);"
			"DELETE FROM machine WHERE machine NOT IN (SELECT machine FROM run);"
			"DELETE FROM model WHERE model NOT IN (SELECT model FROM run);")) &&
	       database_execute(database,
				"DELETE FROM refused WHERE path NOT IN (SELECT path FROM seen)");
}

/* ---- Engine ---- */

static bool sqlite_rows(struct database *database, sqlite3_stmt *statement, size_t cells,
			engine_row *row, void *context)
{
	size_t columns = (size_t)sqlite3_column_count(statement), rows = 0;
	const char *texts[ENGINE_CELLS_MAX];
	char numbers[ENGINE_CELLS_MAX][NUMBER_CHARS];
	int step;

	while ((step = sqlite3_step(statement)) == SQLITE_ROW) {
		if (columns < cells || columns > ENGINE_CELLS_MAX || rows++ >= ENGINE_ROWS_MAX) {
			warnx("%s: damaged: more rows than a fleet has; remove the file to make it "
			      "again from the logs", database->name);
			return false;
		}
		for (size_t i = 0; i < columns; i++) {
			char *text;

			/* SQLite's own text of a number is less exact. */
			if (sqlite3_column_type(statement, (int)i) == SQLITE_FLOAT) {
				snprintf(numbers[i], NUMBER_CHARS, "%.17g",
					 sqlite3_column_double(statement, (int)i));
				texts[i] = numbers[i];
				continue;
			}
			text = (char *)sqlite3_column_text(statement, (int)i);
			/* Without memory there is no text of a value. */
			if (text == NULL && sqlite3_column_type(statement, (int)i) != SQLITE_NULL)
				return database_fail(database);
			if (text != NULL && sqlite3_column_type(statement, (int)i) == SQLITE_TEXT)
				utf8_make_printable(text);
			texts[i] = text != NULL ? text : "";
		}
		row(context, texts);
	}
	return step == SQLITE_DONE || database_fail(database);
}

/* A text of several statements may return rows only from its last statements. */
static bool sqlite_query(struct engine *engine, const char *sql, size_t cells, engine_row *row,
			 void *context)
{
	struct database *database = engine->state;
	sqlite3_stmt *statement;
	bool good = true;

	database->deadline = clock_seconds() + QUERY_SECONDS_MAX;
	while (good && *sql != '\0') {
		if (sqlite3_prepare_v2(database->handle, sql, -1, &statement, &sql) != SQLITE_OK)
			return database_fail(database);
		if (statement == NULL)
			break;
		good = sqlite_rows(database, statement, cells, row, context);
		sqlite3_finalize(statement);
	}
	return good;
}

static bool sqlite_values(struct engine *engine, int64_t run, engine_value *value, void *context)
{
	struct database *database = engine->state;
	sqlite3_stmt **statement = &database->statements.values;
	int step;

	if (!database_prepare(database, statement,
			      "SELECT figure, median, resolution FROM main.value WHERE run = ? "
			      "ORDER BY figure"))
		return false;
	sqlite3_bind_int64(*statement, 1, run);
	while ((step = sqlite3_step(*statement)) == SQLITE_ROW)
		value(context, sqlite3_column_int64(*statement, 0),
		      sqlite3_column_double(*statement, 1), sqlite3_column_double(*statement, 2));
	sqlite3_reset(*statement);
	return step == SQLITE_DONE || database_fail(database);
}

static void sqlite_close(struct engine *engine)
{
	database_close(engine->state);
}

struct engine *database_engine(struct database *database)
{
	struct engine *engine = xcalloc(1, sizeof(*engine));

	*engine = (struct engine){.name = xstrdup(database->name),
				  .query = sqlite_query,
				  .values = sqlite_values,
				  .close = sqlite_close,
				  .state = database};
	return engine;
}

#else

bool database_is_built(void)
{
	return false;
}

static bool database_is_absent(void)
{
	warnx("this program was built without libsqlite3; use one that was built with it");
	return false;
}

struct database *database_open(const char *path)
{
	(void)path;
	database_is_absent();
	return NULL;
}

struct database *database_open_existing(const char *path)
{
	return database_open(path);
}

/* No database exists, so nothing calls the others. */
void database_close(struct database *database)
{
	(void)database;
}

bool database_add(struct database *database, struct database *other, const char *prefix)
{
	(void)database;
	(void)other;
	(void)prefix;
	return database_is_absent();
}

bool database_knows(struct database *database, struct database_file *file)
{
	(void)database;
	(void)file;
	return database_is_absent();
}

bool database_begin(struct database *database)
{
	(void)database;
	return database_is_absent();
}

bool database_end(struct database *database, bool is_good)
{
	(void)database;
	(void)is_good;
	return database_is_absent();
}

bool database_put(struct database *database, const struct database_file *file, const char *label,
		  const struct analysis *analysis)
{
	(void)database;
	(void)file;
	(void)label;
	(void)analysis;
	return database_is_absent();
}

bool database_refuse(struct database *database, const struct database_file *file, const char *why)
{
	(void)database;
	(void)file;
	(void)why;
	return database_is_absent();
}

bool database_forget_missing(struct database *database, size_t *count)
{
	(void)database;
	*count = 0;
	return database_is_absent();
}

struct engine *database_engine(struct database *database)
{
	(void)database;
	database_is_absent();
	return NULL;
}

#endif

/* SPDX-License-Identifier: MIT */
/* fleet.db: the runs of many machines in SQLite. docs/fleet.md describes the tables. */
#ifndef TOOLS_FLEET_DATABASE_H
#define TOOLS_FLEET_DATABASE_H

#include <stdbool.h>
#include <stdint.h>

#include "tools/analysis/analysis.h"
#include "tools/fleet/engine.h"

#define DATABASE_NAME "fleet.db"

struct database;

/* Whether this program was built with libsqlite3. */
bool database_is_built(void);

/* Open or create a database for writing. If its directory or file is read-only, warns and returns a
 * database in memory. NULL for path: in memory. On any other failure, prints the cause and returns
 * NULL. */
struct database *database_open(const char *path);

/* Open an existing database for reading only. */
struct database *database_open_existing(const char *path);
void database_close(struct database *database);

/* Copy all rows of another database. The path of each of its runs gets the prefix. */
bool database_add(struct database *database, struct database *other, const char *prefix);

/* A file with a log or results, and its properties. */
struct database_file {
	const char *path; /* relative */
	int64_t bytes, modified_ns;
	bool is_known; /* set by database_knows */
};

/* Whether the file is in the database and did not change since. */
bool database_knows(struct database *database, struct database_file *file);

/* Begin to write. database_end() keeps what was written since then if is_good, else undoes it. */
bool database_begin(struct database *database);
bool database_end(struct database *database, bool is_good);

/* Add a run and its figures, or a file without one. label: of its machine, for people. Replaces
 * what was stored for the file. */
bool database_put(struct database *database, const struct database_file *file, const char *label,
		  const struct analysis *analysis);
bool database_refuse(struct database *database, const struct database_file *file, const char *why);

/* Remove runs whose files are not among those of database_knows since database_begin. Sets *count
 * to the number of removed runs. */
bool database_forget_missing(struct database *database, size_t *count);

/* The database as an engine. Closing it closes the database. */
struct engine *database_engine(struct database *database);

#endif

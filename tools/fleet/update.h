/* SPDX-License-Identifier: MIT */
/* Updates fleet.db from the logs in its directory. */
#ifndef TOOLS_FLEET_UPDATE_H
#define TOOLS_FLEET_UPDATE_H

#include "tools/fleet/database.h"

/* More logs in a directory are refused. */
#define UPDATE_FILES_MAX 1000000u

struct update_counts {
	size_t known, read, refused, removed;
};

/* Read the new and changed runs in a directory into the database: run directories and *.log files,
 * in the directory and in its subdirectories. Unusable logs are skipped with a message, and not
 * read again. If a log cannot be read, the other logs are stored, and then the call fails. On any
 * other failure nothing is stored. On failure, prints the cause and returns false. */
bool update_directory(struct database *database, const char *directory,
		      struct update_counts *counts);

/* Receives a log that was read. */
typedef void update_reader(void *context, const struct result *result,
			   const struct analysis *analysis);

/* Read one log of a directory, by its name there, and store it in the directory's database. If the
 * log has records, calls `read`. On failure, prints the cause; update_open() then reads the log. */
void update_log(const char *directory, const char *name, update_reader *read, void *context);

/* Update and open the database of a directory. On failure, prints the cause and
 * returns NULL. */
struct database *update_open(const char *directory);

/* Open what the paths name as one engine: a database, a directory with logs, or several of
 * these. On failure, prints the cause and returns NULL. */
struct engine *update_open_all(char *const *paths, int count);

#endif

/* SPDX-License-Identifier: MIT */
/* Tables for programs: CSV, JSON, newline-delimited JSON; and for a comment on a merge request and
 * a CI system: Markdown, JUnit, KTAP. docs/output.md describes each. Who opened the file looks
 * whether it could be written. */
#ifndef TOOLS_VIEW_DATA_H
#define TOOLS_VIEW_DATA_H

#include <stdbool.h>
#include <stdio.h>

#include "tools/table/table.h"

#define TABLES_SCHEMA "bareline-tables-1"

/* A line a row under a line of names. A quantity takes three columns: NAME, NAME_low, NAME_high. */
void csv_write(const struct table *table, FILE *file);

/* A file a table, DIRECTORY/NAME.csv; the directory is made if it is not there. Says why on
 * failure. */
bool csv_write_files(const struct tables *tables, const char *directory);

/* All tables as one object. */
void json_write(const struct tables *tables, FILE *file);

/* A row a line, each an object with its table's name. */
void ndjson_write(const struct tables *tables, FILE *file);

/* Tables that have rows, each under its title. */
void markdown_write(const struct tables *tables, FILE *file);

/* A test case for each row of a table that has a verdict: a bad one is a failure, an unknown one
 * skipped. */
void junit_write(const struct tables *tables, FILE *file);

/* The same as KTAP: bad is "not ok", unknown is skipped. */
void ktap_write(const struct tables *tables, FILE *file);

#endif

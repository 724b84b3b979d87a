/* SPDX-License-Identifier: MIT */
/* Tables as CSV, JSON and newline-delimited JSON for programs; Markdown for merge requests;
 * JUnit, KTAP and GitHub's annotations for CI systems. docs/output.md describes each. The caller
 * checks file for write errors. */
#ifndef TOOLS_VIEW_DATA_H
#define TOOLS_VIEW_DATA_H

#include <stdbool.h>
#include <stdio.h>

#include "tools/table/table.h"

#define TABLES_SCHEMA "bareline-tables-1"

/* A line of names, then a line for each row. A quantity has three columns: NAME, NAME_low,
 * NAME_high. */
void csv_write(const struct table *table, FILE *file);

/* All tables that have rows: "# NAME" before each, and an empty line between two. */
void csv_write_all(const struct tables *tables, FILE *file);

/* Write a file for each table, DIRECTORY/NAME.csv. Creates the directory. On failure, prints the
 * cause and returns false. */
bool csv_write_files(const struct tables *tables, const char *directory);

/* All tables as one object. */
void json_write(const struct tables *tables, FILE *file);

/* One object per row and line, with the table's name. */
void ndjson_write(const struct tables *tables, FILE *file);

/* Tables that have rows, each with its title. */
void markdown_write(const struct tables *tables, FILE *file);

/* A test case for each row of tables with a verdict: bad is a failure, unknown is skipped. */
void junit_write(const struct tables *tables, FILE *file);

/* Write the same test cases as KTAP: bad is "not ok", unknown is skipped. */
void ktap_write(const struct tables *tables, FILE *file);

/* GitHub's workflow commands, which annotate a file or the run: an error for each of the first bad
 * test cases, and a notice with the title. A row may have the columns "file", "line" and
 * "headline". */
void annotations_write(const struct tables *tables, FILE *file);

#endif

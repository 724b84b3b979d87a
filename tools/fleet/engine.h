/* SPDX-License-Identifier: MIT */
/* A database that holds a fleet: SQLite in this process, or a ClickHouse server through its client
 * program. Both have the schema of tools/fleet/sql and answer the queries there. */
#ifndef TOOLS_FLEET_ENGINE_H
#define TOOLS_FLEET_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tools/fleet/sql.h"

/* Receives a row. Texts are untrusted, but printable, and valid during the call. A NULL is "". */
typedef void engine_row(void *context, const char *const *cells);

/* Version of the schema in tools/fleet/sql. */
#define FLEET_VERSION 2

#define ENGINE_CELLS_MAX 24
/* More rows of an answer are refused, since a foreign database could have any number. */
#define ENGINE_ROWS_MAX 50000000u

struct engine {
	const char *dialect; /* directory of its SQL */
	char *name;          /* path or address */
	size_t figures_max;  /* of one query; 0: any number */
	bool (*query)(struct engine *engine, const char *sql, size_t cells, engine_row *row,
		      void *context);
	void (*close)(struct engine *engine);
	void *state;
};

/* Run DIALECT/NAME.sql, whose rows have at least that number of cells. On failure, prints the cause
 * and returns false. */
bool engine_run(struct engine *engine, const char *name, const struct sql_value *values,
		size_t cells, engine_row *row, void *context);

/* Statements without an answer. */
bool engine_execute(struct engine *engine, const char *name, const struct sql_value *values);

void engine_close(struct engine *engine);

#define ENGINE_CLICKHOUSE "clickhouse://"

/* Open clickhouse://[USER@]HOST[:PORT]/DATABASE and check its version. On failure, prints the cause
 * and returns NULL. */
struct engine *engine_open_clickhouse(const char *address);

/* The number in a cell. 0 if it is none or not finite. */
double engine_number(const char *cell);
int64_t engine_integer(const char *cell);

#endif

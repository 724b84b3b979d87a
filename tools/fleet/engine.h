/* SPDX-License-Identifier: MIT */
/* A database that holds a fleet and answers the queries of tools/fleet/sql. Unit tests have engines
 * of their own. */
#ifndef TOOLS_FLEET_ENGINE_H
#define TOOLS_FLEET_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tools/fleet/sql.h"

/* Receives a row. Texts are untrusted, but printable, and valid during the call. A NULL is "". */
typedef void engine_row(void *context, const char *const *cells);

/* Receives a value of a run. */
typedef void engine_value(void *context, int64_t figure, double median, double resolution);

/* Version of the schema in tools/fleet/sql. */
#define FLEET_VERSION 3

#define ENGINE_CELLS_MAX 24
/* An answer with more rows is refused, since a foreign database could have any number. */
#define ENGINE_ROWS_MAX 50000000u

struct engine {
	char *name; /* path */
	bool (*query)(struct engine *engine, const char *sql, size_t cells, engine_row *row,
		      void *context);
	/* The values of a run, by the keys of their figures. May be called by the row of a query.
	 * On failure, prints the cause and returns false. */
	bool (*values)(struct engine *engine, int64_t run, engine_value *value, void *context);
	void (*close)(struct engine *engine);
	void *state;
};

/* Run NAME.sql, whose rows have at least that number of cells. On failure, prints the cause
 * and returns false. */
bool engine_run(struct engine *engine, const char *name, const struct sql_value *values,
		size_t cells, engine_row *row, void *context);

/* Statements without an answer. */
bool engine_execute(struct engine *engine, const char *name, const struct sql_value *values);

void engine_close(struct engine *engine);

/* The number in a cell; 0 if the cell has no finite number. */
double engine_number(const char *cell);
int64_t engine_integer(const char *cell);

#endif

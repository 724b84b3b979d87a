/* SPDX-License-Identifier: MIT */
#include "tools/fleet/engine.h"

#include <math.h>
#include <stdlib.h>

bool engine_run(struct engine *engine, const char *name, const struct sql_value *values,
		size_t cells, engine_row *row, void *context)
{
	char *sql = sql_make(name, values);
	bool good = engine->query(engine, sql, cells, row, context);

	free(sql);
	return good;
}

static void engine_ignore(void *context, const char *const *cells)
{
	(void)context;
	(void)cells;
}

bool engine_execute(struct engine *engine, const char *name, const struct sql_value *values)
{
	return engine_run(engine, name, values, 0, engine_ignore, NULL);
}

void engine_close(struct engine *engine)
{
	if (engine == NULL)
		return;
	engine->close(engine);
	free(engine->name);
	free(engine);
}

double engine_number(const char *cell)
{
	double number = strtod(cell, NULL);

	return isfinite(number) ? number : 0;
}

int64_t engine_integer(const char *cell)
{
	return strtoll(cell, NULL, 10);
}

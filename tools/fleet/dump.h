/* SPDX-License-Identifier: MIT */
/* A fleet as SQL for another database. */
#ifndef TOOLS_FLEET_DUMP_H
#define TOOLS_FLEET_DUMP_H

#include <stdio.h>

#include "tools/fleet/engine.h"

/* Write the tables and rows of a SQLite engine as statements for clickhouse-client --multiquery.
 * The caller checks file for write errors. On failure, prints the cause and returns false. */
bool dump_clickhouse(struct engine *engine, FILE *file);

#endif

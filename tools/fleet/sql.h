/* SPDX-License-Identifier: MIT */
/* The SQL files of tools/fleet/sql, as the build embeds them. */
#ifndef TOOLS_FLEET_SQL_H
#define TOOLS_FLEET_SQL_H

struct sql_value {
	const char *name; /* NULL ends an array */
	const char *text; /* SQL */
};

/* The text of NAME.sql with each {name} replaced by its value; the caller frees it. Values
 * may be NULL. Ends the program if there is no such file. */
char *sql_make(const char *name, const struct sql_value *values);

#endif

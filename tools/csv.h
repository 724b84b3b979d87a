/* Comma-separated values: RFC 4180, "Definition of the CSV Format". */
#ifndef TOOLS_CSV_H
#define TOOLS_CSV_H

#include <stdio.h>

/* Write one field: as it is if it can stand so, else in quotes. */
void csv_field(FILE *file, const char *text);

#endif

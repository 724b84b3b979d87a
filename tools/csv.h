/* Comma-separated values: RFC 4180, "Definition of the CSV Format". */
#ifndef TOOLS_CSV_H
#define TOOLS_CSV_H

#include <stdio.h>

/* Write one field in quotes. */
void csv_text(FILE *file, const char *text);

/* The same, but without quotes if it can stand so. */
void csv_field(FILE *file, const char *text);

#endif

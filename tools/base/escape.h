/* SPDX-License-Identifier: MIT */
/* Escapes untrusted texts of results for formats with special characters. result.h has already
 * removed control characters. */
#ifndef TOOLS_BASE_ESCAPE_H
#define TOOLS_BASE_ESCAPE_H

#include <stdio.h>

/* Write text as a quoted attribute value or content of XML or HTML. */
void escape_xml(FILE *file, const char *text);

/* Write text into a Markdown table cell, without creating markup, HTML or the cell's end. */
void escape_markdown(FILE *file, const char *text);

/* Write a CSV field, quoted if necessary (RFC 4180). If a text that is not a number begins with
 * "=", "+", "-" or "@", a spreadsheet would take it for a formula, so it gets an apostrophe in
 * front. */
void escape_csv(FILE *file, const char *text);

#endif

/* SPDX-License-Identifier: MIT */
/* Texts of a result, which may be hostile, put into formats in which some characters mean
 * something. Control characters are no concern here: result.h has made texts printable. */
#ifndef TOOLS_BASE_ESCAPE_H
#define TOOLS_BASE_ESCAPE_H

#include <stdio.h>

/* Put text into an XML or HTML document, as a quoted attribute's value or as content. */
void escape_xml(FILE *file, const char *text);

/* Put text into a cell of a Markdown table: neither markup, HTML nor the cell's end comes of it. */
void escape_markdown(FILE *file, const char *text);

/* Put text into a field of CSV, in quotes where it must be (RFC 4180). A spreadsheet would run what
 * begins with one of "=+-@" as a formula: such a text gets an apostrophe before it, unless it is a
 * number. */
void escape_csv(FILE *file, const char *text);

/* Put bytes into a URI (RFC 3986, "Percent-Encoding"). */
void escape_uri(FILE *file, const char *bytes, size_t count);

#endif

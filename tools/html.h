/* Text on its way into HTML. What a log says is untrusted: all of it goes through here. */
#ifndef TOOLS_HTML_H
#define TOOLS_HTML_H

#include <stdio.h>

/* Write text so that it is text and nothing else, between tags and in a quoted attribute's value. */
void html_text(FILE *file, const char *text);

/* The same of what the format makes. */
void html_format(FILE *file, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Write bytes as part of a URI: RFC 3986, "Percent-Encoding". */
void html_uri(FILE *file, const char *bytes, size_t count);

#endif

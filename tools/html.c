/* HTML Living Standard, "Serializing HTML fragments": which characters have to be escaped. */
#include "tools/html.h"

#include <err.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void html_text(FILE *file, const char *text)
{
	for (; *text != '\0'; text++) {
		switch (*text) {
		case '&':
			fputs("&amp;", file);
			break;
		case '<':
			fputs("&lt;", file);
			break;
		case '>':
			fputs("&gt;", file);
			break;
		case '"':
			fputs("&quot;", file);
			break;
		case '\'':
			fputs("&#39;", file);
			break;
		default:
			putc(*text, file);
			break;
		}
	}
}

void html_format(FILE *file, const char *format, ...)
{
	va_list args;
	char *text;
	int length;

	va_start(args, format);
	length = vasprintf(&text, format, args);
	va_end(args);
	if (length < 0)
		err(2, "out of memory");
	html_text(file, text);
	free(text);
}

void html_uri(FILE *file, const char *bytes, size_t count)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
		"-._~,";

	for (size_t i = 0; i < count; i++) {
		if (bytes[i] != '\0' && strchr(plain, bytes[i]) != NULL)
			putc(bytes[i], file);
		else
			fprintf(file, "%%%02X", (unsigned char)bytes[i]);
	}
}

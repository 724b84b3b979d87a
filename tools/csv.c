/* A field needs quotes when it holds what separates fields or lines; quotes in it are doubled. */
#include "tools/csv.h"

#include <string.h>

void csv_text(FILE *file, const char *text)
{
	putc('"', file);
	for (; *text != '\0'; text++) {
		if (*text == '"')
			putc('"', file);
		putc(*text, file);
	}
	putc('"', file);
}

void csv_field(FILE *file, const char *text)
{
	if (text[strcspn(text, ",\"\r\n")] == '\0')
		fputs(text, file);
	else
		csv_text(file, text);
}

/* SPDX-License-Identifier: MIT */
/* The command line under UEFI: see command_line.h. */
#include "boot/efi/command_line.h"

#include "lib/text/string.h"

#define BYTE_ORDER_MARK "\xef\xbb\xbf"

static bool efi_command_line_is_blank(unsigned c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\0';
}

/* The text in [begin, end). */
struct slice {
	const char *begin, *end;
};

static struct slice trimmed(struct slice text)
{
	while (text.begin < text.end && efi_command_line_is_blank(*text.begin))
		text.begin++;
	while (text.begin < text.end && efi_command_line_is_blank(text.end[-1]))
		text.end--;
	return text;
}

/* Remove the first line from rest and return it. */
static struct slice efi_command_line_take_line(struct slice *rest)
{
	struct slice line = {rest->begin, rest->begin};

	while (line.end < rest->end && *line.end != '\n')
		line.end++;
	rest->begin = line.end < rest->end ? line.end + 1 : line.end;
	return line;
}

size_t efi_command_line_from_file(char *to, size_t size, const char *file, size_t file_bytes)
{
	size_t mark_bytes = strlen(BYTE_ORDER_MARK);
	struct slice rest = {file, file + file_bytes};

	if (file_bytes >= mark_bytes && memcmp(file, BYTE_ORDER_MARK, mark_bytes) == 0)
		rest.begin += mark_bytes;
	while (rest.begin < rest.end) {
		struct slice line = trimmed(efi_command_line_take_line(&rest));
		size_t length = (size_t)(line.end - line.begin);

		if (length == 0 || *line.begin == '#')
			continue;
		memcpy(to, line.begin, length < size ? length : size - 1);
		to[length < size ? length : size - 1] = '\0';
		return length;
	}
	return 0;
}

/* Length up to the terminator; 0 if a character is not printable ASCII. */
static size_t printable_length(const uint16_t *text, size_t length_max)
{
	size_t length = 0;

	while (length < length_max && text[length] != 0) {
		if (text[length] < ' ' || text[length] > '~')
			return 0;
		length++;
	}
	return length;
}

static size_t program_name_length(const uint16_t *options, size_t length)
{
	size_t at = 0;

	while (at < length && options[at] != ' ')
		if (options[at++] == '=')
			return 0;
	return at;
}

size_t efi_command_line_from_load_options(char *to, size_t size, const uint16_t *options,
					  size_t options_bytes)
{
	size_t length = printable_length(options, options_bytes / sizeof(*options));
	size_t at = program_name_length(options, length);

	while (at < length && efi_command_line_is_blank(options[at]))
		at++;
	if (at == length)
		return 0;
	for (size_t i = at; i < length && i - at < size - 1; i++)
		*to++ = (char)options[i];
	*to = '\0';
	return length - at;
}

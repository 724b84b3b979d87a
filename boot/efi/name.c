/* SPDX-License-Identifier: MIT */
/* See name.h. */
#include "boot/efi/name.h"

#include "lib/text/fmt.h"
#include "lib/text/string.h"

#define STRUCTURE_HEADER_BYTES 4
#define TYPE_SYSTEM 1
#define SYSTEM_MAKER 4
#define SYSTEM_PRODUCT 5
#define TYPE_END 127

static bool is_plain(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

/* Any run of other characters becomes one hyphen, and none is at the begin. */
static void append_plain(char to[NAME_MACHINE_CHARS], const char *text, size_t length)
{
	size_t used = strlen(to);

	if (used > 0 && used + 1 < NAME_MACHINE_CHARS)
		to[used++] = '-';
	for (size_t i = 0; i < length && used + 1 < NAME_MACHINE_CHARS; i++) {
		char c = text[i] >= 'A' && text[i] <= 'Z' ? (char)(text[i] - 'A' + 'a') : text[i];

		if (is_plain(c))
			to[used++] = c;
		else if (used > 0 && to[used - 1] != '-')
			to[used++] = '-';
	}
	while (used > 0 && to[used - 1] == '-')
		used--;
	to[used] = '\0';
}

/* The string of that number, from 1, behind a structure. */
static const char *find_string(const uint8_t *strings, const uint8_t *end, unsigned number,
			       size_t *length)
{
	while (number > 0 && strings < end && *strings != 0) {
		const uint8_t *begin = strings;

		while (strings < end && *strings != 0)
			strings++;
		*length = (size_t)(strings - begin);
		if (--number == 0)
			return (const char *)begin;
		strings++;
	}
	return NULL;
}

/* The next structure: behind the double zero that ends the strings of this one. */
static const uint8_t *next_structure(const uint8_t *at, const uint8_t *end)
{
	for (at += at[1]; end - at >= 2; at++) {
		if (at[0] == 0 && at[1] == 0)
			return at + 2;
	}
	return end;
}

static void take_system(char to[NAME_MACHINE_CHARS], const uint8_t *system, const uint8_t *end)
{
	static const unsigned fields[] = {SYSTEM_MAKER, SYSTEM_PRODUCT};

	for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]) && system[1] > fields[i]; i++) {
		size_t length;
		const char *text = find_string(system + system[1], end, system[fields[i]], &length);

		if (text != NULL)
			append_plain(to, text, length);
	}
}

void name_machine(char to[NAME_MACHINE_CHARS], const uint8_t *table, size_t table_bytes)
{
	const uint8_t *end = table + table_bytes;

	to[0] = '\0';
	while (table != NULL && end - table >= STRUCTURE_HEADER_BYTES && table[0] != TYPE_END &&
	       table[1] >= STRUCTURE_HEADER_BYTES && table[1] <= end - table) {
		if (table[0] == TYPE_SYSTEM) {
			take_system(to, table, end);
			break;
		}
		table = next_structure(table, end);
	}
	if (to[0] == '\0')
		text_copy(to, NAME_MACHINE_CHARS, "pc");
}

void name_run(char *to, size_t size, const struct name_time *time, const char *machine)
{
	fmt_buffer(to, size, "%04u%02u%02u-%02u%02u%02u-%s", time->year, time->month, time->day,
		   time->hour, time->minute, time->second, machine);
}

bool name_is_good(const char *text, size_t size)
{
	size_t length = 0;

	for (; length < size && text[length] != '\0'; length++) {
		if (!is_plain(text[length]) && text[length] != '-')
			return false;
	}
	return length > 0 && length < size;
}

/* SPDX-License-Identifier: MIT */
/* See name.h. */
#include "boot/efi/name.h"

#include "lib/text/fmt.h"
#include "lib/text/string.h"

static bool is_plain(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

/* Replace each run of other characters by one hyphen. Drop a hyphen at the start. */
static void append_plain(char to[NAME_MACHINE_CHARS], const char *text)
{
	size_t used = strlen(to);

	if (used > 0 && used + 1 < NAME_MACHINE_CHARS)
		to[used++] = '-';
	for (; *text != '\0' && used + 1 < NAME_MACHINE_CHARS; text++) {
		char c = *text >= 'A' && *text <= 'Z' ? (char)(*text - 'A' + 'a') : *text;

		if (is_plain(c))
			to[used++] = c;
		else if (used > 0 && to[used - 1] != '-')
			to[used++] = '-';
	}
	while (used > 0 && to[used - 1] == '-')
		used--;
	to[used] = '\0';
}

void name_machine(char to[NAME_MACHINE_CHARS], const struct smbios_machine *machine)
{
	to[0] = '\0';
	append_plain(to, machine->maker);
	append_plain(to, machine->product);
	if (to[0] == '\0')
		text_copy(to, NAME_MACHINE_CHARS, "pc");
}

/* UEFI Specification 2.10, section 8.3, "GetTime()": the ranges of EFI_TIME. */
static bool is_time(const struct name_time *time)
{
	return time->year >= 1900 && time->year <= 9999 && time->month >= 1 && time->month <= 12 &&
	       time->day >= 1 && time->day <= 31 && time->hour <= 23 && time->minute <= 59 &&
	       time->second <= 59;
}

void name_run(char *to, size_t size, const struct name_time *time, const char *machine)
{
	const struct name_time unknown = {0};

	if (!is_time(time))
		time = &unknown;
	fmt_buffer(to, size, "%04u%02u%02u-%02u%02u%02u-%s", time->year, time->month, time->day,
		   time->hour, time->minute, time->second, machine);
}

void name_numbered(char *to, size_t size, const char *name, unsigned number)
{
	if (number == 1)
		text_copy(to, size, name);
	else
		fmt_buffer(to, size, "%s-%u", name, number);
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

bool name_has_time(const char *name)
{
	static const char form[] = "00000000-000000-";

	for (size_t i = 0; i < sizeof(form) - 1; i++) {
		bool is_digit = name[i] >= '0' && name[i] <= '9';

		if (form[i] == '0' ? !is_digit : name[i] != form[i])
			return false;
	}
	return true;
}

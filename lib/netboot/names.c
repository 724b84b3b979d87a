/* SPDX-License-Identifier: MIT */
/* See names.h. */
#include "lib/netboot/names.h"

#include "lib/text/fmt.h"
#include "lib/text/string.h"

#define NO_UUID "00000000-0000-0000-0000-000000000000"
#define LOG_SUFFIX ".log"

void netboot_mac_text(char to[NETBOOT_MAC_CHARS], const unsigned char mac[6])
{
	fmt_buffer(to, NETBOOT_MAC_CHARS, "%02x%02x%02x%02x%02x%02x", mac[0], mac[1], mac[2],
		   mac[3], mac[4], mac[5]);
}

unsigned netboot_config_path(char *to, size_t size, const struct netboot_machine *machine,
			     unsigned which)
{
	const char *names[] = {machine->uuid, machine->mac, machine->model, "default"};
	unsigned count = sizeof(names) / sizeof(names[0]);

	while (which < count && names[which][0] == '\0')
		which++;
	if (which >= count)
		return 0;
	fmt_buffer(to, size, NETBOOT_CONFIGS "/%s.cfg", names[which]);
	return which + 1;
}

void netboot_result_name(char to[NETBOOT_NAME_CHARS], const struct netboot_machine *machine,
			 const char *run, unsigned number)
{
	char suffix[16] = LOG_SUFFIX;

	if (number > 1)
		fmt_buffer(suffix, sizeof(suffix), "-%u" LOG_SUFFIX, number);
	fmt_buffer(to, NETBOOT_NAME_CHARS, "%s-%s-%s%s", machine->mac,
		   machine->uuid[0] != '\0' ? machine->uuid : NO_UUID, run, suffix);
}

/* ---- Parsing ---- */

static bool is_hex(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
}

/* Move a part of the name to `to`. An x in the form stands for a hexadecimal digit. */
static bool take_form(const char **name, const char *form, char *to)
{
	for (; *form != '\0'; form++, (*name)++) {
		if (*form == 'x' ? !is_hex(**name) : **name != *form)
			return false;
		*to++ = **name;
	}
	*to = '\0';
	return true;
}

static bool is_plain(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
}

bool netboot_parse_result_name(const char *name, struct netboot_result *result)
{
	size_t length = 0;

	if (!take_form(&name, "xxxxxxxxxxxx", result->mac) || *name++ != '-' ||
	    !take_form(&name, "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx", result->uuid) ||
	    *name++ != '-')
		return false;
	while (is_plain(name[length]) && length + 1 < sizeof(result->run)) {
		result->run[length] = name[length];
		length++;
	}
	result->run[length] = '\0';
	return length > 0 && strcmp(name + length, LOG_SUFFIX) == 0;
}

/* SPDX-License-Identifier: MIT */
/* See machines.h. */
#include "tools/serve/machines.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/text/string.h"
#include "tools/base/alloc.h"

/* 1: the same; 0: one of the texts is unknown; -1: different. */
static int compare_known(const char *a, const char *b)
{
	if (a[0] == '\0' || b[0] == '\0')
		return 0;
	return strcmp(a, b) == 0 ? 1 : -1;
}

static bool is_same(const struct machine *machine, const char *address, const char *mac,
		    const char *uuid)
{
	int by_uuid = compare_known(machine->uuid, uuid), by_mac = compare_known(machine->mac, mac);

	if (by_uuid < 0 || by_mac < 0)
		return false;
	return by_uuid > 0 || by_mac > 0 || compare_known(machine->address, address) > 0;
}

static bool is_of(const struct machine *machine, const char *address)
{
	return strcmp(machine->first_address, address) == 0;
}

/* The machine to forget; NULL: none. */
static struct machine *find_oldest(const struct machines *machines, const char *address,
				   bool with_results)
{
	struct machine *oldest = NULL;

	for (size_t i = 0; i < machines->count; i++) {
		struct machine *machine = &machines->items[i];

		if ((address == NULL || is_of(machine, address)) &&
		    (with_results || machine->results == 0) &&
		    (oldest == NULL || machine->seen < oldest->seen))
			oldest = machine;
	}
	return oldest;
}

static size_t count_of(const struct machines *machines, const char *address)
{
	size_t count = 0;

	for (size_t i = 0; i < machines->count; i++)
		count += is_of(&machines->items[i], address);
	return count;
}

static struct machine *add(struct machines *machines, const char *address)
{
	bool is_full = machines->count == MACHINES_MAX;
	struct machine *machine = NULL;

	if (machines->items == NULL)
		machines->items = xcalloc(MACHINES_MAX, sizeof(*machines->items));
	if (address[0] != '\0' && count_of(machines, address) >= MACHINES_PER_ADDRESS)
		machine = find_oldest(machines, address, true);
	else if (is_full && (machine = find_oldest(machines, NULL, false)) == NULL)
		machine = find_oldest(machines, NULL, true);
	if (machine == NULL)
		machine = &machines->items[machines->count++];
	*machine = (struct machine){0};
	text_copy(machine->first_address, sizeof(machine->first_address), address);
	return machine;
}

struct machine *machines_find(struct machines *machines, const char *address, const char *mac,
			      const char *uuid)
{
	struct machine *machine = NULL;

	for (size_t i = 0; i < machines->count && machine == NULL; i++) {
		if (is_same(&machines->items[i], address, mac, uuid))
			machine = &machines->items[i];
	}
	if (machine == NULL)
		machine = add(machines, address);
	if (address[0] != '\0')
		text_copy(machine->address, sizeof(machine->address), address);
	if (mac[0] != '\0')
		text_copy(machine->mac, sizeof(machine->mac), mac);
	if (uuid[0] != '\0')
		text_copy(machine->uuid, sizeof(machine->uuid), uuid);
	return machine;
}

/* A name of 12 hexadecimal digits is a MAC address, one of 36 characters with hyphens a UUID. */
struct machine *machines_add_config(struct machines *machines, const char *address,
				    const char *name, int is_there)
{
	char mac[NETBOOT_MAC_CHARS] = "", uuid[NETBOOT_UUID_CHARS] = "", probe[NETBOOT_NAME_CHARS];
	struct netboot_result parsed;
	struct machine *machine;

	snprintf(probe, sizeof(probe), "%s-00000000-0000-0000-0000-000000000000-x.log", name);
	if (netboot_parse_result_name(probe, &parsed))
		text_copy(mac, sizeof(mac), parsed.mac);
	snprintf(probe, sizeof(probe), "000000000000-%s-x.log", name);
	if (netboot_parse_result_name(probe, &parsed) && strcmp(parsed.run, "x") == 0)
		text_copy(uuid, sizeof(uuid), parsed.uuid);
	machine = machines_find(machines, address, mac, uuid);
	machine->seen = machine->began = time(NULL);
	if (is_there)
		snprintf(machine->config, sizeof(machine->config), "%s.cfg", name);
	return machine;
}

unsigned machines_results(const struct machines *machines)
{
	unsigned results = 0;

	for (size_t i = 0; i < machines->count; i++)
		results += machines->items[i].results;
	return results;
}

void machines_free(struct machines *machines)
{
	free(machines->items);
	*machines = (struct machines){0};
}

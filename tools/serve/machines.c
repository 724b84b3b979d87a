/* SPDX-License-Identifier: MIT */
/* See machines.h. */
#include "tools/serve/machines.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/text/string.h"
#include "tools/base/alloc.h"

/* 1: same, 0: one is unknown, -1: different. */
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

static struct machine *add(struct machines *machines)
{
	struct machine *oldest = machines->items;

	if (machines->items == NULL)
		machines->items = xcalloc(MACHINES_MAX, sizeof(*machines->items));
	if (machines->count < MACHINES_MAX)
		return &machines->items[machines->count++];
	for (size_t i = 1; i < machines->count; i++) {
		if (machines->items[i].seen < oldest->seen)
			oldest = &machines->items[i];
	}
	*oldest = (struct machine){0};
	return oldest;
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
		machine = add(machines);
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
	machine->seen = time(NULL);
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

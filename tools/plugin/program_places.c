/* SPDX-License-Identifier: MIT */
#include "tools/plugin/program_places.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/number_map.h"
#include "tools/plugin/branch.h"

#define LINE_MAX_BYTES 256
#define NAMES_MAX 65536

static struct {
	struct number_map by_address;   /* to an index */
	struct place *items;
	char **names;
	uint32_t item_count, name_count;
	uint64_t stubs_begin, stubs_end, switch_begin, firmware_begin, firmware_end;
	uint32_t firmware_name;
} places;

/* The number of a name, which several places may have. */
static uint32_t places_name_number(const char *name)
{
	for (uint32_t i = 0; i < places.name_count; i++) {
		if (strcmp(places.names[i], name) == 0)
			return i;
	}
	places.names = xreallocarray(places.names, places.name_count + 1, sizeof(*places.names));
	places.names[places.name_count] = xstrdup(name);
	return places.name_count++;
}

static void places_add(enum place_kind kind, uint64_t address, const char *name)
{
	if (number_map_find(&places.by_address, address) != NULL)
		return;
	places.items = xreallocarray(places.items, places.item_count + 1, sizeof(*places.items));
	places.items[places.item_count] = (struct place){kind, places_name_number(name)};
	number_map_add(&places.by_address, address, places.item_count++);
}

static bool places_take(char *line)
{
	char name[LINE_MAX_BYTES], kind;
	uint64_t address;

	if (sscanf(line, "%c %" SCNx64 " %255s", &kind, &address, name) != 3 || address == 0 ||
	    places.name_count == NAMES_MAX)
		return false;
	switch ((enum place_kind)kind) {
	case PLACE_STUBS:
		places.stubs_begin = address;
		return true;
	case PLACE_STUBS_END:
		places.stubs_end = address;
		return true;
	case PLACE_SWITCH:
		places.switch_begin = address;
		return true;
	case PLACE_FIRMWARE:
		places.firmware_begin = address;
		places.firmware_name = places_name_number(name);
		return true;
	case PLACE_FIRMWARE_END:
		places.firmware_end = address;
		return true;
	case PLACE_ENTRY: case PLACE_CALL: case PLACE_EXCEPTION: case PLACE_INTERRUPT:
	case PLACE_NAME: case PLACE_BECOMES: case PLACE_EXIT: case PLACE_IDLE:
		places_add((enum place_kind)kind, address, name);
		return true;
	default:
		return false;
	}
}

bool places_read(const char *path)
{
	static const char *const own[PLACE_NAMES_OWN] = {"unknown", "device", "task"};
	FILE *file = fopen(path, "re");
	char line[LINE_MAX_BYTES];
	bool good = file != NULL;

	for (uint32_t i = 0; i < PLACE_NAMES_OWN; i++)
		places_name_number(own[i]);
	while (good && fgets(line, sizeof(line), file) != NULL)
		good = places_take(line);
	if (file != NULL)
		fclose(file);
	if (!good || places.switch_begin == 0)
		fprintf(stderr, "bareline's plugin: %s: not a list of a kernel's places\n", path);
	return good && places.switch_begin != 0;
}

struct place places_find(uint64_t address_virt)
{
	uint32_t *index;

	if (address_virt >= places.stubs_begin && address_virt < places.stubs_end)
		return (struct place){PLACE_INTERRUPT, PLACE_DEVICE};
	if (address_virt >= places.firmware_begin && address_virt < places.firmware_end)
		return (struct place){PLACE_FIRMWARE, places.firmware_name};
	index = number_map_find(&places.by_address, address_virt);
	return index != NULL ? places.items[*index] : (struct place){PLACE_NONE, PLACE_UNKNOWN};
}

bool places_is_in_switch(uint64_t address_virt)
{
	return address_virt - places.switch_begin < branch_switch_bytes();
}

const char *places_name(uint32_t number)
{
	return places.names[number];
}

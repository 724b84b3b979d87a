/* SPDX-License-Identifier: MIT */
/* Older logs have serial numbers instead of hashes. They get the same identity, because this file
 * computes the hashes. */
#include "tools/analysis/identity.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/utc_time.h"
#include "tools/analysis/module_kinds.h"
#include "tools/base/alloc.h"
#include "tools/base/file.h"
#include "tools/record/point.h"

enum key {KEY_MODEL, KEY_HARDWARE};

/* ---- The machine ---- */

static const struct wire_machine *machine_of(const struct result *result)
{
	const struct record_list *list = &result->records[WIRE_machine];

	return list->count > 0 ? &list->items[0].machine : NULL;
}

/* A log is not trusted, so a text is used as a hash only if it looks like one. */
static bool is_hash(const char *text)
{
	return strspn(text, "0123456789abcdef") == IDENTIFIER_HASH_CHARS - 1 &&
	       text[IDENTIFIER_HASH_CHARS - 1] == '\0';
}

static void take_hash(enum identifier kind, const char *hash, const char *plain,
		      char to[IDENTIFIER_HASH_CHARS])
{
	if (is_hash(hash))
		strcpy(to, hash);
	else
		identifier_hash(kind, plain, to);
}

/* ---- Memory ---- */

static bool is_same_module(const struct wire_memory_device *a, const struct wire_memory_device *b)
{
	return a->size_bytes == b->size_bytes && a->mts == b->mts &&
	       a->rated_mts == b->rated_mts && strcmp(a->type, b->type) == 0;
}

/* Length of the text up to its channel's name: "ChannelA-DIMM0", "P0 CHANNEL A", "CPU1_DIMM_B2".
 * 0 if it names no channel. */
static size_t channel_length(const char *text)
{
	const char *word = strcasestr(text, "channel"), *name;

	if (word != NULL) {
		name = word + strlen("channel");
		name += strspn(name, " _-");
		return isalnum((unsigned char)*name) ? (size_t)(name + 1 - text) : 0;
	}
	word = strcasestr(text, "dimm");
	if (word == NULL)
		return 0;
	name = word + strlen("dimm");
	name += strspn(name, " _-");
	return isalpha((unsigned char)*name) ? (size_t)(name + 1 - text) : 0;
}

/* The text of a device that names its channel; NULL if there is none. */
static const char *channel_text(const struct wire_memory_device *device)
{
	if (channel_length(device->bank) > 0)
		return device->bank;
	return channel_length(device->locator) > 0 ? device->locator : NULL;
}

static bool is_same_channel(const char *a, const char *b)
{
	size_t length = channel_length(a);

	return length == channel_length(b) && strncasecmp(a, b, length) == 0;
}

/* Channels with a module; 0 if a module does not name its channel. */
static size_t count_channels(const struct record_list *devices)
{
	size_t count = 0;

	for (size_t i = 0; i < devices->count; i++) {
		const char *text = channel_text(&devices->items[i].memory_device);
		bool is_new = true;

		if (text == NULL)
			return 0;
		for (size_t j = 0; j < i && is_new; j++)
			is_new = !is_same_channel(text,
						  channel_text(&devices->items[j].memory_device));
		count += is_new;
	}
	return count;
}

static void write_modules(FILE *file, const struct record_list *devices, size_t first)
{
	const struct wire_memory_device *device = &devices->items[first].memory_device;
	size_t count = module_kinds_count(devices, first, is_same_module);
	uint64_t mts = device->mts != 0 ? device->mts : device->rated_mts;
	char size[POINT_TEXT_MAX];

	if (count == 0)
		return;
	fprintf(file, "%s%zu x %s", first > 0 ? " + " : "", count,
		device->size_bytes > 0 ? point_size(device->size_bytes, size) : "unknown size");
	if (device->type[0] != '\0')
		fprintf(file, " %s", device->type);
	if (mts != 0)
		fprintf(file, "%s%" PRIu64, device->type[0] != '\0' ? "-" : ", MT/s ", mts);
}

static char *memory_text(const struct result *result)
{
	const struct record_list modules = module_kinds_records(result), *devices = &modules;
	size_t size, channels = count_channels(devices);
	char *text;
	FILE *file;

	if (devices->count == 0)
		return NULL;
	file = file_in_memory(&text, &size);
	for (size_t i = 0; i < devices->count; i++)
		write_modules(file, devices, i);
	if (channels > 0)
		fprintf(file, ", %zu channel%s", channels, channels > 1 ? "s" : "");
	file_end_memory(file, &text);
	return text;
}

/* ---- Names ---- */

static const char *real_name(const char *text)
{
	return identifier_is_placeholder(text) ? "" : text;
}

/* The words that are not empty, joined by blanks; NULL if all are empty. */
static char *join_words(const char *const *words, size_t count)
{
	size_t size;
	char *text;
	FILE *file = file_in_memory(&text, &size);

	for (size_t i = 0; i < count; i++) {
		if (words[i][0] != '\0')
			fprintf(file, "%s%s", ftell(file) > 0 ? " " : "", words[i]);
	}
	file_end_memory(file, &text);
	if (text[0] != '\0')
		return text;
	free(text);
	return NULL;
}

/* Maker and product; those of the board if the machine has no names of its own. */
static void name_words(const struct wire_machine *machine, const char *words[2])
{
	bool is_named;

	words[0] = words[1] = "";
	if (machine == NULL)
		return;
	is_named = real_name(machine->product)[0] != '\0';
	words[0] = real_name(is_named ? machine->maker : machine->board_maker);
	words[1] = real_name(is_named ? machine->product : machine->board);
}

static void identity_add_names(struct identity *identity, const struct result *result)
{
	const struct wire_machine *machine = machine_of(result);
	const struct wire_cpu *cpu = result_cpu(result);
	const char *words[2];

	name_words(machine, words);
	identity->name = join_words(words, 2);
	if (cpu != NULL && (cpu->brand[0] != '\0' || cpu->vendor[0] != '\0'))
		identity->cpu = xstrdup(cpu->brand[0] != '\0' ? cpu->brand : cpu->vendor);
	if (identity->name == NULL && identity->cpu != NULL)
		identity->name = xstrdup(identity->cpu);
	if (cpu != NULL && cpu->microcode != 0)
		identity->microcode = xasprintf("%#" PRIx64, cpu->microcode);
	if (machine != NULL) {
		const char *firmware[] = {machine->bios_maker, machine->bios, machine->bios_date};

		identity->firmware = join_words(firmware, 3);
	}
	identity->memory = memory_text(result);
}

/* ---- The model ---- */

static int by_module(const void *a, const void *b)
{
	const struct wire_memory_device *left = &((const struct wire_record *)a)->memory_device;
	const struct wire_memory_device *right = &((const struct wire_record *)b)->memory_device;

	if (left->size_bytes != right->size_bytes)
		return left->size_bytes > right->size_bytes ? -1 : 1;
	return strcmp(left->type, right->type);
}

/* Sizes and types of the modules in any slots. */
static void write_fit_out(FILE *file, const struct result *result)
{
	const struct record_list modules = module_kinds_records(result);
	struct wire_record *sorted = xcalloc(modules.count + 1, sizeof(*sorted));

	for (size_t i = 0; i < modules.count; i++)
		sorted[i] = modules.items[i];
	qsort(sorted, modules.count, sizeof(*sorted), by_module);
	for (size_t i = 0; i < modules.count; i++)
		fprintf(file, "\n%" PRIu64 " %s", sorted[i].memory_device.size_bytes,
			sorted[i].memory_device.type);
	free(sorted);
}

static char *model_text(const struct result *result, enum key key)
{
	const struct wire_cpu *cpu = result_cpu(result);
	const char *words[2];
	size_t size;
	char *text;
	FILE *file = file_in_memory(&text, &size);

	name_words(machine_of(result), words);
	fprintf(file, "%s\n%s\n%s\n%" PRIu64 " %" PRIu64 " %" PRIu64 "\n%s", words[0], words[1],
		cpu->vendor, cpu->family, cpu->model, cpu->stepping, cpu->brand);
	if (key == KEY_MODEL)
		write_fit_out(file, result);
	file_end_memory(file, &text);
	return text;
}

static void identity_add_keys(struct identity *identity, const struct result *result)
{
	static const char *const names[] = {[KEY_MODEL] = "model", [KEY_HARDWARE] = "hardware"};

	if (result_cpu(result) == NULL)
		return;
	for (enum key key = KEY_MODEL; key <= KEY_HARDWARE; key++) {
		char *text = model_text(result, key);

		identifier_hash_text(names[key], text, identity->keys[key]);
		free(text);
	}
	identity->model = identity->keys[KEY_MODEL];
	identity->hardware = identity->keys[KEY_HARDWARE];
}

/* ---- The time ---- */

static void identity_add_time(struct identity *identity, const struct record_list *times)
{
	const struct wire_made *made;
	struct utc_time time;

	if (times->count == 0)
		return;
	made = &times->items[0].made;
	if (made->utc[0] != '\0' && utc_time_parse(made->utc, &time)) {
		identity->made = made->utc;
		identity->made_from = made->source;
	} else {
		identity->made_problem = made->problem[0] != '\0' ? made->problem
								  : "invalid time";
	}
}

/* ---- All ---- */

struct identity *identity_new(const struct result *result)
{
	struct identity *identity = xcalloc(1, sizeof(*identity));
	const struct wire_machine *machine = machine_of(result);
	const struct record_list *cards = &result->records[WIRE_network_card];

	if (machine != NULL) {
		char (*hashes)[IDENTIFIER_HASH_CHARS] = identity->hashes;

		take_hash(IDENTIFIER_UUID, machine->uuid_hash, machine->uuid,
			  hashes[IDENTIFIER_UUID]);
		take_hash(IDENTIFIER_SERIAL, machine->serial_hash, machine->serial,
			  hashes[IDENTIFIER_SERIAL]);
		take_hash(IDENTIFIER_BOARD_SERIAL, machine->board_serial_hash,
			  machine->board_serial, hashes[IDENTIFIER_BOARD_SERIAL]);
		take_hash(IDENTIFIER_CHASSIS_SERIAL, machine->chassis_serial_hash,
			  machine->chassis_serial, hashes[IDENTIFIER_CHASSIS_SERIAL]);
	}
	/* The smallest hash counts, since firmware and operating system list cards in different
	 * orders. */
	for (size_t i = 0; i < cards->count && identity->card_count < IDENTITY_CARDS_MAX; i++) {
		char *hash = identity->cards[identity->card_count];

		take_hash(IDENTIFIER_MAC, cards->items[i].network_card.mac_hash,
			  cards->items[i].network_card.mac, hash);
		identity->card_count += hash[0] != '\0';
	}
	for (size_t i = 0; i < identity->card_count; i++) {
		if (i == 0 || strcmp(identity->cards[i], identity->hashes[IDENTIFIER_MAC]) < 0)
			strcpy(identity->hashes[IDENTIFIER_MAC], identity->cards[i]);
	}
	for (enum identifier kind = 0; kind < IDENTIFIERS && identity->id == NULL; kind++) {
		if (identity->hashes[kind][0] == '\0')
			continue;
		identity->id = identity->hashes[kind];
		identity->id_from = identifier_name(kind);
	}
	identity_add_names(identity, result);
	identity_add_keys(identity, result);
	identity_add_time(identity, &result->records[WIRE_made]);
	return identity;
}

void identity_free(struct identity *identity)
{
	if (identity == NULL)
		return;
	free(identity->name);
	free(identity->cpu);
	free(identity->microcode);
	free(identity->memory);
	free(identity->firmware);
	free(identity);
}

static bool shares_card(const struct identity *a, const struct identity *b)
{
	for (size_t i = 0; i < a->card_count; i++) {
		for (size_t j = 0; j < b->card_count; j++) {
			if (strcmp(a->cards[i], b->cards[j]) == 0)
				return true;
		}
	}
	return false;
}

enum identity_relation identity_compare(const struct identity *a, const struct identity *b,
					enum identifier *kind)
{
	for (*kind = 0; *kind < IDENTIFIERS; (*kind)++) {
		const char *ours = a->hashes[*kind], *theirs = b->hashes[*kind];
		bool is_same = *kind == IDENTIFIER_MAC ? shares_card(a, b)
						       : strcmp(ours, theirs) == 0;

		if (ours[0] != '\0' && theirs[0] != '\0')
			return is_same ? IDENTITY_SAME : IDENTITY_DIFFERENT;
	}
	return IDENTITY_UNKNOWN;
}

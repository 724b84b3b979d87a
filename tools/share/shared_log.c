/* SPDX-License-Identifier: MIT */
/* Console text is omitted because kernel messages may contain serial numbers of disks and addresses
 * of network cards. */
#include "tools/share/shared_log.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "lib/wire/wire.h"
#include "tools/base/alloc.h"
#include "tools/base/file.h"
#include "tools/record/log.h"

#define STATE_RESTORED "firmware state restored: "
#define FIELDS_MAX 64

/* Fields that are removed, and whose texts are also removed elsewhere. Serial numbers and addresses
 * have few possible values, so a search over all values would find the one that gives a hash. */
static const struct {
	enum wire_kind kind;
	const char *field;
} secret_fields[] = {
	{WIRE_machine, "serial"},
	{WIRE_machine, "board_serial"},
	{WIRE_machine, "chassis_serial"},
	{WIRE_machine, "uuid"},
	{WIRE_machine, "uuid_hash"},
	{WIRE_machine, "serial_hash"},
	{WIRE_machine, "board_serial_hash"},
	{WIRE_machine, "chassis_serial_hash"},
	{WIRE_network_card, "mac"},
	{WIRE_network_card, "mac_hash"},
};

/* A text field of a record, which must have it. */
static const char *field_text(const struct wire_record *record, const char *name)
{
	const struct wire_field *field = wire_schemas[record->kind].fields;

	while (strcmp(field->name, name) != 0)
		field++;
	return *(const char *const *)((const char *)&record->manifest + field->offset);
}

/* ---- Collecting secrets ---- */

struct learning {
	struct scrub *scrub;
	size_t records;
};

static void learn_record(void *context, const struct wire_record *record)
{
	struct learning *learning = context;

	learning->records++;
	for (size_t i = 0; i < sizeof(secret_fields) / sizeof(secret_fields[0]); i++) {
		if (secret_fields[i].kind == record->kind)
			scrub_add_secret(learning->scrub,
					 field_text(record, secret_fields[i].field));
	}
}

/* Treats the next record as the start of a run. */
static void ignore_restart(void *context, const struct log_account *account)
{
	(void)context;
	(void)account;
}

static void read_log(const struct log_sink *sink, const char *text, size_t size)
{
	struct log_reader *reader = xmalloc(sizeof(*reader));

	log_init(reader, sink);
	log_feed(reader, text, size);
	log_finish(reader);
	free(reader);
}

size_t shared_log_learn(struct scrub *scrub, const char *text, size_t size)
{
	struct learning learning = {.scrub = scrub};
	const struct log_sink sink = {.record = learn_record, .restart = ignore_restart,
				      .context = &learning};

	read_log(&sink, text, size);
	return learning.records;
}

/* ---- Writing ---- */

struct sharing {
	const struct scrub *scrub;
	FILE *file;
	struct wire_writer writer;
	bool is_cut[WIRE_KINDS];        /* a text of this kind continues in another record */
};

static void put_text(void *context, const char *text, size_t length)
{
	fwrite(text, 1, length, context);
}

/* A long command line is split at arbitrary characters over several records, so its words cannot be
 * checked. */
static bool is_continued(const struct wire_record *record)
{
	return record->kind == WIRE_command_line ||
	       (record->kind == WIRE_kernel_line && record->kernel_line.first > 0);
}

static void find_cut(void *context, const struct wire_record *record)
{
	struct sharing *sharing = context;

	if (is_continued(record))
		sharing->is_cut[record->kind == WIRE_command_line ? WIRE_manifest
								  : WIRE_kernel_line] = true;
}

static enum scrub_kind kind_of(enum wire_kind kind, const char *field)
{
	if (kind == WIRE_kernel_line)
		return SCRUB_KERNEL_LINE;
	return strcmp(field, "command_line") == 0 ? SCRUB_COMMAND : SCRUB_PROSE;
}

/* Whether the whole field must be removed. */
static bool is_secret(const struct wire_record *record, const char *field)
{
	bool is_listed = false;

	for (size_t i = 0; i < sizeof(secret_fields) / sizeof(secret_fields[0]); i++)
		is_listed |= secret_fields[i].kind == record->kind &&
			     strcmp(secret_fields[i].field, field) == 0;
	return is_listed || is_continued(record);
}

static char *shared_text(const struct sharing *sharing, const struct wire_record *record,
			 const char *field, const char *text)
{
	enum scrub_kind kind = kind_of(record->kind, field);
	char *whole = xstrdup(is_secret(record, field) ? "" : text), *shared;

	if (kind != SCRUB_PROSE && sharing->is_cut[record->kind])
		whole[strrchr(whole, ' ') != NULL ? strrchr(whole, ' ') - whole : 0] = '\0';
	shared = scrub_text(sharing->scrub, whole, kind);
	free(whole);
	return shared;
}

static void share_record(void *context, const struct wire_record *record)
{
	struct sharing *sharing = context;
	struct wire_record shared = *record;
	char *body = (char *)&shared + offsetof(struct wire_record, manifest), *texts[FIELDS_MAX];
	size_t count = 0;

	for (const struct wire_field *field = wire_schemas[record->kind].fields;
	     field->name != NULL && count < FIELDS_MAX; field++) {
		const char **text = (const char **)(void *)(body + field->offset);

		if (field->kind == WIRE_STR)
			*text = texts[count++] = shared_text(sharing, record, field->name, *text);
	}
	sharing->writer.seq = record->seq;
	wire_write(&sharing->writer, record->kind, body);
	while (count > 0)
		free(texts[--count]);
}

static void share_state_restored(const struct scrub *scrub, const char *text, size_t size,
				 FILE *file)
{
	const char *line = memmem(text, size, "\n" STATE_RESTORED, strlen("\n" STATE_RESTORED));
	char *copy, *shared;

	if (line == NULL)
		return;
	copy = xstrndup(line + 1, strcspn(line + 1, "\r\n"));
	shared = scrub_text(scrub, copy, SCRUB_PROSE);
	fprintf(file, "%s\n", shared);
	free(shared);
	free(copy);
}

char *shared_log_make(const struct scrub *scrub, const char *text, size_t text_size, size_t *size)
{
	char *made;
	FILE *file = file_in_memory(&made, size);
	struct sharing sharing = {.scrub = scrub, .file = file,
				  .writer = {.put = put_text, .context = file}};
	struct log_sink sink = {.record = find_cut, .restart = ignore_restart,
				.context = &sharing};

	read_log(&sink, text, text_size);
	sink.record = share_record;
	read_log(&sink, text, text_size);
	share_state_restored(scrub, text, text_size, file);
	file_end_memory(file, &made);
	return made;
}

/* ---- Manifests ---- */

/* Keys that are removed, in any object. Only that of the machine has an id. */
#define HOST_NAME "host_name"
#define MACHINE_ID "id"

void shared_manifest_learn(struct scrub *scrub, const json_t *manifest)
{
	const char *name = json_string_value(json_object_get(manifest, HOST_NAME));

	if (name != NULL)
		scrub_add_secret(scrub, name);
}

json_t *shared_manifest_make(const struct scrub *scrub, const json_t *manifest)
{
	const char *text = json_string_value(manifest), *key;
	json_t *made, *value;
	char *shared;
	size_t i;

	if (text != NULL) {
		shared = scrub_text(scrub, text, SCRUB_COMMAND);
		made = json_string(shared);
		free(shared);
		return made;
	}
	if (!json_is_object(manifest) && !json_is_array(manifest))
		return json_copy((json_t *)manifest);
	made = json_is_object(manifest) ? json_object() : json_array();
	json_object_foreach((json_t *)manifest, key, value) {
		if (strcmp(key, HOST_NAME) != 0 && strcmp(key, MACHINE_ID) != 0)
			json_object_set_new(made, key, shared_manifest_make(scrub, value));
	}
	json_array_foreach(manifest, i, value)
		json_array_append_new(made, shared_manifest_make(scrub, value));
	return made;
}

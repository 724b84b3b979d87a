/* SPDX-License-Identifier: MIT */
/* The commands are of the first run of each side, because all runs of a side have equal counts. */
#include "tools/run/explain_commands.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/base/file.h"
#include "tools/explain/unattributed.h"
#include "tools/results/run_directory.h"
#include "tools/run/reproduce.h"
#include "tools/run/boot/own_file.h"
#include "tools/run/boot/sha256.h"
#include "tools/run/boot.h"
#include "tools/topic/change.h"

#define COMMANDS_MAX 3
#define EXPLAIN_TABLE "explain"
#define EXPLAIN_COMMANDS_TITLE "Commands to explain the change by function"
#define FILE_BYTES_MAX ((size_t)256 << 20)

static const char *const directories[SIDES] = {[BASE] = "explain-base", [NEW] = "explain-new"};

/* ---- A side ---- */

/* Whether the file's checksum is that in the manifest. path NULL: the manifest's path. */
static bool is_unchanged(const json_t *file, const char *path)
{
	const char *digest = json_string_value(json_object_get(file, "sha256"));
	char hex[SHA256_HEX_CHARS + 1], *bytes;
	size_t size;

	if (path == NULL)
		path = json_string_value(json_object_get(file, "path"));
	if (digest == NULL || path == NULL || access(path, R_OK) != 0)
		return false;
	bytes = file_load(path, FILE_BYTES_MAX, "booted file", &size);
	if (bytes == NULL)
		return false;
	sha256_hex(bytes, size, hex);
	free(bytes);
	return strcmp(hex, digest) == 0;
}

/* The run's manifest, to be released; NULL if the run cannot be booted again. */
static json_t *side_manifest(const struct compared_run *run)
{
	json_t *manifest = run_manifest_read(run->path);
	const json_t *program = json_object_get(manifest, "linux_program");
	bool is_linux = program != NULL;
	char *own = own_file(processor_file(result_manifest(run->result)->arch,
					     PROCESSOR_PROGRAM));
	bool good = reproduce_is_own(json_object_get(manifest, "options")) &&
		    is_unchanged(json_object_get(manifest, is_linux ? "linux_kernel" : "image"),
				 NULL) &&
		    (!is_linux || is_unchanged(program, own));

	free(own);
	if (good)
		return manifest;
	json_decref(manifest);
	return NULL;
}

/* ---- Metrics ---- */

static bool can_be_explained(const struct compared_metric *metric)
{
	const struct metric *first = metric->sides[NEW].first;
	enum change change = metric->judgement.change;

	return (change == CHANGE_REGRESSED || change == CHANGE_IMPROVED) && first != NULL &&
	       unattributed_find(first->bench->info, first->series->info) == NULL &&
	       reproduce_is_own_metric(metric->bench, metric->point);
}

/* ---- Commands ---- */

/* Each command has its own output directory. */
static const char *command_of(struct tables *tables, const struct comparison *comparison,
			      const struct compared_metric *metric, size_t number,
			      json_t *const manifests[SIDES])
{
	const char *outputs[SIDES], *text = "";
	char *arguments = NULL;
	size_t size;
	FILE *stream = file_in_memory(&arguments, &size);

	reproduce_write_metric(stream, metric->bench, metric->point);
	file_end_memory(stream, &arguments);
	for (enum side side = BASE; side < SIDES; side++) {
		const struct result *result = comparison->sides[side].items[0].result;
		char *line;

		outputs[side] = tables_text(tables, "%s-%zu", directories[side], number);
		line = reproduce_explain_command(metric->bench, metric->point,
				     reproduce_layer(result_manifest(result)), outputs[side], NULL,
				     json_object_get(manifests[side], "options"));
		text = tables_text(tables, "%s%s && ", text, line);
		free(line);
	}
	text = tables_text(tables, "%sbareline explain --compare %s %s%s", text, outputs[BASE],
			   outputs[NEW], arguments);
	free(arguments);
	return text;
}

void explain_commands_begin(struct explain_commands *commands, const struct comparison *comparison)
{
	*commands = (struct explain_commands){.comparison = comparison};
	if (!compare_is_exact(comparison))
		return;
	for (enum side side = BASE; side < SIDES; side++)
		commands->manifests[side] = side_manifest(&comparison->sides[side].items[0]);
}

void explain_commands_end(struct explain_commands *commands)
{
	for (enum side side = BASE; side < SIDES; side++)
		json_decref(commands->manifests[side]);
}

const char *explain_commands_of(void *context, struct tables *tables,
				const struct compared_metric *metric)
{
	struct explain_commands *commands = context;

	if (commands->manifests[BASE] == NULL || commands->manifests[NEW] == NULL ||
	    !can_be_explained(metric))
		return NULL;
	return command_of(tables, commands->comparison, metric, ++commands->count,
			  commands->manifests);
}

void explain_commands_add(struct tables *tables)
{
	const struct table *operations = tables_find_own(tables, CHANGES_TABLE);
	struct table *table = NULL;
	size_t label, command;

	if (operations == NULL)
		return;
	label = table_column(operations, "operation");
	command = table_column(operations, "explain");
	for (size_t i = 0; i < operations->row_count; i++) {
		if (!table_cell(operations, i, command)->has_value)
			continue;
		if (table == NULL) {
			table = table_begin_facts(tables, EXPLAIN_COMMANDS_TITLE, EXPLAIN_TABLE,
						  EXPLAIN_COMMANDS_TITLE);
			table->flags |= TABLE_FOLDED | TABLE_DATA;
		}
		if (table->row_count < COMMANDS_MAX)
			table_fact(table, table_text(operations, i, label), "%s",
				   table_text(operations, i, command));
	}
}

/* Commands are not wrapped, so that they can be copied. */
void explain_commands_print(const struct tables *tables, FILE *out)
{
	const struct table *table = tables_find_own(tables, EXPLAIN_TABLE);

	for (size_t i = 0; table != NULL && i < table->row_count; i++)
		fprintf(out, "%s  %s\n", i == 0 ? "\n" EXPLAIN_COMMANDS_TITLE ":\n" : "",
			table_text(table, i, 1));
}

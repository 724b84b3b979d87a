/* SPDX-License-Identifier: MIT */
/* `bareline list`: benchmarks, their suites and documents. */
#include <string.h>

#include "tools/base/arguments.h"
#include "tools/base/exit_status.h"
#include "tools/base/file.h"
#include "tools/cmd/commands.h"
#include "tools/cmd/table_output.h"
#include "tools/record/catalogue.h"
#include "tools/view/data.h"

struct settings {
	struct table_output output;
	bool is_markdown;
	bool is_verified;               /* what a run proves, not what an operation is */
	const char *suite;              /* NULL: all benchmarks, with those of no suite */
	const char *arch;               /* compared with x86-64; NULL: none */
};

static const char *const suites[] = {"quick", "full", "noise", "flow", "exact", NULL};

static const char *const arches[] = {"aarch64", "riscv64", NULL};

static const struct option_spec options[] = {
	{.name = "arch", .kind = OPTION_WORD, .choices = arches,
	 .offset = offsetof(struct settings, arch),
	 .help = "print what there is of each benchmark on aarch64 or riscv64: the same operation "
		 "as on x86-64, another one, or none, and why"},
	{.name = "markdown", .kind = OPTION_FLAG, .offset = offsetof(struct settings, is_markdown),
	 .help = "print Markdown instead, with links relative to docs/"},
	{.name = "suite", .kind = OPTION_WORD, .argument = "NAME", .choices = suites,
	 .offset = offsetof(struct settings, suite),
	 .help = "list only the benchmarks of a suite: quick, full, noise, flow or exact"},
	{.name = "verified", .kind = OPTION_FLAG, .offset = offsetof(struct settings, is_verified),
	 .help = "print what a run proves of each operation, instead of the operation"},
	{0},
};

static const struct option_group groups[] = {
	{.options = table_options, .offset = offsetof(struct settings, output)},
	{.options = replace_options},
	{.options = options},
	{0},
};

/* Whether a comma-separated list contains the name. */
static bool list_is_in(const char *names, const char *name)
{
	size_t length = strlen(name);

	while (*names != '\0') {
		size_t of = strcspn(names, ",");

		if (of == length && strncmp(names, name, length) == 0)
			return true;
		names += of + (names[of] == ',');
	}
	return false;
}

static bool list_includes(const struct catalogue_entry *entry, char **patterns, const char *suite)
{
	bool wants = patterns[0] == NULL;

	if (suite != NULL && !list_is_in(entry->suites, suite))
		return false;

	for (; *patterns != NULL; patterns++)
		wants = wants || catalogue_matches(entry, *patterns);
	return wants;
}

static const struct catalogue_arch *list_arch(const struct catalogue_entry *entry,
					      const struct settings *settings)
{
	return strcmp(settings->arch, "riscv64") == 0 ? &entry->riscv64 : &entry->aarch64;
}

static const char *list_text(struct tables *tables, const struct catalogue_entry *entry,
			     const struct settings *settings)
{
	if (settings->arch != NULL)
		return tables_text(tables, "%s%s%s", list_arch(entry, settings)->what,
				   list_arch(entry, settings)->difference[0] != '\0' ? ": " : "",
				   list_arch(entry, settings)->difference);
	if (settings->is_verified)
		return entry->verified[0] != '\0'
			       ? entry->verified
			       : tables_text(tables, "nothing: %s", entry->unverified);
	return entry->waits_for_user
		       ? tables_text(tables, "%s; waits for a user who types", entry->summary)
		       : entry->summary;
}

static void list_add(struct table *table, const struct catalogue_entry *entry,
		     const struct settings *settings)
{
	table_row(table);
	cell_string(table, catalogue_document(entry));
	cell_string(table, entry->name);
	cell_string(table, entry->suites[0] != '\0' ? entry->suites : "by name only");
	cell_string(table, list_text(table->of, entry, settings));
}

#define ARCH_COLUMNS(arch) { \
		{"document", COLUMN_TEXT, COLUMN_KEY | COLUMN_GROUP, NULL, NULL}, \
		{"benchmark", COLUMN_TEXT, COLUMN_KEY, NULL, NULL}, \
		{"suites", COLUMN_TEXT, 0, NULL, NULL}, \
		{arch, COLUMN_TEXT, 0, "operation on " arch, NULL}, \
	}

static void list_make(struct tables *tables, char **patterns, const struct settings *settings)
{
	static const struct column columns[] = {
		{"document", COLUMN_TEXT, COLUMN_KEY | COLUMN_GROUP, NULL, NULL},
		{"benchmark", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"suites", COLUMN_TEXT, 0, NULL, NULL},
		{"summary", COLUMN_TEXT, 0, "one operation", NULL},
	}, verified_columns[] = {
		{"document", COLUMN_TEXT, COLUMN_KEY | COLUMN_GROUP, NULL, NULL},
		{"benchmark", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"suites", COLUMN_TEXT, 0, NULL, NULL},
		{"verified", COLUMN_TEXT, 0, "what a run proves", NULL},
	}, aarch64_columns[] = ARCH_COLUMNS("aarch64"), riscv64_columns[] = ARCH_COLUMNS("riscv64");
	bool is_riscv64 = settings->arch != NULL && strcmp(settings->arch, "riscv64") == 0;
	struct table *table;

	tables_init(tables, "Benchmarks by document");
	table = table_begin(tables, "", "benchmarks", "",
			    is_riscv64 ? riscv64_columns
			    : settings->arch != NULL ? aarch64_columns
			    : settings->is_verified ? verified_columns : columns,
			    COUNT(columns));
	table->flags = TABLE_WHOLE;
	/* Group the benchmarks by document, in the order of the first of each group. */
	for (const struct catalogue_entry *first = catalogue; first->name != NULL; first++) {
		const char *document = catalogue_document(first);
		const struct catalogue_entry *before = catalogue;

		while (before != first && catalogue_document(before) != document)
			before++;
		for (const struct catalogue_entry *entry = first;
		     before == first && entry->name != NULL; entry++) {
			if (catalogue_document(entry) == document &&
			    list_includes(entry, patterns, settings->suite))
				list_add(table, entry, settings);
		}
	}
}

/* Write one Markdown table per document, whose link is relative to docs/reference/. */
static bool list_write_markdown(const struct tables *tables, const struct settings *settings)
{
	const struct table *table = tables->items[0];
	const char *last = "";

	for (size_t i = 0; i < table->row_count; i++) {
		const char *document = strchr(table_text(table, i, 0), '/') + 1;

		if (strcmp(document, last) != 0)
			printf("%sDescribed in [%s](../%s):\n\n"
			       "| benchmark | %s%s | suites |\n|---|---|---|\n",
			       i > 0 ? "\n" : "", document, document,
			       settings->arch != NULL ? "operation on "
			       : settings->is_verified ? "what a run proves" : "one operation",
			       settings->arch != NULL ? settings->arch : "");
		last = document;
		printf("| `%s` | %s | %s |\n", table_text(table, i, 1),
		       table_text(table, i, 3), table_text(table, i, 2));
	}
	return file_finish(stdout, NULL);
}

static int list_run(int argc, char **argv)
{
	struct settings settings = {.output.all = true};
	struct tables tables;
	bool is_written;

	arguments_parse(&list_command, &settings, argc, argv);
	for (char **pattern = argv + 1; *pattern != NULL; pattern++) {
		if (!catalogue_check_pattern(*pattern))
			return EXIT_USAGE;
	}
	list_make(&tables, argv + 1, &settings);
	is_written = settings.is_markdown ? list_write_markdown(&tables, &settings)
					  : table_output_write(&settings.output, &tables);
	tables_free(&tables);
	return is_written ? EXIT_GOOD : EXIT_MACHINE;
}

const struct command list_command = {
	.name = "bareline list",
	.summary = "list benchmarks and suites",
	.heading = "Help and setup",
	.usage = "[OPTION]... [GLOB]...",
	.about = "List this version's benchmarks, or those that match: one operation of each, its "
		 "suites, and the document that describes it.",
	.groups = groups,
	.exit_status = "0 success\n"
		       "2 wrong arguments, or a pattern without matching benchmark\n"
		       "3 the output could not be written",
	.operands_max = OPERANDS_ANY,
	.run = list_run,
};

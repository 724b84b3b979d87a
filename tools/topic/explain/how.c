/* SPDX-License-Identifier: MIT */
/* A fact that all runs share is stated once. */
#include "tools/topic/explain/how.h"

#include <string.h>

#include "tools/topic/explain/explain.h"

typedef const char *source_text(struct tables *tables, const struct explain_source *source);

static const char *build_of(struct tables *tables, const struct explain_source *source)
{
	const struct wire_manifest *manifest = result_manifest(source->result);

	return tables_text(tables, "%s%scompiled by %s", manifest->build,
			   manifest->build[0] != '\0' ? ", " : "", manifest->compiler);
}

static const char *kernel_of(struct tables *tables, const struct explain_source *source)
{
	return tables_text(tables, "%s", result_manifest(source->result)->kernel);
}

static const char *machine_of(struct tables *tables, const struct explain_source *source)
{
	(void)tables;
	return source->emulator;
}

/* "A" if each run has the text A, otherwise "base: A; new: B"; "" if no run has a text. */
static const char *sources_text(struct tables *tables, const struct explain_source *sources,
				size_t count, source_text *text_of)
{
	const char *first = text_of(tables, &sources[0]), *all = "";
	bool is_same = true;

	for (size_t i = 0; i < count; i++) {
		const char *text = text_of(tables, &sources[i]);

		is_same &= strcmp(text, first) == 0;
		if (text[0] != '\0')
			all = tables_text(tables, "%s%s%s: %s", all, all[0] != '\0' ? "; " : "",
					  sources[i].name, text);
	}
	return is_same ? first : all;
}

void topic_explain_how(struct tables *tables, const struct explain_source *sources, size_t count,
		       const char *last, const char *files)
{
	static const struct {
		const char *name;
		source_text *text_of;
	} facts[] = {{"kernel", kernel_of}, {"machine", machine_of}, {"build", build_of}};
	struct table *commands, *table;

	commands = table_begin_facts(tables, EXPLAIN_HOW_SECTION, "explain.commands",
				     "Commands that count the same again");
	commands->flags |= TABLE_DETAIL | TABLE_COMMANDS;
	for (size_t i = 0; i < count; i++) {
		if (sources[i].command != NULL)
			table_fact(commands, sources[i].name[0] != '\0' ? sources[i].name : "run",
				   "%s", sources[i].command);
	}
	if (last != NULL && commands->row_count > 0)
		table_fact(commands, "difference", "%s", last);
	table = table_begin_facts(tables, EXPLAIN_HOW_SECTION, "explain.how", "");
	table->flags |= TABLE_DETAIL;
	for (size_t i = 0; i < COUNT(facts); i++) {
		const char *text = sources_text(tables, sources, count, facts[i].text_of);

		if (text[0] != '\0')
			table_fact(table, facts[i].name, "%s", text);
	}
	if (files != NULL)
		table_fact(table, "files", "%s", files);
}

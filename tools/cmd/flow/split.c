/* SPDX-License-Identifier: MIT */
/* `bareline flow split`: writes each interaction to a log; named insplit in the paper. */
#include <err.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/base/alloc.h"
#include "tools/base/arguments.h"
#include "tools/base/directory.h"
#include "tools/base/exit_status.h"
#include "tools/base/file.h"
#include "tools/cmd/flow/commands.h"
#include "tools/flow/filter.h"
#include "tools/flow/nodes/open.h"
#include "tools/flow/write.h"
#include "tools/record/log.h"

/* File names are interaction numbers with at least this many digits. */
#define PART_DIGITS 6
#define PART_SUFFIX ".log"

struct split {
	struct flow_session session;
	struct flow_writer *writer;
	struct flow_filter filter;
	const char *directory;
	bool rejected;
	FLOW_LIST(uint32_t) indices;    /* of the events of an interaction */
};

static const struct option_spec options[] = {
	{.name = "output", .letter = 'o', .kind = OPTION_TEXT, .argument = "DIRECTORY",
	 .writes = true, .offset = offsetof(struct split, directory),
	 .help = "write the logs to DIRECTORY"},
	{.name = "rejected", .kind = OPTION_FLAG, .offset = offsetof(struct split, rejected),
	 .help = "also write rejected interactions"},
	{0},
};

static const struct option_group groups[] = {
	{.options = options},
	{.options = replace_options},
	{.options = flow_interaction_options, .offset = offsetof(struct split, filter)},
	{0},
};

static bool is_part(const char *name)
{
	size_t digits = strspn(name, "0123456789");

	return digits >= PART_DIGITS && strcmp(name + digits, PART_SUFFIX) == 0;
}

/* Every log begins with a manifest. */
static bool is_split_proved(const char *path)
{
	static const char start[] = "@manifest ";
	struct dirent **entries;
	int count = scandir(path, &entries, directory_is_visible, NULL);
	bool is_proved = count > 0;

	for (int i = 0; i < count; i++) {
		char *name = xasprintf("%s/%s", path, entries[i]->d_name);
		char bytes[sizeof(start)] = "";
		FILE *file = file_open(name, LOG_BYTES_MAX, "log");

		is_proved = is_proved && file != NULL &&
			    (file_is_part(entries[i]->d_name) ||
			     (fgets(bytes, sizeof(bytes), file) != NULL &&
			      strcmp(bytes, start) == 0));
		if (file != NULL)
			fclose(file);
		free(name);
		free(entries[i]);
	}
	if (count >= 0)
		free(entries);
	return is_proved;
}

static const struct directory_kind split_kind = {
	.name = "split", .is_own = is_part, .is_proved = is_split_proved,
};

static bool write_interaction(struct split *split, size_t number)
{
	const struct flow_interaction *item = &split->session.interactions.items.items[number];
	char *path = xasprintf("%s/%0*zu" PART_SUFFIX, split->directory, PART_DIGITS, number + 1);
	FILE *file = file_create(path);
	bool is_written;

	if (file != NULL) {
		uint32_t index;

		setbuf(file, NULL);     /* the writer buffers itself */
		index = item->first;
		split->indices.count = 0;
		for (uint32_t n = 0; n < item->count; n++) {
			FLOW_LIST_ADD(split->indices, index);
			index = split->session.interactions.next[index];
		}
		flow_write_begin(split->writer, file, &split->session.log->manifest);
		flow_write_lacks(split->writer, split->session.log);
		flow_write_run(split->writer, split->session.log, item->run, split->indices.items,
			      split->indices.count);
		flow_write_end(split->writer, item->fault != FLOW_FAULT_CUT);
	}
	is_written = file_finish(file, path);
	free(path);
	return is_written;
}

static int split_log(struct split *split)
{
	uint8_t *picked = flow_filter_interactions(&split->filter, &split->session);
	int lock = picked != NULL ? directory_make(split->directory, &split_kind) : -1;
	size_t written = 0;
	bool good = lock >= 0;

	for (size_t i = 0; good && i < split->session.interactions.items.count; i++) {
		const struct flow_interaction *item = &split->session.interactions.items.items[i];

		if (!picked[i] || (item->fault != FLOW_FAULT_SOUND && !split->rejected))
			continue;
		good = write_interaction(split, i);
		written += good;
	}
	free(picked);
	if (lock < 0)
		return EXIT_USAGE;
	close(lock);
	if (!good)
		return EXIT_MACHINE;
	flow_session_write_faults(&split->session);
	printf("%zu interactions written to %s\n", written, split->directory);
	return EXIT_GOOD;
}

static int flow_split_run(int argc, char **argv)
{
	struct split split = {0};
	int status;

	arguments_parse(&flow_split_command, &split, argc, argv);
	if (split.directory == NULL)
		errx(EXIT_USAGE, "--output: missing; give a directory");
	if (!flow_nodes_open(&split.session, argv + 1))
		return EXIT_USAGE;
	split.writer = xmalloc(sizeof(*split.writer));
	status = split_log(&split);
	free(split.writer);
	free(split.indices.items);
	flow_session_close(&split.session);
	return status;
}

const struct command flow_split_command = {
	.name = "bareline flow split",
	.summary = "write each interaction to a log of its own",
	.usage = "[OPTION]... -o DIRECTORY LOG...",
	.about = "Write each complete interaction to a log of its own, DIRECTORY/NUMBER.log, "
		 "which every subcommand of `bareline flow` reads. An existing directory may hold "
		 "only logs of an earlier split, which are removed.",
	.groups = groups,
	.operands_min = 1,
	.operands_max = OPERANDS_ANY,
	.run = flow_split_run,
};

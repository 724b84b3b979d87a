/* `bareline flow split`: the document's insplit. */
#include <err.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/directory.h"
#include "tools/cmd/commands.h"
#include "tools/cmd/flow_commands.h"
#include "tools/flow/filter.h"
#include "tools/flow/write.h"

static const char help[] =
	"Usage: bareline flow split [OPTION]... -o DIRECTORY LOG\n"
	"Write each interaction that is whole to a log of its own, "
	"DIRECTORY/NUMBER.log, which all\n"
	"parts of `bareline flow` read. A directory that is there must hold nothing but logs of a\n"
	"former split, which are removed.\n\n"
	"  -o, --output DIRECTORY\n"
	"  --aside               those that are set aside too\n"
	FLOW_INTERACTION_HELP;

enum {OPT_ASIDE = 256};

/* A part's name is its interaction's number, of so many digits at least. */
#define PART_DIGITS 6
#define PART_SUFFIX ".log"

static const struct option options[] = {
	{"help", no_argument, NULL, 'h'},
	{"output", required_argument, NULL, 'o'},
	{"aside", no_argument, NULL, OPT_ASIDE},
	FLOW_INTERACTION_OPTIONS,
	{0},
};

struct split {
	struct flow_session session;
	struct flow_writer *writer;
	const char *directory;
	bool aside;
	FLOW_LIST(uint32_t) indices;     /* of one interaction's events */
};

static bool is_part(const char *name)
{
	size_t digits = strspn(name, "0123456789");

	return digits >= PART_DIGITS && strcmp(name + digits, PART_SUFFIX) == 0;
}

static void gather(struct split *split, const struct flow_interaction *item)
{
	uint32_t index = item->first;

	split->indices.count = 0;
	for (uint32_t n = 0; n < item->count; n++) {
		FLOW_LIST_ADD(split->indices, index);
		index = split->session.interactions.next[index];
	}
}

static bool write_interaction(struct split *split, size_t number)
{
	const struct flow_interaction *item = &split->session.interactions.items.items[number];
	bool is_written;
	char *path;
	FILE *file;

	if (asprintf(&path, "%s/%0*zu" PART_SUFFIX, split->directory, PART_DIGITS, number + 1) < 0)
		err(EXIT_USAGE, "out of memory");
	file = fopen(path, "w");
	is_written = file != NULL;
	if (is_written) {
		setbuf(file, NULL);     /* the writer has a buffer of its own */
		gather(split, item);
		flow_write_begin(split->writer, file, &split->session.log->manifest);
		flow_write_run(split->writer, split->session.log, item->run, split->indices.items,
			      split->indices.count);
		is_written = flow_write_end(split->writer, item->fault != FLOW_FAULT_CUT);
		is_written = fclose(file) == 0 && is_written;
	}
	if (!is_written)
		warn("%s", path);
	free(path);
	return is_written;
}

static int split_log(struct split *split, const struct flow_filter *filter)
{
	uint8_t *picked = flow_filter_interactions(filter, &split->session);
	size_t written = 0;
	bool good = picked != NULL;

	good = good && directory_make(split->directory, is_part, "split");
	for (size_t i = 0; good && i < split->session.interactions.items.count; i++) {
		const struct flow_interaction *item = &split->session.interactions.items.items[i];

		if (!picked[i] || (item->fault != FLOW_FAULT_SOUND && !split->aside))
			continue;
		good = write_interaction(split, i);
		written += good;
	}
	free(picked);
	if (!good)
		return EXIT_USAGE;
	flow_session_write_faults(&split->session);
	printf("%zu interactions in %s\n", written, split->directory);
	return EXIT_GOOD;
}

static int flow_split_run(struct split *split, const struct flow_filter *filter, const char *path)
{
	int status;

	if (!flow_session_open(&split->session, path))
		return EXIT_USAGE;
	split->writer = malloc(sizeof(*split->writer));
	if (split->writer == NULL)
		err(EXIT_USAGE, "out of memory");
	status = split_log(split, filter);
	free(split->writer);
	free(split->indices.items);
	flow_session_close(&split->session);
	return status;
}

int flow_split(int argc, char **argv)
{
	struct flow_filter filter = {0};
	struct split split = {0};
	int option;

	while ((option = getopt_long(argc, argv, "ho:", options, NULL)) != -1) {
		if (option == 'h') {
			fputs(help, stdout);
			return EXIT_GOOD;
		}
		if (option == 'o')
			split.directory = optarg;
		else if (option == OPT_ASIDE)
			split.aside = true;
		else if (!flow_filter_option(&filter, option, optarg))
			return EXIT_USAGE;
	}
	if (argc - optind != 1 || split.directory == NULL) {
		fputs(help, stderr);
		return EXIT_USAGE;
	}
	return flow_split_run(&split, &filter, argv[optind]);
}

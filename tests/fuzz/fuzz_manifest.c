/* SPDX-License-Identifier: MIT */
/* Fuzz target for the manifest.json of a run's directory, next to a valid log. The first byte
 * selects the command line. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/fuzz/command.h"
#include "tests/unit/tools/sample_log.h"

#define WORDS_MAX 16
#define LINE_MAX 100

/* RUN is the directory. */
static const char *const lines[] = {
	"show --all RUN", "overhead --force --all RUN RUN", "compare --force --all RUN RUN",
	"history --all --force RUN RUN", "layers --force RUN RUN", "export --format csv RUN",
	"export --format gbench RUN", "export --format ndjson RUN", "report -o OUT RUN",
	"compare --base RUN --new RUN --markdown - --force", "collect --report -o OUT RUN",
	"explain --show RUN",
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char directory[] = "/tmp/bareline-fuzz-XXXXXX";

static const char *path_of(const char *name)
{
	static char path[sizeof(directory) + 32];

	snprintf(path, sizeof(path), "%s/%s", directory, name);
	return path;
}

static void remove_directory(void)
{
	unlink(path_of("serial.log"));
	unlink(path_of("manifest.json"));
	rmdir(directory);
}

static void write_file(const char *name, const void *data, size_t size)
{
	FILE *file = fopen(path_of(name), "wb");

	if (file == NULL || fwrite(data, 1, size, file) != size || fclose(file) != 0)
		abort();
}

static void make_directory(void)
{
	struct sample_log log = sample_log_make(&(struct sample_log_options){.short_curve = true});

	if (mkdtemp(directory) == NULL || atexit(remove_directory) != 0)
		abort();
	write_file("serial.log", log.text, log.length);
	free(log.text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static bool is_made;
	char line[LINE_MAX], *words[WORDS_MAX + 1] = {(char *)"bareline"};
	size_t count = 1;

	if (size == 0)
		return 0;
	if (!is_made)
		make_directory();
	is_made = true;
	write_file("manifest.json", data + 1, size - 1);
	snprintf(line, sizeof(line), "%s", lines[data[0] % (sizeof(lines) / sizeof(lines[0]))]);
	for (char *word = strtok(line, " "); word != NULL; word = strtok(NULL, " "))
		words[count++] = strcmp(word, "RUN") == 0 ? directory : word;
	command_run(words);
	return 0;
}

/* SPDX-License-Identifier: MIT */
/* Fuzz target for every subcommand that reads a log or results. The first byte selects the command
 * line. The rest is the input, which the second byte splits if there are two sides. Output files
 * are discarded. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/fuzz/command.h"
#include "tests/fuzz/sign.h"

#define HEAD_BYTES 2
#define WORDS_MAX 16
#define LINE_MAX 200

/* A and B are files, OUT a file or directory to write. */
static const char *const lines[] = {
	"show A", "show --all A", "show --runs A B", "show --strict --json A", "show --ndjson A",
	"show --csv OUT A", "show --bench mem.* A", "parse A", "parse --strict -o OUT A",
	"report -o OUT A", "report -o OUT --csv OUT A B", "report --force -o OUT A B",
	"plot --list A", "plot --csv mem.latency A", "plot -o OUT mem.latency A",
	"plot -o OUT flow.network A", "compare A B", "compare --force --all A B",
	"compare --markdown OUT --json OUT --junit OUT --force A B",
	"compare --threshold 1 --base A --new B", "history A B",
	"history --force --all --json OUT A B", "overhead --force A B",
	"overhead --all --pairs --markdown OUT --force A B", "idle A",
	"idle --all --json A", "idle --csv OUT --plot OUT --force A",
	"idle --min-gap 1us --threshold 2us --latency-limit 1ms --power 1.5 --limit 1s A",
	"export --format csv A B", "export --format ndjson A", "export --format gbench A",
	"export --format openmetrics A B", "export --format hdr A", "flow dump A",
	"flow dump --thread a* --object * --interaction 1-3 A",
	"flow split --rejected -o OUT A", "flow filter A",
	"flow filter --filter cpu* --drop *_use A", "flow draw A",
	"flow draw --linear --interaction 1 A", "flow path A",
	"flow path --near-critical 3 --speedup cpu*=50 A", "flow states A",
	"flow states --sample 1us:random A", "flow load --kind cpu* A",
	"flow states --state cpu* --csv OUT A", "flow check --all A",
	"flow export --format chrome -o OUT A", "flow export --format otlp -o OUT A",
	"flow export --format ctf -o OUT A", "collect --report -o OUT A",
	"systems --force A B", "systems --force --all --html OUT --markdown OUT A B",
};

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* ---- One run ---- */

static int file_of(const uint8_t *data, size_t size)
{
	int number = memfd_create("input", 0);

	if (number < 0 || write(number, data, size) != (ssize_t)size)
		abort();
	return number;
}

/* A line's words, with file names in place of A and B. */
static void split(char *line, char *words[WORDS_MAX + 1], char names[2][32])
{
	int count = 0;

	words[count++] = (char *)"bareline";
	for (char *word = strtok(line, " "); word != NULL && count < WORDS_MAX;
	     word = strtok(NULL, " "))
		words[count++] = strcmp(word, "A") == 0   ? names[0]
				 : strcmp(word, "B") == 0 ? names[1] : word;
	words[count] = NULL;
}

static void run_line(const char *command, const int files[2])
{
	char line[LINE_MAX], names[2][32], *words[WORDS_MAX + 1];

	for (int i = 0; i < 2; i++)
		snprintf(names[i], sizeof(names[i]), "/proc/self/fd/%d", files[i]);
	snprintf(line, sizeof(line), "%s", command);
	split(line, words, names);
	command_run(words);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	size_t first;
	int files[2];

	if (size < HEAD_BYTES)
		return 0;
	first = (size - HEAD_BYTES) * data[1] / UINT8_MAX;
	files[0] = file_of(data + HEAD_BYTES, first);
	files[1] = file_of(data + HEAD_BYTES + first, size - HEAD_BYTES - first);
	run_line(lines[data[0] % (sizeof(lines) / sizeof(lines[0]))], files);
	close(files[1]);
	close(files[0]);
	return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed)
{
	char *text = (char *)data + HEAD_BYTES;

	size = LLVMFuzzerMutate(data, size, max_size);
	if (size <= HEAD_BYTES)
		return size;
	if (seed % 16 == 1)
		size = HEAD_BYTES + sign_stretch(text, size - HEAD_BYTES, max_size - HEAD_BYTES,
						 seed / 16);
	if (seed % 8 != 0)
		sign_records(text, size - HEAD_BYTES);
	return size;
}

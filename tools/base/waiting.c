/* SPDX-License-Identifier: MIT */
/* The durations are in the file "waits" of the cache directory. Each line has seconds and a key.
 * The file is replaced as a whole, and no failure to read or write it is reported. */
#include "tools/base/waiting.h"

#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/text/string.h"
#include "tools/base/alloc.h"
#include "tools/base/clock.h"
#include "tools/base/directory.h"

#define SHOWN_SECONDS 4.5
#define TEXT_MAX 128
#define COLUMNS 78
#define KEYS_MAX 256

static struct waiting {
	bool is_on, is_shown;
	char key[TEXT_MAX], text[TEXT_MAX];
	double began, shown, before;    /* before: the duration last time, or 0 */
	double (*seconds)(void);
	FILE *terminal;
	bool is_known;                  /* whether the terminal and the file were looked for */
	char *file;
} waiting = {.seconds = clock_seconds};

void waiting_use(double (*seconds)(void), FILE *terminal, const char *file)
{
	free(waiting.file);
	waiting.seconds = seconds;
	waiting.terminal = terminal;
	waiting.file = file != NULL ? xstrdup(file) : NULL;
	waiting.is_known = true;
}

static void find_terminal(void)
{
	const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");

	if (waiting.is_known)
		return;
	waiting.is_known = true;
	if (isatty(STDERR_FILENO) == 0)
		return;
	waiting.terminal = stderr;
	if (cache != NULL && cache[0] == '/')
		waiting.file = xasprintf("%s/bareline/waits", cache);
	else if (home != NULL)
		waiting.file = xasprintf("%s/.cache/bareline/waits", home);
}

/* ---- Durations ---- */

/* Copy the lines of other keys to `to`, which may be NULL, up to KEYS_MAX. Returns the duration of
 * the key, or 0. */
static double read_durations(const char *key, FILE *to)
{
	int number = waiting.file != NULL
			     ? open(waiting.file, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
			     : -1;
	FILE *file = number >= 0 ? fdopen(number, "r") : NULL;
	char line[2 * TEXT_MAX], *end;
	unsigned lines = 0;
	double found = 0;

	while (file != NULL && lines++ < KEYS_MAX && fgets(line, sizeof(line), file) != NULL) {
		double seconds = strtod(line, &end);

		line[strcspn(line, "\n")] = '\0';
		if (*end == ' ' && strcmp(end + 1, key) == 0)
			found = seconds;
		else if (*end == ' ' && to != NULL)
			fprintf(to, "%s\n", line);
	}
	if (file != NULL)
		fclose(file);
	return found;
}

static void keep_duration(double seconds)
{
	char *directory, *part;
	FILE *file;

	if (waiting.file == NULL)
		return;
	directory = xstrdup(waiting.file);
	directory[strrchr(directory, '/') - directory] = '\0';
	mkdir(directory, 0777);
	part = xasprintf("%s.%d", waiting.file, getpid());
	file = directory_is_private(directory) ? fopen(part, "wex") : NULL;
	if (file != NULL) {
		fprintf(file, "%.0f %s\n", seconds, waiting.key);
		read_durations(waiting.key, file);
		if (fclose(file) != 0 || rename(part, waiting.file) != 0)
			unlink(part);
	}
	free(part);
	free(directory);
}

/* ---- The line ---- */

void waiting_begin(const char *key, const char *text)
{
	waiting_end(true);
	find_terminal();
	if (waiting.terminal == NULL)
		return;
	text_copy(waiting.key, sizeof(waiting.key), key);
	text_copy(waiting.text, sizeof(waiting.text), text);
	waiting.is_on = true;
	waiting.is_shown = false;
	waiting.began = waiting.shown = waiting.seconds();
	waiting.before = read_durations(key, NULL);
}

void waiting_tick(void)
{
	double now, elapsed;
	char line[2 * TEXT_MAX], before[32] = "";

	if (!waiting.is_on)
		return;
	now = waiting.seconds();
	elapsed = now - waiting.began;
	if (elapsed < SHOWN_SECONDS || (waiting.is_shown && now - waiting.shown < 1))
		return;
	if (waiting.before > 0)
		snprintf(before, sizeof(before), " (last time %.0f s)", waiting.before);
	snprintf(line, sizeof(line), "%s: %.0f s%s", waiting.text,
		 floor(elapsed), before);
	fprintf(waiting.terminal, "\r%-*s", COLUMNS, line);
	fflush(waiting.terminal);
	waiting.is_shown = true;
	waiting.shown = now;
}

void waiting_end(bool is_done)
{
	double elapsed;

	if (!waiting.is_on)
		return;
	elapsed = waiting.seconds() - waiting.began;
	waiting.is_on = false;
	if (waiting.is_shown) {
		fprintf(waiting.terminal, "\r%*s\r", COLUMNS, "");
		fflush(waiting.terminal);
	}
	if (is_done && elapsed >= SHOWN_SECONDS)
		keep_duration(elapsed);
}

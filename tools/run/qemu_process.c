/* SPDX-License-Identifier: MIT */
/* The program may be a script that starts QEMU, print a lot, or never end. */
#include "tools/run/qemu_process.h"

#include <err.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tools/base/alloc.h"
#include "tools/base/exit_status.h"
#include "tools/base/file.h"
#include "tools/base/signals.h"
#include "tools/base/utf8.h"

#define MESSAGES_BYTES_MAX (16u << 20)
#define POLL_SECONDS 0.01
#define VERSION_CHARS_MAX 256
#define SHOWN_BYTES 4096
#define LINE_CHARS_MAX 512

bool qemu_start(struct qemu *qemu, const struct arguments *arguments, const char *messages,
		int monitor)
{
	struct child_files files = {.extra = monitor};
	int error;

	if (!capped_file_open(&qemu->messages, messages, MESSAGES_BYTES_MAX))
		return false;
	files.input = open("/dev/null", O_RDONLY | O_CLOEXEC);
	files.output = files.messages = qemu->messages.file;
	error = child_start(&qemu->child, arguments->items, &files);
	close(files.input);
	if (error == 0)
		return true;
	capped_file_close(&qemu->messages);
	warnx("%s: cannot run: %s", arguments->items[0], strerror(error));
	return false;
}

bool qemu_has_ended(struct qemu *qemu)
{
	capped_file_cut(&qemu->messages);
	return child_has_ended(&qemu->child);
}

void qemu_quit(struct qemu *qemu, double seconds)
{
	child_signal(&qemu->child, SIGTERM);
	child_await(&qemu->child, seconds);
}

int qemu_end(struct qemu *qemu)
{
	int status = child_stop(&qemu->child);

	capped_file_close(&qemu->messages);
	return status;
}

static char *qemu_first_line(const char *path)
{
	char line[VERSION_CHARS_MAX] = "";
	FILE *file = fopen(path, "re");

	if (file == NULL || fgets(line, sizeof(line), file) == NULL)
		strcpy(line, "no output");
	if (file != NULL)
		fclose(file);
	line[strcspn(line, "\n")] = '\0';
	utf8_make_printable(line);
	return xstrdup(line);
}

void qemu_print_messages(const char *messages)
{
	FILE *file = fopen(messages, "re");
	char line[LINE_CHARS_MAX];

	if (file == NULL)
		return;
	if (fseek(file, -SHOWN_BYTES, SEEK_END) == 0 && fgets(line, sizeof(line), file) != NULL)
		fprintf(stderr, "QEMU: ... (see %s for all messages)\n", messages);
	while (fgets(line, sizeof(line), file) != NULL) {
		line[strcspn(line, "\n")] = '\0';
		utf8_make_printable(line);
		fprintf(stderr, "QEMU: %s\n", line);
	}
	fclose(file);
}

/* Returns NULL on success. */
static char *qemu_problem(bool has_ended, int status)
{
	if (!has_ended && signals_caught() != 0)
		return xstrdup("interrupted by a signal");
	if (!has_ended)
		return xstrdup("not finished in time (--timeout)");
	if (WIFSIGNALED(status))
		return xasprintf("was killed by signal %d (%s)", WTERMSIG(status),
				 strsignal(WTERMSIG(status)));
	return status != 0 ? xasprintf("failed with exit status %d", WEXITSTATUS(status)) : NULL;
}

bool qemu_stop(struct qemu *qemu, const struct arguments *arguments, const char *messages)
{
	bool has_ended = child_has_ended(&qemu->child), is_machine;
	char *problem = qemu_problem(has_ended, qemu_end(qemu));

	if (problem == NULL)
		return true;
	is_machine = arguments->items[1] != NULL && strcmp(arguments->items[1], "-machine") == 0;
	warnx("%s%s%s %s", arguments->items[0], is_machine ? "" : " ",
	      is_machine ? "" : arguments->items[1], problem);
	qemu_print_messages(messages);
	free(problem);
	return false;
}

bool qemu_finish(struct qemu *qemu, const struct arguments *arguments, const char *messages)
{
	while (!child_await(&qemu->child, POLL_SECONDS) && child_may_wait())
		capped_file_cut(&qemu->messages);
	return qemu_stop(qemu, arguments, messages);
}

/* Run QEMU to its end. On failure, print the cause and return false. */
static bool qemu_ask(const struct arguments *arguments, const char *scratch)
{
	struct qemu qemu;

	return qemu_start(&qemu, arguments, scratch, -1) &&
	       qemu_finish(&qemu, arguments, scratch);
}

char *qemu_answer(const struct arguments *arguments, const char *scratch)
{
	size_t size;

	if (!qemu_ask(arguments, scratch))
		return NULL;
	return file_load(scratch, MESSAGES_BYTES_MAX, "answer", &size);
}

char *qemu_version(const char *program, const char *scratch)
{
	char *const items[] = {(char *)program, "--version", NULL};
	const struct arguments arguments = {.items = (char **)items, .count = 2};

	return qemu_ask(&arguments, scratch) ? qemu_first_line(scratch) : NULL;
}

void qemu_scratch_make(char *path)
{
	int file = mkstemp(path);

	if (file < 0)
		err(EXIT_MACHINE, "%s", path);
	close(file);
}

char *qemu_version_of(const char *program)
{
	char scratch[] = QEMU_SCRATCH, *version;

	qemu_scratch_make(scratch);
	version = qemu_version(program, scratch);
	unlink(scratch);
	return version;
}

char *qemu_data_directories(const char *program)
{
	char *const items[] = {(char *)program, "-L", "help", NULL};
	const struct arguments arguments = {.items = (char **)items, .count = 3};
	char scratch[] = QEMU_SCRATCH, *answer;

	qemu_scratch_make(scratch);
	answer = qemu_answer(&arguments, scratch);
	unlink(scratch);
	return answer != NULL ? answer : xstrdup("");
}

/* SPDX-License-Identifier: MIT */
/* Runs llvm-mca on the text of a sequence. Its total of cycles includes dependencies between
 * copies, which are the latency of a sequence that depends on itself. */
#include "tools/run/code/prediction.h"

#include <err.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/base/alloc.h"
#include "tools/base/child.h"
#include "tools/base/exit_status.h"
#include "tools/base/file.h"

#define PREDICTOR "llvm-mca"
#define LIMIT_SECONDS 20
#define ANSWER_BYTES_MAX (1u << 20)
#define COPIES 1000
#define COPIES_TEXT "1000"
#define CYCLES_LINE "Total Cycles:"

/* Output and messages go to the same file. */
static bool predictor_run(const char *source, const char *answer)
{
	char *arguments[] = {PREDICTOR, "-mtriple=x86_64", "-mcpu=native",
			     "-iterations=" COPIES_TEXT, (char *)source, NULL};
	struct child_files files = {.extra = -1};
	struct child child;
	bool has_ended;
	int error;

	files.input = open("/dev/null", O_RDONLY | O_CLOEXEC);
	files.output = open(answer, O_WRONLY | O_TRUNC | O_CLOEXEC);
	files.messages = files.output;
	if (files.input < 0 || files.output < 0)
		err(EXIT_MACHINE, "%s", answer);
	error = child_start(&child, arguments, &files);
	close(files.input);
	close(files.output);
	if (error != 0)
		return false;
	has_ended = child_await(&child, LIMIT_SECONDS);
	return child_stop(&child) == 0 && has_ended;
}

static bool predictor_read(const char *path, double *cycles)
{
	size_t size;
	char *text = file_load(path, ANSWER_BYTES_MAX, "answer", &size);
	const char *line = text != NULL ? strstr(text, CYCLES_LINE) : NULL;
	unsigned long all = line != NULL ? strtoul(line + strlen(CYCLES_LINE), NULL, 10) : 0;

	free(text);
	*cycles = (double)all / COPIES;
	return all > 0;
}

static int make_file(char *path)
{
	int file = mkstemp(path);

	if (file < 0)
		err(EXIT_MACHINE, "%s", path);
	return file;
}

bool prediction_make(const char *text, double *cycles)
{
	char source[] = "/tmp/bareline-code-XXXXXX", answer[] = "/tmp/bareline-code-XXXXXX";
	char *program = child_program(PREDICTOR);
	bool is_predicted = false;
	int file;

	if (program == NULL)
		return false;
	free(program);
	file = make_file(source);
	close(make_file(answer));
	if (dprintf(file, ".intel_syntax noprefix\n%s\n", text) > 0)
		is_predicted = predictor_run(source, answer) && predictor_read(answer, cycles);
	close(file);
	unlink(source);
	unlink(answer);
	return is_predicted;
}

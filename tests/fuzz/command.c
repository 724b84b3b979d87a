/* SPDX-License-Identifier: MIT */
#include "tests/fuzz/command.h"

#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/child.h"
#include "tools/base/directory.h"
#include "tools/base/utf8.h"
#include "tools/cmd/commands.h"

const char *__asan_default_options(void);

static FILE *nothing;
static jmp_buf end;
static bool is_running;

/* ---- Replacements of the outside world, placed by the linker ---- */

void __real_exit(int status) __attribute__((noreturn));
void __wrap_exit(int status) __attribute__((noreturn));
void __wrap_err(int status, const char *format, ...) __attribute__((noreturn));
void __wrap_errx(int status, const char *format, ...) __attribute__((noreturn));
FILE *__wrap_file_create(const char *path);
bool __wrap_directory_ensure(const char *path);
int __wrap_directory_make(const char *path, const struct directory_kind *kind);
int __wrap_child_start(struct child *child, char *const *arguments,
		       const struct child_files *files);

void __wrap_exit(int status)
{
	if (is_running)
		longjmp(end, 1);
	__real_exit(status);
}

void __wrap_err(int status, const char *format, ...)
{
	(void)format;
	__wrap_exit(status);
}

void __wrap_errx(int status, const char *format, ...)
{
	(void)format;
	__wrap_exit(status);
}

FILE *__wrap_file_create(const char *path)
{
	return path == NULL || strcmp(path, "-") == 0 ? stdout : fopen("/dev/null", "w");
}

bool __wrap_directory_ensure(const char *path)
{
	(void)path;
	return true;
}

int __wrap_directory_make(const char *path, const struct directory_kind *kind)
{
	(void)path;
	(void)kind;
	return open("/dev/null", O_RDONLY);
}

int __wrap_child_start(struct child *child, char *const *arguments,
		       const struct child_files *files)
{
	(void)child;
	(void)arguments;
	(void)files;
	return ENOENT;
}

/* ---- One run ---- */

/* For every input, the output has no control characters and only complete UTF-8 characters. */
static void check_printed(char *text, size_t size)
{
	char *printable;

	for (size_t i = 0; i < size; i++) {
		if (text[i] == '\n' || text[i] == '\r' || text[i] == '\0')
			text[i] = text[i] == '\0' ? '\033' : ' ';
	}
	printable = strdup(text);
	if (printable == NULL)
		abort();
	utf8_make_printable(printable);
	if (strcmp(printable, text) != 0)
		abort();
	free(printable);
}

void command_run(char **words)
{
	FILE *printed;
	size_t size;
	char *text;
	int count = 0;

	while (words[count] != NULL)
		count++;
	printed = open_memstream(&text, &size);
	if (nothing == NULL)
		nothing = fopen("/dev/null", "w");
	if (nothing == NULL || printed == NULL)
		abort();
	stdout = stderr = printed;      /* the fuzzer's own messages bypass both */
	is_running = true;
	if (setjmp(end) == 0)
		bareline_command.run(count, words);
	is_running = false;
	stdout = stderr = nothing;
	fclose(printed);
	check_printed(text, size);
	free(text);
}

/* A command that exits early does not free its memory. */
const char *__asan_default_options(void)
{
	return "detect_leaks=0";
}

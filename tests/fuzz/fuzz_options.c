/* SPDX-License-Identifier: MIT */
/* Fuzz target for command lines: the options of every command, selected by the first byte, with the
 * other lines as arguments; the target's parameters; and expressions over objects. */
#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/option/option.h"
#include "lib/text/command_line.h"
#include "lib/text/string.h"
#include "tools/cmd/commands.h"
#include "tools/flow/expr.h"

#define WORDS_MAX 64

/* At least the size of any command's settings. */
#define SETTINGS_BYTES (1u << 18)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
const char *__asan_default_options(void);

static jmp_buf end;
static bool is_running;

void __real_exit(int status) __attribute__((noreturn));
void __wrap_exit(int status) __attribute__((noreturn));

/* An option may print a list and exit. */
void __wrap_exit(int status)
{
	if (is_running)
		longjmp(end, 1);
	__real_exit(status);
}

/* The command with this index, among all without subcommands. */
static const struct command *command_of(const struct command *from, unsigned *number)
{
	const struct command *const *part = from->subcommands;

	if (part == NULL)
		return (*number)-- == 0 ? from : NULL;
	for (; *part != NULL; part++) {
		const struct command *found = command_of(*part, number);

		if (found != NULL)
			return found;
	}
	return NULL;
}

/* Returns operands: some commands process them at once and need initialized settings. */
static void parse_options(struct command command, char *text)
{
	static _Alignas(16) char settings[SETTINGS_BYTES];
	char *words[WORDS_MAX + 1], *rest;
	struct option_problem problem;
	int count = 0, operands;

	words[count++] = (char *)"bareline";
	for (char *word = strtok_r(text, "\n", &rest); word != NULL && count < WORDS_MAX;
	     word = strtok_r(NULL, "\n", &rest))
		words[count++] = word;
	words[count] = NULL;
	command.take_operand = NULL;
	memset(settings, 0, sizeof(settings));
	problem.text[0] = '\0';
	is_running = true;
	if (setjmp(end) == 0 &&
	    option_parse(&command, settings, count, words, &operands, &problem) == OPTION_WRONG &&
	    problem.text[0] == '\0')
		abort();
	is_running = false;
}

static void take_word(void *context, const char *word, const char *value)
{
	*(size_t *)context += strlen(word) + (value != NULL ? strlen(value) : 0);
}

static void parse_words(const uint8_t *data, size_t size)
{
	size_t length = 0;

	command_line_split((const char *)data, size, take_word, &length);
	if (length > size)
		abort();
}

static void parse_values(const char *text)
{
	static struct flow_expr expr;
	unsigned long number;
	char *wrong;

	text_number(text, &number);
	text_duration(text, &number);
	text_glob(text, text);
	wrong = flow_expr_parse(&expr, text);
	if (wrong == NULL)
		flow_expr_free(&expr);
	free(wrong);
}

/* A command that exits early does not free its memory. */
const char *__asan_default_options(void)
{
	return "detect_leaks=0";
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct command *command;
	unsigned number;
	char *text;

	if (stdout == NULL || size == 0)
		return 0;
	number = data[0] % 64;
	text = strndup((const char *)data + 1, size - 1);
	if (text == NULL)
		abort();
	parse_words(data + 1, size - 1);
	parse_values(text);
	command = command_of(&bareline_command, &number);
	if (command != NULL)
		parse_options(*command, text);
	free(text);
	return 0;
}

/* SPDX-License-Identifier: MIT */
/* A fuzz target for what a person writes on a command line: the options of every command, of which
 * the first byte chooses one, with the other lines as its arguments; the target's words, and
 * expressions over objects. */
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

/* As many bytes as any command's settings have, and more. */
#define SETTINGS_BYTES (1u << 18)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
const char *__asan_default_options(void);

static jmp_buf end;
static bool is_running;

void __real_exit(int status) __attribute__((noreturn));
void __wrap_exit(int status) __attribute__((noreturn));

/* An option may print a list and end. */
void __wrap_exit(int status)
{
	if (is_running)
		longjmp(end, 1);
	__real_exit(status);
}

/* The command that a number stands for, among all that have no subcommands. */
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

/* Operands are given back: what some commands do with them at once needs more than settings of
 * 0. */
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

/* A command that ends in the middle leaves its memory to the system. */
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

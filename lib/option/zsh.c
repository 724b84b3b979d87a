/* SPDX-License-Identifier: MIT */
/* Completion for zsh: a function for each command, with the shell's own _arguments. */
#include "lib/option/option.h"

#include "lib/text/string.h"

/* Characters that end a text of _arguments, and quotes. */
#define SPECIAL "[]:\\"

static void zsh_write_function(const struct option_out *out, const char *name)
{
	option_print(out, "_");
	for (; *name != '\0'; name++)
		option_print(out, "%c", *name == ' ' || *name == '-' ? '_' : *name);
}

/* Write text on one line, within single quotes. */
static void zsh_write_text(const struct option_out *out, const char *text)
{
	for (; *text != '\0'; text++) {
		if (*text == '\'')
			option_print(out, "'\\''");
		else if (*text == '\n')
			option_print(out, " ");
		else
			option_print(out, "%s%c", strchr(SPECIAL, *text) != NULL ? "\\" : "",
				     *text);
	}
}

static void zsh_write_argument(const struct option_out *out, const struct option_spec *option)
{
	option_print(out, ":");
	zsh_write_text(out, option->argument != NULL ? option->argument : option->name);
	option_print(out, ":");
	if (option->choices == NULL) {
		option_print(out, option_takes_file(option) ? "_files" : " ");
		return;
	}
	option_print(out, "(");
	for (size_t i = 0; option->choices[i] != NULL; i++)
		option_print(out, "%s%s", i > 0 ? " " : "", option->choices[i]);
	option_print(out, ")");
}

static void zsh_write_option(const struct option_out *out, const struct option_spec *option)
{
	for (int is_short = 0; is_short <= (option->letter != 0); is_short++) {
		if (is_short)
			option_print(out, " \\\n\t\t'*-%c[", option->letter);
		else
			option_print(out, " \\\n\t\t'*--%s%s[", option->name,
				     option_has_argument(option) ? "=" : "");
		zsh_write_text(out, option->help);
		option_print(out, "]");
		if (option_has_argument(option))
			zsh_write_argument(out, option);
		option_print(out, "'");
	}
}

/* The subcommands, and the completion function of each. */
static void zsh_write_subcommands(const struct option_out *out, const struct command *command)
{
	option_print(out, " \\\n\t\t'1: :->part' '*:: :->rest'\n\tcase $state in\n\tpart)\n"
		     "\t\tsubcommands=(");
	for (const struct command *const *sub = command->subcommands; *sub != NULL; sub++) {
		option_print(out, "\n\t\t\t'%s:", command_own_name(*sub));
		zsh_write_text(out, (*sub)->summary);
		option_print(out, "'");
	}
	option_print(out, ")\n\t\t_describe command subcommands ;;\n\trest)\n"
		     "\t\tcase $words[1] in\n");
	for (const struct command *const *sub = command->subcommands; *sub != NULL; sub++) {
		option_print(out, "\t\t%s) ", command_own_name(*sub));
		zsh_write_function(out, (*sub)->name);
		option_print(out, " ;;\n");
	}
	option_print(out, "\t\tesac ;;\n\tesac\n");
}

static void zsh_write_command(const struct option_out *out, const struct command *command,
			      bool has_words)
{
	for (const struct command *const *sub = command->subcommands; sub != NULL && *sub != NULL;
	     sub++)
		zsh_write_command(out, *sub, has_words);
	zsh_write_function(out, command->name);
	option_print(out, "()\n{\n\tlocal context state state_descr line\n"
		     "\tlocal -a subcommands\n\ttypeset -A opt_args\n");
	/* The name of the program, taken before _arguments removes it from the words. */
	if (command->subcommands != NULL)
		option_print(out, "\tlocal program=${program:-$words[1]}\n");
	option_print(out, "\n\t_arguments -s -C");
	option_each(command->groups, zsh_write_option, out);
	zsh_write_option(out, &option_help_spec);
	if (command->subcommands != NULL)
		zsh_write_subcommands(out, command);
	else
		option_print(out, " \\\n\t\t'*:file:%s'\n",
			     has_words ? " _option_words" : "_files");
	option_print(out, "}\n\n");
}

/* Complete benchmarks, points and charts, which the program itself lists for the words so far. If
 * it lists none, complete files. */
static void zsh_write_words(const struct option_out *out)
{
	option_print(out, "_option_words()\n{\n\tlocal -a found\n\n"
			  "\tfound=(${=\"$($program completion words -- "
			  "\"${(@)words[1,CURRENT]}\" 2>/dev/null)\"})\n"
			  "\tif (( $#found )); then\n\t\tcompadd -a found\n\telse\n"
			  "\t\t_files\n\tfi\n}\n\n");
}

void option_write_zsh(const struct command *command, fmt_write *write, void *context)
{
	const struct option_out out = {write, context};

	option_print(&out, "#compdef %s\n# zsh completion of %s; generated from its option "
			   "tables.\n", command->name, command->name);
	if (command->subcommands != NULL)
		zsh_write_words(&out);
	zsh_write_command(&out, command, command->subcommands != NULL);
	/* If the file is in a directory of fpath, it is the function's body. Otherwise it is being
	 * sourced. */
	option_print(&out, "if [[ $funcstack[1] == ");
	zsh_write_function(&out, command->name);
	option_print(&out, " ]]; then\n\t");
	zsh_write_function(&out, command->name);
	option_print(&out, " \"$@\"\nelse\n\tcompdef ");
	zsh_write_function(&out, command->name);
	option_print(&out, " %s\nfi\n", command->name);
}

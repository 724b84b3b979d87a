/* SPDX-License-Identifier: MIT */
/* Completion for bash, by one function. It finds the command that the words so far name, and offers
 * the subcommands or options of the command, or the choices of the option before the cursor. bash
 * itself completes files. */
#include "lib/option/option.h"

#include "lib/text/string.h"

typedef void bash_visit(const struct option_out *out, const struct command *command);

/* Visit the command, and its subcommands at all levels. */
static void bash_each_command(const struct option_out *out, const struct command *command,
			      bash_visit *visit)
{
	visit(out, command);
	for (const struct command *const *sub = command->subcommands; sub != NULL && *sub != NULL;
	     sub++)
		bash_each_command(out, *sub, visit);
}

static void bash_write_name(const struct option_out *out, const struct command *command)
{
	option_print(out, "|'%s'", command->name);
}

static void bash_write_argument(const struct option_out *out, const struct command *command,
				const struct option_spec *option)
{
	if (!option_has_argument(option))
		return;
	option_print(out, "\t'%s --%s'", command->name, option->name);
	if (option->letter != 0)
		option_print(out, "|'%s -%c'", command->name, option->letter);
	option_print(out, ")");
	if (option->choices != NULL) {
		option_print(out, " words='");
		for (size_t i = 0; option->choices[i] != NULL; i++)
			option_print(out, "%s%s", i > 0 ? " " : "", option->choices[i]);
		option_print(out, "'");
	} else if (option_takes_file(option)) {
		option_print(out, " return 0");
	}
	option_print(out, " ;;\n");
}

static void bash_write_arguments(const struct option_out *out, const struct command *command)
{
	const struct option_group *group = command->groups;

	for (; group != NULL && group->options != NULL; group++) {
		for (const struct option_spec *option = group->options; option->name != NULL;
		     option++)
			bash_write_argument(out, command, option);
	}
}

static void bash_write_option(const struct option_out *out, const struct option_spec *option)
{
	option_print(out, " --%s", option->name);
}

static void bash_write_words(const struct option_out *out, const struct command *command)
{
	option_print(out, "\t'%s') options='", command->name);
	option_each(command->groups, bash_write_option, out);
	bash_write_option(out, &option_help_spec);
	option_print(out, "' subcommands='");
	for (const struct command *const *sub = command->subcommands; sub != NULL && *sub != NULL;
	     sub++)
		option_print(out, " %s", command_own_name(*sub));
	option_print(out, "' ;;\n");
}

/* Write a function's name without '-', which not every shell accepts. */
static void bash_write_function(const struct option_out *out, const char *program)
{
	option_print(out, "_");
	for (; *program != '\0'; program++)
		option_print(out, "%c", *program == '-' ? '_' : *program);
}

void option_write_bash(const struct command *command, fmt_write *write, void *context)
{
	const struct option_out out = {write, context};

	option_print(&out, "# bash completion of %s; generated from its option tables.\n",
		     command->name);
	bash_write_function(&out, command->name);
	option_print(&out, "()\n{\n"
		     "\tlocal word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
		     "\tlocal command=%s options subcommands words i value=\n\n"
		     "\tCOMPREPLY=()\n"
		     "\t# --option=word comes as three words.\n"
		     "\tif [[ $before == = ]]; then\n"
		     "\t\tbefore=${COMP_WORDS[COMP_CWORD-2]} value=yes\n"
		     "\telif [[ $word == = ]]; then\n"
		     "\t\tword= value=yes\n"
		     "\tfi\n"
		     "\tfor ((i = 1; i < COMP_CWORD; i++)); do\n"
		     "\t\tcase \"$command ${COMP_WORDS[i]}\" in\n"
		     "\t\t''", command->name);
	bash_each_command(&out, command, bash_write_name);
	option_print(&out, ") command+=\" ${COMP_WORDS[i]}\" ;;\n\t\tesac\n\tdone\n"
		     "\tcase \"$command $before\" in\n");
	bash_each_command(&out, command, bash_write_arguments);
	option_print(&out, "\t*) words=none ;;\n\tesac\n"
		     "\tcase $command in\n");
	bash_each_command(&out, command, bash_write_words);
	option_print(&out, "\tesac\n"
		     "\tif [[ $words == none ]]; then\n"
		     "\t\twords=\n"
		     "\t\twords=$subcommands\n"
		     "\t\t[[ $word == -* ]] && words=$options\n");
	if (command->subcommands != NULL)
		option_print(&out, "\t\t[[ $word != -* && -z $subcommands ]] && "
			     "words=$(\"${COMP_WORDS[0]}\" completion words -- "
			     "${command#* } \"${COMP_WORDS[@]:2}\" 2>/dev/null)\n"
			     "\t\t# The value of a parameter of a point.\n"
			     "\t\t[[ $value ]] && words=$(for i in $words; do "
			     "[[ $i == \"$before\"=* ]] && echo \"${i#*=}\"; done)\n");
	option_print(&out, "\telse\n"
		     "\t\tcompopt +o default 2>/dev/null\n"
		     "\tfi\n"
		     "\tCOMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n}\n"
		     "complete -o default -F ");
	bash_write_function(&out, command->name);
	option_print(&out, " %s\n", command->name);
}

/* SPDX-License-Identifier: MIT */
/* bareline-linux: the same benchmarks in a Linux process. The difference to bare metal is the
 * operating system's overhead. */
#include <err.h>
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/engine/options.h"
#include "bench/engine/plan.h"
#include "bench/engine/registry.h"
#include "bench/engine/runner.h"
#include "bench/engine/validity_check.h"
#include "bench/engine/warning.h"
#include "lib/option/option.h"
#include "lib/option/suggest.h"
#include "lib/text/command_line.h"
#include "linux/build_id.h"
#include "linux/code/code.h"
#include "linux/describe.h"
#include "linux/disk/disk.h"
#include "linux/exit_status.h"
#include "linux/guard.h"
#include "linux/idle/traced.h"
#include "linux/init.h"
#include "linux/layout.h"
#include "linux/memory.h"
#include "linux/nodes.h"
#include "linux/output.h"
#include "linux/platform.h"
#include "linux/schedule.h"
#include "linux/screen.h"
#include "linux/surroundings.h"
#include "linux/trace/tracefs.h"
#include "linux/tsc.h"
#include "linux/watch/watch.h"

#define CPU_UNSAID (~0ul)
#define BOOT_CPU 0
#define SUITES_TEXT_MAX 64
#define WATCH_WORD "watch"
#define NAMED_IN_FULL "; only by full name"

struct settings {
	struct options options;
	unsigned long cpu; /* or CPU_UNSAID */
	unsigned long layout;
	const char *output;
	bool replaces_foreign;
	const char *disk, *disk_name;
	const char *stick;
	const char *code;
	bool is_quiet;
	bool traces_gaps;
	bool is_init;
	bool watches;           /* a program, whose arguments follow "--" */
	bool on_display;        /* the program's keys come from an X server */
	const struct benchmark *const *benchmarks;
	const char *keys;
};

/* ---- Options that end the program ---- */

static void main_write(void *context, const char *text, size_t length)
{
	fwrite(text, 1, length, context);
}

/* End the output. Returns EXIT_GOOD if all of it was written to standard output, and otherwise
 * EXIT_MACHINE, after a message. */
static enum exit_status main_end_output(void)
{
	if (fflush(stdout) == 0 && !ferror(stdout))
		return EXIT_GOOD;
	warn("standard output");
	return EXIT_MACHINE;
}

static bool main_show_version(void *to, const char *value, struct option_problem *problem)
{
	(void)to;
	(void)value;
	(void)problem;
	printf("bareline-linux %s (%s)\n", build_version, build_id);
	exit(main_end_output());
}

/* The suites, such as "quick,full". "-" for a benchmark that runs only on request. */
static const char *main_suites_text(uint32_t of, char text[SUITES_TEXT_MAX])
{
	static const enum suite all[] = {SUITE_QUICK, SUITE_FULL, SUITE_NOISE, SUITE_FLOW,
					 SUITE_EXACT};
	size_t used = 0;

	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		if ((of & all[i]) != 0)
			used += fmt_buffer(text + used, SUITES_TEXT_MAX - used, "%s%s",
					   used > 0 ? "," : "", options_suite_name(all[i]));
	}
	return used > 0 ? text : "-";
}

static bool main_list_benchmarks(void *to, const char *value, struct option_problem *problem)
{
	(void)to;
	(void)value;
	(void)problem;
	for (const struct benchmark *const *bench = registry_benchmarks; *bench != NULL; bench++) {
		char list[SUITES_TEXT_MAX];

		printf("%-25s %-16s %s%s\n", (*bench)->name,
		       main_suites_text((*bench)->suites, list), (*bench)->summary,
		       (*bench)->waits_for_user ? NAMED_IN_FULL : "");
	}
	exit(main_end_output());
}

static const struct command main_command;

static bool main_show_manual(void *to, const char *value, struct option_problem *problem)
{
	(void)to;
	(void)value;
	(void)problem;
	option_write_roff(main_command.groups, main_write, stdout);
	exit(main_end_output());
}

static bool main_show_completion(void *to, const char *value, struct option_problem *problem)
{
	(void)to;
	(void)problem;
	if (strcmp(value, "bash") == 0)
		option_write_bash(&main_command, main_write, stdout);
	else if (strcmp(value, "zsh") == 0)
		option_write_zsh(&main_command, main_write, stdout);
	else
		return option_refuse(problem, "not bash or zsh");
	exit(main_end_output());
}

/* ---- The table ---- */

/* A word that is also valid on the kernel's command line. */
static bool main_parse_word(void *to, const char *name, const char *value,
			    struct option_problem *problem)
{
	return options_parse(to, name, value) == 0 ||
	       option_refuse(problem, "invalid value; --help lists the valid ones");
}

static bool main_parse_disk_cache(void *to, const char *value, struct option_problem *problem)
{
	return main_parse_word(to, "disk.cache", value, problem);
}

static bool main_parse_disk_pattern(void *to, const char *value, struct option_problem *problem)
{
	return main_parse_word(to, "disk.pattern", value, problem);
}

static bool main_parse_disk_scratch(void *to, const char *value, struct option_problem *problem)
{
	return main_parse_word(to, "disk.scratch", value, problem);
}

static const char *const suites[] = {"quick", "full", "noise", "flow", "exact", NULL};
static const char *const paces[] = {"paced", "fast", "both", NULL};
static const char *const answers[] = {"yes", "no", NULL};
static const char *const shells[] = {"bash", "zsh", NULL};

static const struct option_spec selection[] = {
	{.name = "suite",
	 .kind = OPTION_NAMED,
	 .argument = "NAME",
	 .named = main_parse_word,
	 .choices = suites,
	 .help = "select a suite, which also sets the number of samples: quick, full, noise, flow "
		 "or exact (quick); noise watches idle CPUs for a minute, at the highest and at "
		 "the lowest priority"},
	{.name = "bench",
	 .kind = OPTION_NAMED,
	 .argument = "GLOB[,GLOB]",
	 .named = main_parse_word,
	 .help = "run matching benchmarks of any suite instead; may be repeated"},
	{.name = "samples",
	 .kind = OPTION_NAMED,
	 .argument = "N",
	 .named = main_parse_word,
	 .help = "take N samples of every series (by suite)"},
	{.name = "duration",
	 .kind = OPTION_NAMED,
	 .argument = "TIME",
	 .named = main_parse_word,
	 .help = "watch idle CPUs for TIME, such as 90s, 10m or 2h, at most 12h (by suite)"},
	{.name = "limit",
	 .kind = OPTION_NAMED,
	 .argument = "TIME",
	 .named = main_parse_word,
	 .help = "fail if an idle CPU has a gap longer than TIME (150us)"},
	{.name = "quantum",
	 .kind = OPTION_NAMED,
	 .argument = "TIME",
	 .named = main_parse_word,
	 .help = "set the length of one pass of the idle loop, 10us to 10ms (by benchmark)"},
	{.name = "pmc",
	 .kind = OPTION_NAMED,
	 .argument = "NAME[,NAME]",
	 .named = main_parse_word,
	 .help = "count events in passes separate from the timed ones: core, branch, cache, "
		 "tlb, interrupt, all, or single events such as cycles; may be repeated; "
		 "`bareline run --pmc list` prints all"},
	{.name = "input",
	 .kind = OPTION_NAMED,
	 .argument = "MESSAGES",
	 .named = main_parse_word,
	 .help = "wait for this many key presses and releases in input.live (20)"},
	{.name = "pace",
	 .kind = OPTION_NAMED,
	 .argument = "PACE",
	 .named = main_parse_word,
	 .choices = paces,
	 .help = "play input scripts with their pauses, without them, or once each: paced, fast "
		 "or both (both)"},
	{.name = "disk-cache",
	 .kind = OPTION_CALL,
	 .argument = "SIZE",
	 .call = main_parse_disk_cache,
	 .help = "set the size of the buffer cache of disk.cached, such as 0 or 256k, at most 64M "
		 "(1M)"},
	{.name = "disk-pattern",
	 .kind = OPTION_CALL,
	 .argument = "NAME",
	 .call = main_parse_disk_pattern,
	 .help = "fail if the sectors of the disk with this name do not hold their own numbers"},
	{.name = "disk-scratch",
	 .kind = OPTION_CALL,
	 .argument = "NAME:TOKEN",
	 .call = main_parse_disk_scratch,
	 .help = "write to the disk with this name if its seal has this token, in disk.write, "
		 "disk.flush, app.editor and app.presenter; overwrites it"},
	{.name = "serials",
	 .kind = OPTION_NAMED,
	 .argument = "yes|no",
	 .named = main_parse_word,
	 .choices = answers,
	 .help = "store serial numbers, UUID and network addresses of the machine in the "
		 "results, not only their hashes (no)"},
	{0},
};

static const struct option_spec run_options[] = {
	{.name = "cpu",
	 .kind = OPTION_NUMBER,
	 .argument = "N",
	 .most = INT16_MAX,
	 .offset = offsetof(struct settings, cpu),
	 .help = "run on CPU N of Linux (the current one)"},
	{.name = "layout",
	 .kind = OPTION_NUMBER,
	 .argument = "N",
	 .most = LAYOUTS_MAX,
	 .offset = offsetof(struct settings, layout),
	 .help = "select memory layout N, to find metrics that depend on it (0: unchanged)"},
	{.name = "disk",
	 .kind = OPTION_TEXT,
	 .argument = "PATH",
	 .offset = offsetof(struct settings, disk),
	 .help = "read this device or file in disk.*, fault.major and app.presenter; only "
		 "--disk-scratch permits writing to it"},
	{.name = "disk-name",
	 .kind = OPTION_TEXT,
	 .argument = "NAME",
	 .offset = offsetof(struct settings, disk_name),
	 .help = "set the disk's name in the results; bare metal uses names such as virtio0 "
		 "(disk0)"},
	{.name = "code",
	 .kind = OPTION_TEXT,
	 .argument = "FILE",
	 .offset = offsetof(struct settings, code),
	 .help = "run the sequences of instructions in FILE, which `bareline run --code-output` "
		 "wrote, as code.sequence"},
	{.name = "keys",
	 .kind = OPTION_TEXT,
	 .argument = "FILE",
	 .offset = offsetof(struct settings, keys),
	 .help = "with watch: type the keys of this input script into the program, instead of "
		 "those of a person"},
	{.name = "x11",
	 .kind = OPTION_FLAG,
	 .offset = offsetof(struct settings, on_display),
	 .help = "with watch: the X server of DISPLAY sends the keys to the program's window, "
		 "instead of the terminal; or a person types in its windows"},
	{.name = "stick",
	 .kind = OPTION_TEXT,
	 .argument = "PATH",
	 .offset = offsetof(struct settings, stick),
	 .help = "as a machine's only program: write the records to linux.txt in directory PATH "
		 "of the stick, bareline/NAME, which holds those of bare metal"},
	{.name = "trace-gaps",
	 .kind = OPTION_FLAG,
	 .offset = offsetof(struct settings, traces_gaps),
	 .help = "trace interrupts and threads during idle loops by tracefs, as root: gaps then "
		 "have causes, but are longer"},
	{.name = "output",
	 .letter = 'o',
	 .kind = OPTION_TEXT,
	 .argument = "FILE", .writes = true,
	 .offset = offsetof(struct settings, output),
	 .help = "write the records to FILE; a log there is replaced, another file only with "
		 "--force, a disk never"},
	{.name = "force",
	 .kind = OPTION_FLAG,
	 .offset = offsetof(struct settings, replaces_foreign),
	 .help = "with -o: replace a file that is no log too"},
	{.name = "quiet",
	 .letter = 'q',
	 .kind = OPTION_FLAG,
	 .offset = offsetof(struct settings, is_quiet),
	 .help = "print no summary to standard error"},
	{0},
};

static const struct option_spec other_options[] = {
	{.name = "list",
	 .kind = OPTION_CALL,
	 .call = main_list_benchmarks,
	 .help = "list the benchmarks and exit"},
	{.name = "version",
	 .kind = OPTION_CALL,
	 .call = main_show_version,
	 .help = "print the version and exit"},
	{.name = "completion",
	 .kind = OPTION_CALL,
	 .argument = "SHELL",
	 .choices = shells,
	 .call = main_show_completion,
	 .help = "print the completion script for bash or zsh and exit"},
	{.name = "manual",
	 .kind = OPTION_CALL,
	 .call = main_show_manual,
	 .help = "print these options in roff, for the manual page, and exit"},
	{0},
};

static const struct option_group groups[] = {
	{.options = selection, .offset = offsetof(struct settings, options)},
	{.options = run_options},
	{.options = other_options},
	{0},
};

/* Take an operand: a benchmark, as for --bench. Words that the kernel does not know are passed to
 * init, and so arrive here. */
static bool main_take_operand(void *to, const char *value, struct option_problem *problem)
{
	struct settings *settings = to;

	if (!settings->is_init && strcmp(value, WATCH_WORD) == 0) {
		settings->watches = true;
		return true;
	}
	return settings->is_init || main_parse_word(&settings->options, "bench", value, problem);
}

static const struct command main_command = {
	.name = "bareline-linux",
	.summary = "measure a machine under Linux",
	.usage = "[OPTION]... [BENCHMARK]...\n"
		 "watch [OPTION]... -- PROGRAM [ARGUMENT]...",
	.about = "Run Bareline's benchmarks as a Linux process. BENCHMARK is a name or pattern, as "
		 "for --bench. Prints the results to standard "
		 "error, and writes the records to standard output, for `bareline show`. A "
		 "terminal gets only the results.\n"
		 "watch runs an interactive PROGRAM in a pseudo terminal, or with a window on an X "
		 "server, and measures how long it takes to handle each key, for `bareline idle`.",
	.groups = groups,
	.notes = "Runs as any user. Warnings in the results list what root would add.",
	.exit_status = "0 success\n"
		       "1 an aborted benchmark, a failed check, or an internal error\n"
		       "2 wrong arguments\n"
		       "3 out of memory, or no room for the output",
	.operands_max = OPERANDS_ANY,
	.take_operand = main_take_operand,
};

static void main_take_program(struct settings *settings, int count, char **arguments)
{
	if (!settings->watches && settings->keys != NULL)
		errx(EXIT_USAGE, "--keys needs " WATCH_WORD);
	if (settings->on_display && !settings->watches)
		errx(EXIT_USAGE, "--x11 needs " WATCH_WORD);
	if (!settings->watches)
		return;
	if (settings->options.pattern_count > 0)
		errx(EXIT_USAGE, WATCH_WORD ": no benchmark may be named; write the program after "
				 "--");
	if (count == 0)
		errx(EXIT_USAGE, WATCH_WORD ": no program; write it after --");
	if (settings->keys == NULL && settings->output == NULL && isatty(STDOUT_FILENO))
		errx(EXIT_USAGE, WATCH_WORD ": the program needs the terminal; write the records "
				 "to a file by -o");
	settings->benchmarks = watch_prepare(arguments, settings->keys,
						 settings->on_display);
	if (settings->benchmarks == NULL)
		exit(EXIT_USAGE);
}

static void parse_arguments(struct settings *settings, int argc, char **argv)
{
	struct option_problem problem;
	int count;

	*settings = (struct settings){
		.cpu = CPU_UNSAID, .is_init = init_is(argv[0]), .benchmarks = registry_benchmarks,
	};
	options_init(&settings->options);
	switch (option_parse(&main_command, settings, argc, argv, &count, &problem)) {
	case OPTION_PARSED:
		main_take_program(settings, count, argv + 1);
		return;
	case OPTION_ASKS_HELP:
		option_write_help(&main_command, main_write, stdout);
		exit(main_end_output());
	case OPTION_WRONG:
		errx(EXIT_USAGE, "%s", problem.text);
	}
}

/* Load the sequences. If there are no patterns, only the sequences run. */
static void main_load_code(struct settings *settings)
{
	const char *problem = code_load(settings->code, settings->is_init);

	if (problem != NULL)
		errx(EXIT_USAGE, "--code %s: %s",
		     settings->code != NULL ? settings->code : "", problem);
	if (settings->code != NULL && settings->options.pattern_count == 0)
		options_parse(&settings->options, "bench", "code.sequence");
}

/* Check that each pattern matches a benchmark, before anything runs. */
static void main_check_patterns(const struct options *options,
				const struct benchmark *const *benchmarks)
{
	char question[SUGGEST_TEXT_MAX];

	for (unsigned i = 0; i < options->pattern_count; i++) {
		const struct benchmark *const *bench = benchmarks;
		struct suggestion suggestion = {.word = options->patterns[i]};

		while (*bench != NULL && !options_pattern_matches(options->patterns[i], *bench))
			suggest_consider(&suggestion, (*bench++)->name);
		if (*bench == NULL)
			errx(EXIT_USAGE, "no benchmark matches '%s'%s; --list names them",
			     options->patterns[i], suggest_format(&suggestion, "", question));
	}
	if (plan_make(options, benchmarks).benches == 0)
		errx(EXIT_USAGE, "no benchmark matches the arguments; --list prints all names");
}

/* Start the modules. Each needs those above it. */
static void main_start(const struct settings *settings)
{
	int cpu = settings->cpu != CPU_UNSAID ? (int)settings->cpu : SCHEDULE_CPU_ANY;
	int error = output_open(&(struct output_options){
		settings->output, settings->is_quiet, settings->replaces_foreign});

	if (error == -EEXIST)
		errx(EXIT_MACHINE, "%s: exists, and is no log; write to another file, or use "
				   "--force", settings->output);
	if (error == -ENODEV)
		errx(EXIT_MACHINE, "%s: a disk; write to a file or a pipe", settings->output);
	if (error != 0)
		errx(EXIT_MACHINE, "%s: %s", settings->output, strerror(-error));
	guard_init();
	layout_disturb((unsigned)settings->layout);
	error = schedule_init(cpu);
	if (error == -ENODEV && settings->stick != NULL) {
		warning("smp", "cpu=%d: not online; the boot CPU measures, as on bare metal", cpu);
		error = schedule_init(BOOT_CPU);
	}
	if (error == -ENODEV || error == -EINVAL)
		errx(EXIT_USAGE, "--cpu: CPU %d does not exist or is not available to this "
				 "process", cpu);
	if (error != 0)
		errx(EXIT_USAGE, "cannot stay on one CPU: %s (sched_setaffinity); a sandbox "
				 "refuses it; allow it, or allow only one CPU (taskset -c 0)",
		     strerror(-error));
	surroundings_begin();
	tsc_init();
	nodes_init();
	memory_init();
	disk_init(settings->disk, settings->disk_name);
	platform_init();
	if (settings->traces_gaps)
		idle_traced_request();
}

int main(int argc, char **argv)
{
	static struct settings settings;
	bool has_line;
	unsigned faulted;

	if (argc == 2 && strcmp(argv[0], TRACEFS_KEEPER) == 0)
		return tracefs_keep(argv[1]);
	if (!init_is(argv[0]))
		surroundings_open_standard_files();
	signal(SIGXFSZ, SIG_IGN);       /* a write fails instead, and its cause is printed */
	if (init_is(argv[0]))
		argv = init_arguments(&argc, argv);
	has_line = describe_arguments(argc, argv);
	parse_arguments(&settings, argc, argv);
	if (settings.stick != NULL && !settings.is_init)
		errx(EXIT_USAGE, "--stick needs to be a machine's only program; use -o FILE "
				 "instead");
	if (settings.stick != NULL)
		settings.output = INIT_RECORDS;
	main_load_code(&settings);
	if (settings.is_init)
		init_begin(settings.disk, settings.stick);
	else
		main_check_patterns(&settings.options, settings.benchmarks);
	describe_serials(settings.options.shows_serials);
	if (!has_line)
		errx(EXIT_USAGE, "arguments too long: maximum is %d characters; nothing was run",
		     COMMAND_LINE_MAX);
	main_start(&settings);
	screen_follow(&settings.options);
	faulted = runner_run(&settings.options, settings.benchmarks);
	return faulted == 0 && validity_check_failures() == 0 ? EXIT_GOOD : EXIT_FAILED;
}

/* Every word is checked here, so that what goes on to QEMU and the target is known to be sound. */
#include "tools/run/options.h"

#include <err.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/event/idle_option.h"
#include "lib/text/string.h"
#include "lib/x86/pmc_event.h"
#include "tools/cmd/commands.h"
#include "tools/record/pmc_list.h"
#include "tools/run/words.h"

#define NS_PER_US 1000u
#define NS_PER_MS 1000000u
#define NS_PER_SECOND 1000000000u

#define MEMORY_OF_IMAGE "256M"
#define MEMORY_OF_LINUX "1G"
#define TIMEOUT_QUICK_SECONDS 120
#define TIMEOUT_FULL_SECONDS 900
#define TIMEOUT_MAX_SECONDS 86400
#define INPUT_GRACE_SECONDS 30          /* for a target that is slow to take what was typed */

static const char help[] =
	"Usage: bareline run [OPTION]... [-- QEMU-ARGUMENT...]\n"
	"Boot the image in QEMU, show the results and keep them in a directory.\n\n"
	"What runs:\n"
	"  --suite NAME               which benchmarks: quick, full, noise or flow (quick)\n"
	"  --bench GLOB               those that match instead; may be repeated\n"
	"  --pmc NAME[,NAME]          events to count in runs of their own beside the time, "
	"or sets of\n"
	"                             them; may be repeated; --pmc list explains them\n"
	"  --duration TIME            how long idle machines are watched, "
	"as 90s, 10m or 2h (by suite)\n"
	"  --limit TIME               what gap there fails the machine (150us)\n"
	"  --quantum TIME             a pass of the idle loop, from 10us to 10ms (by benchmark)\n"
	"  --append WORDS             more words for the target's command line\n"
	"  --linux                    Linux, with bareline-linux as its only program, instead of\n"
	"                             the image\n"
	"  --input FILE               type a script of keys, clicks and pauses\n"
	"                             (docs/input-scripts.md), for input.live or input.script\n"
	"  --input-by host|controller  QEMU is told to type, or the target's keyboard controller\n"
	"                             (host; with --deterministic controller)\n"
	"  --input-speed paced|fast|both  with the script's pauses, without them, "
	"or once each (both)\n"
	"The machine:\n"
	"  --firmware kernel|bios|uefi  QEMU loads the kernel itself, or firmware boots the image\n"
	"                             (kernel)\n"
	"  --image FILE               kernel or image to boot (the one beside this program)\n"
	"  --media disk|cd|usb        what the image is, for bios and uefi (disk)\n"
	"  --machine pc|q35           QEMU's machine (q35)\n"
	"  --cpus N, --memory SIZE    (1; 256M, or 1G for Linux)\n"
	"  --cpu MODEL                QEMU's CPU model (max; host under KVM)\n"
	"  --accel auto|tcg|kvm       auto tries KVM and takes it if it is really fast (auto)\n"
	"  --deterministic            count instructions instead of time: repeatable to the tick\n"
	"  --qemu PATH                (qemu-system-x86_64)\n"
	"The run:\n"
	"  --baseline FILE            fail if a figure of this deterministic run is not as it is\n"
	"                             kept there; with --update keep this run's\n"
	"  --timeout SECONDS          give up after so long (120; 900 for the full suite; and\n"
	"                             twice the duration)\n"
	"  -q, --quiet                no table and no page\n"
	"  -o, --output DIRECTORY     where to keep log, results and page\n"
	"                             (results/ and the time)\n";

enum {
	OPT_SUITE = 256, OPT_BENCH, OPT_APPEND, OPT_FIRMWARE, OPT_IMAGE, OPT_MEDIA, OPT_MACHINE,
	OPT_CPUS, OPT_MEMORY, OPT_CPU, OPT_ACCEL, OPT_DETERMINISTIC, OPT_QEMU, OPT_TIMEOUT,
	OPT_LINUX, OPT_PMC, OPT_DURATION, OPT_LIMIT, OPT_QUANTUM, OPT_BASELINE, OPT_UPDATE,
	OPT_INPUT, OPT_INPUT_BY, OPT_INPUT_SPEED,
};

static const struct option options[] = {
	{"help", no_argument, NULL, 'h'},
	{"suite", required_argument, NULL, OPT_SUITE},
	{"bench", required_argument, NULL, OPT_BENCH},
	{"pmc", required_argument, NULL, OPT_PMC},
	{"append", required_argument, NULL, OPT_APPEND},
	{"duration", required_argument, NULL, OPT_DURATION},
	{"limit", required_argument, NULL, OPT_LIMIT},
	{"quantum", required_argument, NULL, OPT_QUANTUM},
	{"linux", no_argument, NULL, OPT_LINUX},
	{"firmware", required_argument, NULL, OPT_FIRMWARE},
	{"image", required_argument, NULL, OPT_IMAGE},
	{"media", required_argument, NULL, OPT_MEDIA},
	{"machine", required_argument, NULL, OPT_MACHINE},
	{"cpus", required_argument, NULL, OPT_CPUS},
	{"memory", required_argument, NULL, OPT_MEMORY},
	{"cpu", required_argument, NULL, OPT_CPU},
	{"accel", required_argument, NULL, OPT_ACCEL},
	{"deterministic", no_argument, NULL, OPT_DETERMINISTIC},
	{"qemu", required_argument, NULL, OPT_QEMU},
	{"timeout", required_argument, NULL, OPT_TIMEOUT},
	{"baseline", required_argument, NULL, OPT_BASELINE},
	{"update", no_argument, NULL, OPT_UPDATE},
	{"input", required_argument, NULL, OPT_INPUT},
	{"input-by", required_argument, NULL, OPT_INPUT_BY},
	{"input-speed", required_argument, NULL, OPT_INPUT_SPEED},
	{"quiet", no_argument, NULL, 'q'},
	{"output", required_argument, NULL, 'o'},
	{0},
};

/* The index of the word among the choices, which NULL ends; anything else is a usage error. */
static int options_choose(const char *option, const char *word, const char *const *choices)
{
	for (int i = 0; choices[i] != NULL; i++) {
		if (strcmp(word, choices[i]) == 0)
			return i;
	}
	warnx("--%s %s: not one of the choices:", option, word);
	for (; *choices != NULL; choices++)
		fprintf(stderr, "  %s\n", *choices);
	exit(EXIT_USAGE);
}

static void check_number(const char *option, const char *text, unsigned long least,
			 unsigned long most, unsigned long *number)
{
	if (!text_number(text, number) || *number < least || *number > most)
		errx(EXIT_USAGE, "--%s %s: not a number from %lu to %lu", option, text, least,
		     most);
}

static unsigned long check_time(const char *option, const char *text, unsigned long least_ns,
				unsigned long most_ns)
{
	unsigned long ns;

	if (!text_duration(text, &ns) || ns < least_ns || ns > most_ns)
		errx(EXIT_USAGE, "--%s %s: not a time from %lu us to %lu ms, such as 100us, 90s or "
		     "10m", option, text, least_ns / NS_PER_US, most_ns / NS_PER_MS);
	return ns;
}

/* As QEMU takes it: a number of MiB, or of what its suffix says. */
static void check_memory(const char *text)
{
	size_t digits = strspn(text, "0123456789");
	const char *suffix = text + digits;

	if (digits == 0 || text[0] == '0' || suffix[strspn(suffix, "KMGTkmgt")] != '\0' ||
	    strlen(suffix) > 1)
		errx(EXIT_USAGE, "--memory %s: not a size such as 256M or 4G", text);
}

static void add_to_list(const char *option, char list[COMMAND_LINE_MAX], const char *word)
{
	size_t used = strlen(list);

	if (used + strlen(word) + 2 > COMMAND_LINE_MAX)
		errx(EXIT_USAGE, "--%s: too many for the target's command line", option);
	snprintf(list + used, COMMAND_LINE_MAX - used, "%s%s", used > 0 ? "," : "", word);
}

static void options_add_bench(struct run_options *run, const char *glob)
{
	if (glob[strcspn(glob, " ,\"")] != '\0')
		errx(EXIT_USAGE, "--bench %s: a pattern has no blanks, commas or quotes", glob);
	add_to_list("bench", run->benches, glob);
}

static void check_event(const char *name)
{
	if (pmc_events_named(name) == 0)
		errx(EXIT_USAGE, "--pmc %s: neither an event nor a set of them; --pmc list names "
		     "all", name);
}

static void options_add_events(struct run_options *run, const char *names)
{
	char *copy = strdup(names), *rest = copy, *name;

	if (copy == NULL)
		err(EXIT_USAGE, "out of memory");
	if (strcmp(names, "list") == 0) {
		pmc_list_write(stdout);
		exit(EXIT_GOOD);
	}
	while ((name = strsep(&rest, ",")) != NULL)
		check_event(name);
	free(copy);
	add_to_list("pmc", run->events, names);
}

static void parse_machine_option(struct run_options *run, int option, const char *value)
{
	static const char *const firmwares[] = {"kernel", "bios", "uefi", NULL};
	static const char *const media[] = {"disk", "cd", "usb", NULL};
	static const char *const machines[] = {"pc", "q35", NULL};
	static const char *const accels[] = {"auto", "tcg", "kvm", NULL};
	unsigned long number;

	switch (option) {
	case OPT_FIRMWARE:
		run->qemu.firmware = (enum qemu_firmware)options_choose("firmware", value,
									firmwares);
		break;
	case OPT_MEDIA:
		run->qemu.media = (enum qemu_media)options_choose("media", value, media);
		break;
	case OPT_MACHINE:
		run->qemu.machine = machines[options_choose("machine", value, machines)];
		break;
	case OPT_ACCEL:
		run->accel = (enum accel_request)options_choose("accel", value, accels);
		break;
	case OPT_CPUS:
		check_number("cpus", value, 1, 255, &number);
		run->qemu.cpus = value;
		break;
	case OPT_MEMORY:
		check_memory(value);
		run->qemu.memory = value;
		break;
	case OPT_CPU:
		run->qemu.cpu = value;
		break;
	case OPT_IMAGE:
		run->qemu.image = value;
		break;
	case OPT_QEMU:
		run->qemu.program = value;
		break;
	case OPT_DETERMINISTIC:
		run->qemu.deterministic = true;
		break;
	}
}

/* What runs. Returns whether the option was one of these; so do the next two. */
static bool parse_selection(struct run_options *run, int option, const char *value)
{
	static const char *const suites[] = {"quick", "full", "noise", "flow", NULL};

	switch (option) {
	case OPT_SUITE:
		run->suite = suites[options_choose("suite", value, suites)];
		return true;
	case OPT_BENCH:
		options_add_bench(run, value);
		return true;
	case OPT_PMC:
		options_add_events(run, value);
		return true;
	case OPT_DURATION:
		run->duration_ns = check_time("duration", value, IDLE_DURATION_NS_MIN,
					      IDLE_DURATION_NS_MAX);
		run->duration = value;
		return true;
	case OPT_LIMIT:
		check_time("limit", value, IDLE_DURATION_NS_MIN, IDLE_DURATION_NS_MAX);
		run->limit = value;
		return true;
	case OPT_QUANTUM:
		check_time("quantum", value, IDLE_QUANTUM_NS_MIN, IDLE_QUANTUM_NS_MAX);
		run->quantum = value;
		return true;
	case OPT_APPEND:
		run->append = value;
		return true;
	case OPT_LINUX:
		run->is_linux = true;
		return true;
	}
	return false;
}

static bool parse_input_option(struct run_options *run, int option, const char *value)
{
	static const char *const input_bys[] = {"host", "controller", NULL};
	static const char *const speeds[] = {"paced", "fast", "both", NULL};

	switch (option) {
	case OPT_INPUT:
		run->input = value;
		return true;
	case OPT_INPUT_BY:
		run->input_by = (enum input_by)options_choose("input-by", value, input_bys);
		run->names_input_by = true;
		return true;
	case OPT_INPUT_SPEED:
		run->input_speed = speeds[options_choose("input-speed", value, speeds)];
		return true;
	}
	return false;
}

/* What becomes of the run. */
static bool parse_outcome(struct run_options *run, int option, const char *value)
{
	switch (option) {
	case 'o':
		run->output = value;
		return true;
	case OPT_BASELINE:
		run->baseline = value;
		return true;
	case OPT_UPDATE:
		run->updates_baseline = true;
		return true;
	case 'q':
		run->is_quiet = true;
		return true;
	case OPT_TIMEOUT:
		check_number("timeout", value, 1, TIMEOUT_MAX_SECONDS, &run->timeout_seconds);
		return true;
	}
	return false;
}

static void options_parse_option(struct run_options *run, int option, const char *value)
{
	if (option == 'h') {
		fputs(help, stdout);
		exit(EXIT_GOOD);
	}
	if (option == '?')
		exit(EXIT_USAGE);
	if (!parse_selection(run, option, value) && !parse_input_option(run, option, value) &&
	    !parse_outcome(run, option, value))
		parse_machine_option(run, option, value);
}

static void check_combination(const struct run_options *run)
{
	if (run->qemu.deterministic && run->qemu.firmware != FIRMWARE_KERNEL)
		errx(EXIT_USAGE, "--deterministic counts every instruction of firmware and boot "
		     "loader too, which takes most of a minute; use --firmware kernel");
	if (run->qemu.deterministic && run->accel == ACCEL_KVM)
		errx(EXIT_USAGE, "--deterministic counts instructions, which only --accel tcg can");
	if (run->baseline != NULL && !run->qemu.deterministic)
		errx(EXIT_USAGE, "--baseline compares exact figures, "
		     "which only --deterministic has");
	if (run->updates_baseline && run->baseline == NULL)
		errx(EXIT_USAGE, "--update writes the file that --baseline names");
	if (run->input == NULL && run->names_input_by)
		errx(EXIT_USAGE, "--input-by says who types a script; --input names one");
	if (run->input != NULL && run->is_linux)
		errx(EXIT_USAGE, "--input is for the image: under --linux the keyboard is Linux's");
	if (run->input != NULL && run->qemu.deterministic && run->names_input_by &&
	    run->input_by == INPUT_BY_HOST)
		errx(EXIT_USAGE, "--deterministic leaves no time to a host that types; use "
		     "--input-by controller");
	if (run->is_linux && run->qemu.firmware != FIRMWARE_KERNEL)
		errx(EXIT_USAGE, "--linux is booted by QEMU itself; use --firmware kernel");
}

/* What the target has to be told. For as long as the script lasts it waits, and then some. */
static void options_prepare_input(struct run_options *run)
{
	uint64_t script_us = 0;
	unsigned long seconds;

	if (run->qemu.deterministic)
		run->input_by = INPUT_BY_CONTROLLER;
	if (!input_script_load(run->input, &run->script))
		exit(EXIT_USAGE);
	for (size_t i = 0; i < run->script.count; i++)
		script_us += run->script.events[i].pause_us;
	seconds = (unsigned long)(script_us / 1000000) + INPUT_GRACE_SECONDS;
	if (run->duration == NULL) {
		snprintf(run->input_duration, sizeof(run->input_duration), "%lus", seconds);
		run->duration = run->input_duration;
		run->duration_ns = seconds * NS_PER_SECOND;
	}
	if (run->benches[0] == '\0')
		options_add_bench(run,
				  run->input_by == INPUT_BY_HOST ? "input.live" : "input.script");
	run->qemu.has_monitor = run->input_by == INPUT_BY_HOST;
}

static unsigned long default_timeout_seconds(const struct run_options *run)
{
	unsigned long seconds = strcmp(run->suite, "full") == 0 ? TIMEOUT_FULL_SECONDS
								: TIMEOUT_QUICK_SECONDS;

	return seconds + 2 * (run->duration_ns / NS_PER_SECOND);
}

void run_options_parse(struct run_options *run, int argc, char **argv)
{
	int option;

	*run = (struct run_options){
		.qemu = {.program = "qemu-system-x86_64", .machine = "q35", .cpus = "1"},
		.suite = "quick", .append = "", .input_speed = "both",
	};
	/* '+': what stands before "--" without a dash is an error and not put off to the end. */
	while ((option = getopt_long(argc, argv, "+ho:q", options, NULL)) != -1)
		options_parse_option(run, option, optarg);
	if (optind < argc && strcmp(argv[optind - 1], "--") != 0)
		errx(EXIT_USAGE, "'%s': QEMU's arguments come after --", argv[optind]);
	run->qemu.extra = argv + optind;
	if (run->qemu.memory == NULL)
		run->qemu.memory = run->is_linux ? MEMORY_OF_LINUX : MEMORY_OF_IMAGE;
	check_combination(run);
	if (run->input != NULL)
		options_prepare_input(run);
	if (run->timeout_seconds == 0)
		run->timeout_seconds = default_timeout_seconds(run);
	run_words_write(run);
	run->qemu.command_line = run->command_line;
}

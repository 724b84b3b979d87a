/* SPDX-License-Identifier: MIT */
/* Every word is checked here, so that what goes on to QEMU and the target is known to be sound. */
#include "tools/run/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/event/idle_option.h"
#include "lib/text/string.h"
#include "lib/x86/pmc_event.h"
#include "tools/base/alloc.h"
#include "tools/base/exit_status.h"
#include "tools/record/pmc_list.h"
#include "tools/run/disk.h"

#define CPUS_MAX 255
#define TIMEOUT_MAX_SECONDS 86400

/* As QEMU takes it: a number of MiB, or of what its suffix says. */
static bool options_parse_memory(void *to, const char *value, struct option_problem *problem)
{
	size_t digits = strspn(value, "0123456789");
	const char *suffix = value + digits;

	if (digits == 0 || value[0] == '0' || suffix[strspn(suffix, "KMGTkmgt")] != '\0' ||
	    strlen(suffix) > 1)
		return option_refuse(problem, "not a size such as 256M or 4G");
	*(const char **)to = value;
	return true;
}

/* QEMU is handed the text. */
static bool options_parse_cpus(void *to, const char *value, struct option_problem *problem)
{
	unsigned long number;

	if (!text_number(value, &number) || number < 1 || number > CPUS_MAX)
		return option_refuse(problem, "not a number from 1 to %d", CPUS_MAX);
	*(const char **)to = value;
	return true;
}

static bool options_add_to_list(char list[COMMAND_LINE_MAX + 1], const char *word,
				struct option_problem *problem)
{
	size_t used = strlen(list);

	if (used + strlen(word) + 1 > COMMAND_LINE_MAX)
		return option_refuse(problem, "too many for the target's command line");
	snprintf(list + used, COMMAND_LINE_MAX + 1 - used, "%s%s", used > 0 ? "," : "", word);
	return true;
}

bool run_options_add_bench(void *to, const char *value, struct option_problem *problem)
{
	if (value[0] == '\0')
		return option_refuse(problem, OPTION_PATTERN_EMPTY);
	if (value[strcspn(value, " ,\"")] != '\0')
		return option_refuse(problem, "a pattern has no blanks, commas or quotes: for each "
				     "pattern give the option once");
	return options_add_to_list(to, value, problem);
}

static bool are_events(const char *names)
{
	char *copy = xstrdup(names), *rest = copy, *name;
	bool good = true;

	while ((name = strsep(&rest, ",")) != NULL)
		good = good && pmc_events_named(name) != 0;
	free(copy);
	return good;
}

static bool options_add_events(void *to, const char *value, struct option_problem *problem)
{
	if (strcmp(value, "list") == 0) {
		pmc_list_write(stdout);
		exit(EXIT_GOOD);
	}
	if (!are_events(value))
		return option_refuse(problem,
				     "neither an event nor a set of them; --pmc list names all");
	return options_add_to_list(to, value, problem);
}

bool run_options_take_operand(void *to, const char *value, struct option_problem *problem)
{
	(void)to;
	(void)value;
	return option_refuse(problem, "QEMU's arguments come after --");
}

/* ---- The tables ---- */

static const char *const suites[] = {"quick", "full", "noise", "flow", "exact", NULL};
static const char *const input_bys[] = {"host", "controller", NULL};
static const char *const speeds[] = {"paced", "fast", "both", NULL};
static const char *const firmwares[] = {"kernel", "bios", "uefi", NULL};
static const char *const media[] = {"disk", "cd", "usb", NULL};
static const char *const machines[] = {"pc", "q35", NULL};
static const char *const disk_models[] = {"virtio", "nvme", "ahci", NULL};
static const char *const accels[] = {"auto", "tcg", "kvm", NULL};

static const struct option_spec selection[] = {
	{.name = "suite", .kind = OPTION_WORD, .argument = "NAME", .choices = suites,
	 .offset = offsetof(struct run_options, suite),
	 .help = "which benchmarks: quick, full, noise, flow or exact (quick)"},
	{.name = "bench", .kind = OPTION_CALL, .argument = "GLOB", .call = run_options_add_bench,
	 .offset = offsetof(struct run_options, benches),
	 .help = "those that match instead; may be repeated"},
	{.name = "pmc", .kind = OPTION_CALL, .argument = "NAME[,NAME]", .call = options_add_events,
	 .offset = offsetof(struct run_options, events),
	 .help = "events to count in runs of their own beside the time, or sets of them; may be "
		 "repeated; --pmc list explains them"},
	{.name = "duration", .kind = OPTION_TIME, .argument = "TIME", .least = IDLE_DURATION_NS_MIN,
	 .most = IDLE_DURATION_NS_MAX, .offset = offsetof(struct run_options, duration),
	 .help = "how long idle machines are watched, as 90s, 10m or 2h (by suite)"},
	{.name = "limit", .kind = OPTION_TIME, .argument = "TIME", .least = IDLE_DURATION_NS_MIN,
	 .most = IDLE_DURATION_NS_MAX, .offset = offsetof(struct run_options, limit),
	 .help = "what gap there fails the machine (150us)"},
	{.name = "quantum", .kind = OPTION_TIME, .argument = "TIME", .least = IDLE_QUANTUM_NS_MIN,
	 .most = IDLE_QUANTUM_NS_MAX, .offset = offsetof(struct run_options, quantum),
	 .help = "duration of a pass of the idle loop, from 10us to 10ms (by benchmark)"},
	{.name = "append", .kind = OPTION_TEXT, .argument = "WORDS",
	 .offset = offsetof(struct run_options, append),
	 .help = "more words for the target's command line"},
	{.name = "linux", .kind = OPTION_FLAG, .offset = offsetof(struct run_options, is_linux),
	 .help = "Linux, with bareline-linux as its only program, instead of the image"},
	{.name = "layouts", .kind = OPTION_NUMBER, .argument = "N",
	 .least = 1, .most = RUN_LAYOUTS_MAX,
	 .offset = offsetof(struct run_options, layouts),
	 .help = "with --linux --deterministic: boot it N times, each with memory laid out "
		 "otherwise, so that figures which depend on that show (1; 3 with --baseline)"},
	{.name = "runs", .kind = OPTION_NUMBER, .argument = "N", .least = 1, .most = RUN_RUNS_MAX,
	 .offset = offsetof(struct run_options, runs),
	 .help = "boot it N times and show each figure's interval between boots, "
		 "which takes six (1)"},
	{.name = "keyboard", .kind = OPTION_FLAG,
	 .offset = offsetof(struct run_options, has_keyboard),
	 .help = "with --linux: load the module by which its program reads the keyboard (as "
		 "--input does)"},
	{.name = "input", .kind = OPTION_TEXT, .argument = "FILE",
	 .offset = offsetof(struct run_options, input),
	 .help = "type a script of keys, clicks and pauses (docs/input-scripts.md), for input.live "
		 "or input.script"},
	{.name = "input-by", .kind = OPTION_CHOICE, .choices = input_bys,
	 .offset = offsetof(struct run_options, input_by),
	 .help = "QEMU is told to type, or the target's keyboard controller (host; with "
		 "--deterministic controller)"},
	{.name = "input-speed", .kind = OPTION_WORD, .choices = speeds,
	 .offset = offsetof(struct run_options, input_speed),
	 .help = "with the script's pauses, without them, or once each (both)"},
	{0},
};

static const struct option_spec machine[] = {
	{.name = "firmware", .kind = OPTION_CHOICE, .choices = firmwares,
	 .offset = offsetof(struct run_options, qemu.firmware),
	 .help = "QEMU loads the kernel itself, or firmware boots the image (kernel)"},
	{.name = "firmware-code", .kind = OPTION_TEXT, .argument = "FILE",
	 .offset = offsetof(struct run_options, qemu.firmware_code),
	 .help = "firmware of one's own, for bios or uefi: OVMF's code, or coreboot"},
	{.name = "firmware-vars", .kind = OPTION_TEXT, .argument = "FILE",
	 .offset = offsetof(struct run_options, qemu.firmware_variables),
	 .help = "the variables that it begins with, which stay as they are"},
	{.name = "image", .kind = OPTION_TEXT, .argument = "FILE",
	 .offset = offsetof(struct run_options, qemu.image),
	 .help = "kernel or image to boot (the one beside this program)"},
	{.name = "media", .kind = OPTION_CHOICE, .choices = media,
	 .offset = offsetof(struct run_options, qemu.media),
	 .help = "what the image is, for bios and uefi (disk)"},
	{.name = "machine", .kind = OPTION_WORD, .choices = machines,
	 .offset = offsetof(struct run_options, qemu.machine), .help = "QEMU's machine (q35)"},
	{.name = "cpus", .kind = OPTION_CALL, .argument = "N", .call = options_parse_cpus,
	 .offset = offsetof(struct run_options, qemu.cpus), .help = "how many CPUs it has (1)"},
	{.name = "memory", .kind = OPTION_CALL, .argument = "SIZE", .call = options_parse_memory,
	 .offset = offsetof(struct run_options, qemu.memory),
	 .help = "how much memory (256M, or 1G for Linux)"},
	{.name = "cpu", .kind = OPTION_TEXT, .argument = "MODEL",
	 .offset = offsetof(struct run_options, qemu.cpu),
	 .help = "QEMU's CPU model (max; host under KVM; " QEMU_CPU_PINNED
		 " in deterministic mode, the same on every QEMU)"},
	{.name = "accel", .kind = OPTION_CHOICE, .choices = accels,
	 .offset = offsetof(struct run_options, accel),
	 .help = "auto tries KVM and takes it if it is really fast (auto)"},
	{.name = "disk", .kind = OPTION_CALL, .argument = "FILE|null:SIZE|pattern:SIZE",
	 .call = disk_parse, .offset = offsetof(struct run_options, qemu),
	 .help = "a disk to read: a file, which stays as it is, one that has nothing in it, or one "
		 "made for the run, whose sectors say which they are"},
	{.name = "disk-model", .kind = OPTION_CHOICE, .choices = disk_models,
	 .offset = offsetof(struct run_options, qemu.disk.model),
	 .help = "how the machine reaches it (virtio)"},
	{.name = "deterministic", .kind = OPTION_FLAG,
	 .offset = offsetof(struct run_options, qemu.deterministic),
	 .help = "count instructions instead of time: repeatable to the tick"},
	{.name = "in-kvm", .kind = OPTION_FLAG,
	 .offset = offsetof(struct run_options, hypervisor.is_wanted),
	 .help = "boot it as a guest of KVM: in QEMU, under a Linux that has nothing else to do"},
	{.name = "qemu", .kind = OPTION_TEXT, .argument = "PROGRAM",
	 .offset = offsetof(struct run_options, qemu.program),
	 .help = "which QEMU (qemu-system-x86_64)"},
	{0},
};

const struct option_spec hypervisor_options[] = {
	{.name = "hypervisor-kernel", .kind = OPTION_TEXT, .argument = "FILE",
	 .offset = offsetof(struct hypervisor_options, kernel),
	 .help = "that Linux, with KVM's modules beside it unless they are built in (the "
		 "distribution's)"},
	{.name = "hypervisor-initramfs", .kind = OPTION_TEXT, .argument = "FILE",
	 .offset = offsetof(struct hypervisor_options, initramfs),
	 .help = "its initial file system, which has to start the guest (docs/layers.md tells "
		 "how)"},
	{.name = "hypervisor-qemu", .kind = OPTION_TEXT, .argument = "PROGRAM",
	 .offset = offsetof(struct hypervisor_options, qemu),
	 .help = "the QEMU that the guest runs in (qemu-system-x86_64)"},
	{.name = "hypervisor-append", .kind = OPTION_TEXT, .argument = "WORDS",
	 .offset = offsetof(struct hypervisor_options, append),
	 .help = "more words for that Linux's command line"},
	{0},
};

static const struct option_spec outcome[] = {
	{.name = "baseline", .kind = OPTION_TEXT, .argument = "FILE",
	 .offset = offsetof(struct run_options, baseline),
	 .help = "fail if a figure of this deterministic run is not as it is kept there"},
	{.name = "strict", .kind = OPTION_FLAG,
	 .offset = offsetof(struct run_options, is_strict),
	 .help = "with --baseline: fail too if a figure is only in the run, or only kept there"},
	{.name = "update", .kind = OPTION_FLAG,
	 .offset = offsetof(struct run_options, updates_baseline),
	 .help = "with --baseline: keep this run's figures there"},
	{.name = "ktap", .kind = OPTION_TEXT, .argument = "FILE",
	 .offset = offsetof(struct run_options, ktap),
	 .help = "with --baseline: write the comparison as KTAP too, to standard output (-) "
		 "instead of all else"},
	{.name = "junit", .kind = OPTION_TEXT, .argument = "FILE",
	 .offset = offsetof(struct run_options, junit),
	 .help = "with --baseline: write the comparison as JUnit's XML too, a test a figure"},
	{.name = "markdown", .kind = OPTION_TEXT, .argument = "FILE",
	 .offset = offsetof(struct run_options, markdown),
	 .help = "with --baseline: write what is not as it was kept as Markdown too, all of it"},
	{.name = "timeout", .kind = OPTION_NUMBER, .argument = "SECONDS", .least = 1,
	 .most = TIMEOUT_MAX_SECONDS, .offset = offsetof(struct run_options, timeout_seconds),
	 .help = "give up after so long (ten times --silence)"},
	{.name = "silence", .kind = OPTION_NUMBER, .argument = "SECONDS", .least = 1,
	 .most = TIMEOUT_MAX_SECONDS, .offset = offsetof(struct run_options, silence_seconds),
	 .help = "give up when nothing comes for so long (120; 900 for the full suite or a guest; "
		 "and twice the duration; with --timeout only if it is given)"},
	{.name = "log-limit", .kind = OPTION_NUMBER, .argument = "MIB", .least = 1,
	 .most = LOG_LIMIT_MIB_MAX, .offset = offsetof(struct run_options, log_limit_mib),
	 .help = "give up when the serial log is longer than so many MiB (4096)"},
	{.name = "table", .kind = OPTION_FLAG, .offset = offsetof(struct run_options, wants_table),
	 .help = "the whole table, not what is to be seen at a glance"},
	{.name = "quiet", .letter = 'q', .kind = OPTION_FLAG,
	 .offset = offsetof(struct run_options, is_quiet),
	 .help = "no progress, no table and no page"},
	{.name = "output", .letter = 'o', .kind = OPTION_TEXT, .argument = "DIRECTORY",
	 .offset = offsetof(struct run_options, output),
	 .help = "where to keep log, results and page (results/ and the time)"},
	{0},
};

const struct option_group run_option_groups[] = {
	{.heading = "What runs", .options = selection},
	{.heading = "Linux", .options = linux_options,
	 .offset = offsetof(struct run_options, linux)},
	{.heading = "The machine", .options = machine},
	{.heading = "What a guest runs under", .options = hypervisor_options,
	 .offset = offsetof(struct run_options, hypervisor)},
	{.heading = "The run", .options = outcome},
	{0},
};

void run_options_init(struct run_options *run)
{
	*run = (struct run_options){
		.qemu = {.program = "qemu-system-x86_64", .machine = "q35", .cpus = "1"},
		.suite = "quick",
		.append = "",
		.input_speed = "both",
		.input_by = INPUT_BY_UNSAID,
		.log_limit_mib = LOG_LIMIT_MIB,
	};
}

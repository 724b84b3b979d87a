/* SPDX-License-Identifier: MIT */
/* All values are checked here, so the ones passed to QEMU and the target are valid. */
#include "tools/run/request.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/event/idle_option.h"
#include "lib/pmc_event.h"
#include "lib/text/string.h"
#include "tools/base/alloc.h"
#include "tools/base/arguments.h"
#include "tools/base/exit_status.h"
#include "tools/record/catalogue.h"
#include "tools/record/pmc_list.h"
#include "tools/run/export_file.h"

#define CPUS_MAX 255
#define SIZE_DIGITS_MAX 8
#define MEMORY_OF_IMAGE "256M"
#define MEMORY_OF_LINUX "1G"
#define TIMEOUT_MAX_SECONDS 86400
#define EXIT_STATUS_MAX 255

/* A size in QEMU's notation: MiB, or with a suffix. */
static bool options_parse_memory(void *to, const char *value, struct option_problem *problem)
{
	size_t digits = strspn(value, "0123456789");
	const char *suffix = value + digits;

	if (digits == 0 || digits > SIZE_DIGITS_MAX || value[0] == '0' ||
	    suffix[strspn(suffix, "KMGTkmgt")] != '\0' || strlen(suffix) > 1)
		return option_refuse(problem, "not a size; give one such as 256M or 4G");
	*(const char **)to = value;
	return true;
}

static bool options_add_to_list(char list[COMMAND_LINE_MAX + 1], const char *word,
				struct option_problem *problem)
{
	size_t used = strlen(list);

	if (used + strlen(word) + 1 > COMMAND_LINE_MAX)
		return option_refuse(problem, "too long for the target's command line");
	snprintf(list + used, COMMAND_LINE_MAX + 1 - used, "%s%s", used > 0 ? "," : "", word);
	return true;
}

bool run_request_add_bench(void *to, const char *value, struct option_problem *problem)
{
	if (value[0] == '\0')
		return option_refuse(problem, OPTION_PATTERN_EMPTY);
	if (value[strcspn(value, " ,\"")] != '\0')
		return option_refuse(problem, "contains a blank, comma or quote; repeat the option "
				     "for each pattern");
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
				     "unknown event; --pmc list prints all");
	return options_add_to_list(to, value, problem);
}

bool run_request_take_operand(void *to, const char *value, struct option_problem *problem)
{
	(void)to;
	(void)value;
	return option_refuse(problem, "not an option; QEMU arguments follow --");
}

bool run_request_take_benchmark(void *to, const char *value, struct option_problem *problem)
{
	struct run_request *run = to;
	char question[SUGGEST_TEXT_MAX];

	/* `--json -`, as other commands take it. */
	if (run->wants_json && strcmp(value, "-") == 0)
		return true;
	if (!catalogue_has(value) && strchr(value, '=') != NULL)
		return (run->benches[0] != '\0' && patterns_add(&run->points, value)) ||
		       option_refuse(problem, "a parameter selects points of the benchmark before "
				     "it");
	if (!catalogue_has(value))
		return option_refuse(problem, "neither an option nor a benchmark%s; `bareline "
				     "list` prints all, and QEMU arguments follow --",
				     catalogue_suggest(value, question));
	return run_request_add_bench(run->benches, value, problem);
}

/* ---- The tables ---- */

static const char *const suites[] = {"quick", "full", "noise", "flow", "exact", NULL};
static const char *const input_sources[] = {"host", "controller", NULL};
static const char *const speeds[] = {"paced", "fast", "both", NULL};
const char *const run_firmware_names[] = {"kernel", "bios", "uefi", NULL};
const char *const run_media_names[] = {"disk", "cd", "usb", "fw_cfg", NULL};
static const char *const arches[] = {"x86_64", "aarch64", "riscv64", NULL};
static const char *const machines[] = {"pc", "q35", MACHINE_VIRT, NULL};
static const char *const disk_models[] = {"virtio", "nvme", "ahci", NULL};
static const char *const accels[] = {"auto", "tcg", "kvm", NULL};

static bool refuse_watch(void *to, const char *value, struct option_problem *problem)
{
	(void)to;
	(void)value;
	return option_refuse(problem, "use `bareline count --keys SCRIPT -- PROGRAM`, which types "
			     "keys into a program in Linux and counts their instructions");
}

static const struct option_spec selection[] = {
	{.name = "suite", .kind = OPTION_WORD, .argument = "NAME", .choices = suites,
	 .offset = offsetof(struct run_request, suite),
	 .help = "select a suite, which also sets the number of samples: quick, full, noise, flow "
		 "or exact (quick)"},
	{.name = "bench", .kind = OPTION_CALL, .argument = "GLOB", .call = run_request_add_bench,
	 .offset = offsetof(struct run_request, benches),
	 .help = "run matching benchmarks of any suite instead; may be repeated"},
	{.name = "pmc", .kind = OPTION_CALL, .argument = "NAME[,NAME]", .call = options_add_events,
	 .offset = offsetof(struct run_request, events),
	 .help = "count events, or groups of events, in separate passes; may be repeated; --pmc "
		 "list prints all"},
	{.name = "duration", .kind = OPTION_TIME, .argument = "TIME", .least = IDLE_DURATION_NS_MIN,
	 .most = IDLE_DURATION_NS_MAX, .offset = offsetof(struct run_request, duration),
	 .help = "watch idle machines for TIME, such as 90s, 10m or 2h (by suite)"},
	{.name = "limit", .kind = OPTION_TIME, .argument = "TIME", .least = IDLE_DURATION_NS_MIN,
	 .most = IDLE_DURATION_NS_MAX, .offset = offsetof(struct run_request, limit),
	 .help = "fail if an idle machine has a gap longer than TIME (150us)"},
	{.name = "quantum", .kind = OPTION_TIME, .argument = "TIME", .least = IDLE_QUANTUM_NS_MIN,
	 .most = IDLE_QUANTUM_NS_MAX, .offset = offsetof(struct run_request, quantum),
	 .help = "set the length of one pass of the idle loop, 10us to 10ms (by benchmark)"},
	{.name = "append", .kind = OPTION_TEXT, .argument = "PARAMS",
	 .offset = offsetof(struct run_request, append),
	 .help = "append PARAMS to the target's command line"},
	{.name = "linux", .kind = OPTION_FLAG, .offset = offsetof(struct run_request, is_linux),
	 .help = "boot Linux, with bareline-linux as its only program, instead of the image"},
	{.name = "watch", .kind = OPTION_CALL, .call = refuse_watch,
	 .help = "refused: `bareline count --keys SCRIPT -- PROGRAM` counts a program's keys"},
	{.name = "layouts", .kind = OPTION_NUMBER, .argument = "N",
	 .least = 1, .most = RUN_LAYOUTS_MAX,
	 .offset = offsetof(struct run_request, layouts),
	 .help = "with --linux --deterministic: boot N times, each with a different memory "
		 "layout, to find metrics that depend on it (1; 3 with --baseline)"},
	{.name = "runs", .kind = OPTION_NUMBER, .argument = "N", .least = 1, .most = RUN_RUNS_MAX,
	 .offset = offsetof(struct run_request, runs),
	 .help = "boot N times and print each metric's interval between boots, which needs at "
		 "least 6 boots (1)"},
	{.name = "keyboard", .kind = OPTION_FLAG,
	 .offset = offsetof(struct run_request, has_keyboard),
	 .help = "with --linux: load the module that lets bareline-linux read the keyboard (set "
		 "by --input)"},
	{.name = "trace-gaps", .kind = OPTION_FLAG,
	 .offset = offsetof(struct run_request, traces_gaps),
	 .help = "with --linux: trace interrupts and threads during idle loops, which gives gaps "
		 "causes and makes them longer (docs/idle.md)"},
	{.name = "input", .kind = OPTION_TEXT, .argument = "FILE",
	 .offset = offsetof(struct run_request, input),
	 .help = "type a script of keys, clicks and pauses for input.live or input.script "
		 "(docs/input-scripts.md)"},
	{.name = "input-source", .kind = OPTION_CHOICE, .choices = input_sources,
	 .offset = offsetof(struct run_request, input_source),
	 .help = "type through QEMU (host) or the target's keyboard controller (host; controller "
		 "with --deterministic or --linux)"},
	{.name = "input-pace", .kind = OPTION_WORD, .choices = speeds,
	 .offset = offsetof(struct run_request, input_pace),
	 .help = "play the script with its pauses, without them, or once each (both)"},
	{0},
};

static const struct option_spec machine[] = {
	{.name = "firmware", .kind = OPTION_CHOICE, .choices = run_firmware_names,
	 .offset = offsetof(struct run_request, machine.firmware),
	 .help = "let QEMU load the kernel, or boot the image through firmware (kernel)"},
	{.name = "firmware-code", .kind = OPTION_TEXT, .argument = "FILE",
	 .offset = offsetof(struct run_request, machine.firmware_code),
	 .help = "use this firmware: OVMF or AAVMF code, coreboot or U-Boot for bios and uefi, "
		 "else on riscv64 SBI (the installed one)"},
	{.name = "firmware-vars", .kind = OPTION_TEXT, .argument = "FILE",
	 .offset = offsetof(struct run_request, machine.firmware_variables),
	 .help = "start with the UEFI variables in FILE, which is not modified"},
	{.name = "image", .kind = OPTION_TEXT, .argument = "FILE",
	 .offset = offsetof(struct run_request, machine.image),
	 .help = "boot this kernel or image (the one in the directory of this program)"},
	{.name = "arch", .kind = OPTION_WORD, .choices = arches,
	 .offset = offsetof(struct run_request, machine.arch),
	 .help = "boot this build's image, or with --linux its Linux, for a processor, x86_64, "
		 "aarch64 or riscv64 (x86_64)"},
	{.name = "media", .kind = OPTION_CHOICE, .choices = run_media_names,
	 .offset = offsetof(struct run_request, machine.media),
	 .help = "attach the image as this medium, for bios and uefi; fw_cfg: let uefi load an EFI "
		 "program from QEMU, without a disk (disk)"},
	{.name = "machine", .kind = OPTION_WORD, .choices = machines,
	 .offset = offsetof(struct run_request, machine.type),
	 .help = "use this QEMU machine (q35; virt for a kernel of RISC-V or aarch64)"},
	{.name = "cpus", .kind = OPTION_NUMBER, .argument = "N", .least = 1, .most = CPUS_MAX,
	 .offset = offsetof(struct run_request, machine.cpus),
	 .help = "set the number of CPUs (1)"},
	{.name = "on-cpu", .kind = OPTION_NUMBER, .argument = "N", .most = CPUS_MAX - 1,
	 .offset = offsetof(struct run_request, on_cpu),
	 .help = "measure on CPU N, from 0 (the first; under Linux that on which it starts the "
		 "program; a performance core if there are several kinds)"},
	{.name = "memory", .kind = OPTION_CALL, .argument = "SIZE", .call = options_parse_memory,
	 .offset = offsetof(struct run_request, machine.memory),
	 .help = "set the memory size (256M; 1G for Linux)"},
	{.name = "cpu", .kind = OPTION_TEXT, .argument = "MODEL",
	 .offset = offsetof(struct run_request, machine.cpu),
	 .help = "use this QEMU CPU model (max; host under KVM; " QEMU_CPU_PINNED " with "
		 "--deterministic, which is the same on every QEMU)"},
	{.name = "accel", .kind = OPTION_CHOICE, .choices = accels,
	 .offset = offsetof(struct run_request, accel),
	 .help = "select the accelerator; auto uses KVM unless it is emulated or slow (auto)"},
	{.name = "disk", .kind = OPTION_CALL,
	 .argument = "FILE|null:SIZE|pattern:SIZE|scratch:SIZE|ram",
	 .call = machine_request_parse_disk, .offset = offsetof(struct run_request, machine),
	 .help = "attach a disk: FILE, which is never written; null: an empty disk; pattern: a "
		 "disk whose sectors hold their own numbers; scratch: a disk made for the run, to "
		 "be written; ram: an empty disk in Linux's memory"},
	{.name = "disk-model", .kind = OPTION_CHOICE, .choices = disk_models,
	 .offset = offsetof(struct run_request, machine.disk.model),
	 .help = "attach the disk as this model (virtio)"},
	{.name = "deterministic", .kind = OPTION_FLAG,
	 .offset = offsetof(struct run_request, machine.is_deterministic),
	 .help = "count instructions instead of time, with exactly repeatable results"},
	{.name = "in-kvm", .kind = OPTION_FLAG,
	 .offset = offsetof(struct run_request, hypervisor.is_wanted),
	 .help = "boot as a KVM guest, under a Linux that QEMU boots only as its host"},
	{.name = "qemu", .kind = OPTION_TEXT, .argument = "PROGRAM",
	 .offset = offsetof(struct run_request, machine.qemu),
	 .help = "use this QEMU (qemu-system-x86_64, or that of the kernel's processor)"},
	{0},
};

static bool request_add_hypervisor(void *to, const char *value, struct option_problem *problem)
{
	struct hypervisor_options *options = to;

	if (options->kernel_count == HYPERVISOR_KERNELS_MAX)
		return option_refuse(problem, "given more than %d times", HYPERVISOR_KERNELS_MAX);
	options->kernels[options->kernel_count++] = value;
	return true;
}

const struct option_spec hypervisor_options[] = {
	{.name = "hypervisor-kernel", .kind = OPTION_CALL, .argument = "FILE",
	 .call = request_add_hypervisor,
	 .help = "boot this Linux as the hypervisor; its KVM modules are in its directory "
		 "unless built in (the distribution's)"},
	{.name = "hypervisor-initramfs", .kind = OPTION_TEXT, .argument = "FILE",
	 .offset = offsetof(struct hypervisor_options, initramfs),
	 .help = "use this initramfs, which must start the guest (docs/layers.md)"},
	{.name = "hypervisor-qemu", .kind = OPTION_TEXT, .argument = "PROGRAM",
	 .offset = offsetof(struct hypervisor_options, qemu),
	 .help = "run the guest in this QEMU (qemu-system-x86_64)"},
	{.name = "hypervisor-append", .kind = OPTION_TEXT, .argument = "PARAMS",
	 .offset = offsetof(struct hypervisor_options, append),
	 .help = "append PARAMS to the hypervisor's kernel command line"},
	{0},
};

static const struct option_spec outcome[] = {
	{.name = "baseline", .kind = OPTION_TEXT, .argument = "FILE",
	 .offset = offsetof(struct run_request, baseline),
	 .help = "compare with FILE; exit with status 1 if a metric changed (needs "
		 "--deterministic)"},
	{.name = "update", .kind = OPTION_FLAG,
	 .offset = offsetof(struct run_request, updates_baseline),
	 .help = "with --baseline: write this run's metrics to FILE"},
	{.name = "strict", .kind = OPTION_FLAG,
	 .offset = offsetof(struct run_request, is_strict),
	 .help = "with --baseline: also fail on metrics that only one side has"},
	{.name = "explain", .kind = OPTION_TEXT, .argument = "FILE",
	 .offset = offsetof(struct run_request, explain),
	 .help = "with --baseline: name the functions that changed, from two boots for each of the "
		 "first five changes; FILE is the image or kernel of the baseline"},
	{.name = "ktap", .kind = OPTION_TEXT, .argument = "FILE", .writes = true,
	 .offset = offsetof(struct run_request, outputs[OUTPUT_KTAP]),
	 .help = "with --baseline: write the comparison as KTAP; - prints KTAP only"},
	{.name = "junit", .kind = OPTION_TEXT, .argument = "FILE", .writes = true,
	 .offset = offsetof(struct run_request, outputs[OUTPUT_JUNIT]),
	 .help = "with --baseline: write the comparison as JUnit XML, one test per change and "
		 "per unchanged operation"},
	{.name = "markdown", .kind = OPTION_TEXT, .argument = "FILE", .writes = true,
	 .offset = offsetof(struct run_request, outputs[OUTPUT_MARKDOWN]),
	 .help = "with --baseline: write the comparison as Markdown, a comment of at most 30 "
		 "lines"},
	{.name = "annotations", .kind = OPTION_TEXT, .argument = "FILE", .writes = true,
	 .offset = offsetof(struct run_request, outputs[OUTPUT_ANNOTATIONS]),
	 .help = "with --baseline: write the comparison as annotations of GitHub, at the "
		 "baseline's lines; - prints them only"},
	{.name = "exit-good", .kind = OPTION_NUMBER, .argument = "STATUS", .least = 1,
	 .most = EXIT_STATUS_MAX, .offset = offsetof(struct run_request, exit_good),
	 .help = "also accept this exit status of QEMU as success, for a kernel that ends QEMU in "
		 "its own way"},
	{.name = "no-output-timeout", .kind = OPTION_NUMBER, .argument = "SECONDS", .least = 1,
	 .most = TIMEOUT_MAX_SECONDS,
	 .offset = offsetof(struct run_request, no_output_timeout_seconds),
	 .help = "abort if the target sends no output for SECONDS (120, or 900 for the full suite "
		 "or a guest, plus twice --duration; no limit if only --timeout is given), or no "
		 "first record for SECONDS (60; BIOS 90, UEFI 180, Linux 300; never less)"},
	{.name = "timeout", .kind = OPTION_NUMBER, .argument = "SECONDS", .least = 1,
	 .most = TIMEOUT_MAX_SECONDS, .offset = offsetof(struct run_request, timeout_seconds),
	 .help = "abort after SECONDS (ten times --no-output-timeout)"},
	{.name = "log-limit", .kind = OPTION_NUMBER, .argument = "MIB", .least = 1,
	 .most = LOG_LIMIT_MIB_MAX, .offset = offsetof(struct run_request, log_limit_mib),
	 .help = "abort if the serial log exceeds MIB (4096)"},
	{.name = "table", .kind = OPTION_FLAG, .offset = offsetof(struct run_request, wants_table),
	 .help = "print all tables instead of a summary"},
	{.name = "json", .kind = OPTION_FLAG, .offset = offsetof(struct run_request, wants_json),
	 .help = "print all tables as JSON instead"},
	{.name = "export", .kind = OPTION_TEXT, .argument = "FILE", .writes = true,
	 .offset = offsetof(struct run_request, exported),
	 .help = "also write the run to FILE as `bareline export` does, in the format of its "
		 "suffix: " EXPORT_FILE_SUFFIXES},
	{.name = "quiet", .letter = 'q', .kind = OPTION_FLAG,
	 .offset = offsetof(struct run_request, is_quiet),
	 .help = "print no progress, no tables without --json, and write no report"},
	{.name = "output", .letter = 'o', .kind = OPTION_TEXT, .argument = "DIRECTORY",
	 .writes = true, .offset = offsetof(struct run_request, output),
	 .help = "write log, results and report to DIRECTORY (results/TIMESTAMP)"},
	{0},
};

const struct option_group run_option_groups[] = {
	{.heading = "Benchmarks", .options = selection},
	{.heading = "Your instructions", .options = sequence_options,
	 .offset = offsetof(struct run_request, code)},
	{.heading = "Linux", .options = linux_options,
	 .offset = offsetof(struct run_request, linux)},
	{.heading = "Machine", .options = machine},
	{.heading = "Hypervisor", .options = hypervisor_options,
	 .offset = offsetof(struct run_request, hypervisor)},
	{.heading = "Output and limits", .options = outcome},
	{.options = replace_options},
	{0},
};

void run_request_init(struct run_request *run)
{
	*run = (struct run_request){
		.machine = {.qemu = QEMU_DEFAULT, .type = "q35", .cpus = 1},
		.suite = "quick",
		.append = "",
		.on_cpu = RUN_ANY_CPU,
		.input_pace = "both",
		.input_source = INPUT_SOURCE_DEFAULT,
		.log_limit_mib = LOG_LIMIT_MIB,
	};
}

const char *run_request_memory(const struct run_request *run)
{
	if (run->machine.memory != NULL)
		return run->machine.memory;
	return run->is_linux ? MEMORY_OF_LINUX : MEMORY_OF_IMAGE;
}

/* SPDX-License-Identifier: MIT */
/* The image and bareline-linux have the same parameters. The Linux kernel needs some of its own
 * first, and its maximum length is shorter than that of the target. Parameters that do not fit are
 * passed to bareline-linux in a file. */
#include "tools/run/target_params.h"

#include <err.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/exit_status.h"
#include "tools/base/file.h"
#include "tools/record/kernel_line.h"
#include "tools/run/guest.h"

/* Linux, arch/x86/include/asm/setup.h, COMMAND_LINE_SIZE, less the terminator. */
#define LINUX_LINE_MAX 2047

/* Since 6.6, Linux's driver of SBI's counters forbids processes to read the cycle counter, and
 * stops the counter: Linux, drivers/perf/riscv_pmu_sbi.c. Without this driver, the setting of the
 * firmware remains. */
#define LINUX_OF_RISCV64 " initcall_blacklist=pmu_sbi_devinit"

/* Append a parameter unless value is NULL. */
static void target_params_add(const struct run_request *run, FILE *words, const char *name,
			   const char *value)
{
	if (value != NULL)
		fprintf(words, " %s%s=%s", run->is_linux ? "--" : "", name, value);
}

/* Returns the parameters, each after a blank, to be freed. */
static char *write_words(const struct run_request *run)
{
	char *text;
	size_t size;
	FILE *words = file_in_memory(&text, &size);
	const struct guest_disk *disk;

	target_params_add(run, words, "suite", run->suite);
	target_params_add(run, words, "bench", run->benches[0] != '\0' ? run->benches : NULL);
	target_params_add(run, words, "pmc", run->events[0] != '\0' ? run->events : NULL);
	target_params_add(run, words, "duration", run->duration.text);
	target_params_add(run, words, "limit", run->limit.text);
	target_params_add(run, words, "quantum", run->quantum.text);
	if (run->on_cpu != RUN_ANY_CPU)
		fprintf(words, " %s=%lu", run->is_linux ? "--cpu" : "cpu", run->on_cpu);
	if (run->traces_gaps)
		fputs(" --trace-gaps", words);
	if (run->layout > 0)
		fprintf(words, " --layout=%lu", run->layout);
	if (run->input != NULL) {
		char messages[16];

		snprintf(messages, sizeof(messages), "%zu", run->script.count);
		target_params_add(run, words, "input", messages);
		target_params_add(run, words, "pace", run->input_pace);
	}
	/* The image finds its disks itself. The disk has the same name in both results. */
	disk = guest_disk(&run->machine);
	if (run->is_linux && run->machine.disk.kind != DISK_NONE && disk->path != NULL) {
		target_params_add(run, words, "disk", disk->path);
		target_params_add(run, words, "disk-name", disk->name);
	}
	if (run->machine.disk.kind == DISK_SCRATCH)
		fprintf(words, " %s=%s:%016" PRIx64,
			run->is_linux ? "--disk-scratch" : "disk.scratch", disk->name,
			run->machine.disk.token);
	if (run->machine.disk.kind == DISK_PATTERN)
		target_params_add(run, words, run->is_linux ? "disk-pattern" : "disk.pattern",
				  disk->name);
	file_end_memory(words, &text);
	return text;
}

static void target_params_check_length(const char *whose, int length, int most)
{
	if (length > most)
		errx(EXIT_USAGE, "%s command line: %d characters long; the maximum is %d",
		     whose, length, most);
}

/* The kernel passes parameters after "--" to its init. In deterministic mode, the kernel's address
 * is not random. Otherwise, a busy host may delay the first timer interrupts. The kernel must not
 * reject the machine for that, as it does except under a KVM that it recognises: Linux,
 * Documentation/admin-guide/kernel-parameters.rst. */
static void write_linux_line(const struct run_request *run, const char *words,
			     struct target_params *params)
{
	char *line = params->line;
	size_t size = sizeof(params->line);
	const char *own = run->linux.append != NULL ? run->linux.append : "";
	int length, kernel_length;
	size_t used;

	snprintf(line, size, "console=%s quiet panic=-1%s%s%s%s%s%s",
		 run->machine.is_aarch64 ? "ttyAMA0" : "ttyS0",
		 run->machine.is_riscv64 ? LINUX_OF_RISCV64 : "",
		 run->machine.is_deterministic ? " nokaslr" :
		 machine_request_is_virt(&run->machine) ? "" : " no_timer_check",
		 own[0] != '\0' ? " " : "", own, run->append[0] != '\0' ? " " : "", run->append);
	used = strlen(line);
	if (run->layout > 0) {
		char *word = kernel_line_layout(run->layout);

		snprintf(line + used, size - used, " %s", word);
		free(word);
	}
	kernel_length = (int)strlen(line);
	target_params_check_length("Linux kernel's", kernel_length, LINUX_LINE_MAX);
	length = snprintf(params->init_line, sizeof(params->init_line), "--quiet%s", words);
	target_params_check_length("target's", length, COMMAND_LINE_MAX);
	params->is_init_line_in_file = kernel_length + (int)strlen(" -- ") + length >
				       LINUX_LINE_MAX;
	if (!params->is_init_line_in_file)
		snprintf(line + kernel_length, size - (size_t)kernel_length, " -- %s",
			 params->init_line);
}

void target_params_write(const struct run_request *run, struct target_params *params)
{
	char *words = write_words(run);

	*params = (struct target_params){0};
	if (run->is_linux) {
		write_linux_line(run, words, params);
	} else {
		const char *end = !run->machine.is_aarch64
					  ? run->machine.is_riscv64 ? "sifive-test" : "isa-debug"
				  : run->hypervisor.is_wanted ? "psci-off" : "semihosting";
		int length = snprintf(params->line, sizeof(params->line), "%s exit=%s%s%s",
				      words + 1, end,
				      run->append[0] != '\0' ? " " : "", run->append);

		target_params_check_length("target's", length, COMMAND_LINE_MAX);
	}
	free(words);
}

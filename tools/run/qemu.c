/* SPDX-License-Identifier: MIT */
/* The options are those under which the serial log comes out whole and, in deterministic mode, the
 * same every time: that needs -serial file: and no other reader's pace. docs/design.md tells why
 * that mode records. */
#include "tools/run/qemu.h"

#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tools/base/alloc.h"
#include "tools/run/disk.h"
#include "tools/run/initramfs.h"

/* Debian's ovmf package. */
#define UEFI_CODE "/usr/share/OVMF/OVMF_CODE_4M.fd"
#define UEFI_VARIABLES "/usr/share/OVMF/OVMF_VARS_4M.fd"

/* Where the target looks for its command line when the boot loader can't be told another one. */
#define FW_CFG_COMMAND_LINE "opt/org.bareline/cmdline"

/* And a script of input. */
#define FW_CFG_INPUT "opt/org.bareline/input"

/* The descriptor that QEMU finds its monitor's socket at. */
#define MONITOR 3

/* Of what QEMU tells a guest that asks for random numbers. */
#define RANDOM_SEED "1"

/* Recording holds the thread that moves the clock on off a CPU that runs: or it finds a CPU halted
 * whose last instructions are not yet counted, and the next timer is late by these. */
#define INSTRUCTION_COUNTING "shift=0,sleep=off"
#define RECORDING ",rr=record,rrfile=/dev/null"

#define EXIT_NOT_STARTED 127

void qemu_add(struct arguments *arguments, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	arguments->items = xreallocarray(arguments->items, arguments->count + 2,
					 sizeof(*arguments->items));
	arguments->items[arguments->count++] = xvasprintf(format, args);
	arguments->items[arguments->count] = NULL;
	va_end(args);
}

void qemu_add_pair(struct arguments *arguments, const char *name, const char *value)
{
	qemu_add(arguments, "%s", name);
	qemu_add(arguments, "%s", value);
}

char *qemu_escape_commas(const char *text)
{
	char *escaped = xcalloc(2, strlen(text) + 1), *out = escaped;

	for (; *text != '\0'; text++) {
		*out++ = *text;
		if (*text == ',')
			*out++ = ',';
	}
	return escaped;
}

static void add_medium(struct arguments *arguments, const struct qemu_options *options)
{
	char *image = qemu_escape_commas(options->image);

	qemu_add(arguments, "-drive");
	switch (options->media) {
	case MEDIA_DISK:
		qemu_add(arguments, "file=%s,format=raw,snapshot=on", image);
		break;
	case MEDIA_CD:
		qemu_add(arguments, "file=%s,format=raw,media=cdrom,readonly=on", image);
		break;
	case MEDIA_USB:
		qemu_add(arguments, "file=%s,format=raw,snapshot=on,if=none,id=stick", image);
		qemu_add_pair(arguments, "-device", "qemu-xhci");
		qemu_add_pair(arguments, "-device", "usb-storage,drive=stick,bootindex=0");
		break;
	}
	free(image);
}

/* QEMU refuses to record more CPUs than one, since it can't replay them, but counts only those that
 * -smp starts with; as devices they make the same machine. */
static void add_cpus(struct arguments *arguments, const struct qemu_options *options)
{
	unsigned long count = strtoul(options->cpus, NULL, 10);
	int model_chars = (int)strcspn(options->cpu, ",");

	qemu_add_pair(arguments, "-cpu", options->cpu);
	qemu_add(arguments, "-smp");
	if (!options->deterministic || count == 1) {
		qemu_add(arguments, "%s", options->cpus);
		return;
	}
	qemu_add(arguments, "1,maxcpus=%lu,sockets=1,cores=%lu,threads=1", count, count);
	for (unsigned long core = 1; core < count; core++) {
		qemu_add(arguments, "-device");
		qemu_add(arguments, "%.*s-x86_64-cpu,socket-id=0,core-id=%lu,thread-id=0",
			 model_chars, options->cpu, core);
	}
}

/* While QEMU records, a command to the disc drive that it gives a "pc" is never answered, and the
 * firmware waits for ever. Without what it gives by itself only a screen is missing. */
static void add_defaults(struct arguments *arguments, const struct qemu_options *options)
{
	if (!options->deterministic || strcmp(options->machine, "pc") != 0)
		return;
	qemu_add(arguments, "-nodefaults");
	qemu_add_pair(arguments, "-vga", "std");
}

static void add_boot(struct arguments *arguments, const struct qemu_options *options)
{
	char *command_line;

	if (options->firmware == FIRMWARE_KERNEL) {
		qemu_add_pair(arguments, "-kernel", options->image);
		qemu_add_pair(arguments, "-append", options->command_line);
		if (options->init != NULL)
			qemu_add_pair(arguments, "-initrd", options->initramfs);
		return;
	}
	if (options->firmware == FIRMWARE_UEFI) {
		char *variables = qemu_escape_commas(options->uefi_variables);

		qemu_add_pair(arguments, "-drive",
			      "if=pflash,format=raw,readonly=on,file=" UEFI_CODE);
		qemu_add(arguments, "-drive");
		qemu_add(arguments, "if=pflash,format=raw,file=%s", variables);
		free(variables);
	}
	command_line = qemu_escape_commas(options->command_line);
	add_medium(arguments, options);
	qemu_add(arguments, "-fw_cfg");
	qemu_add(arguments, "name=" FW_CFG_COMMAND_LINE ",string=%s", command_line);
	free(command_line);
}

static void add_input(struct arguments *arguments, const struct qemu_options *options)
{
	if (options->input_steps != NULL) {
		char *file = qemu_escape_commas(options->input_steps);

		qemu_add(arguments, "-fw_cfg");
		qemu_add(arguments, "name=" FW_CFG_INPUT ",file=%s", file);
		free(file);
	}
	if (options->has_monitor) {
		qemu_add(arguments, "-chardev");
		qemu_add(arguments, "socket,id=monitor,fd=%d", MONITOR);
		qemu_add_pair(arguments, "-mon", "chardev=monitor,mode=control");
	}
}

void qemu_arguments(const struct qemu_options *options, struct arguments *arguments)
{
	char *log = qemu_escape_commas(options->serial_log);

	*arguments = (struct arguments){0};
	qemu_add(arguments, "%s", options->program);
	qemu_add_pair(arguments, "-machine", options->machine);
	qemu_add_pair(arguments, "-accel", options->is_kvm ? "kvm" : "tcg");
	add_cpus(arguments, options);
	add_defaults(arguments, options);
	qemu_add_pair(arguments, "-m", options->memory);
	add_boot(arguments, options);
	qemu_add(arguments, "-serial");
	qemu_add(arguments, "file:%s", log);
	qemu_add_pair(arguments, "-device", "isa-debug-exit,iobase=0xf4,iosize=4");
	qemu_add_pair(arguments, "-display", "none");
	qemu_add_pair(arguments, "-monitor", "none");
	qemu_add_pair(arguments, "-net", "none");
	qemu_add(arguments, "-no-reboot");
	disk_add(arguments, options);
	add_input(arguments, options);
	if (options->deterministic) {
		qemu_add_pair(arguments, "-icount", disk_is_given(options)
						    ? INSTRUCTION_COUNTING
						    : INSTRUCTION_COUNTING RECORDING);
		qemu_add_pair(arguments, "-rtc", "base=2026-01-01,clock=vm");
		qemu_add_pair(arguments, "-seed", RANDOM_SEED);
	}
	for (char *const *extra = options->extra; extra != NULL && *extra != NULL; extra++)
		qemu_add(arguments, "%s", *extra);
	free(log);
}

void arguments_free(struct arguments *arguments)
{
	for (size_t i = 0; i < arguments->count; i++)
		free(arguments->items[i]);
	free(arguments->items);
	*arguments = (struct arguments){0};
}

static bool copy_file(const char *from, const char *to)
{
	FILE *in = fopen(from, "rb"), *out = in != NULL ? fopen(to, "wb") : NULL;
	bool good = out != NULL;
	char bytes[65536];
	size_t count;

	while (good && (count = fread(bytes, 1, sizeof(bytes), in)) > 0)
		good = fwrite(bytes, 1, count, out) == count;
	good = good && !ferror(in);
	if (out != NULL)
		good = fclose(out) == 0 && good;
	if (!good)
		warn("can't copy %s to %s", from, to);
	if (in != NULL)
		fclose(in);
	return good;
}

/* The firmware's variables hold what it last booted from, so a used copy would not boot from
 * another device. */
static bool prepare_variables(const struct qemu_options *options)
{
	if (access(UEFI_CODE, R_OK) != 0) {
		warn("UEFI firmware: %s (Debian's package ovmf has it)", UEFI_CODE);
		return false;
	}
	return copy_file(UEFI_VARIABLES, options->uefi_variables);
}

bool qemu_prepare(const struct qemu_options *options)
{
	if (options->firmware == FIRMWARE_UEFI && !prepare_variables(options))
		return false;
	return (options->init == NULL || initramfs_write(options->initramfs, options->init)) &&
	       disk_prepare(options);
}

/* What is at that number already is closed when QEMU starts, as all is that is not meant for it. */
static void pass_monitor(int monitor)
{
	if (monitor == MONITOR)
		fcntl(monitor, F_SETFD, 0);
	else if (monitor >= 0)
		dup2(monitor, MONITOR);
}

static void become_qemu(const struct arguments *arguments, int output, int monitor, pid_t parent)
{
	int nothing = open("/dev/null", O_RDONLY);

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(EXIT_NOT_STARTED);
	dup2(nothing, STDIN_FILENO);
	dup2(output, STDOUT_FILENO);
	dup2(output, STDERR_FILENO);
	pass_monitor(monitor);
	execvp(arguments->items[0], arguments->items);
	dprintf(STDERR_FILENO, "can't run %s: %s\n", arguments->items[0], strerror(errno));
	_exit(EXIT_NOT_STARTED);
}

pid_t qemu_start(const struct arguments *arguments, const char *output, int monitor)
{
	int file = open(output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	pid_t parent = getpid(), pid;

	if (file < 0) {
		warn("%s", output);
		return -1;
	}
	pid = fork();
	if (pid == 0)
		become_qemu(arguments, file, monitor, parent);
	if (pid < 0)
		warn("can't start %s", arguments->items[0]);
	close(file);
	return pid;
}

int qemu_stop(pid_t pid)
{
	int status = 0;

	kill(pid, SIGKILL);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		continue;
	return status;
}

char *qemu_version(const char *program, const char *scratch)
{
	struct arguments arguments = {0};
	char *line = NULL;
	size_t size = 0;
	int status = 0;
	FILE *file;
	pid_t pid;

	qemu_add_pair(&arguments, program, "--version");
	pid = qemu_start(&arguments, scratch, -1);
	arguments_free(&arguments);
	if (pid < 0)
		return NULL;
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		continue;
	file = fopen(scratch, "r");
	if (file == NULL || getline(&line, &size, file) <= 0)
		line = xstrdup("it says nothing");
	if (file != NULL)
		fclose(file);
	line[strcspn(line, "\n")] = '\0';
	if (status == 0)
		return line;
	warnx("%s --version fails: %s", program, line);
	free(line);
	return NULL;
}

/* SPDX-License-Identifier: MIT */
/* The archive contains linux/hypervisor/init.c as /init, KVM's modules, QEMU with its libraries,
 * and in guest/ the guest's image and QEMU's arguments. A user's archive replaces all but guest/;
 * docs/layers.md lists its duties. */
#include "tools/run/hypervisor.h"

#include <err.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/boot_files.h"
#include "lib/text/string.h"
#include "tools/base/alloc.h"
#include "tools/base/exit_status.h"
#include "tools/base/file.h"
#include "tools/run/guest_files.h"
#include "tools/run/boot/initramfs.h"
#include "tools/run/kernel_symbols.h"
#include "tools/run/boot/booted_file.h"
#include "tools/run/boot/linux_kernel.h"
#include "tools/run/boot/own_file.h"
#include "tools/run/qemu_process.h"

#define OWN_KERNEL "hypervisor/vmlinuz"
#define OWN_QEMU "qemu-system-x86_64"
/* File in the kernel's directory with its package's name and version. */
#define PACKAGE "package"

/* Memory for Linux, the archive and QEMU, in addition to the memory of the guest. */
#define HYPERVISOR_MIB 1024

/* Longer than Linux's boot. A guest that hangs executes PAUSE, which QEMU emulates so slowly that a
 * second takes some 80 s of the host. The limit is in seconds of counted instructions, so equal
 * runs have equal limits. */
#define LINUX_LIMIT " " GUEST_LIMIT "=3"

#define ARCHIVE_ALIGNMENT 512
#define FILE_BYTES_MAX (256u << 20)
#define LINE_BYTES_MAX 256

/* KVM's modules in load order. */
static const char *const modules[] = {"irqbypass.ko", "ccp.ko", "kvm.ko", "kvm-amd.ko",
				      "kvm-intel.ko"};

#define MODULES_MAX (sizeof(modules) / sizeof(modules[0]))

/* ---- What it is made of ---- */

struct hypervisor {
	char *kernel, *initramfs; /* initramfs: NULL for our own */
	char *init, *program, *version; /* of the QEMU in our own; program: NULL on aarch64 */
	char *monitor;                  /* in place of QEMU, or NULL */
	char *modules[MODULES_MAX + 1];
};

/* A path in the directory of another path, to be freed. */
static char *hypervisor_sibling(const char *path, const char *name)
{
	char *copy = xstrdup(path), *sibling = xasprintf("%s/%s", dirname(copy), name);

	free(copy);
	return sibling;
}

/* Find the modules of KVM. A kernel with built-in KVM needs none. */
static void hypervisor_find_modules(struct hypervisor *hypervisor)
{
	size_t count = 0;

	for (size_t i = 0; i < MODULES_MAX; i++) {
		char *path = hypervisor_sibling(hypervisor->kernel, modules[i]);

		if (access(path, R_OK) == 0)
			hypervisor->modules[count++] = path;
		else
			free(path);
	}
}

static void hypervisor_free(struct hypervisor *hypervisor)
{
	for (size_t i = 0; hypervisor->modules[i] != NULL; i++)
		free(hypervisor->modules[i]);
	free(hypervisor->monitor);
	free(hypervisor->version);
	free(hypervisor->program);
	free(hypervisor->init);
	free(hypervisor->initramfs);
	free(hypervisor->kernel);
}

static const char *hypervisor_qemu(const struct hypervisor_options *options)
{
	return options->qemu != NULL ? options->qemu : OWN_QEMU;
}

/* Linux for aarch64 has KVM built in. */
static const char *hypervisor_own_kernel(const struct run_request *run)
{
	return arch_is_aarch64(run->machine.arch)
		       ? processor_file(run->machine.arch, PROCESSOR_LINUX) : OWN_KERNEL;
}

/* The path of the hypervisor's kernel, which the caller frees. */
static char *hypervisor_kernel(const struct run_request *run)
{
	return run->hypervisor.kernel_count > 0 ? xstrdup(run->hypervisor.kernels[0])
						: own_file(hypervisor_own_kernel(run));
}

static bool hypervisor_find(struct hypervisor *hypervisor, const struct run_request *run,
			    const char *scratch)
{
	const struct hypervisor_options *options = &run->hypervisor;

	*hypervisor = (struct hypervisor){
		.kernel = hypervisor_kernel(run),
		.initramfs = options->initramfs != NULL ? xstrdup(options->initramfs) : NULL,
		.init = own_file(processor_file(run->machine.arch, PROCESSOR_HYPERVISOR_INIT)),
	};
	if (arch_is_aarch64(run->machine.arch)) {
		hypervisor->monitor = own_file(processor_file(run->machine.arch,
							      PROCESSOR_MONITOR));
		return true;
	}
	hypervisor_find_modules(hypervisor);
	if (hypervisor->initramfs != NULL)
		return true;
	hypervisor->program = guest_program_find(hypervisor_qemu(options));
	if (hypervisor->program != NULL)
		hypervisor->version = qemu_version(hypervisor->program, scratch);
	return hypervisor->version != NULL;
}

/* ---- The archive ---- */

/* Write each argument on a line. */
static bool hypervisor_add_arguments(struct archive *archive, const struct arguments *arguments)
{
	size_t size;
	char *text;
	FILE *file = file_in_memory(&text, &size);
	bool good = true;

	for (size_t i = 0; i < arguments->count; i++) {
		good = good && strchr(arguments->items[i], '\n') == NULL;
		fprintf(file, "%s\n", arguments->items[i]);
	}
	file_end_memory(file, &text);
	if (good)
		archive_add_bytes(archive, GUEST_ARGUMENTS, 0444, text, size);
	else
		warnx("guest's QEMU: an argument contains a newline");
	free(text);
	return good;
}

static bool hypervisor_add_guest(struct archive *archive, const struct qemu_command *command,
				 const struct arguments *arguments)
{
	archive_add_directory(archive, GUEST_DIRECTORY);
	return archive_add_file(archive, GUEST_KERNEL, 0444, command->machine.image) &&
	       (command->initramfs == NULL ||
		archive_add_file(archive, GUEST_INITIAL, 0444, command->initramfs)) &&
	       hypervisor_add_arguments(archive, arguments);
}

static bool hypervisor_add_own(struct archive *archive, const struct hypervisor *hypervisor,
			       const char *scratch)
{
	static const char *const directories[] = {"dev", "proc", "sys", INITRAMFS_MODULES};

	for (size_t i = 0; i < sizeof(directories) / sizeof(directories[0]); i++)
		archive_add_directory(archive, directories[i]);
	archive_add_console(archive);
	return archive_add_file(archive, "init", 0755, hypervisor->init) &&
	       initramfs_add_modules(archive, hypervisor->modules) &&
	       (hypervisor->monitor != NULL
			? archive_add_file(archive, GUEST_MONITOR, 0755, hypervisor->monitor)
			: guest_program_add(archive, hypervisor->program, scratch));
}

/* Linux accepts several archives in one file; later ones may be compressed. */
static bool hypervisor_append(struct archive *archive, const char *path)
{
	size_t size;
	char *bytes = file_load(path, FILE_BYTES_MAX, "initial file system", &size);

	if (bytes == NULL)
		return false;
	while (ftell(archive->file) % ARCHIVE_ALIGNMENT != 0)
		putc('\0', archive->file);
	fwrite(bytes, 1, size, archive->file);
	free(bytes);
	return true;
}

/* QEMU makes the device tree of the monitor's machine: virt without an ITS and a PMU. */
static bool hypervisor_add_tree(struct archive *archive, const struct boot *boot)
{
	char *path = xasprintf("%s.tree", boot->hypervisor);
	char *properties = xasprintf("gic-version=3,its=off,dumpdtb=%s", path), *answer;
	char *const extra[] = {(char *)(uintptr_t)"-machine", properties, NULL};
	struct qemu_command guest = boot->command;
	struct arguments arguments;
	bool good;

	guest.machine.cpu = "cortex-a57,pmu=off";
	guest.machine.is_deterministic = guest.is_kvm = false;
	guest.machine.extra = extra;
	guest.serial_log = "/dev/null";
	qemu_command_arguments(&guest, &arguments);
	answer = qemu_answer(&arguments, boot->messages);
	good = answer != NULL && archive_add_file(archive, GUEST_TREE, 0444, path);
	unlink(path);
	arguments_free(&arguments);
	free(answer);
	free(properties);
	free(path);
	return good;
}

static bool hypervisor_write(const struct hypervisor *hypervisor, const struct boot *boot,
			     const struct arguments *arguments)
{
	struct archive archive = {.file = file_create(boot->hypervisor)};
	bool good;

	if (archive.file == NULL)
		return false;
	good = hypervisor_add_guest(&archive, &boot->command, arguments) &&
	       (hypervisor->monitor == NULL || hypervisor_add_tree(&archive, boot)) &&
	       (hypervisor->initramfs != NULL ||
		hypervisor_add_own(&archive, hypervisor, boot->messages));
	archive_end(&archive);
	if (good && hypervisor->initramfs != NULL)
		good = hypervisor_append(&archive, hypervisor->initramfs);
	if (good)
		return file_finish(archive.file, boot->hypervisor);
	file_abandon(archive.file);
	return false;
}

/* ---- The machines ---- */

char *hypervisor_machine_memory(const char *guest)
{
	return xasprintf("%luM", machine_request_mib(guest) + HYPERVISOR_MIB);
}

/* With nested paging as emulated by QEMU (7.2) a guest's firmware never ends, so KVM uses shadow
 * paging. */
char *hypervisor_line(const struct run_request *run, bool is_kvm)
{
	const char *append = run->hypervisor.append;

	return xasprintf("console=%s quiet panic=-1%s%s%s%s%s",
			 arch_is_aarch64(run->machine.arch) ? "ttyAMA0" : "ttyS0",
			 run->machine.is_deterministic ? " nokaslr"
			 : arch_is_aarch64(run->machine.arch) ? "" : " no_timer_check",
			 is_kvm || arch_is_aarch64(run->machine.arch) ? "" : " kvm_amd.npt=0",
			 run->machine.is_deterministic && run->is_linux ? LINUX_LIMIT : "",
			 append != NULL ? " " : "", append != NULL ? append : "");
}

static void hypervisor_describe(const struct hypervisor *hypervisor, const char *line,
				const struct arguments *arguments, json_t *manifest)
{
	char *path = hypervisor_sibling(hypervisor->kernel, PACKAGE), package[LINE_BYTES_MAX] = "";
	FILE *file = fopen(path, "re");
	json_t *about = json_object(), *words = json_array();
	size_t size;
	char *version = NULL, *data;

	if (file != NULL && fgets(package, sizeof(package), file) != NULL)
		package[strcspn(package, "\n")] = '\0';
	if (file != NULL)
		fclose(file);
	json_object_set_new(about, "kernel", json_string(package[0] != '\0' ? package
									    : hypervisor->kernel));
	data = booted_file_load(hypervisor->kernel, &size);
	if (data != NULL && linux_kernel_fault(data, size, &version) == NULL && version != NULL)
		json_object_set_new(about, "kernel_version", json_string(version));
	free(version);
	free(data);
	json_object_set_new(about, "initramfs", json_string(hypervisor->initramfs));
	if (hypervisor->monitor != NULL)
		json_object_set_new(about, "monitor", json_string(hypervisor->monitor));
	else
		json_object_set_new(about, "qemu_version", json_string(hypervisor->version));
	json_object_set_new(about, "command_line", json_string(line));
	for (size_t i = 0; i < arguments->count; i++)
		json_array_append_new(words, json_string(arguments->items[i]));
	json_object_set_new(about, "guest_command", words);
	json_object_set_new(manifest, "hypervisor", about);
	free(path);
}

/* Arguments of the guest's QEMU: the requested machine, with the real CPU, and as few devices as
 * possible. */
static void hypervisor_name_qemu(const struct hypervisor *hypervisor,
				 const struct qemu_command *command, struct arguments *arguments)
{
	static char *const extra[] = {"-nodefaults", "-vga", "none", "-L", "/" GUEST_FIRMWARE,
				      NULL};
	struct qemu_command guest = *command;

	guest.machine.qemu = hypervisor->program != NULL ? hypervisor->program : OWN_QEMU;
	guest.machine.image = "/" GUEST_KERNEL;
	guest.machine.cpu = "host";
	guest.machine.is_deterministic = false;
	guest.machine.extra = extra;
	guest.is_kvm = true;
	guest.serial_log = "/" GUEST_LOG;
	if (guest.initramfs != NULL)
		guest.initramfs = "/" GUEST_INITIAL;
	qemu_command_arguments(&guest, arguments);
}

/* Arguments of linux/hypervisor/monitor_aarch64.c. */
static void hypervisor_name_monitor(const struct qemu_command *command,
				    struct arguments *arguments)
{
	*arguments = (struct arguments){0};
	qemu_add(arguments, "/" GUEST_MONITOR);
	qemu_add(arguments, "/" GUEST_KERNEL);
	qemu_add(arguments, "/" GUEST_TREE);
	qemu_add(arguments, "%lu", machine_request_mib(command->machine.memory));
	qemu_add(arguments, "/" GUEST_LOG);
	if (command->initramfs != NULL)
		qemu_add(arguments, "/" GUEST_INITIAL);
}

bool hypervisor_wrap(struct boot *boot, json_t *manifest)
{
	struct hypervisor hypervisor;
	struct arguments arguments = {0};
	bool good = hypervisor_find(&hypervisor, boot->request, boot->messages);

	if (good) {
		if (hypervisor.monitor != NULL)
			hypervisor_name_monitor(&boot->command, &arguments);
		else
			hypervisor_name_qemu(&hypervisor, &boot->command, &arguments);
		good = hypervisor_write(&hypervisor, boot, &arguments);
	}
	if (good) {
		struct qemu_command *command = &boot->command;

		boot->hypervisor_kernel = xstrdup(hypervisor.kernel);
		boot->hypervisor_line = hypervisor_line(boot->request, command->is_kvm);
		boot->hypervisor_memory = hypervisor_machine_memory(command->machine.memory);
		command->machine.image = boot->hypervisor_kernel;
		command->machine.runs_guests = command->machine.is_aarch64;
		command->machine.memory = boot->hypervisor_memory;
		command->command_line = boot->hypervisor_line;
		command->initramfs = boot->hypervisor;
		hypervisor_describe(&hypervisor, boot->hypervisor_line, &arguments, manifest);
	}
	arguments_free(&arguments);
	hypervisor_free(&hypervisor);
	return good;
}

void hypervisor_print_missing(const struct boot *boot)
{
	const struct hypervisor_options *options = &boot->request->hypervisor;
	struct hypervisor hypervisor = {
		.kernel = hypervisor_kernel(boot->request),
	};

	hypervisor_find_modules(&hypervisor);
	if (hypervisor.modules[0] == NULL && options->initramfs == NULL &&
	    !arch_is_aarch64(boot->request->machine.arch)) {
		char *place = hypervisor_sibling(hypervisor.kernel, "");

		warnx("%s: no KVM unless it is built into the kernel; irqbypass.ko, ccp.ko, "
		      "kvm.ko, kvm-amd.ko and kvm-intel.ko are missing", place);
		free(place);
	}
	if (boot->request->is_linux && !boot->command.is_kvm &&
	    !arch_is_aarch64(boot->request->machine.arch))
		warnx("Linux may hang in a guest of an emulated machine, because of a QEMU bug; to "
		      "change its boot, add --hypervisor-append again=1");
	hypervisor_free(&hypervisor);
}

/* ---- Before it ---- */

static void hypervisor_check_file(const char *given, const char *own, const char *option)
{
	if (given == NULL)
		own_file_require(own, option);
	else if (access(given, R_OK) != 0)
		err(EXIT_USAGE, "%s (%s)", given, option);
}

void hypervisor_check(const struct run_request *run)
{
	const struct hypervisor_options *hypervisor = &run->hypervisor;
	bool is_aarch64 = arch_is_aarch64(run->machine.arch);

	if (machine_request_is_foreign(&run->machine) && !is_aarch64)
		errx(EXIT_USAGE, "--arch %s: KVM gives a guest of this processor no cycle counter; "
		     "omit the layers kvm and linux-in-kvm", run->machine.arch);
	if (is_aarch64 && (hypervisor->initramfs != NULL || hypervisor->qemu != NULL))
		errx(EXIT_USAGE, "--hypervisor-initramfs, --hypervisor-qemu: a guest of aarch64 "
		     "runs in this build's monitor; omit the option");
	hypervisor_check_file(hypervisor->kernels[0], hypervisor_own_kernel(run),
			      "--hypervisor-kernel");
	hypervisor_check_file(hypervisor->initramfs,
			      processor_file(run->machine.arch, PROCESSOR_HYPERVISOR_INIT),
			      "--hypervisor-initramfs");
	if (is_aarch64)
		own_file_require(processor_file(run->machine.arch, PROCESSOR_MONITOR), NULL);
}

char *hypervisor_symbols_file(const struct run_request *run)
{
	struct hypervisor hypervisor = {
		.kernel = hypervisor_kernel(run),
	};
	char *memory = hypervisor_machine_memory(run_request_memory(run));
	char *file;

	hypervisor_find_modules(&hypervisor);
	file = kernel_symbols_file(&(struct symbols_boot){
		.qemu = run->machine.qemu, .arch = run->machine.arch, .kernel = hypervisor.kernel,
		.modules = hypervisor.modules, .memory = memory, .append = run->hypervisor.append,
	});
	free(memory);
	hypervisor_free(&hypervisor);
	return file;
}

bool hypervisor_programs_write(const struct run_request *run, const char *path)
{
	const struct hypervisor_options *options = &run->hypervisor;
	bool is_unknown = options->initramfs != NULL;
	bool is_monitor = arch_is_aarch64(run->machine.arch);
	char *program = NULL;
	char scratch[] = QEMU_SCRATCH;
	struct arguments files = {0};
	FILE *file;
	bool good;

	if (is_monitor)
		program = own_file(processor_file(run->machine.arch, PROCESSOR_MONITOR));
	else if (!is_unknown)
		program = guest_program_find(hypervisor_qemu(options));
	qemu_scratch_make(scratch);
	good = is_unknown || is_monitor ||
	       (program != NULL && guest_program_files(program, scratch, &files));
	if (is_monitor)
		qemu_add(&files, "%s", program);
	file = good ? file_create(path) : NULL;
	for (size_t i = 0; file != NULL && i < files.count; i++)
		fprintf(file, "%s\n", files.items[i]);
	good = file_finish(file, path) && good;
	arguments_free(&files);
	unlink(scratch);
	free(program);
	return good;
}

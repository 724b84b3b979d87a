/* SPDX-License-Identifier: MIT */
/* The symbols are read on the machine that boots a hypervisor (hypervisor.c), with
 * linux/hypervisor/symbols.c in place of the guest's QEMU. A module's address depends on the
 * modules loaded before it, and on when their init memory was freed. So instructions are counted,
 * as in the run, and modules and memory are part of the cache key. */
#include "tools/run/kernel_symbols.h"

#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/boot_files.h"
#include "tools/base/alloc.h"
#include "tools/base/child.h"
#include "tools/base/clock.h"
#include "tools/base/file.h"
#include "tools/base/waiting.h"
#include "tools/run/boot/cache.h"
#include "tools/run/boot/sha256.h"
#include "tools/run/boot/initramfs.h"
#include "tools/run/boot/own_file.h"
#include "tools/run/qemu_process.h"
#include "tools/run/request_complete.h"

#define GUEST_PROGRAM GUEST_DIRECTORY "/symbols"

#define FILE_BYTES_MAX ((size_t)1 << 30)
#define BOOT_SECONDS 1800
#define WORDS " quiet panic=-1 nokaslr"

/* ---- The archive ---- */

static bool symbols_add(struct archive *archive, const struct symbols_boot *boot)
{
	static const char *const directories[] = {"dev", "proc", "sys", INITRAMFS_MODULES,
						  GUEST_DIRECTORY};
	static const char arguments[] = "/" GUEST_PROGRAM "\n";
	char *init = own_file(processor_file(boot->arch, PROCESSOR_HYPERVISOR_INIT));
	char *program = own_file(processor_file(boot->arch, PROCESSOR_SYMBOLS));
	bool good;

	for (size_t i = 0; i < sizeof(directories) / sizeof(directories[0]); i++)
		archive_add_directory(archive, directories[i]);
	archive_add_console(archive);
	archive_add_bytes(archive, GUEST_ARGUMENTS, 0444, arguments, strlen(arguments));
	good = archive_add_file(archive, "init", 0755, init) &&
	       archive_add_file(archive, GUEST_PROGRAM, 0755, program) &&
	       initramfs_add_modules(archive, boot->modules);
	free(program);
	free(init);
	return good;
}

static bool symbols_write_archive(const char *path, const struct symbols_boot *boot)
{
	struct archive archive = {.file = file_create(path)};
	bool good = archive.file != NULL && symbols_add(&archive, boot);

	if (archive.file == NULL)
		return false;
	archive_end(&archive);
	if (good)
		return file_finish(archive.file, path);
	file_abandon(archive.file);
	return false;
}

/* ---- The boot ---- */

static bool symbols_boot(const struct symbols_boot *boot, const char *archive, const char *log,
			 const char *scratch)
{
	struct qemu_command command = {
		.machine = {
			.qemu = boot->qemu, .image = boot->kernel, .arch = boot->arch, .cpus = 1,
			.memory = boot->memory, .is_deterministic = true,
		},
		.initramfs = archive, .serial_log = log,
	};
	struct machine_request *machine = &command.machine;
	char *words;
	struct arguments arguments;
	char *answer;

	if (machine_request_is_foreign(machine)) {
		machine_request_complete_arch(machine);
	} else {
		machine->type = "q35";
		machine->cpu = QEMU_CPU_PINNED;
	}
	command.command_line = words =
		xasprintf("console=%s" WORDS "%s%s", machine->is_aarch64 ? "ttyAMA0" : "ttyS0",
			  boot->append != NULL ? " " : "",
			  boot->append != NULL ? boot->append : "");
	qemu_command_arguments(&command, &arguments);
	child_set_deadline(clock_seconds() + BOOT_SECONDS);
	answer = qemu_answer(&arguments, scratch);
	arguments_free(&arguments);
	free(words);
	free(answer);
	return answer != NULL;
}

/* The text between the two marks in the log becomes the file. */
static bool symbols_keep(const char *log, const char *path)
{
	size_t size;
	char *text = file_load(log, FILE_BYTES_MAX, "log", &size), *begin, *end;
	bool good;

	if (text == NULL)
		return false;
	begin = strstr(text, SYMBOLS_BEGIN);
	end = begin != NULL ? strstr(begin, SYMBOLS_END) : NULL;
	if (end == NULL) {
		warnx("kernel symbols: not received; the end of the kernel's log:\n%s",
		      text + (size > 400 ? size - 400 : 0));
		free(text);
		return false;
	}
	good = file_write(path, begin, (size_t)(end - begin));
	free(text);
	return good;
}

static bool symbols_fetch(const struct symbols_boot *boot, const char *path)
{
	char *archive = xasprintf("%s.%d.cpio", path, getpid());
	char *log = xasprintf("%s.%d.log", path, getpid());
	char *scratch = xasprintf("%s.%d.qemu", path, getpid());
	bool good;

	fprintf(stderr, "Booting %s once to read its symbols\n", boot->kernel);
	waiting_begin("symbols", "Reading symbols, instructions counted");
	good = symbols_write_archive(archive, boot) && symbols_boot(boot, archive, log, scratch) &&
	       symbols_keep(log, path);
	waiting_end(good);
	unlink(archive);
	unlink(log);
	unlink(scratch);
	free(scratch);
	free(log);
	free(archive);
	return good;
}

/* ---- The cache ---- */

/* Checksums of the kernel, and of the names of its modules and its parameters. */
static bool cache_name(const struct symbols_boot *boot, char hex[SHA256_HEX_CHARS + 1])
{
	char kernel[SHA256_HEX_CHARS + 1], *text, *bytes;
	size_t size, text_size;
	FILE *file;

	bytes = file_load(boot->kernel, FILE_BYTES_MAX, "kernel", &size);
	if (bytes == NULL)
		return false;
	sha256_hex(bytes, size, kernel);
	free(bytes);
	file = file_in_memory(&text, &text_size);
	fprintf(file, "%s %s %s", kernel, boot->memory, boot->append != NULL ? boot->append : "");
	for (size_t i = 0; boot->modules != NULL && boot->modules[i] != NULL; i++) {
		const char *slash = strrchr(boot->modules[i], '/');

		fprintf(file, " %s", slash != NULL ? slash + 1 : boot->modules[i]);
	}
	file_end_memory(file, &text);
	sha256_hex(text, text_size, hex);
	free(text);
	return true;
}

void kernel_symbols_require(const char *arch)
{
	own_file_require(processor_file(arch, PROCESSOR_HYPERVISOR_INIT), NULL);
	own_file_require(processor_file(arch, PROCESSOR_SYMBOLS), NULL);
}

char *kernel_symbols_file(const struct symbols_boot *boot)
{
	char hex[SHA256_HEX_CHARS + 1], *directory, *path;

	if (!cache_name(boot, hex))
		return NULL;
	directory = cache_directory("kernel symbols");
	if (directory == NULL)
		return NULL;
	path = xasprintf("%s/symbols-%s", directory, hex);
	free(directory);
	if (access(path, R_OK) == 0 || symbols_fetch(boot, path))
		return path;
	free(path);
	return NULL;
}

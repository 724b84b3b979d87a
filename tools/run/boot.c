/* SPDX-License-Identifier: MIT */
#include "tools/run/boot.h"

#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/disk_pattern.h"
#include "lib/disk_seal.h"
#include "tools/base/file.h"
#include "tools/results/load.h"
#include "tools/results/run_directory.h"
#include "tools/run/boot/initramfs.h"
#include "tools/run/boot/linux_kernel.h"
#include "tools/run/boot/own_file.h"
#include "tools/run/guest.h"

const char *boot_image_name(const struct run_request *request)
{
	if (request->is_linux)
		return processor_file(request->machine.arch, PROCESSOR_LINUX);
	if (request->machine.firmware == FIRMWARE_KERNEL)
		return processor_file(request->machine.arch, PROCESSOR_IMAGE);
	return processor_file(request->machine.arch, request->machine.media == MEDIA_FW_CFG
							     ? PROCESSOR_LOADER : PROCESSOR_STICK);
}

void boot_init(struct boot *boot, const struct run_request *request)
{
	*boot = (struct boot){.request = request, .command.machine = request->machine};
	target_params_write(request, &boot->params);
	boot->command.command_line = boot->params.line;
	boot->command.has_monitor = request->input_source == INPUT_SOURCE_HOST;
	if (request->machine.image == NULL)
		boot->command.machine.image = boot->built_image =
			own_file(boot_image_name(request));
	if (!request->is_linux)
		return;
	boot->init = own_file(processor_file(request->machine.arch, PROCESSOR_PROGRAM));
	boot->modules = guest_modules(request);
}

void boot_free(struct boot *boot)
{
	free(boot->disk);
	free(boot->hypervisor);
	free(boot->initramfs);
	free(boot->variables);
	free(boot->input_steps);
	free(boot->code);
	free(boot->messages);
	free(boot->log);
	free(boot->hypervisor_memory);
	free(boot->hypervisor_line);
	free(boot->hypervisor_kernel);
	guest_modules_free(boot->modules);
	free(boot->init);
	free(boot->built_image);
}

void boot_name_files(struct boot *boot, const char *directory)
{
	struct qemu_command *command = &boot->command;

	command->serial_log = boot->log = run_directory_file(directory, RUN_LOG);
	boot->messages = run_directory_file(directory, RUN_QEMU_OUTPUT);
	boot->input_steps = run_directory_file(directory, RUN_INPUT_STEPS);
	boot->code = run_directory_file(directory, RUN_CODE);
	command->uefi_variables = boot->variables =
		run_directory_file(directory, RUN_UEFI_VARIABLES);
	boot->initramfs = run_directory_file(directory, RUN_INITRAMFS);
	boot->hypervisor = run_directory_file(directory, RUN_HYPERVISOR);
	command->made_disk = boot->disk = run_directory_file(directory, RUN_DISK);
	if (boot->request->is_linux)
		command->initramfs = boot->initramfs;
	if (boot->request->input != NULL)
		command->input_steps = boot->input_steps;
	if (boot->request->sequences != NULL)
		command->code = boot->code;
}

/* ---- Files that QEMU reads ---- */

static bool boot_copy_file(const char *from, const char *to)
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
		warn("%s: cannot copy to %s", from, to);
	if (in != NULL)
		fclose(in);
	return good;
}

static bool boot_write_steps(const struct boot *boot)
{
	size_t length;
	char *text = input_script_steps(&boot->request->script, &length);
	bool good = file_write(boot->input_steps, text, length);

	free(text);
	return good;
}

static bool boot_write_code(const struct boot *boot)
{
	char *text = sequences_format(boot->request->sequences);
	bool good = file_write(boot->code, text, strlen(text));

	free(text);
	return good;
}

static bool boot_write_initramfs(const struct boot *boot)
{
	const struct initramfs_extras extras = {
		.line = boot->params.is_init_line_in_file ? boot->params.init_line : NULL,
		.modules = boot->modules,
		.input = boot->command.input_steps,
		.code = boot->command.code,
	};
	const char *first = boot->request->linux.initramfs;

	return initramfs_write(boot->initramfs, boot->init, &extras) &&
	       (first == NULL || linux_initramfs_prepend(first, boot->initramfs));
}

static bool boot_write_pattern(const struct boot *boot)
{
	uint64_t sectors = boot->request->machine.disk.size_bytes / PATTERN_SECTOR_BYTES;
	uint8_t sector[PATTERN_SECTOR_BYTES];
	FILE *file = file_create(boot->disk);

	for (uint64_t number = 0; file != NULL && number < sectors; number++) {
		disk_pattern_write(sector, number, sectors);
		fwrite(sector, 1, sizeof(sector), file);
	}
	return file_finish(file, boot->disk);
}

/* A seal, then zeros. */
static bool boot_write_scratch(const struct boot *boot)
{
	unsigned long size = boot->request->machine.disk.size_bytes;
	uint8_t sector[SEAL_SECTOR_BYTES];
	FILE *file = file_create(boot->disk);

	disk_seal_write(sector, boot->request->machine.disk.token, size / SEAL_SECTOR_BYTES);
	if (file != NULL) {
		fwrite(sector, 1, sizeof(sector), file);
		memset(sector, 0, sizeof(sector));
		for (unsigned long at = sizeof(sector); at < size; at += sizeof(sector))
			fwrite(sector, 1, sizeof(sector), file);
	}
	return file_finish(file, boot->disk);
}

static bool boot_write_disk(const struct boot *boot)
{
	switch (boot->request->machine.disk.kind) {
	case DISK_PATTERN:
		return boot_write_pattern(boot);
	case DISK_SCRATCH:
		return boot_write_scratch(boot);
	default:
		return true;
	}
}

/* The firmware stores its last boot device in the variables, so a used copy would not boot from
 * another device. */
bool boot_write_files(const struct boot *boot)
{
	const char *variables = boot->request->machine.firmware_variables;

	return (variables == NULL || boot_copy_file(variables, boot->variables)) &&
	       (boot->request->input == NULL || boot_write_steps(boot)) &&
	       (boot->request->sequences == NULL || boot_write_code(boot)) &&
	       (!boot->request->is_linux || boot_write_initramfs(boot)) &&
	       boot_write_disk(boot);
}

void boot_remove_files(const struct boot *boot)
{
	unlink(boot->variables);
	unlink(boot->initramfs);
	unlink(boot->hypervisor);
	unlink(boot->disk);
}

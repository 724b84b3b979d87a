/* SPDX-License-Identifier: MIT */
#include "tools/run/booted.h"

#include <err.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/base/exit_status.h"
#include "tools/results/run_directory.h"
#include "tools/run/again.h"
#include "tools/run/boot/booted_file.h"
#include "tools/run/boot/linux_kernel.h"
#include "tools/run/boot/own_firmware.h"
#include "tools/run/boot/own_file.h"

#define LINUX_IMAGE "linux/vmlinuz"

const char *booted_image_name(const struct run_options *run)
{
	if (run->is_linux)
		return LINUX_IMAGE;
	return run->qemu.firmware == FIRMWARE_KERNEL ? "kernel.elf" : "bareline.img";
}

void booted_require(const char *path)
{
	if (access(path, R_OK) != 0)
		err(EXIT_USAGE, "%s (`make all build/linux/vmlinuz build/bareline-linux-static` "
		    "makes what is booted; --image, or --kernel for Linux, names another)", path);
}

static void booted_describe_linux(const struct run_options *run, const char *kernel,
				  const char *initramfs, const char *program, json_t *manifest)
{
	linux_kernel_describe(kernel, initramfs, program, manifest);
	if (run->qemu.deterministic && strcmp(run->qemu.cpus, "1") != 0)
		linux_kernel_require_counted_cpus(manifest);
}

static void booted_describe_image(const char *path, json_t *manifest)
{
	size_t size;
	char *data = booted_file_load(path, &size);

	if (data == NULL)
		exit(EXIT_USAGE);
	json_object_set_new(manifest, "image", booted_file_json(path, data, size));
	free(data);
}

json_t *booted_describe(const struct run_options *run)
{
	json_t *manifest = run_manifest_begin(), *options = again_options(run);

	if (options != NULL)
		json_object_set_new(manifest, "options", options);
	if (run->is_linux)
		booted_describe_linux(run, run->qemu.image, run->qemu.more_files, run->qemu.init,
				      manifest);
	else if (options != NULL)
		booted_describe_image(run->qemu.image, manifest);
	if (run->qemu.firmware_code != NULL)
		own_firmware_describe(run->qemu.firmware_code, run->qemu.firmware_variables,
				      manifest);
	return manifest;
}

void booted_check_linux(const struct run_options *run)
{
	char *own_image = own_file(LINUX_IMAGE), *program = own_file(BOOTED_LINUX_PROGRAM);
	const struct linux_options *given = &run->linux;
	size_t count = given->kernel_count > 0 ? given->kernel_count : 1;

	for (size_t i = 0; i < count; i++) {
		const char *kernel = given->kernel_count > 0 ? given->kernels[i] : own_image;
		json_t *manifest = json_object();

		booted_require(kernel);
		booted_require(program);
		booted_describe_linux(run, kernel, given->initramfs, program, manifest);
		json_decref(manifest);
	}
	free(program);
	free(own_image);
}

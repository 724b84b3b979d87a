/* SPDX-License-Identifier: MIT */
#include "tools/run/booted.h"

#include <err.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/base/alloc.h"
#include "tools/base/child.h"
#include "tools/base/exit_status.h"
#include "tools/base/file.h"
#include "tools/host/nesting.h"
#include "tools/results/run_directory.h"
#include "tools/run/reproduce.h"
#include "tools/run/boot/booted_file.h"
#include "tools/run/boot/linux_kernel.h"
#include "tools/run/boot/own_firmware.h"
#include "tools/run/boot/own_file.h"
#include "tools/run/hypervisor.h"
#include "tools/run/qemu_process.h"

/* ---- Check ---- */

static void booted_require(const char *path)
{
	if (access(path, R_OK) != 0)
		err(EXIT_USAGE, "%s", path);
}

/* Debian's package of a QEMU. */
static const char *booted_package(const char *name)
{
	if (strstr(name, "riscv") != NULL)
		return "qemu-system-riscv; on Debian 12 qemu-system-misc";
	return strstr(name, "aarch64") != NULL ? "qemu-system-arm" : "qemu-system-x86";
}

/* The modules belong to the kernel. */
static void booted_require_files(const struct boot *boot)
{
	const struct run_request *request = boot->request;
	const char *image = boot->command.machine.image;

	if (boot->built_image != NULL)
		own_file_require(boot_image_name(request),
				 request->is_linux ? "--kernel" : "--image");
	else if (request->linux.kernel_count > 0 && access(image, R_OK) != 0)
		errx(EXIT_USAGE, "--kernel %s: %s; omit --kernel to use the distribution's, which "
		     "`make %sbuild/%s` downloads", image, strerror(errno),
		     machine_request_is_foreign(&request->machine) ? "ARCH=aarch64 " : "",
		     boot_image_name(request));
	else
		booted_require(image);
	if (request->is_linux)
		own_file_require(processor_file(request->machine.arch, PROCESSOR_PROGRAM),
				 NULL);
	for (char **module = boot->modules; module != NULL && *module != NULL; module++) {
		if (access(*module, R_OK) != 0)
			errx(EXIT_USAGE, "%s: %s; run `rm build/%s` and `make build/%s` to "
			     "download it with its kernel", *module, strerror(errno),
			     boot_image_name(request), boot_image_name(request));
	}
	if (request->machine.disk.kind == DISK_FILE)
		booted_require(request->machine.disk.file);
	if (request->hypervisor.is_wanted)
		hypervisor_check(request);
}

/* Exit with EXIT_USAGE if a benchmark's name is not in the program to boot. Wildcards are not
 * checked, because only the program knows what they select. */
static void booted_require_benchmarks(const struct boot *boot)
{
	const char *path = boot->init != NULL ? boot->init : boot->command.machine.image;
	char *copy = xstrdup(boot->request->benches), *rest = copy, *name;
	size_t size;
	char *data = booted_file_load(path, &size);

	if (data == NULL)
		exit(EXIT_USAGE);
	while ((name = strsep(&rest, ",")) != NULL) {
		if (name[strcspn(name, "*?")] == '\0' && name[0] != '\0' &&
		    memmem(data, size, name, strlen(name) + 1) == NULL)
			errx(EXIT_USAGE, "%s: no benchmark '%s'; run `make` to rebuild it", path,
			     name);
	}
	free(data);
	free(copy);
}

/* The hypervisor's machine, if it is certainly emulated. */
static void booted_require_nesting(const struct run_request *request)
{
	bool is_emulated = request->machine.is_deterministic || request->accel == ACCEL_TCG;
	const char *why;
	char *version;

	if (!request->hypervisor.is_wanted || request->machine.is_aarch64 ||
	    request->accel == ACCEL_KVM ||
	    (!is_emulated && nesting_is_allowed(&why)))
		return;
	version = qemu_version_of(request->machine.qemu);
	if (version == NULL || !nesting_check_emulated(request->machine.qemu, version))
		exit(EXIT_USAGE);
	free(version);
}

/* Before QEMU 8.1, a machine began below SBI firmware in the flash. */
static void booted_require_flash(const struct machine_request *machine)
{
	unsigned major, minor;
	char *version;

	if (!machine->is_riscv64 || machine->firmware != FIRMWARE_UEFI ||
	    machine->firmware_is_program)
		return;
	version = qemu_version_of(machine->qemu);
	if (version != NULL && sscanf(version, "%*[^0-9]%u.%u", &major, &minor) == 2 &&
	    (major < 8 || (major == 8 && minor < 1)))
		errx(EXIT_USAGE, "%s: QEMU %u.%u does not start UEFI for riscv64 from flash; use "
		     "QEMU 8.1 or later, or U-Boot with --firmware-code (Debian package "
		     "u-boot-qemu: /usr/lib/u-boot/qemu-riscv64_smode/u-boot.bin)", machine->qemu,
		     major, minor);
	free(version);
}

void booted_check(const struct run_request *request)
{
	struct boot boot;
	char *program;

	boot_init(&boot, request);
	booted_require_files(&boot);
	booted_require_benchmarks(&boot);
	json_decref(booted_describe(&boot));
	program = child_program(request->machine.qemu);
	if (program == NULL)
		errx(EXIT_USAGE,
		     "%s: program not found; install QEMU (Debian package %s), or "
		     "select another with --qemu",
		     request->machine.qemu, booted_package(request->machine.qemu));
	free(program);
	booted_require_nesting(request);
	booted_require_flash(&request->machine);
	if (request->explain != NULL)
		booted_require(request->explain);
	if (request->updates_baseline && !file_may_update(request->baseline))
		exit(EXIT_USAGE);
	output_check(request->outputs);
	boot_free(&boot);
}

/* ---- Manifest ---- */

json_t *booted_describe(const struct boot *boot)
{
	const struct machine_request *machine = &boot->command.machine;
	json_t *options = reproduce_options(boot->request, machine->image);
	json_t *manifest = run_manifest_begin();

	if (options != NULL)
		json_object_set_new(manifest, "options", options);
	if (boot->request->is_linux) {
		linux_kernel_describe(machine->image, machine->arch,
				      boot->request->linux.initramfs, boot->init, manifest);
		if (boot->request->machine.is_deterministic && boot->request->machine.cpus != 1)
			linux_kernel_require_counted_cpus(manifest);
	} else if (options != NULL) {
		size_t size;
		char *data = booted_file_load(machine->image, &size);

		if (data == NULL)
			exit(EXIT_USAGE);
		json_object_set_new(manifest, "image",
				    booted_file_json(machine->image, data, size));
		free(data);
	}
	if (boot->request->sequences != NULL)
		json_object_set_new(manifest, SEQUENCES_KEY,
				    sequences_json(boot->request->sequences));
	if (machine->firmware_code != NULL)
		own_firmware_describe(machine->firmware_code, machine->firmware_variables,
				      machine->is_aarch64 ? FIRMWARE_OF_AARCH64
				      : !machine->is_riscv64 ? FIRMWARE_OF_PC
				      : machine->firmware == FIRMWARE_UEFI ? FIRMWARE_OF_RISCV64
									   : FIRMWARE_SBI,
				      manifest);
	return manifest;
}

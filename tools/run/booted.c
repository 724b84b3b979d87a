/* SPDX-License-Identifier: MIT */
#include "tools/run/booted.h"

#include <err.h>
#include <errno.h>
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
#include "tools/run/guest.h"
#include "tools/run/hypervisor.h"
#include "tools/run/qemu_process.h"

#define LINUX_IMAGE "linux/vmlinuz"

/* ---- Which files ---- */

/* Name for own_file(). */
static const char *booted_image_name(const struct run_options *run)
{
	if (run->is_linux)
		return LINUX_IMAGE;
	return run->qemu.firmware == FIRMWARE_KERNEL ? "kernel.elf" : "bareline.img";
}

void booted_files_name(struct run_options *run, struct booted_files *files)
{
	*files = (struct booted_files){0};
	if (run->qemu.image == NULL)
		run->qemu.image = files->image = own_file(booted_image_name(run));
	if (!run->is_linux)
		return;
	run->qemu.init = files->init = own_file(BOOTED_LINUX_PROGRAM);
	run->qemu.modules = files->modules = guest_modules(run);
}

void booted_files_free(struct run_options *run, struct booted_files *files)
{
	if (files->image != NULL)
		run->qemu.image = NULL;
	run->qemu.init = NULL;
	run->qemu.modules = NULL;
	guest_modules_free(files->modules);
	free(files->init);
	free(files->image);
	*files = (struct booted_files){0};
}

/* ---- Whether they are there ---- */

static void booted_require(const char *path)
{
	if (access(path, R_OK) != 0)
		err(EXIT_USAGE, "%s", path);
}

static void booted_require_program(const char *name)
{
	char *program = child_program(name);

	if (program == NULL)
		errx(EXIT_USAGE, "%s: program not found; install QEMU (Debian package "
		     "qemu-system-x86), or select another with --qemu", name);
	free(program);
}

/* The modules belong to the kernel. */
static void booted_require_files(const struct run_options *run, const struct booted_files *own)
{
	if (own->image != NULL)
		own_file_require(booted_image_name(run), run->is_linux ? "--kernel" : "--image");
	else if (run->linux.kernel_count > 0 && access(run->qemu.image, R_OK) != 0)
		errx(EXIT_USAGE, "--kernel %s: %s; omit --kernel to use the distribution's, which "
		     "`make build/%s` downloads", run->qemu.image, strerror(errno),
		     LINUX_IMAGE);
	else
		booted_require(run->qemu.image);
	if (run->is_linux)
		own_file_require(BOOTED_LINUX_PROGRAM, NULL);
	for (char **module = own->modules; module != NULL && *module != NULL; module++) {
		if (access(*module, R_OK) != 0)
			errx(EXIT_USAGE, "%s: %s; run `rm build/%s` and `make build/%s` to "
			     "download it with its kernel", *module, strerror(errno), LINUX_IMAGE,
			     LINUX_IMAGE);
	}
	if (run->qemu.disk.kind == DISK_FILE)
		booted_require(run->qemu.disk.file);
	if (run->hypervisor.is_wanted)
		hypervisor_check(run);
}

/* Exit with EXIT_USAGE if a benchmark's name is not in the program to boot. Wildcards are not
 * checked: only the program knows what they select. */
static void booted_require_benchmarks(const struct run_options *run)
{
	const char *path = run->is_linux ? run->qemu.init : run->qemu.image;
	char *copy = xstrdup(run->benches), *rest = copy, *name;
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
static void booted_require_nesting(const struct run_options *run)
{
	bool is_emulated = run->qemu.deterministic || run->accel == ACCEL_TCG;
	const char *why;
	char *version;

	if (!run->hypervisor.is_wanted || run->accel == ACCEL_KVM ||
	    (!is_emulated && nesting_is_allowed(&why)))
		return;
	version = qemu_version_of(run->qemu.program);
	if (version == NULL || !nesting_check_emulated(run->qemu.program, version))
		exit(EXIT_USAGE);
	free(version);
}

void booted_check(const struct run_options *run)
{
	struct run_options of = *run;
	struct booted_files own;

	booted_files_name(&of, &own);
	booted_require_files(&of, &own);
	booted_require_benchmarks(&of);
	json_decref(booted_describe(&of));
	booted_require_program(of.qemu.program);
	booted_require_nesting(&of);
	if ((of.updates_baseline && !file_may_create(of.baseline)) || !file_may_create(of.ktap) ||
	    !file_may_create(of.junit) || !file_may_create(of.markdown))
		exit(EXIT_USAGE);
	booted_files_free(&of, &own);
}

/* ---- What they are ---- */

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
	json_t *manifest = run_manifest_begin(), *options = reproduce_options(run);

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

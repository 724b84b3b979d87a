/* SPDX-License-Identifier: MIT */
/* Libraries keep the paths printed by ldd, so that the loader finds them. */
#include "tools/run/guest_files.h"

#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/boot_files.h"
#include "tools/base/alloc.h"
#include "tools/base/child.h"
#include "tools/run/qemu_process.h"

/* Firmware that QEMU reads to boot a kernel on a machine without display and network card. The
 * first file is required. */
static const char *const firmware[] = {
	"bios-256k.bin", "kvmvapic.bin", "linuxboot_dma.bin", "multiboot_dma.bin", "pvh.bin",
};

/* ---- Where it is ---- */

char *guest_program_find(const char *name)
{
	char *found = child_program(name);

	if (found == NULL)
		warnx("%s: program not found; select the guest's QEMU with "
		      "--hypervisor-qemu", name);
	return found;
}

/* ---- Directories ---- */

/* An archive and the directories in it. */
struct guest_tree {
	struct archive *archive;
	struct arguments directories;
};

static bool guest_has_directory(const struct guest_tree *tree, const char *name)
{
	for (size_t i = 0; i < tree->directories.count; i++) {
		if (strcmp(tree->directories.items[i], name) == 0)
			return true;
	}
	return false;
}

/* Add a file. path has a leading slash, but names in the archive have none. */
static bool guest_add_file(struct guest_tree *tree, const char *path)
{
	char *name = xstrdup(path + 1);
	bool added;

	for (char *slash = strchr(name, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		if (!guest_has_directory(tree, name)) {
			archive_add_directory(tree->archive, name);
			qemu_add(&tree->directories, "%s", name);
		}
		*slash = '/';
	}
	added = archive_add_file(tree->archive, name, 0755, path);
	free(name);
	return added;
}

/* ---- What it needs ---- */

/* Parse a line of ldd: "libm.so.6 => /lib/libm.so.6 (0x…)", a path, or the kernel's vDSO. */
static bool guest_name_library(struct arguments *files, char *line)
{
	char *path = strchr(line, '/');

	if (strstr(line, "not found") != NULL) {
		warnx("guest's QEMU: library missing:%s", line);
		return false;
	}
	if (path == NULL)
		return true;
	path[strcspn(path, " ")] = '\0';
	qemu_add(files, "%s", path);
	return true;
}

bool guest_program_files(const char *program, const char *scratch, struct arguments *files)
{
	char *const items[] = {"ldd", (char *)program, NULL};
	const struct arguments ldd = {.items = (char **)items, .count = 2};
	char *answer = qemu_answer(&ldd, scratch), *rest = answer, *line;
	bool is_whole = answer != NULL;

	qemu_add(files, "%s", program);
	while (is_whole && (line = strsep(&rest, "\n")) != NULL)
		is_whole = guest_name_library(files, line);
	free(answer);
	return is_whole;
}

/* Returns false if no directory has the file. */
static bool guest_add_firmware(struct archive *archive, const char *directories, const char *name)
{
	char *copy = xstrdup(directories), *rest = copy, *directory;
	bool added = false;

	while (!added && (directory = strsep(&rest, "\n")) != NULL) {
		char *path = xasprintf("%s/%s", directory, name);
		char *target = xasprintf("%s/%s", GUEST_FIRMWARE, name);

		if (directory[0] == '/' && access(path, R_OK) == 0)
			added = archive_add_file(archive, target, 0444, path);
		free(target);
		free(path);
	}
	free(copy);
	return added;
}

static bool guest_add_all_firmware(struct archive *archive, const char *program,
				   const char *scratch)
{
	char *const items[] = {(char *)program, "-L", "help", NULL};
	const struct arguments list = {.items = (char **)items, .count = 3};
	char *directories = qemu_answer(&list, scratch);
	bool has_bios;

	if (directories == NULL)
		return false;
	has_bios = guest_add_firmware(archive, directories, firmware[0]);
	for (size_t i = 1; i < sizeof(firmware) / sizeof(firmware[0]); i++)
		guest_add_firmware(archive, directories, firmware[i]);
	if (!has_bios)
		warnx("%s: no firmware; %s is in none of its directories (Debian package "
		      "seabios)", program, firmware[0]);
	free(directories);
	return has_bios;
}

bool guest_program_add(struct archive *archive, const char *program, const char *scratch)
{
	struct guest_tree tree = {.archive = archive};
	struct arguments files = {0};
	bool added = guest_program_files(program, scratch, &files);

	archive_add_directory(archive, GUEST_FIRMWARE);
	for (size_t i = 0; added && i < files.count; i++)
		added = guest_add_file(&tree, files.items[i]);
	added = added && guest_add_all_firmware(archive, program, scratch);
	arguments_free(&files);
	arguments_free(&tree.directories);
	return added;
}

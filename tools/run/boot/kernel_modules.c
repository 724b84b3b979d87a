/* SPDX-License-Identifier: MIT */
/* An unpacked package has no modules.dep, so the dependencies are read from the modules themselves:
 * Linux, include/linux/module.h, MODULE_INFO and MODULE_SOFTDEP. */
#include "tools/run/boot/kernel_modules.h"

#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <libgen.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tools/base/alloc.h"
#include "tools/base/child.h"
#include "tools/base/exit_status.h"
#include "tools/base/file.h"
#include "tools/run/boot/booted_file.h"
#include "tools/run/boot/linux_kernel.h"

#define MODULE_BYTES_MAX (64u << 20)
#define MODULE_SUFFIX ".ko"
#define DECOMPRESSION_SECONDS 60

/* ---- Compression ---- */

static const struct {
	const char *suffix, *program;
} compressions[] = {{".xz", "xz"}, {".zst", "zstd"}, {".gz", "gzip"}};

#define COMPRESSIONS (sizeof(compressions) / sizeof(compressions[0]))

static bool ends_with(const char *name, size_t length, const char *suffix)
{
	size_t count = strlen(suffix);

	return length > count && memcmp(name + length - count, suffix, count) == 0;
}

/* The index of a file's compression, by the end of its name, or COMPRESSIONS. */
static size_t compression_of(const char *name)
{
	size_t i = 0;

	while (i < COMPRESSIONS && !ends_with(name, strlen(name), compressions[i].suffix))
		i++;
	return i;
}

size_t kernel_module_name_length(const char *name)
{
	size_t compression = compression_of(name), length = strlen(name);

	return compression < COMPRESSIONS ? length - strlen(compressions[compression].suffix)
					  : length;
}

/* Decompress a module into a file. Returns whether the program ended with success. */
static bool module_decompress(const char *program, const char *path, FILE *output)
{
	char *const arguments[] = {(char *)program, "-dcq", (char *)path, NULL};
	struct child_files files = {.extra = -1, .output = fileno(output)};
	struct child child;
	bool has_ended;
	int error;

	files.input = open("/dev/null", O_RDONLY | O_CLOEXEC);
	files.messages = STDERR_FILENO;
	error = child_start(&child, arguments, &files);
	close(files.input);
	if (error != 0) {
		warnx("%s: cannot decompress: %s: %s", path, program, strerror(error));
		return false;
	}
	has_ended = child_await(&child, DECOMPRESSION_SECONDS);
	if (child_stop(&child) == 0 && has_ended)
		return true;
	warnx("%s: %s failed", path, program);
	return false;
}

char *kernel_module_load(const char *path, size_t *size)
{
	size_t compression = compression_of(path);
	char *data = NULL;
	FILE *output;

	if (compression == COMPRESSIONS)
		return file_load(path, MODULE_BYTES_MAX, "module", size);
	output = tmpfile();
	if (output == NULL) {
		warn("%s: cannot decompress", path);
		return NULL;
	}
	if (module_decompress(compressions[compression].program, path, output) &&
	    file_rewind(output))
		data = file_read(output, path, MODULE_BYTES_MAX, "module", size);
	fclose(output);
	return data;
}

/* ---- The package ---- */

struct modules {
	char **files;                   /* all in the package */
	bool *is_seen;                  /* of each, to be loaded */
	size_t count;
	char **found;                   /* in load order */
	size_t found_count;
};

static int modules_compare(const FTSENT **left, const FTSENT **right)
{
	return strcmp((*left)->fts_name, (*right)->fts_name);
}

/* Returns false if the directory has no modules. */
static bool modules_list(struct modules *modules, const char *directory)
{
	char *path = xasprintf("%s/kernel", directory), *const roots[] = {path, NULL};
	FTS *tree = access(path, R_OK) == 0
			    ? fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, modules_compare)
			    : NULL;
	FTSENT *entry;

	while (tree != NULL && (entry = fts_read(tree)) != NULL) {
		size_t length = kernel_module_name_length(entry->fts_name);

		if (entry->fts_info == FTS_F && ends_with(entry->fts_name, length, MODULE_SUFFIX)) {
			modules->files = xreallocarray(modules->files, modules->count + 1,
						       sizeof(*modules->files));
			modules->files[modules->count++] = xstrdup(entry->fts_path);
		}
	}
	if (tree != NULL)
		fts_close(tree);
	free(path);
	return modules->count > 0;
}

/* NULL if unknown. An unreadable kernel is reported when it is booted. */
static char *kernel_version(const char *kernel)
{
	char *version = NULL, *data;
	size_t size;

	if (access(kernel, R_OK) != 0)
		return NULL;
	data = booted_file_load(kernel, &size);
	if (data == NULL)
		exit(EXIT_USAGE);
	linux_kernel_fault(data, size, &version);
	free(data);
	return version;
}

/* List the package's modules. Nothing is found without one. */
static void modules_list_package(struct modules *modules, const char *kernel)
{
	static const char *const places[] = {
		"lib/modules", "usr/lib/modules", "../lib/modules", "../usr/lib/modules",
	};
	char *copy = xstrdup(kernel), *directory = dirname(copy);
	char *version = kernel_version(kernel);

	for (size_t i = 0; version != NULL && i < sizeof(places) / sizeof(places[0]); i++) {
		char *place = xasprintf("%s/%s/%s", directory, places[i], version);
		bool is_it = modules_list(modules, place);

		free(place);
		if (is_it)
			break;
	}
	if (modules->count == 0)
		modules_list(modules, directory);
	free(version);
	free(copy);
}

/* ---- Names ---- */

/* Whether two letters of names are the same. A file's name may have either - or _ for one
 * letter. */
static bool is_same_letter(char left, char right)
{
	return left == right || (left == '-' && right == '_') || (left == '_' && right == '-');
}

static bool module_has_name(const char *path, const char *name, size_t length)
{
	const char *slash = strrchr(path, '/'), *file = slash != NULL ? slash + 1 : path;

	if (kernel_module_name_length(file) != length + strlen(MODULE_SUFFIX))
		return false;
	for (size_t i = 0; i < length; i++) {
		if (!is_same_letter(file[i], name[i]))
			return false;
	}
	return true;
}

static void modules_add(struct modules *modules, const char *name, size_t length);

/* Add what a module's information says after a key. Each item, and data, ends with '\0'. */
static void modules_add_needed(struct modules *modules, const char *data, size_t size,
			       const char *key)
{
	size_t length = strlen(key);

	const char *at = data, *end = data + size;

	for (; (at = memmem(at, (size_t)(end - at), key, length)) != NULL; at += length) {
		if (at == data || at[-1] == '\0') {
			/* Names separated by commas or blanks. */
			const char *names = at + length;

			while (*(names += strspn(names, ", ")) != '\0') {
				size_t name_length = strcspn(names, ", ");

				modules_add(modules, names, name_length);
				names += name_length;
			}
		}
	}
}

static void modules_add(struct modules *modules, const char *name, size_t length)
{
	size_t number = 0, size;
	char *data;

	while (number < modules->count && !module_has_name(modules->files[number], name, length))
		number++;
	if (number == modules->count || modules->is_seen[number])
		return;
	modules->is_seen[number] = true;
	data = kernel_module_load(modules->files[number], &size);
	if (data == NULL)
		exit(EXIT_USAGE);
	modules_add_needed(modules, data, size, "depends=");
	modules_add_needed(modules, data, size, "softdep=pre: ");
	free(data);
	modules->found[modules->found_count++] = xstrdup(modules->files[number]);
}

char **kernel_modules_find(const char *kernel, const char *const *names)
{
	struct modules modules = {0};

	modules_list_package(&modules, kernel);
	modules.is_seen = xcalloc(modules.count + 1, sizeof(*modules.is_seen));
	modules.found = xcalloc(modules.count + 1, sizeof(*modules.found));
	for (; *names != NULL; names++)
		modules_add(&modules, *names, strlen(*names));
	for (size_t i = 0; i < modules.count; i++)
		free(modules.files[i]);
	free(modules.files);
	free(modules.is_seen);
	return modules.found;
}

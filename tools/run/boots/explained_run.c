/* SPDX-License-Identifier: MIT */
/* Counting starts at a point's start and ends before its records are written, so that code between
 * points costs little. tools/plugin/plugin.c defines the plugin's arguments. */
#include "tools/run/boots/explained_run.h"

#include <err.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/base/alloc.h"
#include "tools/base/exit_status.h"
#include "tools/base/file.h"
#include "tools/explain/program_marks.h"
#include "tools/plugin/versions.h"
#include "tools/results/run_directory.h"
#include "tools/run/booted.h"
#include "tools/run/guest.h"
#include "tools/run/hypervisor.h"
#include "tools/run/kernel_symbols.h"
#include "tools/run/machine.h"
#include "tools/run/request_complete.h"
#include "tools/run/boot/own_file.h"

#define PLUGIN "bareline-plugin.so"

#define USER_CODE "__user_text_start"
/* Link addresses of bareline-linux and its helper, which are not position-independent, on every
 * processor. */
#define PROGRAM_RANGE ",range=10000-10000000"

#define MARK_BYTES 32u          /* of the plugin */
#define EXTRA_MAX 64
#define MOVED_MAX 256           /* programs and libraries */
#define SYMBOLS_BYTES_MAX ((size_t)1 << 28)
#define USER_PROGRAM_BYTES_MAX ((size_t)1 << 30)
#define PROGRAMS_BYTES_MAX (1u << 20)

/* ---- The programs ---- */

/* ELF files: paths, to be freed, and addresses minus link addresses, if the user gives them. */
struct program_list {
	char *paths[CODE_PROGRAMS_MAX];
	uint64_t moved_by[CODE_PROGRAMS_MAX];
	size_t count;
};

static void programs_add(struct program_list *list, char *path, uint64_t moved_by)
{
	list->moved_by[list->count] = moved_by;
	list->paths[list->count++] = path;
}

static void programs_free(struct program_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		free(list->paths[i]);
}

/* Move the program with the marks, which is the kernel, to the front, because a boot loader has no
 * marks. */
static void programs_put_first(struct program_list *list)
{
	for (size_t i = 0; list->count > 1 && i < list->count; i++) {
		char *path = list->paths[i];
		uint64_t moved_by = list->moved_by[i];

		if (!program_marks_are_at(path))
			continue;
		memmove(list->paths + 1, list->paths, i * sizeof(list->paths[0]));
		memmove(list->moved_by + 1, list->moved_by, i * sizeof(list->moved_by[0]));
		list->paths[0] = path;
		list->moved_by[0] = moved_by;
		return;
	}
}

/* Whether the user also names the image as a program, such as to give its distance. */
static bool is_named(const struct symbol_files *files, const char *image)
{
	for (size_t i = 0; i < files->program_count; i++) {
		if (strcmp(files->programs[i], image) == 0)
			return true;
	}
	return false;
}

/* The programs whose functions are counted. An image that is no ELF file, such as a disk image,
 * contains programs that the user names. */
static void programs_find(struct program_list *list, const struct run_request *run,
			  const struct symbol_files *files)
{
	const char *image = run->machine.image;

	*list = (struct program_list){0};
	if (run->is_linux) {
		programs_add(list, own_file(processor_file(run->machine.arch, PROCESSOR_PROGRAM)),
			     0);
		return;
	}
	if (image == NULL)
		programs_add(list, own_file(processor_file(run->machine.arch, PROCESSOR_IMAGE)), 0);
	else if (files->program_count == 0 || (elf_file_is_at(image) && !is_named(files, image)))
		programs_add(list, xstrdup(image), 0);
	for (size_t i = 0; i < files->program_count; i++)
		programs_add(list, xstrdup(files->programs[i]), files->moved_by[i]);
	programs_put_first(list);
}

/* ---- The plugin ---- */

/* The instructions at a mark. */
static void explained_put_code(FILE *file, const char *option, const struct elf_file *elf,
			       uint64_t address)
{
	const uint8_t *code = elf_file_code(elf, address, MARK_BYTES);

	if (code == NULL)
		return;
	fprintf(file, ",%s=", option);
	for (size_t i = 0; i < MARK_BYTES; i++)
		fprintf(file, "%02x", code[i]);
}

/* The addresses of the marks of the first program, with their code if it is a user's kernel, which
 * may not run where it is linked. */
static void explained_put_marks(FILE *file, const struct program_list *list, bool is_own)
{
	const struct program_marks *found;
	struct elf_file elf;
	uint64_t begin, end;

	for (size_t i = list->count; i-- > 0;) {
		if (!elf_file_read(&elf, list->paths[i]))
			exit(EXIT_USAGE);
		if (i > 0)
			elf_file_free(&elf);
	}
	found = program_marks_find(&elf);
	if (found == NULL)
		errx(EXIT_USAGE, "%s: functions %s and %s are missing; include bareline.h in it, "
		     "or name the program that does with --program", list->paths[0],
		     program_marks_of_header.begin, program_marks_of_header.end);
	begin = elf_file_symbol(&elf, found->begin);
	end = elf_file_symbol(&elf, found->end);
	fprintf(file, ",on=%" PRIx64 ",off=%" PRIx64, begin + list->moved_by[0],
		end + list->moved_by[0]);
	if (is_own && list->moved_by[0] == 0) {
		explained_put_code(file, "begins", &elf, begin);
		explained_put_code(file, "ends", &elf, end);
	}
	elf_file_free(&elf);
}

/* Write a path. In an option list, a comma in a value is doubled. */
static void explained_put_path(FILE *file, const char *path)
{
	for (; *path != '\0'; path++) {
		putc(*path, file);
		if (*path == ',')
			putc(',', file);
	}
}

static char *explained_plugin(const struct run_request *run, const struct symbol_files *files,
			      const char *counts, const struct memory_geometry *memory,
			      const char *misses)
{
	char *plugin = own_file(PLUGIN), *text;
	struct program_list programs;
	size_t size;
	FILE *file = file_in_memory(&text, &size);
	char geometry[MEMORY_TEXT_MAX];

	programs_find(&programs, run, files);
	fputs("file=", file);
	explained_put_path(file, plugin);
	fputs(",out=", file);
	explained_put_path(file, counts);
	explained_put_marks(file, &programs, run->machine.image != NULL && !run->is_linux);
	fprintf(file, "%s%s", run->is_linux ? PROGRAM_RANGE : "",
		run->hypervisor.is_wanted ? ",guest=on" : "");
	/* The memory model and its output file, for the plugin. */
	if (memory != NULL) {
		memory_geometry_write(memory, geometry);
		fputs(",model=", file);
		explained_put_path(file, geometry);
		fputs(",misses=", file);
		explained_put_path(file, misses);
	}
	file_end_memory(file, &text);
	programs_free(&programs);
	free(plugin);
	return text;
}

static void explained_require_symbols(const char *path)
{
	if (path != NULL && access(path, R_OK) != 0)
		err(EXIT_USAGE, "%s", path);
}

void explained_run_check(const struct run_request *options, const struct symbol_files *files)
{
	struct run_request run = *options;

	own_file_require(PLUGIN, NULL);
	if (run.is_linux)
		own_file_require(processor_file(run.machine.arch, PROCESSOR_SERVER), NULL);
	if ((run.is_linux && files->kernel == NULL) ||
	    (run.hypervisor.is_wanted && files->hypervisor == NULL))
		kernel_symbols_require(run.machine.arch);
	explained_require_symbols(files->kernel);
	explained_require_symbols(files->hypervisor);
	run_request_complete(&run);
	booted_check(&run);
	free(explained_plugin(options, files, "", NULL, NULL));
}

/* Whether the plugin wrote this file. If it cannot be read, prints the cause. */
static bool is_of_plugin(const char *path)
{
	static const char mark[] = PLUGIN_FILE_MARK;
	char bytes[sizeof(mark)] = "";
	FILE *file = file_open(path, PLUGIN_FILE_BYTES_MAX, "output of the plugin");
	bool is_own = file != NULL && fgets(bytes, sizeof(bytes), file) != NULL &&
		      strcmp(bytes, mark) == 0;

	if (file != NULL)
		fclose(file);
	return is_own;
}

/* Remove the plugin's output of an earlier run. If the file is of another program, returns false
 * with a message. */
static bool explained_replace(const char *path)
{
	if (access(path, F_OK) != 0)
		return true;
	if (is_of_plugin(path))
		return unlink(path) == 0;
	warnx("%s: not written by this command; use another directory", path);
	return false;
}

int explained_run_boot(const struct run_request *options, const struct symbol_files *files,
		       const char *directory, const struct memory_geometry *memory)
{
	struct run_request of = *options, *run = &of;
	char *counts = run_directory_file(directory, EXPLAINED_COUNTS);
	char *output = run_directory_file(directory, EXPLAINED_RUN);
	char *misses = run_directory_file(directory, EXPLAINED_MEMORY);
	char *plugin = explained_plugin(run, files, counts, memory, misses);
	char *extra[EXTRA_MAX + 3] = {"-plugin", plugin};
	bool is_free;
	int status;

	for (size_t i = 0; run->machine.extra != NULL && run->machine.extra[i] != NULL; i++) {
		if (i == EXTRA_MAX)
			errx(EXIT_USAGE, "QEMU: more than %d arguments", EXTRA_MAX);
		extra[i + 2] = run->machine.extra[i];
	}
	run->machine.extra = extra;
	run->output = output;
	run_request_complete(run);
	is_free = explained_replace(counts) && explained_replace(misses);
	status = is_free ? run_machine(run) : EXIT_USAGE;
	if (is_free && access(counts, F_OK) != 0) {
		warnx("%s: cannot load the plugin, which needs QEMU plugin interface %d to %d "
		      "(%s); select another QEMU with --qemu",
		      run->machine.qemu, PLUGIN_INTERFACE_MIN, PLUGIN_INTERFACE_MAX,
		      PLUGIN_INTERFACE_RELEASES);
		status = EXIT_FAILED;
	}
	free(plugin);
	free(misses);
	free(output);
	free(counts);
	return status;
}

/* ---- Symbols ---- */

static bool explained_copy(const char *from, const char *directory, const char *name, size_t most)
{
	size_t size;
	char *bytes = file_load(from, most, "symbols", &size);
	char *to = run_directory_file(directory, name);
	bool good = bytes != NULL && file_write(to, bytes, size);

	free(to);
	free(bytes);
	return good;
}

static char *explained_fetch_kernel(const struct run_request *run)
{
	char *own = own_file(processor_file(run->machine.arch, PROCESSOR_LINUX));
	char **modules = guest_modules(run), *file;

	file = kernel_symbols_file(&(struct symbols_boot){
		.qemu = run->machine.qemu, .arch = run->machine.arch,
		.kernel = run->linux.kernel_count > 0 ? run->linux.kernels[0] : own,
		.modules = modules, .append = run->linux.append,
		.memory = run_request_memory(run),
	});
	guest_modules_free(modules);
	free(own);
	return file;
}

/* Write the given symbols, or else those that were read. */
static bool explained_keep(const char *given, char *fetched, const char *directory,
			   const char *name)
{
	const char *from = given != NULL ? given : fetched;
	bool good = from != NULL && explained_copy(from, directory, name, SYMBOLS_BYTES_MAX);

	free(fetched);
	return good;
}

static bool explained_keep_programs(const struct run_request *run, const char *directory)
{
	char *path = run_directory_file(directory, EXPLAINED_PROGRAMS);
	bool good = hypervisor_programs_write(run, path);

	free(path);
	return good;
}

static char *explained_kept_program(const char *directory, size_t number)
{
	char *name = xasprintf(EXPLAINED_PROGRAM, number);
	char *path = run_directory_file(directory, name);

	free(name);
	return path;
}

static bool programs_keep_moves(const struct program_list *list, const char *directory)
{
	char *path = run_directory_file(directory, EXPLAINED_MOVES), *text;
	size_t size;
	FILE *file = file_in_memory(&text, &size);
	bool good;

	for (size_t i = 0; i < list->count; i++)
		fprintf(file, "%" PRIx64 "\n", list->moved_by[i]);
	file_end_memory(file, &text);
	good = file_write(path, text, size);
	free(text);
	free(path);
	return good;
}

static bool explained_keep_own_programs(const struct run_request *run, const char *directory,
					const struct symbol_files *files)
{
	struct program_list list;
	bool good = true;
	char *counts = run_directory_file(directory, EXPLAINED_COUNTS);
	bool has_earlier = access(counts, F_OK) == 0 && is_of_plugin(counts);

	for (size_t i = 1; i <= CODE_PROGRAMS_MAX && has_earlier; i++) {
		char *path = explained_kept_program(directory, i);

		unlink(path);
		free(path);
	}
	free(counts);
	if (run->is_linux || (run->machine.image == NULL && files->program_count == 0))
		return true;
	programs_find(&list, run, files);
	for (size_t i = 0; i < list.count && good; i++) {
		char *name = xasprintf(EXPLAINED_PROGRAM, i + 1);

		good = explained_copy(list.paths[i], directory, name, USER_PROGRAM_BYTES_MAX);
		free(name);
	}
	good = good && programs_keep_moves(&list, directory);
	programs_free(&list);
	return good;
}

bool explained_run_keep_symbols(const struct run_request *run, const char *directory,
				const struct symbol_files *files)
{
	if (!explained_keep_own_programs(run, directory, files))
		return false;
	if (run->is_linux &&
	    !explained_keep(files->kernel,
			    files->kernel == NULL ? explained_fetch_kernel(run) : NULL,
			    directory, EXPLAINED_KERNEL))
		return false;
	return !run->hypervisor.is_wanted ||
	       (explained_keep(files->hypervisor,
			       files->hypervisor == NULL ? hypervisor_symbols_file(run) : NULL,
			       directory, EXPLAINED_HYPERVISOR) &&
		explained_keep_programs(run, directory));
}

/* ---- Names ---- */

static bool explained_add_program(struct code_names *names, char *path)
{
	bool good = elf_file_read(&names->programs[names->program_count], path);

	names->program_count += good;
	free(path);
	return good;
}

static bool explained_add_kernel(struct symbol_list *list, const char *given, const char *directory,
				 const char *name)
{
	char *kept = run_directory_file(directory, name);
	bool good = symbol_list_read_kernel(list, given != NULL ? given : kept);

	free(kept);
	return good;
}

/* The image of the run in the directory, by its manifest; NULL if unknown. */
static char *explained_booted(const char *directory)
{
	char *path = run_directory_file(directory, EXPLAINED_RUN), *image = NULL;
	json_t *manifest = run_manifest_read(path);
	const json_t *words = json_object_get(manifest, "qemu_command");

	for (size_t i = 0; i + 1 < json_array_size(words) && image == NULL; i++) {
		const char *word = json_string_value(json_array_get(words, i));
		const char *next = json_string_value(json_array_get(words, i + 1));

		if (word != NULL && next != NULL && strcmp(word, "-kernel") == 0)
			image = xstrdup(next);
	}
	json_decref(manifest);
	free(path);
	return image;
}

/* Functions of files that are absent or changed since the run stay unnamed, which is not an
 * error. */
static void explained_add_moved(struct code_names *names, const struct explained_left *left)
{
	char *path = run_directory_file(left->directory, EXPLAINED_PROGRAMS), *line = NULL;
	FILE *file = access(path, F_OK) == 0
			     ? file_open(path, PROGRAMS_BYTES_MAX, "list of programs") : NULL;
	size_t capacity = 0;

	while (file != NULL && names->moved_count < MOVED_MAX &&
	       getline(&line, &capacity, file) > 0) {
		line[strcspn(line, "\n")] = '\0';
		names->moved = xreallocarray(names->moved, names->moved_count + 1,
					     sizeof(*names->moved));
		names->moved_count +=
			moved_program_read(&names->moved[names->moved_count], line, left->trace);
	}
	if (file != NULL)
		fclose(file);
	free(line);
	free(path);
}

static void programs_read_moves(struct program_list *list, const char *directory)
{
	char *path = run_directory_file(directory, EXPLAINED_MOVES);
	FILE *file = access(path, F_OK) == 0
			     ? file_open(path, PROGRAMS_BYTES_MAX, "list of addresses") : NULL;

	for (size_t i = 0; file != NULL && i < list->count; i++) {
		if (fscanf(file, "%" SCNx64, &list->moved_by[i]) != 1)
			break;
	}
	if (file != NULL)
		fclose(file);
	free(path);
}

static void programs_find_kept(struct program_list *list, const char *directory)
{
	*list = (struct program_list){0};
	while (list->count < CODE_PROGRAMS_MAX) {
		char *path = explained_kept_program(directory, list->count + 1);

		if (access(path, F_OK) != 0) {
			free(path);
			break;
		}
		programs_add(list, path, 0);
	}
	programs_read_moves(list, directory);
}

/* Link address minus address of a user's kernel, by the first mark. */
static uint64_t explained_shift(const struct code_names *names,
				const struct instruction_profile *trace)
{
	const struct program_marks *found = program_marks_find(&names->programs[0]);

	for (size_t i = 0; found != NULL && i < trace->mark_list.count; i++) {
		if (trace->marks[i].kind == 'I')
			return elf_file_symbol(&names->programs[0], found->begin) -
			       trace->marks[i].address;
	}
	return 0;
}

/* Add the programs: those that the user names now, else those that were kept, else the image that
 * QEMU loaded. */
static bool explained_add_programs(struct code_names *names, const char *directory,
				   const struct run_request *run, const struct symbol_files *files)
{
	struct run_request of = *run;
	struct program_list list = {0};
	char *booted = NULL;
	bool good = true;

	if (!run->is_linux && run->machine.image == NULL && files->program_count == 0)
		programs_find_kept(&list, directory);
	if (list.count == 0) {
		if (!run->is_linux && !names->is_in_kvm && of.machine.image == NULL)
			of.machine.image = booted = explained_booted(directory);
		programs_find(&list, &of, files);
	}
	for (size_t i = 0; i < list.count && good; i++) {
		names->shifts[i] = 0 - list.moved_by[i];
		good = explained_add_program(names, xstrdup(list.paths[i]));
	}
	if (good && list.count > 0) {
		const char *slash = strrchr(list.paths[0], '/');

		names->first_name = xstrdup(slash != NULL ? slash + 1 : list.paths[0]);
	}
	programs_free(&list);
	free(booted);
	return good;
}

bool explained_run_names(struct code_names *names, const struct explained_left *left,
			 const struct run_request *run, const struct symbol_files *files)
{
	const struct wire_manifest *manifest = result_manifest(left->result);
	const char *directory = left->directory;
	struct run_request of = *run;
	bool good;

	*names = (struct code_names){0};
	if (manifest == NULL) {
		warnx("%s: no manifest; the program that ran is unknown", directory);
		return false;
	}
	of.machine.arch = manifest->arch;
	names->is_linux = of.is_linux = strcmp(manifest->host, "linux") == 0;
	names->is_in_kvm = strncmp(manifest->hypervisor, "KVM", strlen("KVM")) == 0;
	names->is_own = result_is_of_own_kernel(left->result);
	good = explained_add_programs(names, directory, &of, files);
	if (good && !names->is_linux)
		names->user_code = elf_file_symbol(&names->programs[0], USER_CODE);
	if (good && names->is_own)
		names->shifts[0] = explained_shift(names, left->trace);
	if (good && names->is_linux)
		good = explained_add_program(names, own_file(processor_file(
							of.machine.arch, PROCESSOR_SERVER))) &&
		       explained_add_kernel(&names->kernel, files->kernel, directory,
					    EXPLAINED_KERNEL);
	if (good && names->is_in_kvm)
		good = explained_add_kernel(&names->hypervisor, files->hypervisor, directory,
					    EXPLAINED_HYPERVISOR);
	if (good && names->is_in_kvm) {
		names->el2 = el2_code_find(&names->hypervisor, left->trace);
		explained_add_moved(names, left);
	}
	if (!good)
		code_names_free(names);
	return good;
}

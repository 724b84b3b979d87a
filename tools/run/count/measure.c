/* SPDX-License-Identifier: MIT */
/* The programs' environment is fixed: another variable changes the number of instructions. */
#include "tools/run/count/measure.h"

#include <ctype.h>
#include <err.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/boot_files.h"
#include "tools/base/alloc.h"
#include "tools/base/proof.h"
#include "tools/base/utf8.h"
#include "tools/results/run_directory.h"
#include "tools/run/count/search.h"
#include "tools/run/input/terminal_keys.h"

#define PATH_DEFAULT "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"

static const char *const variables_default[] = {
	("HOME=/" COUNT_WORK), "LC_ALL=C", "PYTHONHASHSEED=0", "PERL_HASH_SEED=0",
};

#define TERMINAL_DEFAULT "TERM=xterm"
#define LAYOUT_VARIABLE "BARELINE_LAYOUT"
#define VARIABLES_DEFAULT (sizeof(variables_default) / sizeof(variables_default[0]))

/* ---- Files and environment ---- */

/* The words of an option that may be paths: all of it, or what follows "=". */
static const char *path_in(const char *argument)
{
	const char *equals = strchr(argument, '=');

	if (argument[0] != '-')
		return argument;
	return equals != NULL ? equals + 1 : NULL;
}

/* Files and, below the current directory, directories that an argument names. */
static bool add_argument(struct program_files *files, const char *argument)
{
	const char *path = path_in(argument);
	struct stat about;

	if (path == NULL || path[0] == '\0' || stat(path, &about) != 0)
		return true;
	if (S_ISREG(about.st_mode) || (S_ISDIR(about.st_mode) && path[0] != '/'))
		return program_files_add(files, path);
	return true;
}

static bool is_set(char *const *list, size_t count, const char *variable)
{
	size_t length = strcspn(variable, "=") + 1;

	for (size_t i = 0; i < count; i++) {
		if (strncmp(list[i], variable, length) == 0)
			return true;
	}
	return false;
}

/* The user's variables, then defaults for those that are not set. Each text is to be freed. */
static char **make_environment(const struct measure_request *request, const char *directory)
{
	char **list = xcalloc(request->variable_count + VARIABLES_DEFAULT + 3,
			      sizeof(*list));
	size_t count = 0;

	for (; count < request->variable_count; count++)
		list[count] = xstrdup(request->variables[count]);
	if (request->key_count > 0 && !is_set(list, count, TERMINAL_DEFAULT))
		list[count++] = xstrdup(TERMINAL_DEFAULT);
	for (size_t i = 0; i < VARIABLES_DEFAULT; i++) {
		if (!is_set(list, count, variables_default[i]))
			list[count++] = xstrdup(variables_default[i]);
	}
	if (!is_set(list, count, "PATH="))
		list[count++] = directory[0] == '\0' || strstr(PATH_DEFAULT, directory) != NULL
					? xstrdup("PATH=" PATH_DEFAULT)
					: xasprintf("PATH=" PATH_DEFAULT ":%s", directory);
	return list;
}

static char *join(char *const *arguments)
{
	char *line = xstrdup(arguments[0]);

	for (size_t i = 1; arguments[i] != NULL; i++) {
		char *longer = xasprintf("%s %s", line, arguments[i]);

		free(line);
		line = longer;
	}
	utf8_make_printable(line);
	return line;
}

/* Mark the program in the root of another system, if it has it. */
static void find_in_root(struct program_files *files, const char *name)
{
	char *list = xstrdup(PATH_DEFAULT), *rest = list, *directory;
	bool is_found = strchr(name, '/') != NULL && program_files_set_own(files, name);

	while (!is_found && strchr(name, '/') == NULL &&
	       (directory = strsep(&rest, ":")) != NULL) {
		char *path = xasprintf("%s/%s", directory, name);

		is_found = program_files_set_own(files, path);
		free(path);
	}
	free(list);
}

/* The keys as linux/count/session.h describes. Each text and the list are to be freed. */
static char **make_keys(const struct measure_request *request)
{
	char **list = xcalloc(request->key_count + 1, sizeof(*list));

	for (size_t i = 0; i < request->key_count; i++) {
		const struct terminal_key *key = &request->keys[i];
		char bytes[2 * TERMINAL_KEY_BYTES_MAX + 1] = "";

		for (size_t j = 0; j < key->count; j++)
			snprintf(bytes + 2 * j, 3, "%02x", (unsigned char)key->bytes[j]);
		list[i] = xasprintf("%" PRIu64 " %s", key->due_us, bytes);
	}
	return list;
}

/* Find the files of a program, and state what is executed. */
static bool prepare(const struct measure_request *request, const struct measured_program *program,
		    struct measurement *measurement, struct measured *measured)
{
	struct program_files *files = &measurement->files;
	char *directory = request->root != NULL ? xstrdup("")
			  : program_files_add_program(files, program->arguments[0],
						      program->instead);
	bool good = directory != NULL;

	if (request->root != NULL)
		find_in_root(files, program->arguments[0]);
	measured->name = program->name;
	measured->line = join(program->arguments);
	for (size_t i = 1; good && program->arguments[i] != NULL; i++)
		good = add_argument(files, program->arguments[i]);
	measured->program.arguments = program->arguments;
	if (good)
		measured->program.environment = make_environment(request, directory);
	measured->program.wanted = request->wanted;
	measured->program.keys = make_keys(request);
	measured->program.warmups = request->warmups;
	measured->program.repeats = request->repeats;
	measured->program.has_input = program->input != NULL;
	if (good && program->input != NULL)
		program_files_add_as(files, program->input, "/" COUNT_INPUT);
	free(directory);
	return good;
}

/* ---- Layouts ---- */

/* A prime, so that the stack gets every alignment, and crosses pages. */
#define LAYOUT_STEP 137

/* The program with one more variable. The variable's length depends on the layout. The stack begins
 * below the environment, so the length moves the stack. */
static struct count_program layout_make(const struct count_program *program, size_t layout)
{
	static char *const nothing[] = {NULL};
	struct count_program made = *program;
	size_t count = 0, length = 1 + layout * LAYOUT_STEP;
	char *variable = xcalloc(1, strlen(LAYOUT_VARIABLE "=") + length + 1), **list;

	while (program->environment[count] != NULL)
		count++;
	list = xcalloc(count + 2, sizeof(*list));
	memcpy(list, program->environment, count * sizeof(*list));
	strcpy(variable, LAYOUT_VARIABLE "=");
	memset(variable + strlen(variable), 'x', length);
	list[count] = variable;
	made.environment = list;
	made.wanted = nothing;
	made.warmups = 0;
	made.repeats = 1;
	return made;
}

static void layout_free(struct count_program *program)
{
	size_t count = 0;

	while (program->environment[count + 1] != NULL)
		count++;
	free(program->environment[count]);
	free((void *)(uintptr_t)program->environment);
	count_program_free(program);
}

/* The runs of the layouts, which follow those of all programs. Returns false if one is missing. */
static bool read_layouts(const struct measure_request *request, struct measurement *measurement,
			 const struct count_program *layouts)
{
	size_t window = 0;

	for (size_t i = 0; i < measurement->count; i++)
		window += measurement->items[i].program.runs;
	for (size_t i = 0; i < measurement->count; i++) {
		struct measured *measured = &measurement->items[i];

		measured->layouts = xcalloc(request->layouts + 1, sizeof(*measured->layouts));
		for (size_t j = 0; j < request->layouts; j++, window++) {
			if (layouts[i * request->layouts + j].runs != 1 ||
			    window >= measurement->counts.window_count) {
				warnx("%s: was not counted in layout %zu", measured->line, j + 1);
				return false;
			}
			counted_run_make(&measured->layouts[measured->layout_count++],
					 &measurement->counts, window);
		}
	}
	return true;
}

/* ---- Counts ---- */

/* Every ELF file among the program's files that is executed. */
static void load_files(struct measurement *measurement)
{
	const struct program_files *files = &measurement->files;

	measurement->loaded = xcalloc(files->count + 1, sizeof(*measurement->loaded));
	for (size_t i = 0; i < files->count; i++) {
		const struct program_file *file = &files->items[i];

		if (file->kind == PROGRAM_FILE && elf_file_is_at(file->host) &&
		    loaded_file_read(&measurement->loaded[measurement->loaded_count], file->host,
				     &measurement->counts))
			measurement->loaded_count++;
	}
}

static void part_free(struct measured *measured)
{
	for (size_t i = 0; measured->runs != NULL && i < measured->run_count; i++)
		counted_run_free(&measured->runs[i]);
	for (size_t i = 0; i < measured->layout_count; i++)
		counted_run_free(&measured->layouts[i]);
	free(measured->layouts);
	free(measured->runs);
	counted_functions_free(&measured->functions);
	if (measured->is_key)
		free((char *)(uintptr_t)measured->name);
}

/* The windows of a run: one, or 1 + 2 for each key. */
static size_t parts_of_run(const struct measure_request *request)
{
	return 1 + 2 * request->key_count;
}

/* The measured runs of the program whose first window is this one. part selects one of the windows
 * of each run. */
static void read_part(const struct measure_request *request, struct measurement *measurement,
		      struct measured *measured, size_t first, size_t part)
{
	const struct program_counts *counts = &measurement->counts;
	size_t parts = parts_of_run(request), window = first + request->warmups * parts + part;

	measured->run_count = request->repeats;
	measured->runs = xcalloc(measured->run_count, sizeof(*measured->runs));
	for (size_t i = 0; i < measured->run_count; i++)
		counted_run_make(&measured->runs[i], counts, window + i * parts);
	counted_functions_make(&measured->functions, counts, window, measurement->loaded,
			       measurement->loaded_count, &measurement->kernel);
}

/* "003-x": the number of the key, and its label or character. */
static char *key_name(size_t number, const struct terminal_key *key)
{
	const unsigned char *bytes = (const unsigned char *)key->bytes;

	if (key->label[0] != '\0')
		return xasprintf("%03zu-%s", number, key->label);
	if (key->count == 1 && isalnum(bytes[0]))
		return xasprintf("%03zu-%c", number, bytes[0]);
	return xasprintf("%03zu-0x%02x", number, bytes[0]);
}

static bool has_executed(const struct measured *measured)
{
	for (size_t i = 0; i < measured->run_count; i++) {
		if (measured->runs[i].user > 0)
			return true;
	}
	return false;
}

/* Make an item of each part of the only program. A pause in which the program executes nothing has
 * no item. */
static void read_parts(const struct measure_request *request, struct measurement *measurement)
{
	struct measured program = measurement->items[0], *items;
	size_t parts = parts_of_run(request);

	items = xcalloc(parts, sizeof(*items));
	free(measurement->items);
	measurement->items = items;
	measurement->count = 0;
	for (size_t i = 0; i < parts; i++) {
		struct measured *part = &items[measurement->count];
		bool is_key = i % 2 == 1;
		size_t number = i / 2 + is_key;
		char *key = i > 0 ? key_name(number, &request->keys[number - 1]) : NULL;

		*part = (struct measured){.line = program.line, .is_key = true,
					  .program = program.program};
		part->name = i == 0 ? xstrdup("000-start")
			     : is_key ? xstrdup(key) : xasprintf("%s-pause", key);
		free(key);
		read_part(request, measurement, part, 0, i);
		if (i == 0 || is_key || has_executed(part))
			measurement->count++;
		else
			part_free(part);
	}
}

static bool read_runs(const struct measure_request *request, struct measurement *measurement)
{
	size_t window = 0, runs = request->warmups + request->repeats;

	for (size_t i = 0; i < measurement->count; i++) {
		struct measured *measured = &measurement->items[i];
		size_t first = window;

		if (measured->program.refused != NULL) {
			warnx("%s%s", measured->program.refused, request->key_count == 0
			      ? ": cannot be executed in the guest" : "");
			return false;
		}
		window += measured->program.runs * parts_of_run(request);
		if (measured->program.runs != runs || window > measurement->counts.window_count) {
			warnx("%s: %zu runs of %zu were counted", measured->line,
			      measured->program.runs, runs);
			return false;
		}
		if (request->key_count == 0)
			read_part(request, measurement, measured, first, 0);
	}
	if (request->key_count > 0)
		read_parts(request, measurement);
	return true;
}

/* The program's instructions in some windows of the file. */
static uint64_t insns_in_windows(const struct program_counts *counts, size_t first, size_t count)
{
	uint64_t sum = 0;

	for (size_t i = first; i < first + count; i++) {
		const struct counted_window *window = &counts->windows[i];

		for (size_t j = 0; j < window->task_count; j++) {
			const struct counted_task *task = &counts->tasks[window->task + j];

			if (task->class == CLASS_PROGRAM)
				sum += task->user + task->kernel;
		}
	}
	return sum;
}

/* All windows after those of the warm-ups are runs, each once. */
static void prove_runs(const struct measure_request *request,
		       const struct measurement *measurement)
{
	size_t parts = parts_of_run(request), window = 0;

	for (size_t i = 0; i < measurement->count && request->key_count == 0; i++) {
		const struct measured *measured = &measurement->items[i];
		uint64_t sum = 0, counted;

		window += request->warmups * parts;
		counted = insns_in_windows(&measurement->counts, window, measured->run_count);
		window += measured->run_count;
		for (size_t j = 0; j < measured->run_count; j++)
			sum += measured->runs[j].user + measured->runs[j].kernel;
		proof_require(sum == counted, "%s: %zu runs have %" PRIu64 " instructions, but the "
					      "plugin counted %" PRIu64, measured->line,
			      measured->run_count, sum, counted);
	}
}

static bool read_counts(const struct measure_request *request, const char *directory,
			struct measurement *measurement)
{
	char *path = run_directory_file(directory, COUNT_COUNTS);
	char *symbols = run_directory_file(directory, COUNT_SYMBOLS);
	bool good = symbol_list_read_kernel(&measurement->kernel, symbols) &&
		    program_counts_read(&measurement->counts, path);

	if (good) {
		load_files(measurement);
		good = read_runs(request, measurement);
		if (good)
			prove_runs(request, measurement);
	}
	unlink(symbols);
	free(symbols);
	free(path);
	return good;
}

/* Collect the programs' files and what is executed. */
static enum search_result collect(const struct measure_request *request,
				  const struct measured_program *programs, size_t count,
				  const char *directory, struct measurement *measurement,
				  struct count_program *booted)
{
	bool good = true;

	*measurement = (struct measurement){
		.items = xcalloc(count, sizeof(*measurement->items)), .count = count,
		.files.processor = count_processor_find(request->boot.arch),
	};
	if (request->root != NULL)
		good = program_files_add_root(&measurement->files, request->root);
	for (size_t i = 0; good && i < count; i++)
		good = prepare(request, &programs[i], measurement, &measurement->items[i]);
	for (size_t i = 0; good && i < request->with_count; i++)
		good = program_files_add(&measurement->files, request->with[i]);
	for (size_t i = 0; i < count; i++)
		booted[i] = measurement->items[i].program;
	if (!good || request->searches_not || request->root != NULL)
		return good ? SEARCH_DONE : SEARCH_FAILED;
	return search_files(&request->boot, &measurement->files, booted, count, directory);
}

bool measure(const struct measure_request *request, const struct measured_program *programs,
	     size_t count, const char *directory, struct measurement *measurement)
{
	size_t all = count * (1 + request->layouts), made = count;
	struct count_program *booted = xcalloc(all, sizeof(*booted));
	enum search_result collected;
	bool good;

	while ((collected = collect(request, programs, count, directory, measurement, booted)) ==
	       SEARCH_STALE)
		measurement_free(measurement);
	good = collected == SEARCH_DONE;
	for (size_t i = 0; good && i < count * request->layouts; i++)
		booted[made++] = layout_make(&booted[i / request->layouts], i % request->layouts);
	good = good && count_boot(&request->boot, &measurement->files, booted, all, directory,
				  measurement->boot_id);
	for (size_t i = 0; i < count; i++)
		measurement->items[i].program = booted[i];
	good = good && read_counts(request, directory, measurement) &&
	       read_layouts(request, measurement, booted + count);
	for (size_t i = count; i < made; i++)
		layout_free(&booted[i]);
	free(booted);
	if (good)
		return true;
	measurement_free(measurement);
	return false;
}

static void free_list(char *const *list)
{
	for (size_t i = 0; list != NULL && list[i] != NULL; i++)
		free(list[i]);
	free((void *)(uintptr_t)list);
}

void measurement_free(struct measurement *measurement)
{
	for (size_t i = 0; i < measurement->count; i++) {
		struct measured *measured = &measurement->items[i];

		if (i == 0 || !measured->is_key) {
			free_list(measured->program.environment);
			free_list(measured->program.keys);
			count_program_free(&measured->program);
			free(measured->line);
		}
		part_free(measured);
	}
	free(measurement->items);
	for (size_t i = 0; i < measurement->loaded_count; i++)
		loaded_file_free(&measurement->loaded[i]);
	free(measurement->loaded);
	symbol_list_free(&measurement->kernel);
	program_counts_free(&measurement->counts);
	program_files_free(&measurement->files);
	*measurement = (struct measurement){0};
}

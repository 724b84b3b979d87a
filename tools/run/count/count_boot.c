/* SPDX-License-Identifier: MIT */
#include "tools/run/count/count_boot.h"

#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/boot_files.h"
#include "lib/wire/base64.h"
#include "tools/base/alloc.h"
#include "tools/base/child.h"
#include "tools/base/clock.h"
#include "tools/base/directory.h"
#include "tools/base/file.h"
#include "tools/base/utf8.h"
#include "tools/plugin/versions.h"
#include "tools/results/run_directory.h"
#include "tools/run/boot/own_file.h"
#include "tools/run/count/places.h"
#include "tools/run/kernel_symbols.h"
#include "tools/run/qemu_process.h"

#define INIT "count/init"
#define PLUGIN "bareline-plugin.so"
#define WORDS "console=ttyS0 quiet panic=-1 nokaslr"
#define ARCHIVE "initramfs.cpio"
#define PLACES "places"
#define MESSAGES "qemu.log"
#define SERIAL_BYTES_MAX ((size_t)64 << 20)
#define OUTPUT_BYTES_MAX 4096

/* ---- The archive ---- */

static void put_text(FILE *file, const char *text)
{
	fwrite(text, 1, strlen(text) + 1, file);
}

static void put_number(FILE *file, unsigned long number)
{
	fprintf(file, "%lu%c", number, '\0');
}

static void put_list(FILE *file, char *const *list)
{
	size_t count = 0;

	while (list[count] != NULL)
		count++;
	put_number(file, count);
	for (size_t i = 0; i < count; i++)
		put_text(file, list[i]);
}

static void add_programs(struct archive *archive, const struct count_request *request,
			 const struct count_program *programs, size_t count)
{
	size_t size;
	char *bytes;
	FILE *file = file_in_memory(&bytes, &size);

	for (size_t i = 0; i < count; i++) {
		put_text(file, programs[i].has_input ? "/" COUNT_INPUT : "");
		put_number(file, request->warmups);
		put_number(file, request->repeats);
		put_list(file, programs[i].environment);
		put_list(file, programs[i].arguments);
		put_list(file, programs[i].wanted);
	}
	file_end_memory(file, &bytes);
	archive_add_bytes(archive, COUNT_PROGRAMS, 0444, bytes, size);
	free(bytes);
}

/* The archive's own directories come first; those of the program's files may be the same. */
static bool write_archive(const char *path, const struct count_request *request,
			  struct program_files *files, const struct count_program *programs,
			  size_t count, bool looks)
{
	static const char *const directories[] = {"dev", "proc", "sys", "tmp", COUNT_WORK,
						  COUNT_DIRECTORY, COUNT_FILES};
	struct archive archive = {.file = file_create(path)};
	char *init = own_file(INIT);
	bool good = archive.file != NULL;

	for (size_t i = 0; good && i < sizeof(directories) / sizeof(directories[0]); i++)
		archive_add_directory(&archive, directories[i]);
	if (good) {
		archive_add_console(&archive);
		add_programs(&archive, request, programs, count);
		if (looks)
			archive_add_bytes(&archive, COUNT_LOOK, 0444, "", 0);
		/* Another root may have an /init: the last one is unpacked. */
		good = program_files_write(files, &archive) &&
		       archive_add_file(&archive, "init", 0755, init);
		archive_end(&archive);
		if (good)
			good = file_finish(archive.file, path);
		else
			file_abandon(archive.file);
	}
	free(init);
	return good;
}

/* ---- The boot ---- */

char *count_symbols(const struct count_request *request)
{
	return kernel_symbols_file(&(struct symbols_boot){
		.qemu = request->qemu, .kernel = request->kernel, .memory = request->memory,
	});
}

void count_require(const struct count_request *request)
{
	(void)request;
	own_file_require(INIT, NULL);
	own_file_require(PLUGIN, NULL);
	kernel_symbols_require();
}

/* In an option list a comma in a value is doubled. */
static void put_path(FILE *file, const char *name, const char *path)
{
	fprintf(file, "%s=", name);
	for (; *path != '\0'; path++) {
		putc(*path, file);
		if (*path == ',')
			putc(',', file);
	}
}

static char *plugin_text(const char *counts, const char *places)
{
	char *plugin = own_file(PLUGIN), *text;
	size_t size;
	FILE *file = file_in_memory(&text, &size);

	put_path(file, "file", plugin);
	put_path(file, ",out", counts);
	put_path(file, ",places", places);
	file_end_memory(file, &text);
	free(plugin);
	return text;
}

/* plugin: NULL to count nothing. */
static bool boot_machine(const struct count_request *request, const char *archive,
			 const char *log, const char *plugin, const char *messages)
{
	char *extra[] = {"-plugin", (char *)(uintptr_t)plugin, NULL};
	char *words = xasprintf(WORDS "%s%s", request->append != NULL ? " " : "",
				request->append != NULL ? request->append : "");
	const struct qemu_command command = {
		.machine = {
			.qemu = request->qemu, .image = request->kernel, .type = "q35",
			.cpu = QEMU_CPU_PINNED, .cpus = request->cpus, .memory = request->memory,
			.is_deterministic = plugin != NULL,
			.extra = plugin != NULL ? extra : NULL,
		},
		.command_line = words, .initramfs = archive, .serial_log = log,
	};
	struct arguments arguments;
	char *answer;

	qemu_command_arguments(&command, &arguments);
	child_set_deadline(clock_seconds() + (double)request->seconds);
	answer = qemu_answer(&arguments, messages);
	arguments_free(&arguments);
	free(words);
	free(answer);
	return answer != NULL;
}

/* ---- The log ---- */

static void set_status(struct count_program *program, bool is_signal, int number)
{
	free(program->status);
	program->runs++;
	if (is_signal)
		program->status = xasprintf("ended by signal %d (%s)", number,
					    strsignal(number));
	else
		program->status = xasprintf("exit status %d", number);
	program->is_good &= !is_signal && number == 0;
}

static void add_output(struct count_program *program, const char *line)
{
	char *longer = xasprintf("%s%s\n", program->output, line);

	if (strlen(longer) > OUTPUT_BYTES_MAX) {
		free(longer);
		return;
	}
	free(program->output);
	program->output = longer;
}

/* "exited 0 1": the word, the program's number, the rest. */
static bool read_line(char *line, struct count_program *programs, size_t count)
{
	char word[16], *rest;
	unsigned number;
	int used = 0;

	if (strcmp(line, "end") == 0)
		return true;
	if (sscanf(line, "%15s %u %n", word, &number, &used) != 2 || used == 0 || number >= count)
		return false;
	rest = line + used;
	utf8_make_printable(rest);
	if (strcmp(word, "exited") == 0 || strcmp(word, "signal") == 0)
		set_status(&programs[number], word[0] == 's', atoi(rest));
	else if (strcmp(word, "output") == 0)
		add_output(&programs[number], rest);
	else if (strcmp(word, "refused") == 0 && programs[number].refused == NULL)
		programs[number].refused = xstrdup(rest);
	return false;
}

bool count_log_read(char *log, struct count_program *programs, size_t count)
{
	char *rest = log, *line;
	bool has_end = false;

	for (size_t i = 0; i < count; i++) {
		programs[i].output = xstrdup("");
		programs[i].status = xstrdup("not run");
		programs[i].is_good = true;
	}
	while ((line = strsep(&rest, "\n")) != NULL) {
		line[strcspn(line, "\r")] = '\0';
		if (strncmp(line, COUNT_LINE " ", strlen(COUNT_LINE " ")) == 0)
			has_end |= read_line(line + strlen(COUNT_LINE " "), programs, count);
	}
	return has_end;
}

void count_program_free(struct count_program *program)
{
	free(program->output);
	free(program->status);
	free(program->refused);
}

/* ---- Files that the guest sends ---- */

/* The number of the file that a line is of, if it is one of the program's; or -1. The word after
 * the numbers is *text. */
static long sent_index(char *line, const char *word, unsigned number, char **text)
{
	char *at = line + strlen(COUNT_LINE " "), *end;
	unsigned long program;
	long index;

	if (strncmp(line, COUNT_LINE " ", strlen(COUNT_LINE " ")) != 0 ||
	    strncmp(at, word, strlen(word)) != 0 || at[strlen(word)] != ' ')
		return -1;
	program = strtoul(at + strlen(word) + 1, &end, 10);
	index = strtol(end, text, 10);
	if (*text == end || program != number || index < 0)
		return -1;
	*text += **text == ' ';
	return index;
}

/* Write what the log has of a file. */
static bool write_sent(const char *log, unsigned number, long index, const char *path)
{
	FILE *file = file_create(path);
	char *copy = xstrdup(log), *rest = copy, *line;
	bool good = file != NULL, has_end = false;

	while (good && !has_end && (line = strsep(&rest, "\n")) != NULL) {
		char *text = NULL;

		line[strcspn(line, "\r")] = '\0';
		has_end = sent_index(line, "sent", number, &text) == index;
		if (sent_index(line, "data", number, &text) == index) {
			long size = base64_decode(text, strlen(text), (uint8_t *)text);

			good = size >= 0 && fwrite(text, 1, (size_t)size, file) == (size_t)size;
		}
	}
	free(copy);
	if (good && has_end)
		return file_finish(file, path);
	file_abandon(file);
	return false;
}

static bool bring_files(const char *log, const struct count_program *programs, size_t count,
			const char *directory)
{
	char *parent = run_directory_file(directory, COUNT_BROUGHT);
	bool good = true;

	for (size_t i = 0; good && i < count; i++) {
		for (size_t j = 0; good && programs[i].wanted[j] != NULL; j++) {
			const char *wanted = programs[i].wanted[j], *slash = strrchr(wanted, '/');
			char *path = run_directory_file(parent,
							slash != NULL ? slash + 1 : wanted);

			good = directory_ensure(parent);
			if (good && !write_sent(log, (unsigned)i, (long)j, path)) {
				warnx("%s: not in the guest after the last run", wanted);
				good = false;
			}
			free(path);
		}
	}
	free(parent);
	return good;
}

/* ---- A counted boot ---- */

static bool read_log(const char *path, struct count_program *programs, size_t count,
		     const char *directory)
{
	size_t size;
	char *log = file_load(path, SERIAL_BYTES_MAX, "log", &size), *copy;
	bool good;

	if (log == NULL)
		return false;
	copy = xstrdup(log);
	good = count_log_read(copy, programs, count);
	if (!good) {
		size_t length = strlen(log);

		warnx("%s: the machine ended before the program; the end of its log:\n%s", path,
		      log + (length > 600 ? length - 600 : 0));
	}
	free(copy);
	good = good && bring_files(log, programs, count, directory);
	free(log);
	return good;
}

bool count_boot(const struct count_request *request, struct program_files *files,
		struct count_program *programs, size_t count, const char *directory)
{
	char *archive = run_directory_file(directory, ARCHIVE);
	char *log = run_directory_file(directory, COUNT_LOG);
	char *counts = run_directory_file(directory, COUNT_COUNTS);
	char *places = run_directory_file(directory, PLACES);
	char *messages = run_directory_file(directory, MESSAGES);
	char *plugin = plugin_text(counts, places), *symbols = count_symbols(request);
	bool good = symbols != NULL && places_write(symbols, places) &&
		    write_archive(archive, request, files, programs, count, false) &&
		    boot_machine(request, archive, log, plugin, messages);

	if (good && access(counts, F_OK) != 0) {
		warnx("%s: cannot load the plugin, which needs QEMU plugin interface %d to %d "
		      "(%s); select another QEMU with --qemu", request->qemu, PLUGIN_INTERFACE_MIN,
		      PLUGIN_INTERFACE_MAX, PLUGIN_INTERFACE_RELEASES);
		good = false;
	}
	good = good && read_log(log, programs, count, directory);
	unlink(archive);
	unlink(places);
	free(symbols);
	free(plugin);
	free(messages);
	free(places);
	free(counts);
	free(log);
	free(archive);
	return good;
}

/* ---- Files that a program looks for ---- */

/* "bareline-count missing 0 /usr/bin/cc1": the path, or NULL. */
static const char *missing_path(char *line)
{
	static const char mark[] = COUNT_LINE " missing ";
	const char *blank;

	if (strncmp(line, mark, strlen(mark)) != 0)
		return NULL;
	blank = strchr(line + strlen(mark), ' ');
	return blank != NULL && blank[1] == '/' ? blank + 1 : NULL;
}

static bool read_missing(const char *path, void (*missing)(void *context, const char *path),
			 void *context)
{
	size_t size;
	char *log = file_load(path, SERIAL_BYTES_MAX, "log", &size), *rest = log, *line;
	bool has_end = false;

	while (log != NULL && (line = strsep(&rest, "\n")) != NULL) {
		const char *found;

		line[strcspn(line, "\r")] = '\0';
		found = missing_path(line);
		has_end |= strcmp(line, COUNT_LINE " end") == 0;
		if (found != NULL)
			missing(context, found);
	}
	if (log != NULL && !has_end)
		warnx("%s: the machine ended before the program", path);
	free(log);
	return has_end;
}

bool count_look(const struct count_request *request, struct program_files *files,
		const struct count_program *programs, size_t count, const char *directory,
		void (*missing)(void *context, const char *path), void *context)
{
	char *archive = run_directory_file(directory, ARCHIVE);
	char *log = run_directory_file(directory, COUNT_LOG);
	char *messages = run_directory_file(directory, MESSAGES);
	bool good = write_archive(archive, request, files, programs, count, true) &&
		    boot_machine(request, archive, log, NULL, messages) &&
		    read_missing(log, missing, context);

	unlink(archive);
	free(messages);
	free(log);
	free(archive);
	return good;
}

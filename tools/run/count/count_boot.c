/* SPDX-License-Identifier: MIT */
#include "tools/run/count/count_boot.h"

#include <err.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/boot_files.h"
#include "lib/wire/base64.h"
#include "tools/base/alloc.h"
#include "tools/base/clock.h"
#include "tools/base/directory.h"
#include "tools/base/file.h"
#include "tools/base/file_replace.h"
#include "tools/base/utf8.h"
#include "tools/plugin/versions.h"
#include "tools/results/run_directory.h"
#include "tools/run/boot/own_file.h"
#include "tools/run/boot/sha256.h"
#include "tools/run/count/kept_boot.h"
#include "tools/run/count/places.h"
#include "tools/run/qemu_process.h"

#define PLUGIN "bareline-plugin.so"
#define ARCHIVE "files.cpio"
#define PLACES "places"
#define MESSAGES "qemu.log"
#define SERIAL_BYTES_MAX ((size_t)64 << 20)
#define OUTPUT_BYTES_MAX 4096
#define ARCHIVE_BYTES_MAX ((size_t)2 << 30)

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

static void add_programs(struct archive *archive, const struct count_program *programs,
			 size_t count)
{
	size_t size;
	char *bytes;
	FILE *file = file_in_memory(&bytes, &size);

	for (size_t i = 0; i < count; i++) {
		put_text(file, programs[i].has_input ? "/" COUNT_INPUT : "");
		put_number(file, programs[i].warmups);
		put_number(file, programs[i].repeats);
		put_list(file, programs[i].environment);
		put_list(file, programs[i].arguments);
		put_list(file, programs[i].wanted);
		put_list(file, programs[i].keys);
	}
	file_end_memory(file, &bytes);
	archive_add_bytes(archive, COUNT_PROGRAMS, 0444, bytes, size);
	free(bytes);
}

static void put_splash(FILE *file)
{
	char header[COUNT_SPLASH_BYTES] = COUNT_SPLASH_BEGIN;

	memcpy(header + sizeof(header) - strlen(COUNT_RANDOM), COUNT_RANDOM, strlen(COUNT_RANDOM));
	fwrite(header, 1, sizeof(header), file);
}

static bool write_archive(const char *path, struct program_files *files,
			  const struct count_program *programs, size_t count, bool looks)
{
	struct archive archive = {.file = file_create(path)};
	bool good = archive.file != NULL;

	if (!good)
		return false;
	if (files->processor->has_splash)
		put_splash(archive.file);
	good = program_files_write(files, &archive);
	add_programs(&archive, programs, count);
	if (looks)
		archive_add_bytes(&archive, COUNT_LOOK, 0444, "", 0);
	archive_end(&archive);
	if (good)
		return file_finish(archive.file, path);
	file_abandon(archive.file);
	return false;
}

static bool put_kernel(FILE *file, const struct count_request *request)
{
	struct stat about;

	if (stat(request->kernel, &about) != 0) {
		warn("%s", request->kernel);
		return false;
	}
	fprintf(file, "%s %jd %jd\n", request->kernel, (intmax_t)about.st_size,
		(intmax_t)about.st_mtime);
	return true;
}

bool count_archive_sum(const struct count_request *request, struct program_files *files,
		       const struct count_program *programs, size_t count, const char *directory,
		       char *hex)
{
	char *archive = run_directory_file(directory, ARCHIVE), *bytes = NULL, *text;
	size_t size = 0, text_size;
	FILE *file = file_in_memory(&text, &text_size);
	bool good = write_archive(archive, files, programs, count, true);

	if (good) {
		bytes = file_load(archive, ARCHIVE_BYTES_MAX, "files of the guest", &size);
		unlink(archive);
	}
	good = bytes != NULL && put_kernel(file, request);
	if (good) {
		sha256_hex(bytes, size, hex);
		fprintf(file, "%s\n", hex);
	}
	file_end_memory(file, &text);
	if (good)
		sha256_hex(text, text_size, hex);
	free(bytes);
	free(text);
	free(archive);
	return good;
}

/* ---- The boot ---- */

void count_require(const struct count_request *request)
{
	kept_boot_require(request->arch);
	own_file_require(PLUGIN, NULL);
}

/* Write an option with a path. In an option list, a comma in a value is doubled. */
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

/* Files of a counted boot. */
struct counting_files {
	const char *counts, *symbols, *places;
};

/* Whether QEMU's messages say that it cannot read the state. */
static bool is_refused(const char *messages)
{
	size_t size;
	char *text = file_load(messages, SERIAL_BYTES_MAX, "messages of QEMU", &size);
	bool found = text != NULL && strstr(text, "migration") != NULL;

	free(text);
	return found;
}

/* What the plugin needs. */
static bool write_places(const struct kept_boot *boot, const char *arch,
			 const struct counting_files *files)
{
	return kept_boot_write_symbols(boot, files->symbols) &&
	       places_write(files->symbols, files->places, count_processor_find(arch));
}

/* Run the archive's programs. If counting is NULL, nothing is counted. If QEMU refuses the state,
 * the state is replaced once. */
static bool run_machine(const struct count_request *request, const char *archive, const char *log,
			const struct counting_files *counting, const char *messages,
			struct kept_boot *boot)
{
	char *plugin = counting != NULL ? plugin_text(counting->counts, counting->places) : NULL;
	struct kept_boot_request kept = {
		.arch = request->arch, .qemu = request->qemu, .kernel = request->kernel,
		.memory = request->memory, .append = request->append,
		.cpus = request->cpus, .log = log, .messages = messages,
	};
	bool good = false;

	for (unsigned tries = 0; tries < 2 && !good; tries++) {
		kept.deadline = clock_seconds() + (double)request->seconds;
		if (!kept_boot_get(boot, &kept) ||
		    (counting != NULL && !write_places(boot, request->arch, counting)))
			break;
		kept.deadline = clock_seconds() + (double)request->seconds;
		good = kept_boot_run(boot, &kept, archive, plugin);
		if (good || !is_refused(messages))
			break;
		kept_boot_remove(boot);
		kept_boot_free(boot);
	}
	free(plugin);
	return good;
}

/* ---- The log ---- */

/* Set how a program ended. word is "exited", "signal", or "closed" for a program that ended with
 * its terminal. */
static void set_status(struct count_program *program, const char *word, int number)
{
	bool is_signal = strcmp(word, "signal") == 0, is_closed = strcmp(word, "closed") == 0;

	free(program->status);
	program->runs++;
	if (is_signal)
		program->status = xasprintf("ended by signal %d (%s)", number,
					    strsignal(number));
	else if (is_closed)
		program->status = xstrdup("ended with its terminal");
	else
		program->status = xasprintf("exit status %d", number);
	program->is_good &= is_closed || (!is_signal && number == 0);
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
	if (strcmp(line, COUNT_NO_RANDOM) == 0)
		warnx("this kernel's random numbers cannot be set, so they differ between runs; "
		      "use Linux 5.18 or later");
	if (sscanf(line, "%15s %u %n", word, &number, &used) != 2 || used == 0 || number >= count)
		return false;
	rest = line + used;
	utf8_make_printable(rest);
	if (strcmp(word, "exited") == 0 || strcmp(word, "signal") == 0 ||
	    strcmp(word, "closed") == 0)
		set_status(&programs[number], word, atoi(rest));
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

/* The number of the file that a line is of; -1 if the line is not of one of the program's files.
 * Sets *text to the word after the numbers. */
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
				warnx("--get %s: the guest does not have it after the last run",
				      wanted);
				good = false;
			}
			free(path);
		}
	}
	free(parent);
	return good;
}

/* ---- A counted boot ---- */

/* Append the functions of the modules to those of the kernel. */
static bool add_modules(const char *log, const char *symbols)
{
	static const char word[] = "\n" COUNT_LINE " symbol ";
	FILE *file = fopen(symbols, "ae");
	bool good = file != NULL;

	while (good && (log = strstr(log, word)) != NULL) {
		log += sizeof(word) - 1;
		good = fprintf(file, "%.*s\n", (int)strcspn(log, "\r\n"), log) > 0;
	}
	good &= file == NULL || fclose(file) == 0;
	if (!good)
		warn("%s", symbols);
	return good;
}

static bool read_log(const char *path, const char *symbols, struct count_program *programs,
		     size_t count, const char *directory)
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
	good = good && add_modules(log, symbols) && bring_files(log, programs, count, directory);
	free(log);
	return good;
}

/* ---- Files that QEMU and its plugin open by name ---- */

static const char *const named[] = {
	COUNT_LOG, COUNT_COUNTS, COUNT_SYMBOLS, PLACES, ARCHIVE, MESSAGES,
};

#define NAMED_COUNT (sizeof(named) / sizeof(named[0]))

/* Whether the file may be replaced, as file_replace.h states. A link would lead to another file. */
static bool may_replace(const char *path, bool is_of_count)
{
	struct stat former;

	if (lstat(path, &former) != 0)
		return true;
	if (S_ISREG(former.st_mode))
		return is_of_count || file_may_create(path);
	warnx("%s: not a regular file; use another directory", path);
	return false;
}

static bool is_own(const char *directory, const char *name)
{
	char *path = run_directory_file(directory, name);
	bool own = access(path, F_OK) == 0 && file_may_create(path);

	free(path);
	return own;
}

/* Remove the files of an earlier count from its directory. A killed count left its archive, but no
 * tables. */
static bool clear_directory(const char *directory)
{
	bool is_of_count = is_own(directory, COUNT_TABLES) || is_own(directory, ARCHIVE);
	bool good = true;

	for (size_t i = 0; i < NAMED_COUNT && good; i++) {
		char *path = run_directory_file(directory, named[i]);

		good = may_replace(path, is_of_count);
		if (good)
			unlink(path);
		free(path);
	}
	return good;
}

/* Remove the files that only the machine needs. The next boot and the next count in this directory
 * may replace the rest. Call it only after clear_directory(): otherwise the files may be of another
 * program. */
static void leave_directory(const char *directory)
{
	for (size_t i = 0; i < NAMED_COUNT; i++) {
		char *path = run_directory_file(directory, named[i]);
		int file = -1;

		if (strcmp(named[i], ARCHIVE) == 0 || strcmp(named[i], PLACES) == 0)
			unlink(path);
		else
			file = open(path, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
		if (file >= 0) {
			file_mark(file);
			file_note_output(path);
			close(file);
		}
		free(path);
	}
}

bool count_boot(const struct count_request *request, struct program_files *files,
		struct count_program *programs, size_t count, const char *directory,
		char *boot_id)
{
	struct kept_boot boot = {0};
	char *archive = run_directory_file(directory, ARCHIVE);
	char *log = run_directory_file(directory, COUNT_LOG);
	char *counts = run_directory_file(directory, COUNT_COUNTS);
	char *symbols = run_directory_file(directory, COUNT_SYMBOLS);
	char *places = run_directory_file(directory, PLACES);
	char *messages = run_directory_file(directory, MESSAGES);
	const struct counting_files counting = {counts, symbols, places};
	bool is_clear = clear_directory(directory);
	bool good = is_clear && write_archive(archive, files, programs, count, false) &&
		    run_machine(request, archive, log, &counting, messages, &boot);

	if (is_clear)
		leave_directory(directory);
	if (good && access(counts, F_OK) != 0) {
		warnx("%s: cannot load the plugin, which needs QEMU plugin interface %d to %d "
		      "(%s); select another QEMU with --qemu", request->qemu, PLUGIN_INTERFACE_MIN,
		      PLUGIN_INTERFACE_MAX, PLUGIN_INTERFACE_RELEASES);
		good = false;
	}
	good = good && read_log(log, symbols, programs, count, directory);
	memcpy(boot_id, boot.id, sizeof(boot.id));
	kept_boot_free(&boot);
	free(symbols);
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

/* "bareline-count lacks 0 a network": print the refusal and return false. */
static bool has_all(char *line, const struct count_program *programs, size_t count)
{
	unsigned number;
	int end = 0;

	if (sscanf(line, COUNT_LINE " lacks %u %n", &number, &end) != 1 || end == 0 ||
	    number >= count)
		return true;
	utf8_make_printable(line + end);
	warnx("%s: failed because it needs %s, which the machine does not have",
	      programs[number].arguments[0], line + end);
	return false;
}

static bool read_missing(const char *path, const struct count_program *programs, size_t count,
			 void (*missing)(void *context, const char *path), void *context)
{
	size_t size;
	char *log = file_load(path, SERIAL_BYTES_MAX, "log", &size), *rest = log, *line;
	bool has_end = false, good = true;

	while (log != NULL && (line = strsep(&rest, "\n")) != NULL) {
		const char *found;

		line[strcspn(line, "\r")] = '\0';
		good &= has_all(line, programs, count);
		found = missing_path(line);
		has_end |= strcmp(line, COUNT_LINE " end") == 0;
		if (found != NULL)
			missing(context, found);
	}
	if (log != NULL && !has_end)
		warnx("%s: the machine ended before the program", path);
	free(log);
	return has_end && good;
}

bool count_look(const struct count_request *request, struct program_files *files,
		const struct count_program *programs, size_t count, const char *directory,
		void (*missing)(void *context, const char *path), void *context)
{
	struct kept_boot boot = {0};
	char *archive = run_directory_file(directory, ARCHIVE);
	char *log = run_directory_file(directory, COUNT_LOG);
	char *messages = run_directory_file(directory, MESSAGES);
	bool is_clear = clear_directory(directory);
	bool good = is_clear && write_archive(archive, files, programs, count, true) &&
		    run_machine(request, archive, log, NULL, messages, &boot);

	if (is_clear)
		leave_directory(directory);
	good = good && read_missing(log, programs, count, missing, context);
	kept_boot_free(&boot);
	free(messages);
	free(log);
	free(archive);
	return good;
}

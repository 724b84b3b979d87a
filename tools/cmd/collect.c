/* SPDX-License-Identifier: MIT */
/* `bareline collect`: copies runs from a stick. Each run becomes a directory as written by
 * `bareline run`. Existing files are never changed. */
#include <dirent.h>
#include <err.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/base/alloc.h"
#include "tools/base/arguments.h"
#include "tools/base/exit_status.h"
#include "tools/base/directory.h"
#include "tools/base/file.h"
#include "tools/cmd/collect_report.h"
#include "tools/cmd/commands.h"
#include "tools/results/load.h"
#include "tools/results/run_directory.h"
#include "tools/topic/runs/runs.h"
#include "tools/view/page.h"

#define STICK_DIRECTORY "bareline"
#define STICK_PARTIAL "partial.tmp"     /* boot/efi/results/volume.c */
#define STICK_DIRECTORIES_MAX 9
#define STICK_LOG_BYTES_MAX ((size_t)64 << 20)
#define SIDES_MAX 2

struct settings {
	const char *output;
	bool is_report;
};

static const struct option_spec options[] = {
	{.name = "output", .letter = 'o', .kind = OPTION_TEXT, .argument = "DIRECTORY",
	 .writes = true, .offset = offsetof(struct settings, output),
	 .help = "write each run to a directory in DIRECTORY (results); with --report: write the "
		 "archive to this file (" COLLECT_REPORT_ARCHIVE ")"},
	{.name = "report", .kind = OPTION_FLAG, .offset = offsetof(struct settings, is_report),
	 .help = "write an archive to attach to an issue, without serial numbers, addresses, host "
		 "and user names, and paths"},
	{0},
};

static const struct option_group groups[] = {
	{.options = options},
	{.options = replace_options},
	{0},
};

/* ---- One log ---- */

static int write_results(const char *directory, const char *log)
{
	struct result *result = load_run(log);
	struct analysis *analysis;
	json_t *manifest;
	bool good;

	if (result == NULL)
		return EXIT_USAGE;
	analysis = analysis_new(result);
	manifest = run_manifest_begin();
	run_manifest_collect(manifest);
	good = run_directory_write(directory, analysis, manifest);
	if (!loss_is_none(&analysis->loss))
		warnx("%s: %s", log, analysis->loss.text);
	analysis_free(analysis);
	result_free(result);
	return good ? EXIT_GOOD : EXIT_MACHINE;
}

static int make_run(const char *path, const char *text, size_t size)
{
	struct run_directory directory;
	char *log;
	int status;

	if (!run_directory_make(&directory, path))
		return EXIT_USAGE;
	log = run_directory_file(directory.path, RUN_LOG);
	status = file_write(log, text, size) ? write_results(directory.path, log) : EXIT_MACHINE;
	if (status == EXIT_MACHINE)
		run_directory_clear(&directory);        /* it would count as collected */
	free(log);
	run_directory_release(&directory);
	return status;
}

/* An existing run of this name must be identical. */
static int check_run(const char *log, const char *text, size_t size)
{
	size_t there_size;
	char *there = file_load(log, STICK_LOG_BYTES_MAX, "log", &there_size);
	bool same = there != NULL && there_size == size && memcmp(there, text, size) == 0;

	free(there);
	if (same)
		return EXIT_GOOD;
	warnx("%s: differs from the stick's log of this name; use -o with another directory", log);
	return EXIT_USAGE;
}

static int copy_log(const char *root, const char *from, const char *directory)
{
	size_t size;
	char *text = file_load_below(root, from, STICK_LOG_BYTES_MAX, "log", &size);
	char *log = run_directory_file(directory, RUN_LOG);
	int status = EXIT_USAGE;

	if (text != NULL)
		status = access(log, F_OK) == 0 ? check_run(log, text, size)
						: make_run(directory, text, size);
	free(log);
	free(text);
	return status;
}

/* ---- One run, of one or two sides ---- */

/* Write the report of a run. If the run has both sides, the report compares them. If the sides are
 * not comparable, the report shows the first. */
static int write_report(char *const directories[SIDES_MAX], int count)
{
	struct runs_report report;
	char *paths[SIDES_MAX] = {directories[0], directories[SIDES_MAX - 1]};
	char *page = run_directory_file(directories[0], RUN_REPORT);
	bool opened = runs_report_open(&report, paths, count, false);
	int status = EXIT_USAGE;

	if (!opened && count == SIDES_MAX)
		opened = runs_report_open(&report, paths, 1, false);
	if (opened) {
		status = page_write_file(&report.tables, page, true) ? EXIT_GOOD : EXIT_MACHINE;
		runs_report_close(&report);
	}
	if (status == EXIT_GOOD)
		printf("%s\n", page);
	free(page);
	return status;
}

/* Whether a file of a run exists, without a link's target. */
static bool stick_has(const char *root, const char *place, const char *name, const char *file)
{
	char *path = xasprintf("%s/%s%s/%s", root, place, name, file);
	struct stat kind;
	bool has = lstat(path, &kind) == 0;

	free(path);
	return has;
}

/* The path below root of a run's log, or NULL with a message. The loader renames the log after it
 * was written and flushed; if power failed between, the log has its temporary name. */
static char *find_log(const char *root, const char *place, const char *name)
{
	char *path = xasprintf("%s%s/" STICK_PARTIAL, place, name), *text;
	size_t size;
	bool is_log;

	if (stick_has(root, place, name, STICK_LOG)) {
		free(path);
		return xasprintf("%s%s/" STICK_LOG, place, name);
	}
	text = stick_has(root, place, name, STICK_PARTIAL)
	       ? file_load_below(root, path, STICK_LOG_BYTES_MAX, "log", &size) : NULL;
	is_log = text != NULL && memmem(text, size, "@manifest ", strlen("@manifest ")) != NULL;
	free(text);
	if (is_log)
		return path;
	free(path);
	warnx("%s/%s%s: no " STICK_LOG ": power failed, or the stick was removed, before the log "
	      "was written; if the machine still has power, start it from the stick again to save "
	      "the results", root, place, name);
	return NULL;
}

/* The loader writes these notes before it starts Linux; a completed run of Linux removes them. */
static void warn_missing_linux(const char *root, const char *place, const char *name)
{
	static const char *const notes[] = {"linux-started.txt", "linux-missing.txt"};

	for (size_t i = 0; i < sizeof(notes) / sizeof(notes[0]); i++) {
		if (stick_has(root, place, name, notes[i]))
			warnx("%s: records of Linux are missing; its run after bare metal was "
			      "aborted, or did not fit on the stick", name);
	}
}

/* place: the directory of runs in root, with a slash, or "". Adds 1 to count if there is a log. */
static int collect_run(const char *root, const char *place, const char *name, const char *output,
		       int *count)
{
	char *log = find_log(root, place, name);
	char *directories[SIDES_MAX] = {xasprintf("%s/%s", output, name),
					xasprintf("%s/%s-linux", output, name)};
	char *linux_log = xasprintf("%s%s/" STICK_LINUX_LOG, place, name);
	int sides = 1;
	int status = EXIT_GOOD;

	*count += log != NULL;
	if (log != NULL)
		status = copy_log(root, log, directories[0]);
	if (log != NULL && status == EXIT_GOOD && stick_has(root, place, name, STICK_LINUX_LOG)) {
		status = copy_log(root, linux_log, directories[1]);
		sides += status == EXIT_GOOD;
	} else {
		warn_missing_linux(root, place, name);
	}
	if (log != NULL && status == EXIT_GOOD)
		status = write_report(directories, sides);
	free(linux_log);
	free(log);
	free(directories[1]);
	free(directories[0]);
	return status;
}

/* ---- All of a stick ---- */

/* Returns the number of runs with a log, or -1 if there is no such directory. */
static int collect_directory(const char *stick, const char *place, const char *output, int *worst)
{
	char *all = xasprintf("%s/%s", stick, place);
	struct dirent **entries;
	int entry_count = scandir(all, &entries, directory_is_visible, alphasort), error = errno;
	int count = 0;

	free(all);
	errno = error;
	if (entry_count < 0)
		return entry_count;
	for (int i = 0; i < entry_count; i++) {
		int status = collect_run(stick, place, entries[i]->d_name, output, &count);

		if (status > *worst)
			*worst = status;
		free(entries[i]);
	}
	free(entries);
	return count;
}

/* The loader uses bareline-2, and so on, if bareline is unusable. */
static int collect_all(const char *stick, const char *output)
{
	char *first = xasprintf("%s/" STICK_DIRECTORY, stick);
	int worst = EXIT_GOOD, error;
	int count = collect_directory(stick, STICK_DIRECTORY "/", output, &worst);
	bool has_any = count >= 0;

	error = errno;
	count = has_any ? count : 0;
	for (int number = 2; number <= STICK_DIRECTORIES_MAX; number++) {
		char *place = xasprintf(STICK_DIRECTORY "-%d/", number);
		int more = collect_directory(stick, place, output, &worst);

		has_any |= more >= 0;
		count += more > 0 ? more : 0;
		free(place);
	}
	if (!has_any) {
		errno = error;
		warn("%s", first);
		worst = EXIT_USAGE;
	} else if (count == 0) {
		warnx("%s: no runs in this directory; give the mount point of the stick's second "
		      "partition", first);
		worst = EXIT_USAGE;
	}
	free(first);
	return worst;
}

static int collect_command_run(int argc, char **argv)
{
	struct settings settings = {0};
	const char *from, *output;
	struct stat kind;
	bool is_run;

	arguments_parse(&collect_command, &settings, argc, argv);
	from = argv[1];
	output = settings.output;
	if (settings.is_report)
		return collect_report(from, output != NULL ? output : COLLECT_REPORT_ARCHIVE);
	if (output == NULL)
		output = "results";
	is_run = stick_has(from, "", ".", STICK_LOG) || stick_has(from, "", ".", STICK_PARTIAL);
	if (is_run) {
		/* Split the path, with links, dots and trailing slashes resolved, into directory
		 * and name. */
		char *path = realpath(from, NULL), *name;
		int count = 0, status;

		if (path == NULL) {
			warn("%s", from);
			return EXIT_USAGE;
		}
		name = strrchr(path, '/');
		*name++ = '\0';
		status = collect_run(path, "", name, output, &count);
		free(path);
		return count > 0 ? status : EXIT_USAGE;
	}
	if (stat(from, &kind) != 0 || S_ISDIR(kind.st_mode))
		return collect_all(from, output);
	warnx("%s: not a directory; mount the stick's second partition (`mount -o ro /dev/sdX2 "
	      "/mnt`) and give the mount point. For an image, `losetup --find --show --partscan "
	      "FILE` prints a /dev/loopN, whose second partition is /dev/loopNp2", from);
	return EXIT_USAGE;
}

const struct command collect_command = {
	.name = "bareline collect",
	.summary = "copy runs from a USB stick",
	.usage = "[OPTION]... STICK|RUN",
	.about = "Copy each run in STICK/bareline, or the run in the directory RUN, to a "
		 "directory with its results and a report, and print that directory. STICK is the "
		 "mount point of the stick's second partition, or a copy of it. A run with "
		 "results of Linux from the same boot gets a second directory and a report that "
		 "compares both. A run's time is that of the machine's clock; a clock that cannot "
		 "be right is reported. Existing files are never changed.\n"
		 "With --report, write the runs of a stick, of a directory of `bareline run`, or "
		 "one log to an archive instead. Data that could identify the machine or the user "
		 "is removed.",
	.groups = groups,
	.exit_status = "0 success\n"
		       "2 wrong arguments, no runs, an unreadable log, or a different log of the "
		       "same name\n"
		       "3 the output could not be written",
	.operands_min = 1,
	.operands_max = 1,
	.run = collect_command_run,
};

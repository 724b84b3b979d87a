/* SPDX-License-Identifier: MIT */
/* A report contains only logs and manifests; everything else can be generated from them. Runs are
 * numbered, since a directory's name may identify a user or machine. */
#include "tools/cmd/collect_report.h"

#include <dirent.h>
#include <err.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/base/alloc.h"
#include "tools/base/build_id.h"
#include "tools/base/exit_status.h"
#include "tools/base/directory.h"
#include "tools/base/file.h"
#include "tools/base/json_text.h"
#include "tools/results/load.h"
#include "tools/results/run_directory.h"
#include "tools/share/tarball.h"
#include "tools/share/scrub.h"
#include "tools/share/shared_log.h"

#define STICK_LOG_BYTES_MAX ((size_t)64 << 20)
#define DEPTH_MAX 3                     /* the root of a stick, its directory, a run */
#define ROOT "bareline-report"

static const char read_me[] =
	"Made by `bareline collect --report`, bareline %s.\n\n"
	"Removed: serial numbers, UUIDs and asset tags, and their hashes; MAC and IP addresses;\n"
	"host and user names; paths; console text. Removed text is empty, or a word in square\n"
	"brackets.\n"
	"Kept: names of machine, board, firmware, CPU, memory modules and PCI devices; the\n"
	"kernel version; all measurements. Record numbers are unchanged; checksums are new.\n\n"
	"`bareline show run-1/" RUN_LOG "` prints the metrics.\n";

struct shared_run {
	char *name;                     /* run-1, or run-1-linux */
	char *path, *text;
	size_t size;
	json_t *manifest;               /* NULL: absent */
};

struct report {
	struct scrub *scrub;
	struct shared_run *runs;
	size_t count, run_number;
	bool is_bad;                    /* a file was unreadable */
};

/* ---- Finding runs ---- */

/* A file without records is no log. With a directory, the file is on a stick and may not be a link.
 * If directory is NULL, the user named the file, and it may be a link. */
static bool run_load(struct shared_run *run, const char *directory, const char *name,
		     struct scrub *scrub)
{
	run->path = directory != NULL ? run_directory_file(directory, name) : xstrdup(name);
	run->text = directory == NULL ? file_load(name, STICK_LOG_BYTES_MAX, "log", &run->size)
				      : file_load_below(directory, name, STICK_LOG_BYTES_MAX, "log",
							&run->size);
	if (run->text == NULL)
		return false;
	if (shared_log_learn(scrub, run->text, run->size) > 0)
		return true;
	warnx("%s: not a log of Bareline; it contains no record", run->path);
	return false;
}

static void run_free(struct shared_run *run)
{
	json_decref(run->manifest);
	free(run->text);
	free(run->path);
	free(run->name);
}

/* Takes ownership of manifest. */
static void report_add(struct report *report, const char *directory, const char *name,
		       const char *side, json_t *manifest)
{
	struct shared_run run = {.manifest = manifest,
				 .name = xasprintf("run-%zu%s", report->run_number, side)};

	if (!run_load(&run, directory, name, report->scrub)) {
		report->is_bad = true;
		run_free(&run);
		return;
	}
	if (manifest != NULL)
		shared_manifest_learn(report->scrub, manifest);
	report->runs = xreallocarray(report->runs, report->count + 1, sizeof(*report->runs));
	report->runs[report->count++] = run;
}

/* Whether the directory is that of a run, on a stick or written by this program. */
static bool report_add_run(struct report *report, const char *directory)
{
	char *stick = run_directory_file(directory, STICK_LOG);
	char *linux_log = run_directory_file(directory, STICK_LINUX_LOG);
	char *log = run_directory_file(directory, RUN_LOG);
	bool is_stick = access(stick, F_OK) == 0, has_linux = access(linux_log, F_OK) == 0;
	bool is_run = is_stick || access(log, F_OK) == 0;

	report->run_number += is_run;
	if (is_run)
		report_add(report, directory, is_stick ? STICK_LOG : RUN_LOG, "",
			   is_stick ? NULL : run_manifest_read(directory));
	if (is_stick && has_linux)
		report_add(report, directory, STICK_LINUX_LOG, "-linux", NULL);
	free(log);
	free(linux_log);
	free(stick);
	return is_run;
}

static void report_add_below(struct report *report, const char *directory, unsigned depth)
{
	struct dirent **entries;
	struct stat kind;
	int count;

	if (report_add_run(report, directory) || depth == DEPTH_MAX)
		return;
	count = scandir(directory, &entries, directory_is_visible, alphasort);
	if (count < 0) {
		warn("%s", directory);
		report->is_bad = true;
		return;
	}
	for (int i = 0; i < count; i++) {
		char *path = run_directory_file(directory, entries[i]->d_name);

		if (lstat(path, &kind) == 0 && S_ISDIR(kind.st_mode))
			report_add_below(report, path, depth + 1);
		free(path);
		free(entries[i]);
	}
	free(entries);
}

static bool report_find(struct report *report, const char *from)
{
	struct stat kind;

	if (stat(from, &kind) != 0) {
		warn("%s", from);
		return false;
	}
	if (S_ISDIR(kind.st_mode)) {
		report_add_below(report, from, 0);
	} else {
		report->run_number++;
		report_add(report, NULL, from, "", NULL);
	}
	if (report->count == 0 && !report->is_bad)
		warnx("%s: no run found; neither a " STICK_LOG " of a stick nor a " RUN_LOG " is "
		      "in it or below", from);
	return report->count > 0;
}

/* ---- Writing ---- */

static void add_file(struct tarball *archive, const char *run, const char *file, const char *data,
		     size_t size)
{
	char *name = xasprintf(ROOT "/%s%s%s", run, run[0] != '\0' ? "/" : "", file);

	tarball_add(archive, name, data, size);
	free(name);
}

static void report_write_run(const struct report *report, const struct shared_run *run,
			     struct tarball *archive)
{
	size_t size;
	char *text = shared_log_make(report->scrub, run->text, run->size, &size);
	json_t *manifest;
	FILE *file;

	add_file(archive, run->name, RUN_LOG, text, size);
	free(text);
	if (run->manifest == NULL)
		return;
	manifest = shared_manifest_make(report->scrub, run->manifest);
	file = file_in_memory(&text, &size);
	json_text_write(manifest, file);
	file_end_memory(file, &text);
	add_file(archive, run->name, RUN_MANIFEST, text, size);
	free(text);
	json_decref(manifest);
}

static bool report_write(const struct report *report, const char *path)
{
	FILE *file = file_create(path);
	struct tarball *archive;
	char *text;

	if (file == NULL)
		return false;
	archive = tarball_begin(file);
	text = xasprintf(read_me, build_id);
	add_file(archive, "", "README.txt", text, strlen(text));
	free(text);
	for (size_t i = 0; i < report->count; i++)
		report_write_run(report, &report->runs[i], archive);
	tarball_end(archive);
	return file_finish(file, path);
}

int collect_report(const char *from, const char *archive)
{
	struct report report = {.scrub = scrub_new()};
	int status = EXIT_USAGE;

	if (report_find(&report, from)) {
		status = report.is_bad ? EXIT_USAGE : EXIT_GOOD;
		if (!report_write(&report, archive))
			status = EXIT_MACHINE;
		else if (!file_is_standard(archive))
			fprintf(stderr, "%s: logs of %zu runs, without serial numbers, addresses, "
				"names and paths; check the content before publishing\n", archive,
				report.count);
	}
	for (size_t i = 0; i < report.count; i++)
		run_free(&report.runs[i]);
	free(report.runs);
	scrub_free(report.scrub);
	return status;
}

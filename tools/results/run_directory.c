/* SPDX-License-Identifier: MIT */
/* results.json contains the target's data only, so that two deterministic runs give equal files.
 * The host's data is in manifest.json. */
#include "tools/results/run_directory.h"

#include <dirent.h>
#include <err.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "tools/base/alloc.h"
#include "tools/base/build_id.h"
#include "tools/base/directory.h"
#include "tools/base/exit_status.h"
#include "tools/base/file.h"
#include "tools/base/json_file.h"
#include "tools/base/json_text.h"
#include "tools/results/json.h"
#include "tools/results/json_identity.h"
#include "tools/results/json_proof.h"
#include "tools/results/run_time.h"

/* Maximum size of a manifest. A usual one has a few kilobytes, and one of a guest, with all files
 * of its QEMU, some tens. */
#define MANIFEST_BYTES_MAX (1u << 20)
#define RUN_SCHEMA "bareline-run-1"
#define SAME_SECOND_MAX 100
#define TIME_TEXT_MAX 32

static const char *const run_files[] = {
	RUN_LOG, RUN_LOG_CHANGED, RUN_RESULTS, RUN_MANIFEST, RUN_QEMU_OUTPUT, RUN_UEFI_VARIABLES,
	RUN_INITRAMFS, RUN_HYPERVISOR, RUN_DISK, RUN_INPUT_STEPS, RUN_REPORT, RUN_TRACE,
	RUN_PERF_DATA, RUN_FLAMES,
};

char *run_directory_file(const char *directory, const char *name)
{
	return xasprintf("%s/%s", directory, name);
}

static bool is_run_file(const char *name)
{
	for (size_t i = 0; i < sizeof(run_files) / sizeof(run_files[0]); i++) {
		if (strcmp(name, run_files[i]) == 0)
			return true;
	}
	return false;
}

static bool write_manifest(const char *path, const json_t *manifest)
{
	FILE *file = file_create(path);

	if (file != NULL)
		json_text_write(manifest, file);
	return file_finish(file, path);
}

/* Other programs use some of these names too, such as disk.img. A run writes its manifest first, so
 * a killed run has one. */
static bool is_run_proved(const char *path)
{
	json_t *manifest = run_manifest_read(path);
	const char *schema = json_string_value(json_object_get(manifest, "schema"));
	bool is_proved = schema != NULL && strcmp(schema, RUN_SCHEMA) == 0;

	json_decref(manifest);
	return is_proved;
}

static bool run_directory_mark(const char *directory)
{
	char *path = run_directory_file(directory, RUN_MANIFEST);
	json_t *manifest = run_manifest_begin();
	bool is_marked = write_manifest(path, manifest);

	json_decref(manifest);
	free(path);
	return is_marked;
}

static void format_now(char text[TIME_TEXT_MAX], const char *format)
{
	time_t now = time(NULL);
	struct tm fields;

	gmtime_r(&now, &fields);
	strftime(text, TIME_TEXT_MAX, format, &fields);
}

static char *make_default(void)
{
	char now[TIME_TEXT_MAX];

	format_now(now, "%Y-%m-%dT%H-%M-%SZ");
	for (int number = 1; number <= SAME_SECOND_MAX; number++) {
		char *path = number == 1 ? xasprintf(RUNS_DEFAULT "/%s", now)
					 : xasprintf(RUNS_DEFAULT "/%s-%d", now, number);

		if (directory_make_new(path))
			return path;
		if (errno != EEXIST) {
			warn("%s", path);
			free(path);
			return NULL;
		}
		free(path);
	}
	warnx(RUNS_DEFAULT ": no free name for a directory; use -o DIRECTORY");
	return NULL;
}

/* Length of the longest part of a path that exists. */
static size_t existing_length(const char *path)
{
	char *copy = xstrdup(path), *slash;
	size_t length = strlen(copy);

	while (access(copy, F_OK) != 0 && (slash = strrchr(copy, '/')) != NULL)
		*slash = '\0';
	length = access(copy, F_OK) == 0 ? strlen(copy) : 0;
	free(copy);
	return length;
}

/* Take a created path, and lock it. path is NULL if the directory was not created. If the directory
 * cannot be locked, frees path. */
static bool run_directory_have(struct run_directory *directory, char *path, int lock,
			       size_t existing)
{
	*directory = (struct run_directory){.path = path, .lock = lock, .existing = existing};
	if (path != NULL && lock >= 0)
		return true;
	run_directory_release(directory);
	return false;
}

/* Make a directory under results/ that is named after the time. */
static bool run_directory_make_default(struct run_directory *directory)
{
	size_t existing = existing_length(RUNS_DEFAULT);
	char *path = make_default();

	return run_directory_have(directory, path, path != NULL ? directory_lock(path) : -1,
				  existing);
}

bool run_directory_make(struct run_directory *directory, const char *path)
{
	static const struct directory_kind kind = {
		.name = "run", .is_own = is_run_file, .is_proved = is_run_proved,
	};
	size_t existing = path != NULL ? existing_length(path) : 0;

	if (!(path == NULL ? run_directory_make_default(directory)
			   : run_directory_have(directory, xstrdup(path),
						directory_make(path, &kind), existing)))
		return false;
	if (run_directory_mark(directory->path))
		return true;
	run_directory_release(directory);
	exit(EXIT_MACHINE);
}

bool run_directory_make_parent(struct run_directory *directory, const char *path)
{
	size_t existing;

	if (path == NULL)
		return run_directory_make_default(directory);
	existing = existing_length(path);
	if (!directory_make_new(path) && errno != EEXIST) {
		warn("%s", path);
		return false;
	}
	return run_directory_have(directory, xstrdup(path), directory_lock(path), existing);
}

void run_directory_clear(const struct run_directory *directory)
{
	for (size_t i = 0; i < sizeof(run_files) / sizeof(run_files[0]); i++) {
		char *file = run_directory_file(directory->path, run_files[i]);

		unlink(file);
		free(file);
	}
}

/* rmdir fails if the directory is not empty. */
void run_directory_release(struct run_directory *directory)
{
	char *slash;

	while (directory->lock >= 0 && strlen(directory->path) > directory->existing &&
	       rmdir(directory->path) == 0 && (slash = strrchr(directory->path, '/')) != NULL)
		*slash = '\0';
	if (directory->lock >= 0)
		close(directory->lock);
	free(directory->path);
	*directory = (struct run_directory){.lock = -1};
}

json_t *run_manifest_begin(void)
{
	char now[TIME_TEXT_MAX];
	struct utsname host;

	format_now(now, "%Y-%m-%dT%H:%M:%SZ");
	if (uname(&host) != 0)
		memset(&host, 0, sizeof(host));
	return json_pack("{s:s, s:s, s:s, s:s, s:s}", "schema", RUN_SCHEMA, "tool_build", build_id,
			 "started", now, "host_name", host.nodename, "host_kernel", host.release);
}

void run_manifest_collect(json_t *manifest)
{
	json_object_set(manifest, "collected", json_object_get(manifest, "started"));
}

/* Whether reading failed because of this machine, not because of the file. */
static bool is_of_machine(int error)
{
	return error == EIO || error == ENOMEM || error == ENOSPC || error == EMFILE ||
	       error == ENFILE;
}

json_t *run_manifest_read(const char *path)
{
	char *name = run_directory_file(path, RUN_MANIFEST);
	json_t *manifest = NULL;

	errno = 0;
	if (access(name, R_OK) == 0)
		manifest = json_file_load(name, MANIFEST_BYTES_MAX, "manifest");
	if (manifest == NULL && is_of_machine(errno))
		exit(EXIT_MACHINE);     /* with a message; its times and names would be missing */
	free(name);
	return manifest;
}

/* ---- Runs of a directory ---- */

char *run_directory_data(const char *directory)
{
	static const char *const names[] = {RUN_LOG, RUN_RESULTS};
	struct stat status;

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		char *name;

		name = xasprintf("%s/%s", directory, names[i]);
		if (stat(name, &status) == 0)
			return name;
		free(name);
	}
	return NULL;
}

bool run_directory_is(const char *path)
{
	char *file = run_directory_data(path);

	free(file);
	return file != NULL;
}

/* NULL: unknown. The caller frees it. */
static char *run_began(const char *path)
{
	json_t *manifest = run_manifest_read(path);
	const char *started = json_string_value(json_object_get(manifest, "started"));
	char *began = started != NULL ? xstrdup(started) : NULL;

	json_decref(manifest);
	return began;
}

/* Times are of one form, so the order of their texts is that of the times. A run without a time
 * counts as the oldest. */
char *run_directory_newest(const char *path, size_t *count)
{
	struct dirent **entries;
	char *newest = NULL, *newest_began = NULL;
	int entry_count = run_directory_is(path)
		? -1 : scandir(path, &entries, directory_is_visible, versionsort);

	*count = 0;
	for (int i = 0; i < entry_count; i++) {
		char *name = xasprintf("%s/%s", path, entries[i]->d_name);
		bool is_run = run_directory_is(name);
		char *began = is_run ? run_began(name) : NULL;

		*count += is_run;
		if (is_run && (newest_began == NULL ||
			       (began != NULL && strcmp(began, newest_began) >= 0))) {
			free(newest);
			free(newest_began);
			newest = name;
			newest_began = began;
		} else {
			free(name);
			free(began);
		}
		free(entries[i]);
	}
	if (entry_count >= 0)
		free(entries);
	free(newest_began);
	return newest;
}

/* ---- Results ---- */

static bool write_results(const char *path, const struct analysis *analysis)
{
	FILE *file = file_create(path);

	if (file != NULL)
		results_json_write(analysis, file);
	return file_finish(file, path) && results_json_prove(path, analysis);
}

bool run_directory_write(const char *directory, const struct analysis *analysis, json_t *manifest)
{
	char *results = run_directory_file(directory, RUN_RESULTS);
	char *manifest_path = run_directory_file(directory, RUN_MANIFEST);
	bool written;
	const char *stored = json_string_value(json_object_get(manifest, "started"));
	bool is_live = json_object_get(manifest, "collected") == NULL;
	char *problem = run_time_problem(analysis->identity, stored, is_live);

	/* Add the machine and its time. A collected run began at the target's time, if that is
	 * possible. Prints what is wrong with the target's clock. */
	json_object_set_new(manifest, "identity", json_from_identity(analysis->identity));
	if (problem != NULL)
		json_object_set_new(manifest, "clock_note", json_string(problem));
	/* In deterministic mode there is no time, and the table of a live run says why there is
	 * none. */
	if (problem != NULL && (!is_live || analysis->identity->made != NULL))
		warnx("%s: %s", directory, problem);
	if (!is_live && run_time_is_possible(analysis->identity, stored))
		json_object_set_new(manifest, "started", json_string(analysis->identity->made));
	free(problem);
	written = write_results(results, analysis) && write_manifest(manifest_path, manifest);
	json_decref(manifest);
	free(manifest_path);
	free(results);
	return written;
}

/* SPDX-License-Identifier: MIT */
/* An update is one transaction, so a program that is killed leaves the database as it was. */
#include "tools/fleet/update.h"

#include <dirent.h>
#include <err.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "lib/netboot/names.h"
#include "tools/base/alloc.h"
#include "tools/base/clock.h"
#include "tools/base/directory.h"
#include "tools/base/file_replace.h"
#include "tools/base/utf8.h"
#include "tools/results/load.h"
#include "tools/results/run_directory.h"

#define LOG_ENDING ".log"
#define DEPTH_MAX 2

struct update {
	update_reader *reader; /* NULL: none */
	void *context;
	struct database *database; /* NULL: none */
	const char *root;
	struct update_counts *counts;
	size_t files, unreadable;
};

static bool is_log_name(const char *name)
{
	size_t length = strlen(name), ending = strlen(LOG_ENDING);

	return length > ending && strcmp(name + length - ending, LOG_ENDING) == 0;
}

static bool is_regular(const char *path, struct stat *status)
{
	return lstat(path, status) == 0 && S_ISREG(status->st_mode);
}

/* The path of the file that a run is read from, and its state. The directory is untrusted, so links
 * are not followed. The caller frees the path. Returns NULL if there is none. */
static char *find_file(const char *path, struct stat *status)
{
	static const char *const names[] = {RUN_LOG, RUN_RESULTS};

	if (is_regular(path, status))
		return xstrdup(path);
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		char *name = xasprintf("%s/%s", path, names[i]);

		if (is_regular(name, status))
			return name;
		free(name);
	}
	return NULL;
}

static bool is_run_directory(const char *path)
{
	struct stat status;
	char *file = find_file(path, &status);

	free(file);
	return file != NULL;
}

/* path begins with the root. */
static const char *below(const char *root, const char *path)
{
	path += strlen(root);
	return path + (path[0] == '/');
}

static void set_file(struct database_file *file, const struct stat *status)
{
	file->bytes = status->st_size;
	file->modified_ns = clock_ns_of(&status->st_mtim);
}

/* The address in the name of a log from the network; else the first part of a relative path,
 * without the ending of a log. The caller frees it. */
static char *label_of(const char *relative)
{
	const char *slash = strrchr(relative, '/');
	struct netboot_result sent;
	char *label;

	if (netboot_parse_result_name(slash != NULL ? slash + 1 : relative, &sent))
		return xstrdup(sent.mac);
	label = xstrndup(relative, strcspn(relative, "/"));
	if (is_log_name(label))
		label[strlen(label) - strlen(LOG_ENDING)] = '\0';
	return label;
}

static bool update_read(struct update *update, const char *path, const struct database_file *file)
{
	bool is_unreadable, good;
	struct result *result =
		load_try_below(update->root, below(update->root, path), &is_unreadable);
	struct analysis *analysis;
	char *label;

	if (is_unreadable) {
		update->unreadable++;
		return true;
	}
	update->counts->read++;
	if (result == NULL || result_is_empty(result)) {
		if (result != NULL)
			warnx("%s: no run found: the file has no records", path);
		good = update->database == NULL ||
		       database_refuse(update->database, file,
				       result == NULL ? "unreadable" : "no records");
		update->counts->refused++;
		result_free(result);
		return good;
	}
	analysis = analysis_new_quick(result);
	if (update->reader != NULL)
		update->reader(update->context, result, analysis);
	label = label_of(file->path);
	good = update->database == NULL ||
	       database_put(update->database, file, label, analysis);
	free(label);
	analysis_free(analysis);
	result_free(result);
	return good;
}

static bool update_run(struct update *update, const char *path)
{
	char *relative = xstrdup(below(update->root, path)), *found = NULL;
	struct database_file file = {.path = relative[0] != '\0' ? relative : "."};
	struct stat status;
	bool good = true;

	utf8_make_printable(relative);
	if (++update->files > UPDATE_FILES_MAX) {
		warnx("%s: more than %u logs; give its parts as several directories", update->root,
		      UPDATE_FILES_MAX);
		good = false;
	} else if ((found = find_file(path, &status)) != NULL) {
		file_note_input(found);
		set_file(&file, &status);
		good = database_knows(update->database, &file) &&
		       (file.is_known || update_read(update, found, &file));
		update->counts->known += file.is_known;
	}
	free(found);
	free(relative);
	return good;
}

static bool update_walk(struct update *update, const char *path, int depth)
{
	struct dirent **entries;
	int count = scandir(path, &entries, directory_is_visible, versionsort);
	bool good = count >= 0;

	if (!good)
		warn("%s", path);
	for (int i = 0; i < count; i++) {
		char *name = xasprintf("%s/%s", path, entries[i]->d_name);
		struct stat status;

		if (good && lstat(name, &status) == 0) {
			if (S_ISREG(status.st_mode) ? is_log_name(name) : is_run_directory(name))
				good = update_run(update, name);
			else if (S_ISDIR(status.st_mode) && depth < DEPTH_MAX)
				good = update_walk(update, name, depth + 1);
			else if (S_ISLNK(status.st_mode))
				warnx("%s: skipped: a symbolic link", name);
		}
		free(name);
		free(entries[i]);
	}
	if (count >= 0)
		free(entries);
	return good;
}

bool update_directory(struct database *database, const char *directory,
		      struct update_counts *counts)
{
	struct update update = {.database = database, .root = directory, .counts = counts};
	bool good;

	*counts = (struct update_counts){0};
	if (!database_begin(database))
		return false;
	good = is_run_directory(directory) ? update_run(&update, directory)
					   : update_walk(&update, directory, 1);
	good = good && database_forget_missing(database, &counts->removed);
	if (!database_end(database, good))
		return false;
	if (update.unreadable > 0)
		warnx("%s: %zu log%s cannot be read; make %s readable, or remove %s", directory,
		      update.unreadable, update.unreadable == 1 ? "" : "s",
		      update.unreadable == 1 ? "it" : "them",
		      update.unreadable == 1 ? "it" : "them");
	return update.unreadable == 0;
}

void update_log(const char *directory, const char *name, update_reader *read, void *context)
{
	char *path = xasprintf("%s/%s", directory, name);
	char *database_path = xasprintf("%s/%s", directory, DATABASE_NAME);
	struct update_counts counts = {0};
	struct update update = {
		.reader = read, .context = context, .root = directory, .counts = &counts};
	struct database_file file = {.path = name};
	struct stat status;

	if (database_is_built())
		update.database = database_open(database_path);
	if (update.database != NULL && !database_begin(update.database)) {
		database_close(update.database);
		update.database = NULL;
	}
	if (is_regular(path, &status)) {
		bool good;

		set_file(&file, &status);
		good = update_read(&update, path, &file);
		if (update.database != NULL)
			database_end(update.database, good);
	}
	database_close(update.database);
	free(database_path);
	free(path);
}

struct database *update_open(const char *directory)
{
	char *root = xstrdup(directory), *path;
	struct update_counts counts;
	struct database *database;

	while (strlen(root) > 1 && root[strlen(root) - 1] == '/')
		root[strlen(root) - 1] = '\0';
	path = xasprintf("%s/%s", root, DATABASE_NAME);
	database = database_open(path);
	if (database != NULL && !update_directory(database, root, &counts)) {
		database_close(database);
		database = NULL;
	}
	free(path);
	free(root);
	return database;
}

static struct database *open_one(const char *path)
{
	struct stat status;

	if (stat(path, &status) != 0) {
		warn("%s", path);
		return NULL;
	}
	return S_ISDIR(status.st_mode) ? update_open(path) : database_open_existing(path);
}

static struct engine *open_several(char *const *paths, int count)
{
	struct database *all = database_open(NULL);
	bool good = all != NULL;

	for (int i = 0; i < count && good; i++) {
		struct database *one = open_one(paths[i]);

		good = one != NULL && database_add(all, one, paths[i]);
		database_close(one);
	}
	if (good)
		return database_engine(all);
	database_close(all);
	return NULL;
}

struct engine *update_open_all(char *const *paths, int count)
{
	struct database *database;

	if (count > 1)
		return open_several(paths, count);
	database = open_one(paths[0]);
	return database != NULL ? database_engine(database) : NULL;
}

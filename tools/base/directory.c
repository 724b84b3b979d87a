/* SPDX-License-Identifier: MIT */
/* A directory is emptied only by the holder of its lock, and only if all its files are of the
 * expected kind. The lock is on the directory itself: it needs no file and ends with its
 * process. */
#include "tools/base/directory.h"

#include <dirent.h>
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/base/alloc.h"
#include "tools/base/exit_status.h"
#include "tools/base/file.h"
#include "tools/base/utf8.h"

#define NAME_CHARS_MAX 100

bool directory_make_new(const char *path)
{
	char *copy = xstrdup(path);
	bool made = true;

	for (char *slash = copy; made && *slash != '\0' &&
	     (slash = strchr(slash + 1, '/')) != NULL; *slash = '/') {
		*slash = '\0';
		made = mkdir(copy, 0777) == 0 || errno == EEXIST;
	}
	made = made && mkdir(path, 0777) == 0;
	free(copy);
	return made;
}

int directory_is_visible(const struct dirent *entry)
{
	char *name;

	if (entry->d_name[0] == '.')
		return 0;
	if (strlen(entry->d_name) <= NAME_CHARS_MAX && utf8_is_printable(entry->d_name))
		return 1;
	name = xstrdup(entry->d_name);
	utf8_make_printable(name);
	warnx("%.*s: skipped: a name with unprintable characters, or longer than %d bytes",
	      (int)utf8_prefix(name, NAME_CHARS_MAX), name, NAME_CHARS_MAX);
	free(name);
	return 0;
}

bool directory_ensure(const char *path)
{
	bool is_there = mkdir(path, 0777) == 0 || errno == EEXIST;

	if (!is_there)
		warn("%s", path);
	return is_there;
}

int directory_lock(const char *path)
{
	int file = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (file < 0) {
		warn("%s", path);
		return -1;
	}
	if (flock(file, LOCK_EX | LOCK_NB) == 0)
		return file;
	if (errno != EWOULDBLOCK) {
		warn("%s: cannot lock; another command may write to it", path);
		return file;
	}
	warnx("%s: in use by another command; wait for it, or use another directory",
	      path);
	close(file);
	return -1;
}

/* Next file in a directory; NULL at the end, or with errno set on failure. */
static const char *next_name(DIR *directory)
{
	struct dirent *entry;

	errno = 0;
	do
		entry = readdir(directory);
	while (entry != NULL && (strcmp(entry->d_name, ".") == 0 ||
				 strcmp(entry->d_name, "..") == 0));
	return entry != NULL ? entry->d_name : NULL;
}

static bool is_regular(DIR *directory, const char *name)
{
	struct stat status;

	return fstatat(dirfd(directory), name, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
	       S_ISREG(status.st_mode);
}

static bool contains_only(DIR *directory, bool (*is_own)(const char *name), bool *is_empty)
{
	const char *name;

	*is_empty = true;
	while ((name = next_name(directory)) != NULL) {
		*is_empty = false;
		if ((!is_own(name) && !file_is_part(name)) || !is_regular(directory, name)) {
			errno = 0;
			return false;
		}
	}
	return errno == 0;
}

/* Returns whether the directory had files. */
static bool remove_files(DIR *directory, const char *path)
{
	const char *name;
	bool was_full = false;

	rewinddir(directory);
	while ((name = next_name(directory)) != NULL) {
		was_full = true;
		if (unlinkat(dirfd(directory), name, 0) != 0 && errno != ENOENT)
			err(EXIT_MACHINE, "%s/%s", path, name);
	}
	if (errno != 0)
		err(EXIT_MACHINE, "%s", path);
	return was_full;
}

/* If it contains other files, prints a message and returns false. */
static bool empty_own(const char *path, const struct directory_kind *kind)
{
	DIR *directory = opendir(path);
	bool is_former, is_empty;

	if (directory == NULL) {
		warn("%s", path);
		return false;
	}
	is_former = contains_only(directory, kind->is_own, &is_empty);
	if (!is_former && errno != 0) {
		warn("%s", path);
	} else if (!is_former) {
		warnx("%s: exists and contains more than an earlier %s; use another directory",
		      path, kind->name);
	} else if (!is_empty && !kind->is_proved(path)) {
		warnx("%s: exists, and nothing in it shows that it is an earlier %s; use another "
		      "directory", path, kind->name);
		is_former = false;
	} else if (remove_files(directory, path)) {
		warnx("%s: replacing the existing %s", path, kind->name);
	}
	closedir(directory);
	return is_former;
}

int directory_make(const char *path, const struct directory_kind *kind)
{
	int lock;

	if (!directory_make_new(path) && errno != EEXIST) {
		warn("%s", path);
		return -1;
	}
	lock = directory_lock(path);
	if (lock >= 0 && !empty_own(path, kind)) {
		close(lock);
		return -1;
	}
	return lock;
}

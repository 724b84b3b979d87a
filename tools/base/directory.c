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
#include "tools/base/file_replace.h"
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

bool directory_is_private(const char *path)
{
	char *parent = xasprintf("%s/..", path);
	const char *const paths[] = {path, parent};
	bool is_private = true;

	for (size_t i = 0; i < 2 && is_private; i++) {
		struct stat about;

		is_private = stat(paths[i], &about) == 0;
		if (is_private && about.st_uid != geteuid() && about.st_uid != 0) {
			errno = EPERM;
			is_private = false;
		}
	}
	free(parent);
	return is_private;
}

/* Some file systems do not state the type, so functions that open the file check it again. */
static bool directory_may_have(const struct dirent *entry)
{
	switch (entry->d_type) {
	case DT_REG: case DT_DIR: case DT_LNK: case DT_UNKNOWN:
		return true;
	}
	warnx("%s: skipped: not a regular file", entry->d_name);
	return false;
}

int directory_is_visible(const struct dirent *entry)
{
	char *name;

	if (entry->d_name[0] == '.')
		return 0;
	if (strlen(entry->d_name) <= NAME_CHARS_MAX && utf8_is_printable(entry->d_name))
		return directory_may_have(entry);
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

/* Whether the user named the directory or a file in it as input. */
static bool has_input(DIR *directory)
{
	struct stat status;
	const char *name;
	bool has = fstat(dirfd(directory), &status) == 0 && file_is_named_input(&status);

	rewinddir(directory);
	while (!has && (name = next_name(directory)) != NULL)
		has = fstatat(dirfd(directory), name, &status, 0) == 0 &&
		      file_is_named_input(&status);
	return has;
}

/* Remove the files of this kind. Returns whether there were some. */
static bool remove_files(DIR *directory, const char *path, bool (*is_own)(const char *name))
{
	const char *name;
	bool was_full = false;

	rewinddir(directory);
	while ((name = next_name(directory)) != NULL) {
		if ((!is_own(name) && !file_is_part(name)) || !is_regular(directory, name))
			continue;
		was_full = true;
		if (unlinkat(dirfd(directory), name, 0) != 0 && errno != ENOENT)
			err(EXIT_MACHINE, "%s/%s", path, name);
	}
	if (errno != 0)
		err(EXIT_MACHINE, "%s", path);
	return was_full;
}

/* Whether the directory is empty, or has only files that this program wrote, by their names and
 * their content. If not, prints the cause. */
static bool is_former(DIR *directory, const char *path, const struct directory_kind *kind)
{
	bool is_empty;

	if (!contains_only(directory, kind->is_own, &is_empty)) {
		if (errno != 0)
			warn("%s", path);
		else
			warnx("%s: exists and contains more than an earlier %s; use another "
			      "directory, or --force, which replaces only the files of a %s", path,
			      kind->name, kind->name);
		return false;
	}
	if (is_empty || kind->is_proved(path))
		return true;
	warnx("%s: exists, and nothing in it shows that it is an earlier %s; use another "
	      "directory, or --force", path, kind->name);
	return false;
}

/* Empty the directory. If it contains other files, prints a message and returns false. */
static bool empty_own(const char *path, const struct directory_kind *kind)
{
	DIR *directory = opendir(path);
	bool may, is_input;

	if (directory == NULL) {
		warn("%s", path);
		return false;
	}
	is_input = has_input(directory);        /* is_former() reads files of the directory */
	rewinddir(directory);
	may = file_replace_is_forced() || is_former(directory, path, kind);
	if (may && is_input) {
		warnx("%s: has an input of this command; use another directory", path);
		may = false;
	}
	if (may && remove_files(directory, path, kind->is_own))
		warnx("%s: replacing the existing %s", path, kind->name);
	closedir(directory);
	return may;
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

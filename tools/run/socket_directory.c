/* SPDX-License-Identifier: MIT */
#include "tools/run/socket_directory.h"

#include <dirent.h>
#include <err.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define PLACE "/tmp"
#define PREFIX "bareline-nodes-"
#define TRIES 100

_Static_assert(sizeof(PLACE "/" PREFIX "XXXXXX") <= SOCKET_DIRECTORY_CHARS, "its path fits");

static int open_directory(int where, const char *name)
{
	return openat(where, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

/* Files that cannot be removed stay, and so does the directory. */
static void remove_contents(int directory)
{
	int copy = open_directory(directory, ".");
	DIR *stream = copy >= 0 ? fdopendir(copy) : NULL;
	const struct dirent *entry;

	if (stream == NULL) {
		if (copy >= 0)
			close(copy);
		return;
	}
	while ((entry = readdir(stream)) != NULL)
		unlinkat(directory, entry->d_name, 0);
	closedir(stream);
}

/* Whether it is a directory of this user without a lock. */
static bool is_left(int directory)
{
	struct stat status;

	return fstat(directory, &status) == 0 && status.st_uid == geteuid() &&
	       flock(directory, LOCK_EX | LOCK_NB) == 0;
}

static void remove_if_left(int place, const char *name)
{
	int directory = open_directory(place, name);

	if (directory < 0)
		return;
	if (is_left(directory)) {
		remove_contents(directory);
		unlinkat(place, name, AT_REMOVEDIR);
	}
	close(directory);
}

static void remove_all_left(void)
{
	DIR *stream = opendir(PLACE);
	const struct dirent *entry;

	if (stream == NULL)
		return;
	while ((entry = readdir(stream)) != NULL) {
		if (strncmp(entry->d_name, PREFIX, strlen(PREFIX)) == 0)
			remove_if_left(dirfd(stream), entry->d_name);
	}
	closedir(stream);
}

/* Before the lock, another process may have removed the directory as left over. */
static bool is_there(int directory)
{
	struct stat status;

	return flock(directory, LOCK_EX) == 0 && fstat(directory, &status) == 0 &&
	       status.st_nlink > 0;
}

bool socket_directory_make(struct socket_directory *directory)
{
	remove_all_left();
	for (unsigned i = 0; i < TRIES; i++) {
		snprintf(directory->path, sizeof(directory->path), "%s/%sXXXXXX", PLACE, PREFIX);
		if (mkdtemp(directory->path) == NULL)
			break;
		directory->lock = open_directory(AT_FDCWD, directory->path);
		if (directory->lock >= 0 && is_there(directory->lock))
			return true;
		if (directory->lock >= 0)
			close(directory->lock);
	}
	warn("%s", directory->path);
	return false;
}

void socket_directory_remove(struct socket_directory *directory)
{
	remove_contents(directory->lock);
	rmdir(directory->path);
	close(directory->lock);
}

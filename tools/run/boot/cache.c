/* SPDX-License-Identifier: MIT */
#include "tools/run/boot/cache.h"

#include <dirent.h>
#include <err.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/base/alloc.h"
#include "tools/base/directory.h"

char *cache_directory(const char *what)
{
	const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
	char *parent = cache != NULL && cache[0] == '/' ? xstrdup(cache)
		       : xasprintf("%s/.cache", home != NULL ? home : "");
	char *path = xasprintf("%s/bareline", parent);

	mkdir(parent, 0777);
	mkdir(path, 0777);
	free(parent);
	if (access(path, W_OK) == 0 && directory_is_private(path))
		return path;
	warn("%s: cannot store %s; set XDG_CACHE_HOME to another directory", path, what);
	free(path);
	return NULL;
}

bool cache_is_own(const char *path)
{
	struct stat about;

	return lstat(path, &about) == 0 && S_ISREG(about.st_mode) && about.st_uid == geteuid() &&
	       (about.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

struct kept_file {
	char *path;
	time_t time;
	uint64_t bytes;
};

static int by_time(const void *first, const void *second)
{
	const struct kept_file *a = first, *b = second;

	return (a->time < b->time) - (a->time > b->time);
}

void cache_bound(const char *directory_path, const char *prefix, uint64_t bytes_max)
{
	DIR *directory = opendir(directory_path);
	const struct dirent *entry;
	struct kept_file *files = NULL;
	size_t count = 0;
	uint64_t sum = 0;

	while (directory != NULL && (entry = readdir(directory)) != NULL) {
		struct stat about;
		char *path;

		if (strncmp(entry->d_name, prefix, strlen(prefix)) != 0)
			continue;
		path = xasprintf("%s/%s", directory_path, entry->d_name);
		if (lstat(path, &about) != 0) {
			free(path);
			continue;
		}
		files = xreallocarray(files, count + 1, sizeof(*files));
		files[count++] = (struct kept_file){path, about.st_mtime,
						    (uint64_t)about.st_size};
	}
	if (directory != NULL)
		closedir(directory);
	if (count > 0)
		qsort(files, count, sizeof(*files), by_time);
	for (size_t i = 0; i < count; i++) {
		sum += files[i].bytes;
		if (i > 0 && sum > bytes_max)
			unlink(files[i].path);
		free(files[i].path);
	}
	free(files);
}

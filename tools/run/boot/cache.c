/* SPDX-License-Identifier: MIT */
#include "tools/run/boot/cache.h"

#include <err.h>
#include <stdlib.h>
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

/* SPDX-License-Identifier: MIT */
/* Nobody has to name the images that belong to this program, built or installed. The way from the
 * program to the installed ones is kept, not their place, so that an installed tree can be
 * moved. */
#include "tools/run/boot/own_file.h"

#include <libgen.h>
#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

#include "tools/base/build_id.h"
#include "tools/results/run_directory.h"

/* The directory that this program is in, in path; the current one where there is no /proc. */
static char *own_file_directory(char path[PATH_MAX])
{
	ssize_t length = readlink("/proc/self/exe", path, PATH_MAX - 1);

	path[length < 0 ? 0 : length] = '\0';
	return dirname(path);
}

char *own_file(const char *name)
{
	char path[PATH_MAX], *directory = own_file_directory(path);
	char *beside = run_directory_file(directory, name);
	char *images = run_directory_file(directory, build_images);
	char *installed = run_directory_file(images, name);

	free(images);
	if (access(beside, F_OK) != 0 && access(installed, F_OK) == 0) {
		free(beside);
		return installed;
	}
	free(installed);
	return beside;
}

/* SPDX-License-Identifier: MIT */
/* Finds the files of this build or installation, so that users need not name them. The path to
 * installed files is relative to the program, so an installed tree can be moved. */
#include "tools/run/boot/own_file.h"

#include <err.h>
#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/base/alloc.h"
#include "tools/base/build_id.h"
#include "tools/base/exit_status.h"
#include "tools/results/run_directory.h"

/* Write this program's directory to path. Without /proc, writes the current directory. */
static char *own_file_directory(char path[PATH_MAX])
{
	ssize_t length = readlink("/proc/self/exe", path, PATH_MAX - 1);

	path[length < 0 ? 0 : length] = '\0';
	return dirname(path);
}

/* Both possible paths of a file. */
static void own_file_places(const char *name, char *places[2])
{
	char path[PATH_MAX], *directory = own_file_directory(path);
	char *images = run_directory_file(directory, build_images);

	places[0] = run_directory_file(directory, name);
	places[1] = run_directory_file(images, name);
	free(images);
}

char *own_file(const char *name)
{
	char *places[2];
	size_t found;

	own_file_places(name, places);
	found = access(places[0], F_OK) != 0 && access(places[1], F_OK) == 0;
	free(places[!found]);
	return places[found];
}

char *own_file_places_text(const char *name)
{
	char *places[2], *text;

	own_file_places(name, places);
	text = xasprintf("%s, %s", places[0], places[1]);
	free(places[0]);
	free(places[1]);
	return text;
}

void own_file_require(const char *name, const char *option)
{
	char *path = own_file(name);
	const char *arch = strncmp(name, "aarch64/", strlen("aarch64/")) == 0   ? "ARCH=aarch64 "
			   : strncmp(name, "riscv64/", strlen("riscv64/")) == 0 ? "ARCH=riscv64 "
										: "";

	if (access(path, R_OK) != 0)
		errx(EXIT_USAGE, "%s: %s; run `make %sbuild/%s` in the source tree%s%s", path,
		     strerror(errno), arch, name,
		     option != NULL ? ", or use " : "",
		     option != NULL ? option : "");
	free(path);
}

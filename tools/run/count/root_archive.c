/* SPDX-License-Identifier: MIT */
#include "tools/run/count/root_archive.h"

#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tools/base/alloc.h"
#include "tools/base/child.h"

#define OPEN_MAX_DIRECTORIES 16
#define SECONDS_MAX 600
#define NAME "/root"

bool root_archive_is_at(const char *path)
{
	struct stat about;

	return stat(path, &about) == 0 && S_ISREG(about.st_mode);
}

/* Remove a file, for nftw(). */
static int remove_file(const char *path, const struct stat *about, int type, struct FTW *at)
{
	(void)about;
	(void)type;
	(void)at;
	remove(path);
	return 0;
}

/* Make a directory accessible, for nftw(): a directory of the archive may be closed to its
 * owner. */
static int open_directory(const char *path, const struct stat *about, int type, struct FTW *at)
{
	(void)at;
	if (type == FTW_DNR || type == FTW_D)
		chmod(path, about->st_mode | S_IRWXU);
	return 0;
}

void root_archive_remove(const char *directory)
{
	char *parent = xasprintf("%.*s", (int)(strlen(directory) - strlen(NAME)), directory);

	nftw(parent, open_directory, OPEN_MAX_DIRECTORIES, FTW_PHYS);
	nftw(parent, remove_file, OPEN_MAX_DIRECTORIES, FTW_PHYS | FTW_DEPTH);
	free(parent);
}

static bool run_tar(const char *path, const char *directory)
{
	char *const arguments[] = {
		"tar", "--extract", "--file", (char *)(uintptr_t)path, "--directory",
		(char *)(uintptr_t)directory, "--force-local", "--no-same-owner",
		"--no-same-permissions",
		"--exclude=./dev/*", "--exclude=dev/*", NULL,
	};
	struct child_files files = {.input = open("/dev/null", O_RDWR | O_CLOEXEC),
				    .output = STDERR_FILENO, .messages = STDERR_FILENO,
				    .extra = -1};
	struct child child;
	int error = files.input >= 0 ? child_start(&child, arguments, &files) : errno, status;

	if (files.input >= 0)
		close(files.input);
	if (error != 0) {
		warnx("tar: %s", strerror(error));
		return false;
	}
	child_await(&child, SECONDS_MAX);
	status = child_stop(&child);
	if (status != 0)
		warnx("%s: not unpacked; give a tar archive of a root, as `docker export` writes, "
		      "or a directory", path);
	return status == 0;
}

/* Images of several layers are not unpacked. */
static bool is_image(const char *directory)
{
	static const char *const marks[] = {"oci-layout", "manifest.json"};
	bool is_found = false;

	for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++) {
		char *path = xasprintf("%s/%s", directory, marks[i]);

		is_found |= access(path, F_OK) == 0;
		free(path);
	}
	return is_found;
}

/* Create a directory that only its owner can reach, even after tar gave it the archive's
 * permissions. This is necessary because an archive may have programs that are set-user-ID root. */
static char *make_directory(void)
{
	const char *parent = getenv("TMPDIR");
	char *closed = xasprintf("%s/bareline-root-XXXXXX", parent != NULL ? parent : "/tmp");
	char *directory = NULL;

	if (mkdtemp(closed) == NULL) {
		warn("%s", closed);
	} else {
		directory = xasprintf("%s" NAME, closed);
		if (mkdir(directory, S_IRWXU) != 0) {
			warn("%s", directory);
			rmdir(closed);
			free(directory);
			directory = NULL;
		}
	}
	free(closed);
	return directory;
}

char *root_archive_unpack(const char *path)
{
	char *directory = make_directory();

	if (directory == NULL)
		return NULL;
	if (run_tar(path, directory)) {
		if (!is_image(directory))
			return directory;
		warnx("%s: an image of layers; give the archive that `docker export` or `podman "
		      "export` writes", path);
	}
	root_archive_remove(directory);
	free(directory);
	return NULL;
}

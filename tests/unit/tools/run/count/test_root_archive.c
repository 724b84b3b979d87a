/* SPDX-License-Identifier: MIT */
/* An archive of an untrusted root: what is unpacked, who can reach it, and that nothing is left. */
#include "tests/unit/unit.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/run/count/root_archive.h"

#define PATH_MAX_CHARS 256

static char place[PATH_MAX_CHARS];

/* The archive has a directory that all can enter, and a program that is set-user-ID. */
static void set_up(void)
{
	char command[8 * PATH_MAX_CHARS];

	snprintf(place, sizeof(place), "/tmp/bareline-archive-XXXXXX");
	assert_non_null(mkdtemp(place));
	snprintf(command, sizeof(command),
		 "cd %s && mkdir in in/bin && echo x >in/bin/tool && chmod 4755 in/bin/tool && "
		 "echo y >secret && ln -s ../../secret in/up && chmod 755 in && "
		 "tar -cf a.tar -C in .",
		 place);
	assert_int_equal(system(command), 0);
	assert_int_equal(setenv("TMPDIR", place, 1), 0);
}

static mode_t mode_of(const char *directory, const char *name)
{
	char path[2 * PATH_MAX_CHARS];
	struct stat about;

	snprintf(path, sizeof(path), "%s%s", directory, name);
	assert_int_equal(lstat(path, &about), 0);
	return about.st_mode & 07777;
}

static bool has(const char *directory, const char *name)
{
	char path[2 * PATH_MAX_CHARS];

	snprintf(path, sizeof(path), "%s%s", directory, name);
	return access(path, F_OK) == 0;
}

TEST(only_the_user_reaches_what_is_unpacked)
{
	char archive[2 * PATH_MAX_CHARS], command[2 * PATH_MAX_CHARS], *directory;

	set_up();
	snprintf(archive, sizeof(archive), "%s/a.tar", place);
	assert_true(root_archive_is_at(archive));
	directory = root_archive_unpack(archive);
	assert_non_null(directory);
	assert_int_equal(mode_of(directory, "/..") & 077, 0);
	assert_int_equal(mode_of(directory, "/bin/tool") & 06000, 0);
	root_archive_remove(directory);
	assert_false(has(directory, "/.."));
	assert_true(has(place, "/secret"));
	free(directory);
	snprintf(command, sizeof(command), "ls -d %s/bareline-root-* >/dev/null 2>&1", place);
	assert_int_not_equal(system(command), 0);
	snprintf(command, sizeof(command), "rm -rf %s", place);
	assert_int_equal(system(command), 0);
}

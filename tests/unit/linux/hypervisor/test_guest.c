/* SPDX-License-Identifier: MIT */
/* Ends and hangs of a guest's QEMU, which is a shell here. */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "linux/hypervisor/guest.h"
#include "tests/unit/tools/messages.h"

#define LIMIT_S 2

static char directory[32];
static const char *messages;

static int make_directory(void **state)
{
	(void)state;
	strcpy(directory, "/tmp/bareline-guest-XXXXXX");
	return mkdtemp(directory) == NULL ? -1 : chdir(directory);
}

static int remove_directory(void **state)
{
	(void)state;
	unlink("starts");
	unlink("log");
	return rmdir(directory);
}

static long size_of(const char *path)
{
	struct stat info;

	return stat(path, &info) == 0 ? (long)info.st_size : -1;
}

/* Sets messages. Returns the status of a guest that counts its start and runs a script. */
static int run(const char *script, long limit_s)
{
	char text[512], shell[] = "/bin/sh", option[] = "-c";
	char *arguments[] = {shell, option, text, NULL};
	int status;

	snprintf(text, sizeof(text), "echo >>starts; starts=$(wc -l <starts); %s", script);
	unlink("starts");
	unlink("log");
	messages_begin();
	status = guest_run(arguments, "log", limit_s);
	messages = messages_end();
	return status;
}

TEST_WITH(guest_that_ends_is_started_once, make_directory, remove_directory)
{
	assert_int_equal(run("exit 33", 0), 33);
	assert_int_equal(run("exit 33", LIMIT_S), 33);
	assert_string_equal(messages, "");
	assert_int_equal(size_of("starts"), 1);
}

TEST_WITH(guest_that_hangs_once_is_started_again, make_directory, remove_directory)
{
	assert_int_equal(run("[ $starts -eq 1 ] && echo x >log && exec sleep 3600; exit 33",
			     LIMIT_S), 33);
	assert_non_null(strstr(messages,
			       "the guest hangs: no output for 2 s, start 1 of 3\n"));
	assert_int_equal(size_of("starts"), 2);
}

TEST_WITH(guest_that_always_hangs_is_given_up, make_directory, remove_directory)
{
	assert_int_equal(run("exec sleep 3600", 1), -1);
	assert_non_null(strstr(messages,
			       "the guest hangs: no output for 1 s, start 3 of 3\n"));
	assert_int_equal(size_of("starts"), GUEST_STARTS);
}

/* It runs for three times the limit. */
TEST_WITH(guest_that_sends_is_not_ended, make_directory, remove_directory)
{
	assert_int_equal(run("for i in $(seq 60); do echo $i >>log; sleep 0.1; done; exit 35",
			     LIMIT_S), 35);
	assert_string_equal(messages, "");
	assert_int_equal(size_of("starts"), 1);
}

TEST_WITH(killed_guest_is_reported, make_directory, remove_directory)
{
	assert_int_equal(run("kill -SEGV $$", LIMIT_S), -1);
	assert_non_null(strstr(messages, "the guest's QEMU was killed by signal 11\n"));
	assert_int_equal(size_of("starts"), 1);
}

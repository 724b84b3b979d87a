/* SPDX-License-Identifier: MIT */
/* A command of the tool, run from end to end with a script in QEMU's place, and by a clock of the
 * test's own. */
#ifndef TESTS_UNIT_TOOLS_RUN_COMMAND_H
#define TESTS_UNIT_TOOLS_RUN_COMMAND_H

#include "tests/unit/unit.h"

#include <stdbool.h>
#include <sys/types.h>
#include <time.h>

#include "tests/unit/tools/sample_log.h"

/* What a command did. */
struct command_outcome {
	int status;
	char text[65536];       /* standard output and error together */
};

/* The log that the script in QEMU's place plays. */
extern struct sample_log command_log_text;

/* Setup and teardown of a program of tests: the directory that all of their files are in. */
int command_make_files(void **state);
int command_remove_files(void **state);

/* The caller frees the path of a file there. */
char *command_path_of(const char *name);
void command_write_file(const char *name, const char *text, size_t length);
bool command_is_there(const char *name);
void command_read_file(const char *path, char *text, size_t size);

/* Wait until a file is there; the test fails if it does not come. */
void command_await_file(const char *path);

/* Whether there is still time to wait; sleeps a little. */
bool command_may_wait(const struct timespec *since);

/* The host's clock, whatever a test's is. */
void command_read_host_clock(clockid_t clock, struct timespec *now);

/* From here on commands run by a clock that waits for the file, to the end of the test. */
void command_set_clock_gate(const char *name);
int command_restore_clock(void **state);
#define COMMAND_WITH_CLOCK(test) cmocka_unit_test_teardown(test, command_restore_clock)

/* Start a command in a process of its own, its output going to the file "output". */
pid_t command_start(int (*command)(int, char **), char **arguments);
void command_finish(pid_t pid, struct command_outcome *outcome);

/* Run `bareline run` with the fake behaving so, into the directory "run", with more arguments ended
 * by NULL. */
pid_t command_start_run(const char *behaviour, char **more);
void command_run(const char *behaviour, char **more, struct command_outcome *outcome);

void command_assert_says(const struct command_outcome *outcome, const char *part);

/* The pid that the fake left, once it has. It comes into place whole. */
pid_t command_fake_pid(void);
void command_assert_gone(pid_t pid);

#endif

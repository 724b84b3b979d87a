/* SPDX-License-Identifier: MIT */
/* Runs a command of the tool from end to end, with a script as QEMU and a clock controlled by the
 * test. */
#ifndef TESTS_UNIT_TOOLS_RUN_COMMAND_H
#define TESTS_UNIT_TOOLS_RUN_COMMAND_H

#include "tests/unit/unit.h"

#include <stdbool.h>
#include <sys/types.h>
#include <time.h>

#include "tests/unit/tools/sample_log.h"

/* Result of a command. */
struct command_outcome {
	int status;
	char text[65536];       /* standard output and error */
};

/* The log that the fake QEMU plays. */
extern struct sample_log command_log_text;

/* Setup and teardown of a test program: the directory of its files. */
int command_make_files(void **state);
int command_remove_files(void **state);

/* The caller frees the path of a file there. */
char *command_path_of(const char *name);
void command_write_file(const char *name, const char *text, size_t length);
bool command_is_there(const char *name);
void command_read_file(const char *path, char *text, size_t size);

/* Wait until a file exists. The test fails on timeout. */
void command_await_file(const char *path);

/* Whether time remains; sleeps briefly. */
bool command_may_wait(const struct timespec *since);

/* The host's clock, even if a test has another. */
void command_read_host_clock(clockid_t clock, struct timespec *now);

/* Until the end of the test, commands use a clock that waits for the file. */
void command_set_clock_gate(const char *name);
int command_restore_clock(void **state);
#define CLOCK_TEST(name) TEST_WITH(name, NULL, command_restore_clock)

/* Start a command in its own process with output to the file "output". */
pid_t command_start(int (*command)(int, char **), char **arguments);
void command_finish(pid_t pid, struct command_outcome *outcome);

/* Run `bareline run` with this behaviour of the fake, into the directory "run", with further
 * arguments up to NULL. */
pid_t command_start_run(const char *behaviour, char **more);
void command_run(const char *behaviour, char **more, struct command_outcome *outcome);

void command_assert_prints(const struct command_outcome *outcome, const char *part);

/* The pid that the fake wrote, once the file exists. The file appears complete. */
pid_t command_fake_pid(void);
void command_assert_ended(pid_t pid);

#endif

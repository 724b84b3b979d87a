/* SPDX-License-Identifier: MIT */
/* The output directory of `bareline run`: its permitted contents, its lock and its name. */
#include "tests/unit/unit.h"

#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "tests/unit/tools/run/command.h"
#include "tools/base/alloc.h"
#include "tools/base/directory.h"
#include "tools/base/exit_status.h"
#include "tools/cmd/commands.h"

TEST(two_runs_of_one_log_differ_only_in_the_manifest)
{
	static char first[1 << 20], second[1 << 20];
	char *path = command_path_of("run/results.json");
	struct command_outcome outcome;

	command_run("success", NULL, &outcome);
	command_read_file(path, first, sizeof(first));
	command_run("success", NULL, &outcome);
	command_read_file(path, second, sizeof(second));
	assert_string_equal(first, second);
	free(path);
}

TEST(directory_with_other_files_is_rejected)
{
	char *more[] = {"-o", command_path_of(""), NULL};
	struct command_outcome outcome;

	command_run("success", more, &outcome);
	assert_int_equal(outcome.status, EXIT_USAGE);
	command_assert_prints(&outcome, "contains more than an earlier run");
	assert_true(command_is_there("kernel"));
	free(more[1]);
}

/* Writes "mine" to a file in a new directory "other", and runs into it. */
static void run_into_directory_with(const char *name, const char *text)
{
	char *directory = command_path_of("other"), *more[] = {"-o", directory, NULL};
	char *file = xasprintf("other/%s", name), *path = command_path_of(file), kept[64];
	struct command_outcome outcome;

	assert_true(directory_make_new(directory));
	command_write_file(file, text, strlen(text));
	command_run("success", more, &outcome);
	assert_int_equal(outcome.status, EXIT_USAGE);
	command_assert_prints(&outcome, "nothing in it shows that it is an earlier run");
	command_read_file(path, kept, sizeof(kept));
	assert_string_equal(kept, text);
	unlink(path);
	rmdir(directory);
	free(path);
	free(file);
	free(directory);
}

/* Other programs use some names of a run's files too. */
TEST(directory_with_a_file_of_another_program_is_rejected)
{
	run_into_directory_with("disk.img", "mine");
	run_into_directory_with("serial.log", "mine");
	run_into_directory_with("manifest.json", "{\"schema\": \"bareline-report-1\"}");
}

TEST(directory_with_a_directory_of_a_runs_name_is_rejected)
{
	char *directory = command_path_of("run/disk.img");
	struct command_outcome outcome;

	command_run("success", NULL, &outcome);
	assert_true(directory_make_new(directory));
	command_run("success", NULL, &outcome);
	assert_int_equal(outcome.status, EXIT_USAGE);
	assert_true(command_is_there("run/results.json"));
	rmdir(directory);
	free(directory);
}

TEST(directory_of_a_running_run_is_rejected)
{
	pid_t pid = command_start_run("hang", NULL), fake = command_fake_pid();
	struct command_outcome outcome;

	command_run("success", NULL, &outcome);
	assert_int_equal(outcome.status, EXIT_USAGE);
	command_assert_prints(&outcome, "run: in use by another command");
	assert_int_equal(kill(pid, SIGTERM), 0);
	command_finish(pid, &outcome);
	command_assert_ended(fake);
	command_run("success", NULL, &outcome);
	assert_int_equal(outcome.status, EXIT_GOOD);
}

/* The lock of a dead process is released. */
TEST(directory_of_a_killed_run_can_be_used_again)
{
	pid_t pid = command_start_run("hang", NULL), fake = command_fake_pid();
	struct command_outcome outcome;
	int status;

	assert_int_equal(kill(pid, SIGKILL), 0);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	command_assert_ended(fake);
	command_run("success", NULL, &outcome);
	assert_int_equal(outcome.status, EXIT_GOOD);
}

TEST(directory_name_may_contain_commas)
{
	char *directory = command_path_of("a,b"), *more[] = {"-o", directory, NULL};
	char *path = command_path_of("log.arguments"), text[4096];
	struct command_outcome outcome;

	command_run("success", more, &outcome);
	assert_int_equal(outcome.status, EXIT_GOOD);
	assert_true(command_is_there("a,b/serial.log"));
	command_read_file(path, text, sizeof(text));
	assert_non_null(strstr(text, "/a,,b/serial.log\n"));
	free(path);
	free(directory);
}

TEST(script_of_an_earlier_run_is_replaced)
{
	char *script = command_path_of("keys"),
	     *more[] = {"--input", script, "--input-source", "controller", NULL};
	struct command_outcome outcome;

	command_write_file("keys", "key a\n", 6);
	command_run("success", more, &outcome);
	assert_true(command_is_there("run/input.steps"));
	command_run("success", NULL, &outcome);
	assert_int_equal(outcome.status, EXIT_GOOD);
	command_assert_prints(&outcome, "run: replacing the existing run");
	assert_false(command_is_there("run/input.steps"));
	free(script);
}

struct unit_group unit_group = {command_make_files, command_remove_files};

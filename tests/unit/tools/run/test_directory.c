/* SPDX-License-Identifier: MIT */
/* The directory that `bareline run` leaves its files in: what may be in it before, who else writes
 * to it, and how it may be called. */
#include "tests/unit/unit.h"

#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <termios.h>

#include "tests/unit/tools/run/command.h"
#include "tools/base/exit_status.h"
#include "tools/cmd/commands.h"

TEST(two_runs_of_one_log_differ_in_the_manifest_only)
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

TEST(a_directory_with_other_things_in_it_is_refused)
{
	char *more[] = {"-o", command_path_of(""), NULL};
	struct command_outcome outcome;

	command_run("success", more, &outcome);
	assert_int_equal(outcome.status, EXIT_USAGE);
	command_assert_says(&outcome, "contains more than an earlier run");
	assert_true(command_is_there("kernel"));
	free(more[1]);
}

TEST(a_directory_that_a_run_is_being_written_to_is_refused)
{
	pid_t pid = command_start_run("hang", NULL), fake = command_fake_pid();
	struct command_outcome outcome;

	command_run("success", NULL, &outcome);
	assert_int_equal(outcome.status, EXIT_USAGE);
	command_assert_says(&outcome, "run: in use by another command");
	assert_int_equal(kill(pid, SIGTERM), 0);
	command_finish(pid, &outcome);
	command_assert_gone(fake);
	command_run("success", NULL, &outcome);
	assert_int_equal(outcome.status, EXIT_GOOD);
}

/* Whoever had it, the lock has died with it. */
TEST(a_killed_run_leaves_its_directory_to_the_next)
{
	pid_t pid = command_start_run("hang", NULL), fake = command_fake_pid();
	struct command_outcome outcome;
	int status;

	assert_int_equal(kill(pid, SIGKILL), 0);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	command_assert_gone(fake);
	command_run("success", NULL, &outcome);
	assert_int_equal(outcome.status, EXIT_GOOD);
}

TEST(a_directory_may_have_commas_in_its_name)
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

TEST(a_script_that_a_former_run_left_is_replaced)
{
	char *script = command_path_of("keys"),
	     *more[] = {"--input", script, "--input-source", "controller", NULL};
	struct command_outcome outcome;

	command_write_file("keys", "key a\n", 6);
	command_run("success", more, &outcome);
	assert_true(command_is_there("run/input.steps"));
	command_run("success", NULL, &outcome);
	assert_int_equal(outcome.status, EXIT_GOOD);
	command_assert_says(&outcome, "run: replacing the existing run");
	assert_false(command_is_there("run/input.steps"));
	free(script);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(two_runs_of_one_log_differ_in_the_manifest_only),
		cmocka_unit_test(a_directory_with_other_things_in_it_is_refused),
		cmocka_unit_test(a_directory_that_a_run_is_being_written_to_is_refused),
		cmocka_unit_test(a_killed_run_leaves_its_directory_to_the_next),
		cmocka_unit_test(a_directory_may_have_commas_in_its_name),
		cmocka_unit_test(a_script_that_a_former_run_left_is_replaced),
	};

	return cmocka_run_group_tests(tests, command_make_files, command_remove_files);
}

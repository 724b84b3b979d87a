/* SPDX-License-Identifier: MIT */
/* A caught signal is stored; a second one always ends the program. */
#include "tests/unit/unit.h"

#include <signal.h>
#include <stdbool.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tools/base/signals.h"

#define NOT_ENDED 9

/* Sends two signals to a process that catches them, and calls a function in between, or NULL.
 * Returns the one that ended it. */
static int ended_by(int first, int second, void (*between)(void))
{
	pid_t child = fork();
	int status;

	if (child == 0) {
		signals_catch();
		raise(first);
		if (signals_caught() != first)
			_exit(1);
		if (between != NULL)
			between();
		raise(second);
		_exit(NOT_ENDED);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFSIGNALED(status));
	return WTERMSIG(status);
}

TEST(second_signal_of_any_kind_ends_the_program)
{
	assert_int_equal(ended_by(SIGINT, SIGINT, NULL), SIGINT);
	assert_int_equal(ended_by(SIGINT, SIGTERM, NULL), SIGTERM);
	assert_int_equal(ended_by(SIGHUP, SIGTERM, signals_release), SIGTERM);
}

/* Time passes by the alarm's own signal. */
TEST(first_signal_ends_the_program_after_a_time)
{
	assert_int_equal(ended_by(SIGTERM, SIGALRM, NULL), SIGTERM);
	assert_int_equal(ended_by(SIGINT, SIGALRM, NULL), SIGINT);
}

static void forget(void)
{
	signals_forget();
	if (signals_caught() != 0 || alarm(0) != 0)
		_exit(1);
}

TEST(forgotten_signal_ends_nothing)
{
	assert_int_equal(ended_by(SIGINT, SIGTERM, forget), SIGTERM);
}

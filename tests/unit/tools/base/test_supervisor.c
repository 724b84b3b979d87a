/* SPDX-License-Identifier: MIT */
/* The parent ends before it has the process ID of the program that it started. */
#include "tests/unit/unit.h"

#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tools/base/supervisor.h"

/* Reached only after an error. */
#define WAIT_MS_MAX 60000

static void pipe_fill(int end)
{
	static const char bytes[4096];

	fcntl(end, F_SETFL, O_NONBLOCK);
	while (write(end, bytes, sizeof(bytes)) > 0)
		continue;
	while (write(end, bytes, 1) > 0)
		continue;
	fcntl(end, F_SETFL, 0);
}

static bool is_readable(int end)
{
	struct pollfd ready = {.fd = end, .events = POLLIN};

	return poll(&ready, 1, WAIT_MS_MAX) == 1;
}

/* The full pipe stops the supervisor until its reader ends, while the program, in a session of its
 * own, holds the other pipe open. */
TEST(program_ends_if_the_parent_ends_before_it_has_the_process_id)
{
	char *const arguments[] = {"sh", "-c", "setsid sh -c 'echo; exec sleep 1000' & wait", NULL};
	int status[2], exec[2], output[2];
	struct supervisor supervisor = {.arguments = arguments, .parent = getpid()};
	pid_t process;
	char byte;

	assert_int_equal(pipe2(status, O_CLOEXEC) | pipe2(exec, O_CLOEXEC) |
				 pipe2(output, O_CLOEXEC), 0);
	pipe_fill(status[1]);
	supervisor.status_pipe = status[1];
	supervisor.exec_pipe = exec[1];
	memcpy(supervisor.files, (int[]){-1, output[1], -1, -1}, sizeof(supervisor.files));
	process = fork();
	if (process == 0) {
		sigset_t all;

		sigfillset(&all);
		sigprocmask(SIG_SETMASK, &all, &supervisor.mask);
		supervisor_run(&supervisor);
	}
	close(output[1]);
	assert_true(is_readable(output[0]));
	assert_int_equal(read(output[0], &byte, 1), 1);
	close(status[0]);
	assert_true(is_readable(output[0]));
	assert_int_equal(read(output[0], &byte, 1), 0);
	assert_int_equal(waitpid(process, NULL, 0), process);
	close(output[0]);
	close(status[1]);
	close(exec[0]);
	close(exec[1]);
}

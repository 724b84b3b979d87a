/* SPDX-License-Identifier: MIT */
#include "linux/count/session.h"

#include <err.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pty.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <utmp.h>

#include "linux/clock.h"
#include "linux/count/asking.h"
#include "linux/count/machine.h"
#include "linux/count/run_clock.h"

#define KEY_BYTES_MAX 16
/* Time between two looks at the program. While all processes sleep, the emulator needs no time. */
#define LOOK_NS 1000000
#define HANDLED_LIMIT_NS (10 * NS_PER_SECOND)
#define PAUSE_NS (300 * NS_PER_MS)      /* after the last key, and before the first one */
#define BLIND_NS (200 * NS_PER_MS)      /* after each key of session_type_blindly() */

static int typist = -1, terminal = -1, copy = -1;
static dev_t terminal_device;

void session_open(void)
{
	const struct winsize size = {.ws_row = 25, .ws_col = 80};
	struct stat about;

	if (openpty(&typist, &terminal, NULL, NULL, &size) != 0 || fstat(terminal, &about) != 0)
		err(EXIT_FAILURE, "pseudo terminal");
	terminal_device = about.st_rdev;
	fcntl(typist, F_SETFD, FD_CLOEXEC);
	fcntl(typist, F_SETFL, O_NONBLOCK);
}

void session_enter(void)
{
	close(typist);
	login_tty(terminal);
}

static void session_close(void)
{
	close(typist);
	typist = -1;
}

static void rest(void)
{
	const struct timespec look = {.tv_nsec = LOOK_NS};
	static char bytes[1 << 16];
	ssize_t count;

	nanosleep(&look, NULL);
	while ((count = read(typist, bytes, sizeof(bytes))) > 0) {
		if (copy >= 0 && write(copy, bytes, (size_t)count) != count)
			warn("output of the program");
	}
}

static void rest_until(uint64_t until_ns)
{
	while (clock_ns(CLOCK_MONOTONIC) < until_ns)
		rest();
}

/* Wait until the program has handled its input, or has ended. *status is as for session_type().
 * Returns false after a time limit. */
static bool await_program(pid_t program, int *status)
{
	uint64_t limit_ns = clock_ns(CLOCK_MONOTONIC) + HANDLED_LIMIT_NS;

	do {
		rest();
		if (*status < 0 && waitpid(program, status, WNOHANG) == program)
			return true;
		if (*status >= 0 || program_asks(program, terminal_device))
			return true;
	} while (clock_ns(CLOCK_MONOTONIC) < limit_ns);
	return false;
}

static uint64_t key_due_ns(const char *key)
{
	return strtoull(key, NULL, 10) * NS_PER_US;
}

static void type(const char *key)
{
	char bytes[KEY_BYTES_MAX];
	size_t count = 0;
	unsigned byte;

	strtoull(key, (char **)(uintptr_t)&key, 10);
	for (key++; count < sizeof(bytes) && sscanf(key, "%2x", &byte) == 1; key += 2)
		bytes[count++] = (char)byte;
	if (write(typist, bytes, count) != (ssize_t)count)
		warn("key");
}

static void end_program(pid_t program, int *status)
{
	session_close();
	for (unsigned i = 0; *status < 0 && i < 1000; i++) {
		const struct timespec look = {.tv_nsec = LOOK_NS};
		int ended;

		nanosleep(&look, NULL);
		if (waitpid(program, &ended, WNOHANG) == program)
			return;
	}
	if (*status < 0) {
		kill(program, SIGKILL);
		waitpid(program, NULL, 0);
	}
}

unsigned session_type(pid_t program, char *const *keys, const char *output, int *status)
{
	unsigned handled = 0;
	uint64_t begin_ns;
	bool good;

	close(terminal);
	copy = open(output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
	*status = -1;
	good = await_program(program, status);
	rest_until(clock_ns(CLOCK_MONOTONIC) + PAUSE_NS);
	begin_ns = clock_ns(CLOCK_MONOTONIC);
	if (keys[0] != NULL)
		rest_until(begin_ns + key_due_ns(keys[0]));
	machine_mark_end();
	for (; good && *status < 0 && keys[handled] != NULL; handled++) {
		const char *next = keys[handled + 1];

		run_clock_await();
		machine_mark_begin();
		type(keys[handled]);
		good = await_program(program, status);
		machine_mark_end();
		machine_mark_begin();
		rest_until(next != NULL ? begin_ns + key_due_ns(next)
					: clock_ns(CLOCK_MONOTONIC) + PAUSE_NS);
		machine_mark_end();
		if (!good)
			break;
	}
	end_program(program, status);
	close(copy);
	copy = -1;
	return handled;
}

void session_type_blindly(char *const *keys)
{
	if (fork() != 0) {
		close(terminal);
		session_close();
		return;
	}
	close(terminal);
	rest_until(clock_ns(CLOCK_MONOTONIC) + NS_PER_SECOND);
	for (; *keys != NULL; keys++) {
		type(*keys);
		rest_until(clock_ns(CLOCK_MONOTONIC) + BLIND_NS);
	}
	_exit(EXIT_SUCCESS);
}

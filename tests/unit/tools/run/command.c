/* SPDX-License-Identifier: MIT */
/* Runs a command of the tool from end to end, with a script as QEMU and a clock controlled by the
 * test. */
#include "tests/unit/tools/run/command.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "tests/unit/tools/sample_log.h"
#include "tools/cmd/run.h"
#include "tools/results/run_directory.h"
#include "tools/run/accel.h"

#define FAKE_QEMU "tests/unit/fake_qemu.sh"
#define FAKE_IMAGE "kernel\0null.timing\0input.live\0input.script\0a\0b"
#define ARGUMENTS_MAX 32

/* Limit for waits that usually take milliseconds. A longer wait is an error. */
#define WAIT_SECONDS_MAX 120
#define POLL_US 10000

static char base[] = "/tmp/bareline-test-XXXXXX";
struct sample_log command_log_text;

/* The file that starts a command's clock, or NULL for the host's clock. */
static char *clock_gate;

char *command_path_of(const char *name)
{
	return run_directory_file(base, name);
}

void command_write_file(const char *name, const char *text, size_t length)
{
	char *path = command_path_of(name);
	FILE *file = fopen(path, "wb");

	assert_non_null(file);
	assert_int_equal(fwrite(text, 1, length, file), length);
	fclose(file);
	free(path);
}

void command_read_file(const char *path, char *text, size_t size)
{
	FILE *file = fopen(path, "rb");
	size_t length;

	if (file == NULL)
		fail_msg("%s: %s", path, strerror(errno));
	length = fread(text, 1, size - 1, file);
	text[length] = '\0';
	fclose(file);
}

bool command_is_there(const char *name)
{
	char *path = command_path_of(name);
	bool there = access(path, F_OK) == 0;

	free(path);
	return there;
}

/* ---- The clock of a command ---- */

void command_read_host_clock(clockid_t clock, struct timespec *now)
{
	syscall(SYS_clock_gettime, clock, now);
}

/* Replaces the C library's function, so that time limits do not depend on the host's load. The
 * clock stands until the gate file exists. Then each reading is a second later. */
int clock_gettime(clockid_t clock, struct timespec *now)
{
	static time_t looks;

	if (clock_gate == NULL)
		return (int)syscall(SYS_clock_gettime, clock, now);
	if (looks > 0 || access(clock_gate, F_OK) == 0)
		looks++;
	*now = (struct timespec){.tv_sec = looks};
	return 0;
}

/* Commands that start later use a clock that waits for the file. */
void command_set_clock_gate(const char *name)
{
	char *path = command_path_of(name);

	unlink(path);
	clock_gate = path;
}

int command_restore_clock(void **state)
{
	(void)state;
	free(clock_gate);
	clock_gate = NULL;
	return 0;
}

/* Whether time remains; sleeps briefly. */
bool command_may_wait(const struct timespec *since)
{
	struct timespec now;

	command_read_host_clock(CLOCK_MONOTONIC, &now);
	usleep(POLL_US);
	return now.tv_sec - since->tv_sec < WAIT_SECONDS_MAX;
}

void command_await_file(const char *path)
{
	struct timespec since;

	command_read_host_clock(CLOCK_MONOTONIC, &since);
	while (access(path, F_OK) != 0) {
		if (!command_may_wait(&since))
			fail_msg("%s did not come", path);
	}
}

/* ---- Commands ---- */

int command_make_files(void **state)
{
	struct sample_log aborted;
	char *log;

	(void)state;
	assert_non_null(mkdtemp(base));
	aborted = sample_log_make(&(struct sample_log_options){.short_curve = true});
	command_write_file("log.aborted", aborted.text, aborted.length);
	free(aborted.text);
	command_log_text = sample_log_make(
		&(struct sample_log_options){.short_curve = true, .no_fault = true});
	command_write_file("log", command_log_text.text, command_log_text.length);
	/* The tool searches an image for the names of benchmarks. */
	command_write_file("kernel", FAKE_IMAGE, sizeof(FAKE_IMAGE));
	log = command_path_of("log");
	setenv("FAKE_QEMU_LOG", log, 1);
	free(log);
	return 0;
}

int command_remove_files(void **state)
{
	char *command;
	int status;

	(void)state;
	free(command_log_text.text);
	if (asprintf(&command, "rm -r %s", base) < 0)
		return -1;
	status = system(command);
	free(command);
	return status;
}

/* Start a command in its own process with output to the file "output". */
pid_t command_start(int (*command)(int, char **), char **arguments)
{
	pid_t pid = fork();

	if (pid == 0) {
		char *output = command_path_of("output");
		int file = open(output, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0666), count = 0;

		free(output);
		dup2(file, STDOUT_FILENO);
		dup2(file, STDERR_FILENO);
		while (arguments[count] != NULL)
			count++;
		exit(command(count, arguments));
	}
	assert_true(pid > 0);
	return pid;
}

void command_finish(pid_t pid, struct command_outcome *outcome)
{
	char *output = command_path_of("output");
	int status;

	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	outcome->status = WEXITSTATUS(status);
	command_read_file(output, outcome->text, sizeof(outcome->text));
	free(output);
}

/* Run `bareline run` with this behaviour of the fake, into the directory "run", with further
 * arguments up to NULL. */
pid_t command_start_run(const char *behaviour, char **more)
{
	char *image = command_path_of("kernel"), *directory = command_path_of("run");
	char *arguments[ARGUMENTS_MAX] = {
		"run", "--qemu", FAKE_QEMU, "--accel", "tcg", "--image", image, "-o", directory,
	};
	size_t count = 9;
	pid_t pid;

	while (more != NULL && *more != NULL)
		arguments[count++] = *more++;
	setenv("FAKE_QEMU", behaviour, 1);
	pid = command_start(run_command.run, arguments);
	free(directory);
	free(image);
	return pid;
}

void command_run(const char *behaviour, char **more, struct command_outcome *outcome)
{
	command_finish(command_start_run(behaviour, more), outcome);
}

void command_assert_prints(const struct command_outcome *outcome, const char *part)
{
	if (strstr(outcome->text, part) == NULL)
		fail_msg("'%s' is not in: %s", part, outcome->text);
}

/* The pid that the fake wrote, once the file exists. The file appears complete. */
pid_t command_fake_pid(void)
{
	char *path = command_path_of("log.pid"), text[32];

	command_await_file(path);
	command_read_file(path, text, sizeof(text));
	unlink(path);
	free(path);
	return (pid_t)strtol(text, NULL, 10);
}

/* Whether the process still runs. One that ended but was not reaped does not. */
static bool command_is_running(pid_t pid)
{
	char path[64], state = 'X';
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/stat", pid);
	file = fopen(path, "r");
	if (file == NULL)
		return false;
	if (fscanf(file, "%*d %*s %c", &state) != 1)
		state = 'X';
	fclose(file);
	return state != 'Z' && state != 'X';
}

void command_assert_ended(pid_t pid)
{
	struct timespec since;

	command_read_host_clock(CLOCK_MONOTONIC, &since);
	while (command_is_running(pid) && command_may_wait(&since))
		continue;
	assert_false(command_is_running(pid));
}

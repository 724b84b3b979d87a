/* SPDX-License-Identifier: MIT */
/* `bareline capture` from end to end, with a pseudo-terminal as the serial port. */
#include "tests/unit/unit.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "tests/unit/tools/run/command.h"
#include "tools/base/exit_status.h"
#include "tools/cmd/commands.h"

/* A pseudo-terminal whose far end passes bytes unchanged. Returns the near end. */
static int open_terminal(char name[64])
{
	int near = posix_openpt(O_RDWR | O_NOCTTY), far;
	struct termios settings;

	assert_true(near >= 0);
	assert_int_equal(grantpt(near), 0);
	assert_int_equal(unlockpt(near), 0);
	assert_int_equal(ptsname_r(near, name, 64), 0);
	/* The far end stays open. Otherwise bytes sent before capture opens it would be lost. */
	far = open(name, O_RDWR | O_NOCTTY);
	assert_true(far >= 0);
	tcgetattr(far, &settings);
	cfmakeraw(&settings);
	tcsetattr(far, TCSANOW, &settings);
	return near;
}

static pid_t start_capture(char *device)
{
	char *directory = command_path_of("capture");
	char *arguments[] = {"capture", "--timeout", "2", "-o", directory, device, NULL};
	pid_t pid = command_start(capture_command.run, arguments);

	free(directory);
	return pid;
}

static void send_text(int file, const char *text, size_t length)
{
	while (length > 0) {
		ssize_t sent = write(file, text, length < 512 ? length : 512);

		assert_true(sent > 0);
		text += sent;
		length -= (size_t)sent;
	}
}

/* Wait until capture listens, because opening the port may discard earlier bytes. */
static void await_listening(void)
{
	char *path = command_path_of("output"), text[4096] = "";
	struct timespec since;

	command_await_file(path);
	command_read_host_clock(CLOCK_MONOTONIC, &since);
	while (strstr(text, "Listening") == NULL) {
		command_read_file(path, text, sizeof(text));
		if (!command_may_wait(&since))
			fail_msg("the capture does not listen: %s", text);
	}
	free(path);
}

CLOCK_TEST(serial_port_is_read_up_to_the_end_marker)
{
	char device[64], *output = command_path_of("output");
	int near = open_terminal(device);
	struct command_outcome outcome;
	pid_t pid;

	unlink(output);
	free(output);
	command_set_clock_gate("never");
	pid = start_capture(device);
	await_listening();
	send_text(near, command_log_text.text, command_log_text.length);
	command_finish(pid, &outcome);
	assert_int_equal(outcome.status, EXIT_GOOD);
	command_assert_prints(&outcome, " irq\n");
	assert_true(command_is_there("capture/serial.log") &&
		    command_is_there("capture/manifest.json"));
	close(near);
}

CLOCK_TEST(silent_serial_port_ends_the_capture)
{
	char device[64], *output = command_path_of("output");
	int near = open_terminal(device);
	struct command_outcome outcome;
	pid_t pid;

	unlink(output);
	free(output);
	command_set_clock_gate("silence");
	pid = start_capture(device);
	await_listening();
	send_text(near, command_log_text.text, 3000);
	command_write_file("silence", "", 0);
	command_finish(pid, &outcome);
	assert_int_equal(outcome.status, EXIT_FAILED);
	command_assert_prints(&outcome, "no input for 2 s");
	close(near);
}

TEST(capture_of_an_endless_serial_port_stops_at_the_log_limit)
{
	char device[64], *directory = command_path_of("capture"),
			 *output = command_path_of("output");
	char *arguments[] = {"capture", "--log-limit", "1", "-o", directory, device, NULL};
	int near = open_terminal(device);
	struct command_outcome outcome;
	char noise[4096];
	pid_t pid;

	unlink(output);
	free(output);
	memset(noise, 'x', sizeof(noise));
	pid = command_start(capture_command.run, arguments);
	await_listening();
	for (size_t sent = 0; sent < (1u << 20) + 1; sent += sizeof(noise))
		send_text(near, noise, sizeof(noise));
	command_finish(pid, &outcome);
	assert_int_equal(outcome.status, EXIT_FAILED);
	command_assert_prints(&outcome, "log exceeds 1 MiB (--log-limit)");
	close(near);
	free(directory);
}

TEST(device_that_is_no_serial_port_is_named)
{
	struct command_outcome outcome;

	command_finish(start_capture("/nowhere/ttyS9"), &outcome);
	assert_int_equal(outcome.status, EXIT_USAGE);
	command_assert_prints(&outcome, "/nowhere/ttyS9");
}

struct unit_group unit_group = {command_make_files, command_remove_files};

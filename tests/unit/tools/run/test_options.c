/* SPDX-License-Identifier: MIT */
/* `bareline run` and `bareline capture` from end to end, with a script in QEMU's place and a
 * pseudo-terminal in the serial port's. */
#include "tests/unit/unit.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "lib/text/command_line.h"
#include "tests/unit/tools/sample_log.h"
#include "tools/base/exit_status.h"
#include "tools/cmd/commands.h"
#include "tools/results/run_directory.h"
#include "tools/run/accel.h"

#define FAKE_QEMU "tests/unit/fake_qemu.sh"
#define ARGUMENTS_MAX 32
/* For what comes in milliseconds unless the host is held up: who waits so long in vain has met an
 * error. */
#define PATIENCE_SECONDS 120
#define POLL_US 10000

static char base[] = "/tmp/bareline-test-XXXXXX";
static struct sample_log log_text;

/* The file that a command's clock waits for, or NULL for the clock of the host. */
static char *clock_gate;

/* What a command did. */
struct outcome {
	int status;
	char text[65536];       /* standard output and error together */
};

static char *path_of(const char *name)
{
	return run_directory_file(base, name);
}

static void write_file(const char *name, const char *text, size_t length)
{
	char *path = path_of(name);
	FILE *file = fopen(path, "wb");

	assert_non_null(file);
	assert_int_equal(fwrite(text, 1, length, file), length);
	fclose(file);
	free(path);
}

static void read_file(const char *path, char *text, size_t size)
{
	FILE *file = fopen(path, "rb");
	size_t length;

	if (file == NULL)
		fail_msg("%s: %s", path, strerror(errno));
	length = fread(text, 1, size - 1, file);
	text[length] = '\0';
	fclose(file);
}

static bool is_there(const char *name)
{
	char *path = path_of(name);
	bool there = access(path, F_OK) == 0;

	free(path);
	return there;
}

/* ---- The clock of a command ---- */

static void read_host_clock(clockid_t clock, struct timespec *now)
{
	syscall(SYS_clock_gettime, clock, now);
}

/* Takes the C library's place in this program, so that a time limit can't depend on how busy the
 * host is: it stands until the gate is there, then each look at it is a second later. */
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

/* From here on commands run by a clock that waits for the file. */
static void set_clock_gate(const char *name)
{
	char *path = path_of(name);

	unlink(path);
	clock_gate = path;
}

static int restore_clock(void **state)
{
	(void)state;
	free(clock_gate);
	clock_gate = NULL;
	return 0;
}

/* Whether there is still time to wait; sleeps a little. */
static bool may_wait(const struct timespec *since)
{
	struct timespec now;

	read_host_clock(CLOCK_MONOTONIC, &now);
	usleep(POLL_US);
	return now.tv_sec - since->tv_sec < PATIENCE_SECONDS;
}

static void await_file(const char *path)
{
	struct timespec since;

	read_host_clock(CLOCK_MONOTONIC, &since);
	while (access(path, F_OK) != 0) {
		if (!may_wait(&since))
			fail_msg("%s did not come", path);
	}
}

/* ---- Commands ---- */

static int make_files(void **state)
{
	char *log;

	(void)state;
	assert_non_null(mkdtemp(base));
	log_text = sample_log_make(&(struct sample_log_options){.short_curve = true});
	write_file("log", log_text.text, log_text.length);
	write_file("kernel", "kernel", 6);
	log = path_of("log");
	setenv("FAKE_QEMU_LOG", log, 1);
	free(log);
	return 0;
}

static int remove_files(void **state)
{
	char *command;
	int status;

	(void)state;
	free(log_text.text);
	if (asprintf(&command, "rm -r %s", base) < 0)
		return -1;
	status = system(command);
	free(command);
	return status;
}

/* Start a command in a process of its own, its output going to the file "output". */
static pid_t start(int (*command)(int, char **), char **arguments)
{
	pid_t pid = fork();

	if (pid == 0) {
		char *output = path_of("output");
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

static void finish(pid_t pid, struct outcome *outcome)
{
	char *output = path_of("output");
	int status;

	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	outcome->status = WEXITSTATUS(status);
	read_file(output, outcome->text, sizeof(outcome->text));
	free(output);
}

/* Run `bareline run` with the fake behaving so, into the directory "run", with more arguments ended
 * by NULL. */
static pid_t start_run(const char *behaviour, char **more)
{
	char *image = path_of("kernel"), *directory = path_of("run");
	char *arguments[ARGUMENTS_MAX] = {
		"run", "--qemu", FAKE_QEMU, "--accel", "tcg", "--image", image, "-o", directory,
	};
	size_t count = 9;
	pid_t pid;

	while (more != NULL && *more != NULL)
		arguments[count++] = *more++;
	setenv("FAKE_QEMU", behaviour, 1);
	pid = start(run_command.run, arguments);
	free(directory);
	free(image);
	return pid;
}

static void run(const char *behaviour, char **more, struct outcome *outcome)
{
	finish(start_run(behaviour, more), outcome);
}

static void assert_says(const struct outcome *outcome, const char *part)
{
	if (strstr(outcome->text, part) == NULL)
		fail_msg("'%s' is not in: %s", part, outcome->text);
}

/* The pid that the fake left, once it has. It comes into place whole. */
static pid_t fake_pid(void)
{
	char *path = path_of("log.pid"), text[32];

	await_file(path);
	read_file(path, text, sizeof(text));
	unlink(path);
	free(path);
	return (pid_t)strtol(text, NULL, 10);
}

/* Whether the process still runs; one that ended and was not yet reaped doesn't. */
static bool is_running(pid_t pid)
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

static void assert_gone(pid_t pid)
{
	struct timespec since;

	read_host_clock(CLOCK_MONOTONIC, &since);
	while (is_running(pid) && may_wait(&since))
		continue;
	assert_false(is_running(pid));
}

/* ---- run ---- */

TEST(a_run_shows_its_table_and_leaves_its_files)
{
	struct outcome outcome;

	run("success", NULL, &outcome);
	assert_int_equal(outcome.status, EXIT_GOOD);
	assert_says(&outcome, "Accelerator: TCG (asked for)");
	assert_says(&outcome, "[ 8/10] irq.self_ipi\n");
	assert_says(&outcome, "spin  entered");
	assert_true(is_there("run/serial.log") && is_there("run/results.json"));
	assert_true(is_there("run/manifest.json"));
}

TEST(what_was_asked_for_reaches_qemu_and_the_target)
{
	char *more[] = {"--suite", "full", "--bench", "irq.*", "--bench", "null.timing",
			"--pmc", "tlb,cycles", "--append", "serial=2", "--cpus", "2",
			"--deterministic", "--", "-name", "x", NULL};
	char *path = path_of("log.arguments"), text[4096];
	struct outcome outcome;

	run("success", more, &outcome);
	assert_int_equal(outcome.status, EXIT_GOOD);
	read_file(path, text, sizeof(text));
	free(path);
	assert_non_null(strstr(text, "-append\nsuite=full bench=irq.*,null.timing "
			       "pmc=tlb,cycles exit=isa-debug serial=2\n"));
	assert_non_null(strstr(text, "-smp\n1,maxcpus=2,sockets=1,cores=2,threads=1\n"));
	assert_non_null(strstr(text,
			       "-device\nmax-x86_64-cpu,socket-id=0,core-id=1,thread-id=0\n"));
	assert_non_null(strstr(text, "-icount\nshift=0,sleep=off,rr=record,rrfile=/dev/null\n"));
	assert_non_null(strstr(text, "-name\nx\n"));
}

TEST(an_image_gets_its_command_line_by_fw_cfg)
{
	char *more[] = {"--firmware", "bios", "--media", "usb", "--bench", "a", "--bench", "b",
			NULL};
	char *path = path_of("log.arguments"), text[4096];
	struct outcome outcome;

	run("success", more, &outcome);
	assert_int_equal(outcome.status, EXIT_GOOD);
	read_file(path, text, sizeof(text));
	free(path);
	assert_non_null(strstr(text, "name=opt/org.bareline/cmdline,"
			       "string=suite=quick bench=a,,b "));
	assert_non_null(strstr(text, "usb-storage"));
}

/* As long as it may be, by either way, and one longer. */
TEST(the_longest_command_line_is_passed_whole_and_a_longer_one_refused)
{
	static const char before[] = "suite=quick exit=isa-debug ";
	char *path = path_of("log.arguments"), words[COMMAND_LINE_MAX + 1] = "", text[16384];
	char *more[] = {"--append", words, "--firmware", "kernel", NULL};
	struct outcome outcome;
	char *line;

	memset(words, 'x', COMMAND_LINE_MAX - strlen(before));
	for (int i = 0; i < 2; i++) {
		run("success", more, &outcome);
		assert_int_equal(outcome.status, EXIT_GOOD);
		read_file(path, text, sizeof(text));
		line = strstr(text, before);
		assert_non_null(line);
		assert_int_equal(strcspn(line, "\n"), COMMAND_LINE_MAX);
		more[3] = "bios";
	}
	strcat(words, "x");
	run("success", more, &outcome);
	assert_int_equal(outcome.status, EXIT_USAGE);
	assert_says(&outcome, "the target's command line would be 4096 characters long; 4095 is "
			      "the most");
	free(path);
}

TEST(a_cd_is_read_only_and_named_as_qemu_names_it)
{
	char *more[] = {"--firmware", "bios", "--media", "cd", NULL};
	char *path = path_of("log.arguments"), text[4096];
	struct outcome outcome;

	run("success", more, &outcome);
	read_file(path, text, sizeof(text));
	free(path);
	assert_non_null(strstr(text, "format=raw,media=cdrom,readonly=on,file=/"));
}

TEST(two_runs_of_one_log_differ_in_the_manifest_only)
{
	static char first[1 << 20], second[1 << 20];
	char *path = path_of("run/results.json");
	struct outcome outcome;

	run("success", NULL, &outcome);
	read_file(path, first, sizeof(first));
	run("success", NULL, &outcome);
	read_file(path, second, sizeof(second));
	assert_string_equal(first, second);
	free(path);
}

TEST(a_target_that_reports_failure_fails_the_run)
{
	struct outcome outcome;

	run("failure", NULL, &outcome);
	assert_int_equal(outcome.status, EXIT_FAILED);
	assert_says(&outcome, "the target reports failure");
}

/* What QEMU's status means depends on what the log has. */
TEST(an_end_without_an_end_marker_is_told_for_what_it_is)
{
	static const struct {
		const char *behaviour, *says;
	} ends[] = {
		{"mute", "the target says that it ended well (QEMU's status 33), but no record came"},
		{"cut", "the target says that it ended well (QEMU's status 33), but the end of its "
			"log is missing"},
		{"reset", "status 0 before the target was at its end: its machine was reset or "
			  "powered off"},
		{"late-failure", "QEMU failed with status 1 after the target had ended"},
	};
	struct outcome outcome;

	for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
		run(ends[i].behaviour, NULL, &outcome);
		assert_int_equal(outcome.status, EXIT_FAILED);
		assert_says(&outcome, ends[i].says);
	}
	assert_says(&outcome, "QEMU: out of luck ?[2J\n");
	run("power-off", NULL, &outcome);
	assert_int_equal(outcome.status, EXIT_FAILED);
	assert_says(&outcome, "the target reports failure: 1 benchmark was cut short");
}

TEST(a_qemu_that_dies_is_told_with_its_last_words)
{
	struct outcome outcome;

	run("death", NULL, &outcome);
	assert_int_equal(outcome.status, EXIT_FAILED);
	assert_says(&outcome, "QEMU was killed by signal 11");
	assert_says(&outcome, "QEMU: the device is on fire");
	assert_says(&outcome, "INCOMPLETE");
	assert_true(is_there("run/results.json"));
}

TEST(a_run_that_hangs_is_ended_and_its_console_shown)
{
	char *more[] = {"--timeout", "1", NULL};
	struct outcome outcome;

	set_clock_gate("log.pid");
	run("hang", more, &outcome);
	assert_int_equal(outcome.status, EXIT_FAILED);
	assert_says(&outcome, "not at its end after 1 s");
	assert_says(&outcome, "| last words\n");
	assert_null(strchr(outcome.text, '\033'));
	assert_gone(fake_pid());
}

TEST(an_interrupted_run_leaves_nothing_running)
{
	pid_t pid = start_run("hang", NULL), fake = fake_pid();
	struct outcome outcome;

	assert_int_equal(kill(pid, SIGTERM), 0);
	finish(pid, &outcome);
	assert_int_equal(outcome.status, EXIT_FAILED);
	assert_says(&outcome, "interrupted by signal 15");
	assert_gone(fake);
}

TEST(a_killed_run_takes_qemu_with_it)
{
	pid_t pid = start_run("hang", NULL), fake = fake_pid();
	int status;

	assert_int_equal(kill(pid, SIGKILL), 0);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_gone(fake);
}

TEST(a_qemu_that_outlives_the_end_marker_is_ended_and_the_run_is_good)
{
	struct outcome outcome;

	set_clock_gate("log.pid");
	run("lingering", NULL, &outcome);
	assert_int_equal(outcome.status, EXIT_GOOD);
	assert_gone(fake_pid());
}

TEST(a_qemu_that_is_not_there_is_named)
{
	char *more[] = {"--qemu", "/nowhere/qemu", NULL};
	struct outcome outcome;

	run("success", more, &outcome);
	assert_int_equal(outcome.status, EXIT_FAILED);
	assert_says(&outcome, "can't run /nowhere/qemu: No such file");
}

TEST(wrong_options_are_usage_errors)
{
	static char *const wrong[][4] = {
		{"--suite", "slow"}, {"--firmware", "coreboot"}, {"--cpus", "0"},
		{"--timeout", "soon"}, {"--bench", "a b"}, {"--nonsense"}, {"stray"},
		{"--pmc", "tbl"}, {"--pmc", "tlb,"}, {"--pmc", ""}, {"stray", "--", "-S"},
		{"--memory", "1X"}, {"--memory", "0"}, {"--memory", "1GM"},
		{"--deterministic", "--ktap", "file"}, {"--deterministic", "--ktap", "-"},
		{"--deterministic", "--firmware", "uefi"},
		{"--deterministic", "--firmware", "bios"}, {"--deterministic", "--accel", "kvm"},
		{"--hypervisor-kernel", "/dev/null"}, {"--hypervisor-append", "word"},
		{"--in-kvm", "--firmware", "uefi"}, {"--in-kvm", "--disk", "null:1M"},
		{"--in-kvm", "--hypervisor-kernel", "/nonexistent"},
	};

	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		char *more[] = {wrong[i][0], wrong[i][1], wrong[i][2], NULL};
		struct outcome outcome;

		run("success", more, &outcome);
		assert_int_equal(outcome.status, EXIT_USAGE);
	}
}

TEST(a_directory_with_other_things_in_it_is_refused)
{
	char *more[] = {"-o", path_of(""), NULL};
	struct outcome outcome;

	run("success", more, &outcome);
	assert_int_equal(outcome.status, EXIT_USAGE);
	assert_says(&outcome, "holds more than a former run");
	assert_true(is_there("kernel"));
	free(more[1]);
}

TEST(a_directory_that_a_run_is_being_written_to_is_refused)
{
	pid_t pid = start_run("hang", NULL), fake = fake_pid();
	struct outcome outcome;

	run("success", NULL, &outcome);
	assert_int_equal(outcome.status, EXIT_USAGE);
	assert_says(&outcome, "run is being written to by another command");
	assert_int_equal(kill(pid, SIGTERM), 0);
	finish(pid, &outcome);
	assert_gone(fake);
	run("success", NULL, &outcome);
	assert_int_equal(outcome.status, EXIT_GOOD);
}

/* Whoever had it, the lock has died with it. */
TEST(a_killed_run_leaves_its_directory_to_the_next)
{
	pid_t pid = start_run("hang", NULL), fake = fake_pid();
	struct outcome outcome;
	int status;

	assert_int_equal(kill(pid, SIGKILL), 0);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_gone(fake);
	run("success", NULL, &outcome);
	assert_int_equal(outcome.status, EXIT_GOOD);
}

TEST(a_directory_may_have_commas_in_its_name)
{
	char *directory = path_of("a,b"), *more[] = {"-o", directory, NULL};
	char *path = path_of("log.arguments"), text[4096];
	struct outcome outcome;

	run("success", more, &outcome);
	assert_int_equal(outcome.status, EXIT_GOOD);
	assert_true(is_there("a,b/serial.log"));
	read_file(path, text, sizeof(text));
	assert_non_null(strstr(text, "/a,,b/serial.log\n"));
	free(path);
	free(directory);
}

TEST(a_script_that_a_former_run_left_is_replaced)
{
	char *script = path_of("keys"), *more[] = {"--input", script, "--input-by", "controller",
						   NULL};
	struct outcome outcome;

	write_file("keys", "key a\n", 6);
	run("success", more, &outcome);
	assert_true(is_there("run/input.steps"));
	run("success", NULL, &outcome);
	assert_int_equal(outcome.status, EXIT_GOOD);
	assert_false(is_there("run/input.steps"));
	free(script);
}

/* ---- accelerator ---- */

TEST(without_a_usable_kvm_device_the_reason_is_given)
{
	static const char begin[] = "KVM can't be used: /nowhere/kvm: ";
	struct accel accel;

	/* No such file; or, where KVM runs other guests, that. */
	accel_probe("/nowhere/kvm", &accel);
	assert_false(accel.is_kvm);
	assert_memory_equal(accel.why, begin, strlen(begin));
	assert_true(strlen(accel.why) > strlen(begin));
	accel_probe("/dev/null", &accel);
	assert_false(accel.is_kvm);
}

/* ---- capture ---- */

/* A pseudo-terminal whose far end passes bytes as they are. Returns the near end. */
static int open_terminal(char name[64])
{
	int near = posix_openpt(O_RDWR | O_NOCTTY), far;
	struct termios settings;

	assert_true(near >= 0);
	assert_int_equal(grantpt(near), 0);
	assert_int_equal(unlockpt(near), 0);
	assert_int_equal(ptsname_r(near, name, 64), 0);
	/* The far end stays open, or what is sent before capture opens it would be lost. */
	far = open(name, O_RDWR | O_NOCTTY);
	assert_true(far >= 0);
	tcgetattr(far, &settings);
	cfmakeraw(&settings);
	tcsetattr(far, TCSANOW, &settings);
	return near;
}

static pid_t start_capture(char *device)
{
	char *directory = path_of("capture");
	char *arguments[] = {"capture", "--timeout", "2", "-o", directory, device, NULL};
	pid_t pid = start(capture_command.run, arguments);

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

/* Wait until the capture listens: opening the port may discard what came before. */
static void await_listening(void)
{
	char *path = path_of("output"), text[4096] = "";
	struct timespec since;

	await_file(path);
	read_host_clock(CLOCK_MONOTONIC, &since);
	while (strstr(text, "Listening") == NULL) {
		read_file(path, text, sizeof(text));
		if (!may_wait(&since))
			fail_msg("the capture does not listen: %s", text);
	}
	free(path);
}

TEST(a_serial_port_is_followed_to_the_end_marker)
{
	char device[64], *output = path_of("output");
	int near = open_terminal(device);
	struct outcome outcome;
	pid_t pid;

	unlink(output);
	free(output);
	set_clock_gate("never");
	pid = start_capture(device);
	await_listening();
	send_text(near, log_text.text, log_text.length);
	finish(pid, &outcome);
	assert_int_equal(outcome.status, EXIT_GOOD);
	assert_says(&outcome, "spin  entered");
	assert_true(is_there("capture/serial.log") && is_there("capture/manifest.json"));
	close(near);
}

TEST(a_serial_port_that_falls_silent_ends_the_capture)
{
	char device[64], *output = path_of("output");
	int near = open_terminal(device);
	struct outcome outcome;
	pid_t pid;

	unlink(output);
	free(output);
	set_clock_gate("silence");
	pid = start_capture(device);
	await_listening();
	send_text(near, log_text.text, 3000);
	write_file("silence", "", 0);
	finish(pid, &outcome);
	assert_int_equal(outcome.status, EXIT_FAILED);
	assert_says(&outcome, "nothing came for 2 s");
	close(near);
}

TEST(a_serial_port_that_never_stops_is_left)
{
	char device[64], *directory = path_of("capture"), *output = path_of("output");
	char *arguments[] = {"capture", "--log-limit", "1", "-o", directory, device, NULL};
	int near = open_terminal(device);
	struct outcome outcome;
	char noise[4096];
	pid_t pid;

	unlink(output);
	free(output);
	memset(noise, 'x', sizeof(noise));
	pid = start(capture_command.run, arguments);
	await_listening();
	for (size_t sent = 0; sent < (1u << 20) + 1; sent += sizeof(noise))
		send_text(near, noise, sizeof(noise));
	finish(pid, &outcome);
	assert_int_equal(outcome.status, EXIT_FAILED);
	assert_says(&outcome, "its log is longer than 1 MiB (--log-limit)");
	close(near);
	free(directory);
}

TEST(a_device_that_is_no_serial_port_is_named)
{
	struct outcome outcome;

	finish(start_capture("/nowhere/ttyS9"), &outcome);
	assert_int_equal(outcome.status, EXIT_USAGE);
	assert_says(&outcome, "/nowhere/ttyS9");
}

#define WITH_CLOCK(test) cmocka_unit_test_teardown(test, restore_clock)

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_run_shows_its_table_and_leaves_its_files),
		cmocka_unit_test(what_was_asked_for_reaches_qemu_and_the_target),
		cmocka_unit_test(an_image_gets_its_command_line_by_fw_cfg),
		cmocka_unit_test(the_longest_command_line_is_passed_whole_and_a_longer_one_refused),
		cmocka_unit_test(a_cd_is_read_only_and_named_as_qemu_names_it),
		cmocka_unit_test(two_runs_of_one_log_differ_in_the_manifest_only),
		cmocka_unit_test(a_target_that_reports_failure_fails_the_run),
		cmocka_unit_test(an_end_without_an_end_marker_is_told_for_what_it_is),
		cmocka_unit_test(a_qemu_that_dies_is_told_with_its_last_words),
		WITH_CLOCK(a_run_that_hangs_is_ended_and_its_console_shown),
		cmocka_unit_test(an_interrupted_run_leaves_nothing_running),
		cmocka_unit_test(a_killed_run_takes_qemu_with_it),
		WITH_CLOCK(a_qemu_that_outlives_the_end_marker_is_ended_and_the_run_is_good),
		cmocka_unit_test(a_qemu_that_is_not_there_is_named),
		cmocka_unit_test(wrong_options_are_usage_errors),
		cmocka_unit_test(a_directory_with_other_things_in_it_is_refused),
		cmocka_unit_test(a_directory_that_a_run_is_being_written_to_is_refused),
		cmocka_unit_test(a_killed_run_leaves_its_directory_to_the_next),
		cmocka_unit_test(a_directory_may_have_commas_in_its_name),
		cmocka_unit_test(a_script_that_a_former_run_left_is_replaced),
		cmocka_unit_test(without_a_usable_kvm_device_the_reason_is_given),
		WITH_CLOCK(a_serial_port_is_followed_to_the_end_marker),
		WITH_CLOCK(a_serial_port_that_falls_silent_ends_the_capture),
		cmocka_unit_test(a_serial_port_that_never_stops_is_left),
		cmocka_unit_test(a_device_that_is_no_serial_port_is_named),
	};

	return cmocka_run_group_tests(tests, make_files, remove_files);
}

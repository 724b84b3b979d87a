/* SPDX-License-Identifier: MIT */
/* `bareline run` from end to end, with a script as QEMU. */
#include "tests/unit/unit.h"

#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>

#include "lib/text/command_line.h"
#include "tests/unit/tools/run/command.h"
#include "tools/base/exit_status.h"
#include "tools/cmd/commands.h"
#include "tools/results/load.h"
#include "tools/run/accel.h"

/* ---- run ---- */

TEST(run_prints_its_table_and_writes_its_files)
{
	struct command_outcome outcome;

	command_run("success", NULL, &outcome);
	assert_int_equal(outcome.status, EXIT_GOOD);
	command_assert_prints(&outcome, "Accelerator: TCG (selected)");
	command_assert_prints(&outcome, "[ 8/10] irq.self_ipi\n");
	command_assert_prints(&outcome, " irq\n");
	assert_true(command_is_there("run/serial.log") && command_is_there("run/results.json"));
	assert_true(command_is_there("run/manifest.json"));
}

/* Options reach QEMU and the target. */
static const struct option_case {
	const char *name;
	char *more[18];
	const char *arguments[5];       /* parts of QEMU's arguments, one a line */
} option_cases[] = {
	{"options are among QEMU's arguments",
	 {"--suite", "full", "--bench", "irq.*", "--bench", "null.timing", "--pmc", "tlb,cycles",
	  "--append", "serial=2", "--cpus", "2", "--deterministic", "--", "-name", "x"},
	 {"-append\nsuite=full bench=irq.*,null.timing pmc=tlb,cycles exit=isa-debug serial=2\n",
	  "-smp\n1,maxcpus=2,sockets=1,cores=2,threads=1\n",
	  "-device\nqemu64-v1-x86_64-cpu,socket-id=0,core-id=1,thread-id=0\n",
	  "-icount\nshift=0,sleep=off,rr=record,rrfile=/dev/null\n", "-name\nx\n"}},
	{"benchmarks are operands",
	 {"irq.*", "--deterministic", "null.timing", "--", "mem.latency"},
	 {"-append\nsuite=quick bench=irq.*,null.timing exit=isa-debug", "\nmem.latency\n"}},
	{"an image receives its command line through fw_cfg",
	 {"--firmware", "bios", "--media", "usb", "--bench", "a", "--bench", "b"},
	 {"name=opt/org.bareline/cmdline,string=suite=quick bench=a,,b ", "usb-storage"}},
	{"a CD is read-only and has the name that QEMU gives it",
	 {"--firmware", "bios", "--media", "cd"},
	 {"format=raw,media=cdrom,readonly=on,file=/"}},
	{"a counted run from a disk is not recorded, because recorded disks answer nothing",
	 {"--firmware", "bios", "--deterministic"},
	 {"-icount\nshift=0,sleep=off\n"}},
};

static void check_qemu_arguments(void **state)
{
	const struct option_case *option = *state;
	char *path = command_path_of("log.arguments"), text[4096];
	struct command_outcome outcome;
	char *more[COUNT(option->more)];

	memcpy(more, option->more, sizeof(more));
	command_run("success", more, &outcome);
	assert_int_equal(outcome.status, EXIT_GOOD);
	command_read_file(path, text, sizeof(text));
	free(path);
	for (size_t i = 0; i < COUNT(option->arguments) && option->arguments[i] != NULL; i++) {
		if (strstr(text, option->arguments[i]) == NULL)
			fail_msg("not among the arguments: %s", option->arguments[i]);
	}
}

TEST_CASES(check_qemu_arguments, option_cases);

/* The maximum length, by both options, and one character more. */
TEST(longest_command_line_is_passed_and_a_longer_one_rejected)
{
	static const char before[] = "suite=quick exit=isa-debug ";
	char *path = command_path_of("log.arguments"), words[COMMAND_LINE_MAX + 1] = "",
	     text[16384];
	char *more[] = {"--append", words, "--firmware", "kernel", NULL};
	struct command_outcome outcome;
	char *line;

	memset(words, 'x', COMMAND_LINE_MAX - strlen(before));
	for (int i = 0; i < 2; i++) {
		command_run("success", more, &outcome);
		assert_int_equal(outcome.status, EXIT_GOOD);
		command_read_file(path, text, sizeof(text));
		line = strstr(text, before);
		assert_non_null(line);
		assert_int_equal(strcspn(line, "\n"), COMMAND_LINE_MAX);
		more[3] = "bios";
	}
	strcat(words, "x");
	command_run("success", more, &outcome);
	assert_int_equal(outcome.status, EXIT_USAGE);
	command_assert_prints(&outcome,
			      "target's command line: 4096 characters long; the maximum is 4095");
	free(path);
}

TEST(target_that_reports_failure_fails_the_run)
{
	struct command_outcome outcome;

	command_run("failure", NULL, &outcome);
	assert_int_equal(outcome.status, EXIT_FAILED);
	command_assert_prints(&outcome, "the target reported failure");
}

/* The meaning of QEMU's exit status depends on the log. */
/* Some programs empty a growing log. What was received stays readable. */
TEST(log_emptied_by_another_program_does_not_hide_the_results)
{
	char *directory = command_path_of("run");
	struct command_outcome outcome;
	struct result *result;

	command_run("truncated", NULL, &outcome);
	assert_int_equal(outcome.status, EXIT_GOOD);
	command_assert_prints(&outcome, "serial.log: changed by another program during the run");
	assert_true(command_is_there("run/changed.log"));
	result = load_run(directory);
	assert_non_null(result);
	assert_true(result_is_complete(result));
	result_free(result);
	command_run("success", NULL, &outcome);
	assert_int_equal(outcome.status, EXIT_GOOD);
	assert_false(command_is_there("run/changed.log"));
	free(directory);
}

TEST(end_without_an_end_marker_is_reported_with_its_cause)
{
	static const struct {
		const char *behaviour, *says;
	} ends[] = {
		{"mute",
		 "the target reported success (QEMU exit status 33), but no record was received"},
		{"cut", "the target reported success (QEMU exit status 33), but the end of its log "
			"is missing"},
		{"reset", "status 0 before the target finished: the machine was reset or powered "
			  "off"},
		{"late-failure", "QEMU exited with status 1 after the target finished"},
	};
	struct command_outcome outcome;

	for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
		command_run(ends[i].behaviour, NULL, &outcome);
		command_assert_prints(&outcome, ends[i].says);
		assert_int_equal(outcome.status, EXIT_FAILED);
	}
	command_assert_prints(&outcome, "QEMU: out of luck ?[2J\n");
	command_run("late-failure", (char *[]){"--exit-good", "2", NULL}, &outcome);
	assert_int_equal(outcome.status, EXIT_FAILED);
	command_run("late-failure", (char *[]){"--exit-good", "1", NULL}, &outcome);
	assert_int_equal(outcome.status, EXIT_GOOD);
	command_run("power-off", NULL, &outcome);
	assert_int_equal(outcome.status, EXIT_FAILED);
	command_assert_prints(&outcome, "the target reported failure: 1 benchmark aborted");
	command_run("aborted", NULL, &outcome);
	assert_int_equal(outcome.status, EXIT_FAILED);
	command_assert_prints(&outcome, "the run is partly aborted: 1 point");
}

TEST(qemu_failure_is_reported_with_its_last_output)
{
	struct command_outcome outcome;

	command_run("death", NULL, &outcome);
	assert_int_equal(outcome.status, EXIT_FAILED);
	command_assert_prints(&outcome, "QEMU was killed by signal 11");
	command_assert_prints(&outcome, "QEMU: the device is on fire");
	command_assert_prints(&outcome, "Incomplete. no end marker");
	assert_true(command_is_there("run/results.json"));
}

CLOCK_TEST(hung_run_is_ended_and_its_console_is_shown)
{
	char *more[] = {"--timeout", "1", NULL};
	struct command_outcome outcome;

	command_set_clock_gate("log.pid");
	command_run("hang", more, &outcome);
	assert_int_equal(outcome.status, EXIT_FAILED);
	command_assert_prints(&outcome, "not finished after 1 s");
	command_assert_prints(&outcome, "| last words\n");
	assert_null(strchr(outcome.text, '\033'));
	command_assert_ended(command_fake_pid());
}

CLOCK_TEST(silent_run_is_ended)
{
	char *more[] = {"--no-output-timeout", "1", NULL};
	struct command_outcome outcome;

	command_set_clock_gate("log.pid");
	command_run("hang", more, &outcome);
	assert_int_equal(outcome.status, EXIT_FAILED);
	command_assert_prints(&outcome, "no output for 1 s (--no-output-timeout)");
	command_assert_ended(command_fake_pid());
}

/* A run without a record, with --no-output-timeout SECONDS, prints this. */
static void assert_first_record_is_awaited(const char *seconds, const char *expected)
{
	char *more[] = {"--no-output-timeout", (char *)seconds, "--timeout", "1000", NULL};
	struct command_outcome outcome;

	command_set_clock_gate("log.pid");
	command_run("silent", more, &outcome);
	assert_int_equal(outcome.status, EXIT_FAILED);
	command_assert_prints(&outcome, expected);
	command_assert_ended(command_fake_pid());
}

CLOCK_TEST(run_without_a_record_is_ended)
{
	assert_first_record_is_awaited("1", "no record received for 60 s after start");
}

CLOCK_TEST(no_output_timeout_extends_the_time_to_the_first_record)
{
	assert_first_record_is_awaited("70", "no record received for 70 s after start");
}

TEST(interrupted_run_leaves_no_process)
{
	pid_t pid = command_start_run("hang", NULL), fake = command_fake_pid();
	struct command_outcome outcome;

	assert_int_equal(kill(pid, SIGTERM), 0);
	command_finish(pid, &outcome);
	assert_int_equal(outcome.status, EXIT_FAILED);
	command_assert_prints(&outcome, "interrupted by signal 15");
	command_assert_ended(fake);
}

TEST(killed_run_ends_qemu_too)
{
	pid_t pid = command_start_run("hang", NULL), fake = command_fake_pid();
	int status;

	assert_int_equal(kill(pid, SIGKILL), 0);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	command_assert_ended(fake);
}

CLOCK_TEST(qemu_that_runs_on_after_the_end_marker_is_killed_and_the_run_succeeds)
{
	struct command_outcome outcome;

	command_set_clock_gate("log.pid");
	command_run("lingering", NULL, &outcome);
	assert_int_equal(outcome.status, EXIT_GOOD);
	command_assert_ended(command_fake_pid());
}

TEST(missing_qemu_is_named)
{
	char *more[] = {"--qemu", "/nowhere/qemu", NULL};
	struct command_outcome outcome;

	command_run("success", more, &outcome);
	assert_int_equal(outcome.status, EXIT_USAGE);
	command_assert_prints(&outcome, "/nowhere/qemu: program not found");
}

/* Problems are reported even in a quiet run, for example a noisy host. */
TEST(quiet_run_prints_only_where_its_results_are)
{
	char *more[] = {"-q", NULL};
	struct command_outcome outcome;

	command_run("success", more, &outcome);
	assert_int_equal(outcome.status, EXIT_GOOD);
	command_assert_prints(&outcome, "Results: ");
	assert_null(strstr(outcome.text, "Accelerator"));
	assert_null(strstr(outcome.text, "/10]"));
	assert_null(strstr(outcome.text, "Table: "));
	assert_null(strstr(outcome.text, "validity"));
}

TEST(run_that_never_booted_leaves_no_directory)
{
	char *directory = command_path_of("never"), *existing = command_path_of("existing");
	char *more[] = {"--qemu", "/bin/false", "-o", directory, NULL};
	struct command_outcome outcome;

	command_run("success", more, &outcome);
	assert_int_equal(outcome.status, EXIT_FAILED);
	command_assert_prints(&outcome, "/bin/false --version failed");
	assert_false(command_is_there("never"));
	/* A directory made by another program stays. */
	assert_int_equal(mkdir(existing, 0777), 0);
	more[3] = existing;
	command_run("success", more, &outcome);
	assert_int_equal(outcome.status, EXIT_FAILED);
	assert_int_equal(rmdir(existing), 0);
	free(existing);
	free(directory);
}

TEST(wrong_options_are_usage_errors)
{
	static char *const wrong[][4] = {
		{"nosuch.benchmark"}, {"/dev/null"}, {"mem.latency,cpu.loop"},
		{"--suite", "slow"}, {"--firmware", "coreboot"}, {"--cpus", "0"},
		{"--timeout", "soon"}, {"--bench", "a b"}, {"--nonsense"}, {"stray"},
		{"--pmc", "tbl"}, {"--pmc", "tlb,"}, {"--pmc", ""}, {"stray", "--", "-S"},
		{"--memory", "1X"}, {"--memory", "0"}, {"--memory", "1GM"},
		{"--memory", "010M"}, {"--memory", "18446744073709551617M"}, {"--cpus", "0"},
		{"--deterministic", "--ktap", "file"}, {"--deterministic", "--ktap", "-"},
		{"--deterministic", "--accel", "kvm"}, {"--exit-good", "0"}, {"--exit-good", "256"},
		{"--hypervisor-kernel", "/dev/null"}, {"--hypervisor-append", "word"},
		{"--in-kvm", "--firmware", "uefi"}, {"--in-kvm", "--disk", "null:1M"},
		{"--disk", "ram"}, {"--disk", "scratch:1"}, {"--in-kvm", "--disk", "ram"},
		{"--in-kvm", "--hypervisor-kernel", "/nonexistent"},
	};

	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		char *more[] = {wrong[i][0], wrong[i][1], wrong[i][2], NULL};
		struct command_outcome outcome;

		command_run("success", more, &outcome);
		if (outcome.status != EXIT_USAGE)
			fail_msg("run %s %s: status %d", wrong[i][0],
				 wrong[i][1] != NULL ? wrong[i][1] : "", outcome.status);
	}
}

/* ---- accelerator ---- */

TEST(missing_or_unusable_kvm_is_reported_with_the_reason)
{
	static const char begin[] = "KVM unavailable: /nowhere/kvm: ";
	struct accel accel;

	/* The file is missing, or KVM runs other guests. */
	accel_probe("/nowhere/kvm", &accel);
	assert_false(accel.is_kvm);
	assert_memory_equal(accel.why, begin, strlen(begin));
	assert_true(strlen(accel.why) > strlen(begin));
	accel_probe("/dev/null", &accel);
	assert_false(accel.is_kvm);
}

struct unit_group unit_group = {command_make_files, command_remove_files};

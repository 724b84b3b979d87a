/* SPDX-License-Identifier: MIT */
/* Tracing by a directory that looks like tracefs, and by a script that behaves like perf. Like the
 * kernel, mkdir() fills an instance with files, and rmdir() removes one with its files. */
#include "tests/unit/unit.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tools/base/alloc.h"
#include "tools/base/file.h"
#include "tools/flow/record/instance.h"
#include "tools/flow/record/tracer.h"

#define TEXT_MAX 65536
#define WAIT_TRIES 10000                /* of 10 ms; reached only after an error */

static char root[] = "/tmp/bareline-tracer-XXXXXX";
static char *tracefs, *trace_path;
static const char *missing_file;        /* of an instance */
static int mkdir_error;

/* ---- The kernel ---- */

static void write_at(const char *directory, const char *name, const char *text)
{
	char path[512], *slash = path + strlen(directory);
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s", directory, name);
	while ((slash = strchr(slash + 1, '/')) != NULL) {
		*slash = '\0';
		syscall(SYS_mkdirat, AT_FDCWD, path, 0700);
		*slash = '/';
	}
	file = fopen(path, "w");
	assert_non_null(file);
	fputs(text, file);
	fclose(file);
}

static const char *const instance_files[] = {
	"tracing_on", "trace_clock", "buffer_size_kb", "events/sched/sched_switch/enable",
	"events/sched/sched_waking/enable", "events/sched/sched_wakeup_new/enable",
	"events/sched/sched_process_fork/enable", "events/sched/sched_process_exec/enable",
	"events/sched/sched_process_exit/enable", "events/syscalls/sys_enter_accept4/enable",
	"trace_pipe", "per_cpu/cpu0/stats", "trace_marker",
};

int mkdir(const char *path, mode_t mode)
{
	if (strstr(path, "/instances/") == NULL)
		return (int)syscall(SYS_mkdirat, AT_FDCWD, path, mode);
	if (mkdir_error != 0) {
		errno = mkdir_error;
		return -1;
	}
	if (syscall(SYS_mkdirat, AT_FDCWD, path, mode) != 0)
		return -1;
	for (size_t i = 0; i < COUNT(instance_files); i++) {
		if (missing_file == NULL || strcmp(instance_files[i], missing_file) != 0)
			write_at(path, instance_files[i], "");
	}
	return 0;
}

int rmdir(const char *path)
{
	char *command = xasprintf("test -d '%s' && cp -r '%s/.' '%s/last' && rm -r '%s'", path,
				  path, root, path);
	int status = system(command);

	free(command);
	errno = ENOENT;
	return status == 0 ? 0 : -1;
}

static char *content(const char *directory, const char *name)
{
	static char text[TEXT_MAX];
	char *path = xasprintf("%s/%s", directory, name);
	FILE *file = fopen(path, "r");

	text[file != NULL ? fread(text, 1, sizeof(text) - 1, file) : 0] = '\0';
	if (file != NULL)
		fclose(file);
	free(path);
	return text;
}

static char *instance_path(void)
{
	return xasprintf("%s/instances/bareline-%d", tracefs, (int)getpid());
}

/* ---- Before and after each test ---- */

static void run(const char *format, const char *path)
{
	char *command = xasprintf(format, path, path);

	assert_int_equal(system(command), 0);
	free(command);
}

static int set_up(void **state)
{
	(void)state;
	strcpy(root + strlen(root) - 6, "XXXXXX");
	assert_non_null(mkdtemp(root));
	tracefs = xasprintf("%s/tracing", root);
	trace_path = xasprintf("%s/trace", root);
	run("mkdir -p '%s/tracing/instances' '%s/last'", root);
	missing_file = NULL;
	mkdir_error = 0;
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	run("rm -r '%s'", root);
	free(tracefs);
	free(trace_path);
	return 0;
}

static struct tracer *begin(const struct tracer_kind *kind, char *reason)
{
	const struct tracer_request request = {
		.tracefs = tracefs, .buffer_kb = 64, .path = trace_path,
	};

	return kind->start(&request, reason);
}

/* ---- tracefs ---- */

TEST_WITH(instance_is_set_up_read_and_removed, set_up, tear_down)
{
	char reason[TRACER_REASON_MAX] = "", *path = instance_path(), *last;
	struct tracer *tracer = begin(&tracer_tracefs, reason);

	assert_string_equal(reason, "");
	assert_non_null(tracer);
	assert_string_equal(content(path, "tracing_on"), "1");
	assert_string_equal(content(path, "trace_clock"), "mono");
	assert_memory_equal(getenv(TRACER_MARKER), path, strlen(path));
	assert_string_equal(content(path, "buffer_size_kb"), "64");
	for (size_t i = 3; i < 9; i++)
		assert_string_equal(content(path, instance_files[i]), "1");
	assert_string_equal(content(path, "events/syscalls/sys_enter_accept4/enable"), "");
	write_at(path, "trace_pipe", "first\n");
	write_at(path, "per_cpu/cpu0/stats", "entries: 3\nbytes: 32767\ndropped events: 0\n");
	assert_true(tracer_tracefs.poll(tracer));
	assert_string_equal(content(path, "tracing_on"), "1");
	write_at(path, "per_cpu/cpu0/stats",
		 "commit overrun: 2\nbytes: 32768\ndropped events: 5\n");
	assert_true(tracer_tracefs.poll(tracer));
	write_at(path, "trace_pipe", "first\nsecond\n");
	assert_true(tracer_tracefs.end(tracer));
	assert_string_equal(content(root, "trace"), "first\nsecond\nCPU:0 [LOST 7 EVENTS]\n");
	assert_int_equal(access(path, F_OK), -1);
	last = content(root, "last/tracing_on");
	assert_string_equal(last, "0");
	free(path);
}

static struct tracer_function functions[] = {
	{.path = "/prog", .name = "serve", .offset = 0x1136, .number = 1},
	{.path = "/prog", .name = "put,get", .offset = 0x1200, .number = 2, .kind = TRACER_WRITE,
	 .is_queue = true},
	{.path = "/prog", .name = "put,get", .offset = 0x1300, .number = 2, .kind = TRACER_READ,
	 .is_queue = true},
};

static struct tracer *begin_with_functions(const struct tracer_kind *kind, char *reason)
{
	return kind->start(&(struct tracer_request){
		.tracefs = tracefs, .buffer_kb = 64, .path = trace_path,
		.functions = functions, .function_count = COUNT(functions),
	}, reason);
}

TEST_WITH(functions_are_probed_named_and_left_alone_again, set_up, tear_down)
{
	char reason[TRACER_REASON_MAX] = "", wanted[512];
	int pid = (int)getpid();
	struct tracer *tracer;

	write_at(tracefs, "uprobe_events", "");
	tracer = begin_with_functions(&tracer_tracefs, reason);
	assert_string_equal(reason, "");
	assert_non_null(tracer);
	snprintf(wanted, sizeof(wanted),
		 "p:bareline_%d/procedure_begin /prog:0x1136 number=\\1:u32"
		 "r:bareline_%d/procedure_end /prog:0x1136 number=\\1:u32"
		 "p:bareline_%d/memory_write /prog:0x1200 number=\\2:u32 is_queue=\\1:u32 object=",
		 pid, pid, pid);
	assert_memory_equal(content(tracefs, "uprobe_events"), wanted, strlen(wanted));
	assert_non_null(strstr(content(tracefs, "uprobe_events"), "memory_read_end /prog:0x1300"));
	assert_true(tracer_tracefs.end(tracer));
	snprintf(wanted, sizeof(wanted), "-:bareline_%d/memory_read_end", pid);
	assert_non_null(strstr(content(tracefs, "uprobe_events"), wanted));
	assert_string_equal(content(root, "last/trace_marker"), "bareline object 2 put,get");
}

TEST_WITH(functions_are_recorded_without_a_price_if_it_cannot_be_measured, set_up, tear_down)
{
	char reason[TRACER_REASON_MAX] = "", wanted[64];
	double call_ns = 0;
	struct tracer *tracer;

	write_at(tracefs, "uprobe_events", "");
	tracer = tracer_tracefs.start(&(struct tracer_request){
		.tracefs = tracefs, .buffer_kb = 64, .path = trace_path, .call_ns = &call_ns,
		.functions = functions, .function_count = COUNT(functions),
	}, reason);
	assert_non_null(tracer);
	snprintf(wanted, sizeof(wanted), "r:bareline_%d/price_end /", (int)getpid());
	assert_non_null(strstr(content(tracefs, "uprobe_events"), wanted));
	assert_true(call_ns == 0);
	assert_true(tracer_tracefs.end(tracer));
	snprintf(wanted, sizeof(wanted), "-:bareline_%d/price_end", (int)getpid());
	assert_non_null(strstr(content(tracefs, "uprobe_events"), wanted));
}

TEST_WITH(functions_that_cannot_be_probed_are_named, set_up, tear_down)
{
	char reason[TRACER_REASON_MAX] = "", *path = instance_path();

	assert_null(begin_with_functions(&tracer_tracefs, reason));
	assert_non_null(strstr(reason, "serve of /prog cannot be probed"));
	assert_non_null(strstr(reason, "CONFIG_UPROBE_EVENTS"));
	assert_int_equal(access(path, F_OK), -1);
	assert_null(begin_with_functions(&tracer_perf, reason));
	assert_non_null(strstr(reason, "does not record functions"));
	free(path);
}

TEST_WITH(keeper_removes_the_instance_of_a_killed_process, set_up, tear_down)
{
	int ends[2], number = 0;
	char byte, *path;
	pid_t child;

	assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
	child = fork();
	if (child == 0) {
		char reason[TRACER_REASON_MAX];

		_exit(begin(&tracer_tracefs, reason) == NULL || write(ends[1], "x", 1) != 1 ||
		      kill(getpid(), SIGKILL) != 0);
	}
	assert_int_equal(read(ends[0], &byte, 1), 1);
	assert_int_equal(waitpid(child, &number, 0), child);
	assert_true(WIFSIGNALED(number));
	path = xasprintf("%s/instances/bareline-%d", tracefs, (int)child);
	for (number = 0; access(path, F_OK) == 0 && number < WAIT_TRIES; number++)
		usleep(10000);
	assert_int_equal(access(path, F_OK), -1);
	/* The keeper has also removed what it made for this test. */
	assert_string_equal(content(root, "last/tracing_on"), "0");
	close(ends[0]);
	close(ends[1]);
	free(path);
}

static const struct refusal {
	const char *name;
	const char *missing, *reason;
	int error;
	bool has_no_instances;
} refusals[] = {
	{"no_right", NULL, "run as root", EPERM, false},
	{"no_memory", NULL, "--buffer", ENOMEM, false},
	{"busy", NULL, "another tracer uses it", EBUSY, false},
	{"no_tracefs", NULL, "instances: No such file", 0, true},
	{"no_event", "events/sched/sched_waking/enable", "sched_waking", 0, false},
	{"no_pipe", "trace_pipe", "trace_pipe", 0, false},
	{"no_clock", "trace_clock", "trace_clock", 0, false},
};

static void refusal_names_the_reason(void **state)
{
	const struct refusal *refusal = *state;
	char reason[TRACER_REASON_MAX] = "", *path;

	set_up(NULL);
	missing_file = refusal->missing;
	mkdir_error = refusal->error;
	if (refusal->has_no_instances)
		run("rm -r '%s/tracing/instances'", root);
	path = instance_path();
	assert_null(begin(&tracer_tracefs, reason));
	assert_non_null(strstr(reason, refusal->reason));
	assert_int_equal(access(path, F_OK), -1);
	assert_int_equal(access(trace_path, F_OK), -1);
	/* No keeper is left. */
	assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
	free(path);
	tear_down(NULL);
}

TEST_CASES(refusal_names_the_reason, refusals);

TEST(number_of_a_line_is_found_by_its_whole_name)
{
	static const char text[] = "overrun: 1\ncommit overrun: 22\nbytes: 333\n";

	assert_int_equal(instance_parse_number(text, "overrun"), 1);
	assert_int_equal(instance_parse_number(text, "commit overrun"), 22);
	assert_int_equal(instance_parse_number(text, "bytes"), 333);
	assert_int_equal(instance_parse_number(text, "byte"), 0);
	assert_int_equal(instance_parse_number("", "bytes"), 0);
}

/* ---- perf ---- */

static void make_perf(const char *record)
{
	char *text = xasprintf("#!/bin/sh\n%s", record);
	char *path = xasprintf("%s:/usr/bin:/bin", root);

	write_at(root, "perf", text);
	run("chmod 755 '%s/perf'", root);
	setenv("PATH", path, 1);
	free(path);
	free(text);
}

TEST_WITH(perf_is_started_and_stopped, set_up, tear_down)
{
	char reason[TRACER_REASON_MAX] = "";
	struct tracer *tracer;

	make_perf("read line <&3; [ $line = enable ] && echo ack >&3\n"
		  "read line <&3; [ $line = stop ] && echo ack >&3\n"
		  "echo \"$@\" >$(dirname \"$0\")/trace\n");
	tracer = begin(&tracer_perf, reason);
	assert_string_equal(reason, "");
	assert_non_null(tracer);
	assert_true(tracer_perf.poll(tracer));
	assert_true(tracer_perf.end(tracer));
	assert_non_null(strstr(content(root, "trace"), "--output /tmp/bareline-tracer-"));
	assert_non_null(strstr(content(root, "trace"), "sched:sched_waking"));
}

TEST_WITH(message_of_perf_is_the_reason, set_up, tear_down)
{
	char reason[TRACER_REASON_MAX] = "";

	make_perf("exec >&2; echo 'event syntax error'; echo 'Error:'; echo 'Access is limited.'\n"
		  "echo 'Usage: perf'; exit 255\n");
	assert_null(begin(&tracer_perf, reason));
	assert_non_null(strstr(reason, "Access is limited."));
	assert_non_null(strstr(reason, "kernel.perf_event_paranoid"));
	assert_int_equal(access(trace_path, F_OK), -1);
}

TEST_WITH(failure_of_perf_while_it_records_is_one_of_the_recording, set_up, tear_down)
{
	char reason[TRACER_REASON_MAX] = "";
	struct tracer *tracer;

	make_perf("read line <&3; echo ack >&3; echo 'failed to write perf data' >&2; exit 1\n");
	tracer = begin(&tracer_perf, reason);
	assert_non_null(tracer);
	for (int i = 0; i < WAIT_TRIES && tracer_perf.poll(tracer); i++)
		usleep(10000);
	assert_false(tracer_perf.end(tracer));
	assert_int_equal(access(trace_path, F_OK), -1);
}

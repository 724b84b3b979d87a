/* SPDX-License-Identifier: MIT */
/* The instance keeps other tracers undisturbed. A child process removes it when its pipe closes. */
#include "linux/trace/tracefs.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bench/platform.h"
#include "lib/wire/wire.h"

#define PATH_CHARS 160
#define BUFFER_KB "2048"                /* per CPU: some 40 000 events */
#define TEXT_BYTES_MAX (32u << 20)
#define REMOVE_TRIES 500
#define REMOVE_PAUSE_US 10000

static const char *const mounts[] = {"/sys/kernel/tracing", "/sys/kernel/debug/tracing"};

/* The first three are necessary. */
static const char *const events[] = {
	"sched/sched_switch", "sched/sched_waking", "sched/sched_wakeup_new",
	"sched/sched_process_fork", "sched/sched_process_exit", "irq", "irq_vectors",
	"block/block_rq_issue", "block/block_rq_complete", "nmi",
};

#define NEEDED 3

static struct {
	char path[PATH_CHARS];          /* of the instance; empty: not open */
	char problem[PATH_CHARS + 64];
} tracefs;

/* ---- Files ---- */

/* Calls only functions that are safe after fork(). Returns 0 or a negative errno. */
static int file_write(const char *path, const char *value)
{
	int file = open(path, O_WRONLY | O_CLOEXEC | O_TRUNC), error = 0;

	if (file < 0)
		return -errno;
	if (write(file, value, strlen(value)) < 0)
		error = -errno;
	close(file);
	return error;
}

static int instance_write(const char *name, const char *value)
{
	char path[2 * PATH_CHARS];

	snprintf(path, sizeof(path), "%s/%s", tracefs.path, name);
	return file_write(path, value);
}

/* ---- The instance ---- */

static const char *mount_find(void)
{
	char path[PATH_CHARS];

	for (size_t i = 0; i < sizeof(mounts) / sizeof(mounts[0]); i++) {
		snprintf(path, sizeof(path), "%s/instances", mounts[i]);
		if (access(path, W_OK) == 0)
			return mounts[i];
	}
	return NULL;
}

const char *tracefs_missing_reason(void)
{
	if (mount_find() != NULL)
		return NULL;
	if (geteuid() != 0)
		return "the kernel's trace needs root";
	if (access(mounts[0], F_OK) != 0)
		return "the kernel has no tracefs (CONFIG_FTRACE)";
	return "tracefs is not mounted, or not permitted: mount -t tracefs tracefs "
	       "/sys/kernel/tracing";
}

static void keeper_run(int end, const char *path, const char *switch_path)
{
	sigset_t all;
	char byte;

	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, NULL);
	setpgid(0, 0);
	dup2(end, 0);
	close_range(1, ~0u, 0);
	while (read(0, &byte, 1) < 0 && errno == EINTR)
		;
	file_write(switch_path, "0");
	for (int i = 0; i < REMOVE_TRIES && rmdir(path) != 0 && errno == EBUSY; i++)
		usleep(REMOVE_PAUSE_US);
	_exit(0);
}

/* The pipe's other end stays open until the process ends. Children that it creates must not keep
 * it, so it closes on exec. Returns 0 or a negative errno. */
static int keeper_start(void)
{
	char switch_path[2 * PATH_CHARS];
	int ends[2], error = 0;
	pid_t keeper;

	snprintf(switch_path, sizeof(switch_path), "%s/tracing_on", tracefs.path);
	if (pipe2(ends, O_CLOEXEC) != 0)
		return -errno;
	keeper = fork();
	if (keeper == 0) {
		close(ends[1]);
		keeper_run(ends[0], tracefs.path, switch_path);
	}
	if (keeper < 0) {
		error = -errno;
		close(ends[1]);
	}
	close(ends[0]);
	return error;
}

static int tracefs_fail(const char *name, int error)
{
	snprintf(tracefs.problem, sizeof(tracefs.problem), "tracefs: %s: %s", name,
		 strerror(-error));
	tracefs.path[0] = '\0';
	return error;
}

static int enable_events(void)
{
	char name[PATH_CHARS];

	for (size_t i = 0; i < sizeof(events) / sizeof(events[0]); i++) {
		int error;

		snprintf(name, sizeof(name), "events/%s/enable", events[i]);
		error = instance_write(name, "1");
		if (error != 0 && i < NEEDED)
			return tracefs_fail(name, error);
	}
	return 0;
}

int tracefs_open(void)
{
	static const char *const settings[][2] = {
		{"tracing_on", "0"}, {"trace_clock", "x86-tsc"}, {"buffer_size_kb", BUFFER_KB},
		{"options/irq-info", "1"}, {"options/overwrite", "0"},
	};
	const char *mount = mount_find();
	int error;

	if (tracefs.path[0] != '\0')
		return 0;
	if (mount == NULL)
		return tracefs_fail("instances", -EACCES);
	snprintf(tracefs.path, sizeof(tracefs.path), "%s/instances/bareline-%d", mount,
		 (int)getpid());
	if (mkdir(tracefs.path, 0700) != 0)
		return tracefs_fail("instances", -errno);
	error = keeper_start();
	if (error != 0) {
		rmdir(tracefs.path);
		return tracefs_fail("instances", error);
	}
	for (size_t i = 0; i < sizeof(settings) / sizeof(settings[0]); i++) {
		error = instance_write(settings[i][0], settings[i][1]);
		if (error != 0)
			return tracefs_fail(settings[i][0], error);
	}
	return enable_events();
}

const char *tracefs_problem(void)
{
	return tracefs.problem[0] != '\0' ? tracefs.problem : NULL;
}

/* ---- A trace ---- */

int tracefs_start(void)
{
	int error = instance_write("trace", "");

	return error != 0 ? error : instance_write("tracing_on", "1");
}

void tracefs_stop(void)
{
	(void)instance_write("tracing_on", "0");
}

struct text {
	const struct tracefs_subject *subject;
	uint64_t bytes;
	size_t used;
	bool is_cut, is_after_newline;
	uint8_t buffer[WIRE_BYTES_MAX];
};

static void text_flush(struct text *text)
{
	if (text->used == 0)
		return;
	wire_write(platform_writer(), WIRE_os_trace, &(struct wire_os_trace){
		.kind = text->subject->kind, .id = text->subject->id, .first = text->bytes,
		.text = {text->buffer, text->used},
	});
	text->bytes += text->used;
	text->used = 0;
}

/* Blanks at the begin of lines only align columns. */
static void text_add(struct text *text, char character)
{
	if (character == ' ' && text->is_after_newline)
		return;
	text->is_after_newline = character == '\n';
	text->buffer[text->used++] = (uint8_t)character;
	if (text->used == sizeof(text->buffer))
		text_flush(text);
}

/* Number of events that found no room: the sum over all CPUs. */
static uint64_t count_lost(void)
{
	uint64_t lost = 0, number;
	char path[2 * PATH_CHARS], line[80];

	for (long cpu = 0; cpu < sysconf(_SC_NPROCESSORS_CONF); cpu++) {
		FILE *file;

		snprintf(path, sizeof(path), "%s/per_cpu/cpu%ld/stats", tracefs.path, cpu);
		file = fopen(path, "re");
		while (file != NULL && fgets(line, sizeof(line), file) != NULL) {
			if (sscanf(line, "dropped events: %lu", &number) == 1 ||
			    sscanf(line, "overrun: %lu", &number) == 1 ||
			    sscanf(line, "commit overrun: %lu", &number) == 1)
				lost += number;
		}
		if (file != NULL)
			fclose(file);
	}
	return lost;
}

void tracefs_write(const struct tracefs_subject *subject)
{
	struct text text = {.subject = subject, .is_after_newline = true};
	char path[2 * PATH_CHARS], buffer[4096];
	ssize_t size = 1;
	int file;

	snprintf(path, sizeof(path), "%s/trace", tracefs.path);
	file = open(path, O_RDONLY | O_CLOEXEC);
	while (file >= 0 && !text.is_cut && size > 0) {
		size = read(file, buffer, sizeof(buffer));
		for (ssize_t i = 0; i < size; i++)
			text_add(&text, buffer[i]);
		text.is_cut = text.bytes > TEXT_BYTES_MAX;
	}
	if (file >= 0)
		close(file);
	text_flush(&text);
	wire_write(platform_writer(), WIRE_os_trace_end, &(struct wire_os_trace_end){
		.kind = subject->kind, .id = subject->id, .bytes = text.bytes,
		.lost = count_lost(), .is_cut = text.is_cut || file < 0 || size < 0,
		.tid = subject->tid, .cpu = subject->cpu,
	});
}

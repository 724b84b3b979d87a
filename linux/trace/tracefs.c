/* SPDX-License-Identifier: MIT */
/* The instance does not disturb other tracers. Another process, of the same program, removes the
 * instance when the process's pipe closes. */
#include "linux/trace/tracefs.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
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
#define KEEPER_START_US 5000            /* it must not run during a sample */

static const char *const mounts[] = {"/sys/kernel/tracing", "/sys/kernel/debug/tracing"};

/* Events to trace. The first three are necessary. */
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

/* Returns 0 or a negative errno. */
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

int tracefs_keep(const char *path)
{
	char switch_path[2 * PATH_CHARS], byte = 0;
	sigset_t all;

	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, NULL);
	if (write(STDOUT_FILENO, &byte, 1) != 1)
		return EXIT_FAILURE;
	close(STDOUT_FILENO);
	while (read(STDIN_FILENO, &byte, 1) < 0 && errno == EINTR)
		;
	snprintf(switch_path, sizeof(switch_path), "%s/tracing_on", path);
	file_write(switch_path, "0");
	for (int i = 0; i < REMOVE_TRIES && rmdir(path) != 0 && errno == EBUSY; i++)
		usleep(REMOVE_PAUSE_US);
	return EXIT_SUCCESS;
}

/* Start the keeper. It is not a fork of this process, because both would share its pages until they
 * are written to, and each such write would be a page fault in a sample. Returns 0 or a negative
 * errno. */
static int keeper_spawn(int end, int ready)
{
	char name[] = TRACEFS_KEEPER, *arguments[] = {name, tracefs.path, NULL};
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	pid_t keeper;
	int error;

	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, end, STDIN_FILENO);
	posix_spawn_file_actions_adddup2(&actions, ready, STDOUT_FILENO);
	posix_spawn_file_actions_addclose(&actions, STDERR_FILENO);
	posix_spawnattr_init(&attributes);
	posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
	error = posix_spawn(&keeper, "/proc/self/exe", &actions, &attributes, arguments, environ);
	posix_spawnattr_destroy(&attributes);
	posix_spawn_file_actions_destroy(&actions);
	return -error;
}

/* The other end of its pipe stays open until this process ends. Returns when the keeper waits: 0 or
 * a negative errno. */
static int keeper_start(void)
{
	int ends[2], ready[2], error;
	char byte;

	if (pipe2(ends, O_CLOEXEC) != 0)
		return -errno;
	if (pipe2(ready, O_CLOEXEC) != 0) {
		error = -errno;
		close(ends[0]);
		close(ends[1]);
		return error;
	}
	error = keeper_spawn(ends[0], ready[1]);
	close(ready[1]);
	if (error == 0 && read(ready[0], &byte, 1) != 1)
		error = -ECHILD;
	close(ready[0]);
	close(ends[0]);
	if (error != 0)
		close(ends[1]);
	else
		usleep(KEEPER_START_US);
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

/* Append a character. Blanks at the beginning of lines are left out, because they only align
 * columns. */
static void text_add(struct text *text, char character)
{
	if (character == ' ' && text->is_after_newline)
		return;
	text->is_after_newline = character == '\n';
	text->buffer[text->used++] = (uint8_t)character;
	if (text->used == sizeof(text->buffer))
		text_flush(text);
}

/* Number of events that found no room, summed up over all CPUs. */
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

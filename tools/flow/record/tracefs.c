/* SPDX-License-Identifier: MIT */
/* Traces into an instance of tracefs. While the program runs, the text is only read if a buffer is
 * half full, so a short program is not disturbed, and a long one does not overrun the buffers. */
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <mntent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/base/alloc.h"
#include "tools/base/file.h"
#include "tools/flow/import/rules.h"
#include "tools/flow/record/instance.h"
#include "tools/flow/record/price.h"
#include "tools/flow/record/tracer.h"

#define READ_BYTES (1u << 16)
#define KB 1024u
#define POLL_BYTES_MAX (64u << 20)      /* of text, so that a poll ends */

struct tracer {
	struct instance instance;
	int pipe;                       /* the instance's trace_pipe */
	long cpus;
	uint64_t half_bytes;            /* of a CPU's buffer */
	char *path;
	FILE *text;                     /* NULL: finished */
	char buffer[READ_BYTES];
};

static const struct event {
	const char *name;
	bool is_optional, is_accept;
} events[] = {
	{"sched/sched_switch", false, false},
	{"sched/sched_waking", false, false},
	{"sched/sched_wakeup_new", false, false},
	{"sched/sched_process_fork", false, false},
	{"sched/sched_process_exec", false, false},
	{"sched/sched_process_exit", false, false},
	{"sched/sched_process_free", true, false},
	{"sched/sched_migrate_task", true, false},
	{"block/block_rq_issue", true, false},
	{"block/block_rq_complete", true, false},
	{"net/net_dev_queue", true, false},
	{"net/netif_receive_skb", true, false},
	{"syscalls/sys_enter_accept", true, true},
	{"syscalls/sys_enter_accept4", true, true},
	{"syscalls/sys_exit_accept", true, true},
	{"syscalls/sys_exit_accept4", true, true},
};

/* ---- Reasons ---- */

/* Whether a file contains a text. */
static bool tracefs_file_has(const char *path, const char *text)
{
	char line[256];
	bool is_found = false;
	FILE *file = fopen(path, "re");

	while (file != NULL && !is_found && fgets(line, sizeof(line), file) != NULL)
		is_found = strstr(line, text) != NULL;
	if (file != NULL)
		fclose(file);
	return is_found;
}

/* The mount point, to be freed, or NULL. */
static char *tracefs_find(void)
{
	FILE *mounts = setmntent("/proc/self/mounts", "re");
	const struct mntent *mount;
	char *found = NULL;

	while (mounts != NULL && found == NULL && (mount = getmntent(mounts)) != NULL) {
		if (strcmp(mount->mnt_type, "tracefs") == 0)
			found = xstrdup(mount->mnt_dir);
	}
	if (mounts != NULL)
		endmntent(mounts);
	return found;
}

static const char *tracefs_missing_reason(void)
{
	if (!tracefs_file_has("/proc/filesystems", "tracefs"))
		return "this kernel has none (CONFIG_FTRACE)";
	return "not mounted; as root: mount -t tracefs tracefs /sys/kernel/tracing";
}

static void tracefs_set_reason(char reason[TRACER_REASON_MAX], const char *file, int error)
{
	const char *hint = "";

	if (error == EACCES || error == EPERM)
		hint = tracefs_file_has("/sys/kernel/security/lockdown", "[confidentiality]")
			? "; the kernel is locked down: boot without lockdown=confidentiality"
			: "; run as root, outside of a container";
	else if (error == ENOMEM)
		hint = "; give a smaller --buffer";
	else if (error == ENOENT)
		hint = "; the kernel lacks it, or this is no tracefs";
	else if (error == EBUSY)
		hint = "; another tracer uses it: end that one";
	snprintf(reason, TRACER_REASON_MAX, "%s: %s%s", file, strerror(error), hint);
}

/* ---- Start ---- */

static bool tracefs_set(struct tracer *tracer, const char *name, const char *value,
			char reason[TRACER_REASON_MAX])
{
	int error = instance_write(&tracer->instance, name, value);

	if (error != 0)
		tracefs_set_reason(reason, name, error);
	return error == 0;
}

/* Trace the functions. If the kernel can, also trace TCP, for an import of several hosts'
 * traces. */
static bool tracefs_probe(struct tracer *tracer, const struct tracer_request *request,
			  char reason[TRACER_REASON_MAX])
{
	const struct probes *probes = &tracer->instance.probes;
	char path[128];
	size_t failed;
	int error;

	(void)probes_make(probes);
	error = probes_make_functions(probes, request->functions, request->function_count,
				      &failed);
	if (error != 0) {
		snprintf(reason, TRACER_REASON_MAX, "%s of %s cannot be probed: %s%s",
			 request->functions[failed].name, request->functions[failed].path,
			 strerror(error), error == ENOENT || error == EEXIST
			 ? "; this needs Linux 5.5 or later with CONFIG_UPROBE_EVENTS" : "");
		return false;
	}
	for (size_t i = 0; i < PROBES_MAX; i++) {
		snprintf(path, sizeof(path), "events/%s/enable", probes->events[i]);
		(void)instance_write(&tracer->instance, path, "1");
	}
	return true;
}

/* The trace itself names the objects of the functions. */
static bool tracefs_name_objects(struct tracer *tracer, const struct tracer_request *request,
				 char reason[TRACER_REASON_MAX])
{
	uint32_t last = 0;

	for (size_t i = 0; i < request->function_count; i++) {
		const struct tracer_function *function = &request->functions[i];
		char *text;
		bool is_good;

		if (function->number == last)
			continue;
		last = function->number;
		text = xasprintf(TRACE_OBJECT_MARKER "%u %s", last, function->name);
		is_good = tracefs_set(tracer, "trace_marker", text, reason);
		free(text);
		if (!is_good)
			return false;
	}
	return true;
}

static bool tracefs_enable(struct tracer *tracer, const struct tracer_request *request,
			   char reason[TRACER_REASON_MAX])
{
	char path[128];

	for (size_t i = 0; i < sizeof(events) / sizeof(*events); i++) {
		snprintf(path, sizeof(path), "events/%s/enable", events[i].name);
		if (events[i].is_optional && (request->has_accept || !events[i].is_accept))
			(void)instance_write(&tracer->instance, path, "1");
		else if (!events[i].is_optional && !tracefs_set(tracer, path, "1", reason))
			return false;
	}
	return tracefs_probe(tracer, request, reason);
}

/* The clock is the one of programs, CLOCK_MONOTONIC. */
static bool tracefs_set_up(struct tracer *tracer, const struct tracer_request *request,
			   char reason[TRACER_REASON_MAX])
{
	char *path = xasprintf("%s/trace_marker", tracer->instance.path);
	char text[32];

	setenv(TRACER_MARKER, path, 1);
	free(path);
	snprintf(text, sizeof(text), "%lu", request->buffer_kb);
	if (!tracefs_set(tracer, "tracing_on", "0", reason) ||
	    !tracefs_set(tracer, "trace_clock", "mono", reason) ||
	    !tracefs_set(tracer, "buffer_size_kb", text, reason))
		return false;
	if (request->function_count > 0 && request->call_ns != NULL)
		(void)price_measure(&tracer->instance, request->call_ns);
	if (!tracefs_enable(tracer, request, reason))
		return false;
	path = xasprintf("%s/trace_pipe", tracer->instance.path);
	tracer->pipe = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	free(path);
	if (tracer->pipe < 0) {
		tracefs_set_reason(reason, "trace_pipe", errno);
		return false;
	}
	return tracefs_set(tracer, "tracing_on", "1", reason) &&
	       tracefs_name_objects(tracer, request, reason);
}

/* Returns 0 or an errno. */
static int tracefs_end(struct tracer *tracer)
{
	int error;

	if (tracer->pipe >= 0)
		close(tracer->pipe);
	error = instance_remove(&tracer->instance);
	file_abandon(tracer->text);
	free(tracer->path);
	free(tracer);
	return error;
}

static struct tracer *tracefs_start(const struct tracer_request *request,
				    char reason[TRACER_REASON_MAX])
{
	char *found = request->tracefs != NULL ? xstrdup(request->tracefs) : tracefs_find();
	struct tracer *tracer = xcalloc(1, sizeof(*tracer));
	int error;

	if (found == NULL) {
		snprintf(reason, TRACER_REASON_MAX, "%s", tracefs_missing_reason());
		free(tracer);
		return NULL;
	}
	error = instance_make(&tracer->instance, found);
	if (error != 0) {
		char *name = xasprintf("%s/instances", found);

		tracefs_set_reason(reason, name, error);
		free(name);
		free(found);
		free(tracer);
		return NULL;
	}
	free(found);
	tracer->pipe = -1;
	tracer->cpus = sysconf(_SC_NPROCESSORS_CONF);
	tracer->half_bytes = request->buffer_kb * KB / 2;
	tracer->path = xstrdup(request->path);
	tracer->text = file_create(tracer->path);
	if (tracer->text == NULL)
		snprintf(reason, TRACER_REASON_MAX, "the trace cannot be written");
	else if (tracefs_set_up(tracer, request, reason))
		return tracer;
	tracefs_end(tracer);
	return NULL;
}

/* ---- While it traces, and the end ---- */

/* Move the present content of the buffers to the file, at most bytes_max. */
static bool tracefs_drain(struct tracer *tracer, uint64_t bytes_max)
{
	ssize_t size = 1;

	for (uint64_t bytes = 0; size > 0 && bytes < bytes_max; bytes += (uint64_t)size) {
		do
			size = read(tracer->pipe, tracer->buffer, sizeof(tracer->buffer));
		while (size < 0 && errno == EINTR);
		if (size > 0 && fwrite(tracer->buffer, (size_t)size, 1, tracer->text) != 1) {
			warn("%s", tracer->path);
			return false;
		}
		if (size < 0 && errno != EAGAIN) {
			warn("%s/trace_pipe", tracer->instance.path);
			return false;
		}
	}
	return true;
}

static uint64_t tracefs_number(const struct tracer *tracer, long cpu, const char *name)
{
	char file[64];

	snprintf(file, sizeof(file), "per_cpu/cpu%ld/stats", cpu);
	return instance_number(&tracer->instance, file, name);
}

static bool tracefs_poll(struct tracer *tracer)
{
	for (long cpu = 0; cpu < tracer->cpus; cpu++) {
		if (tracefs_number(tracer, cpu, "bytes") >= tracer->half_bytes)
			return tracefs_drain(tracer, POLL_BYTES_MAX);
	}
	return true;
}

static bool tracefs_stop(struct tracer *tracer)
{
	bool is_good;
	int error;

	(void)instance_write(&tracer->instance, "tracing_on", "0");
	is_good = tracefs_drain(tracer, UINT64_MAX);
	/* The text itself states overwritten events only. */
	for (long cpu = 0; cpu < tracer->cpus; cpu++) {
		uint64_t lost = tracefs_number(tracer, cpu, "commit overrun") +
				tracefs_number(tracer, cpu, "dropped events");

		if (lost > 0)
			fprintf(tracer->text, "CPU:%ld [LOST %" PRIu64 " EVENTS]\n", cpu, lost);
	}
	if (is_good) {
		is_good = file_finish(tracer->text, tracer->path);
		tracer->text = NULL;
	}
	error = tracefs_end(tracer);
	if (error != 0)
		warnx("tracefs: the instance cannot be removed: %s", strerror(error));
	return is_good;
}

const struct tracer_kind tracer_tracefs = {
	.name = "tracefs", .start = tracefs_start, .poll = tracefs_poll, .end = tracefs_stop,
};

/* SPDX-License-Identifier: MIT */
#include "tools/flow/record/instance.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tools/base/alloc.h"

#define PATH_BYTES 512
#define STATS_BYTES 4096

/* A reader that closes the buffer may delay its removal. */
#define REMOVE_TRIES 500
#define REMOVE_PAUSE_US 10000

static int file_write(const char *path, const char *value)
{
	int file = open(path, O_WRONLY | O_CLOEXEC | O_TRUNC), error = 0;
	size_t size = strlen(value);

	if (file < 0)
		return errno;
	if (write(file, value, size) != (ssize_t)size)
		error = errno;
	if (close(file) != 0 && error == 0)
		error = errno;
	return error;
}

int instance_write(const struct instance *instance, const char *name, const char *value)
{
	char path[PATH_BYTES];

	snprintf(path, sizeof(path), "%s/%s", instance->path, name);
	return file_write(path, value);
}

uint64_t instance_parse_number(const char *text, const char *name)
{
	size_t size = strlen(name);

	while (text != NULL && *text != '\0') {
		if (strncmp(text, name, size) == 0 && text[size] == ':')
			return strtoull(text + size + 1, NULL, 10);
		text = strchr(text, '\n');
		text = text != NULL ? text + 1 : NULL;
	}
	return 0;
}

uint64_t instance_number(const struct instance *instance, const char *file, const char *name)
{
	char path[PATH_BYTES], text[STATS_BYTES];
	ssize_t size;
	int number;

	snprintf(path, sizeof(path), "%s/%s", instance->path, file);
	number = open(path, O_RDONLY | O_CLOEXEC);
	if (number < 0)
		return 0;
	size = read(number, text, sizeof(text) - 1);
	close(number);
	text[size > 0 ? size : 0] = '\0';
	return instance_parse_number(text, name);
}

/* Remove a path. Succeeds if there is none. Calls only functions that are safe after fork(). */
static int path_remove(const char *path, const char *switch_path)
{
	int error = 0;

	(void)file_write(switch_path, "0");
	for (int i = 0; i < REMOVE_TRIES; i++) {
		if (rmdir(path) == 0 || errno == ENOENT)
			return 0;
		error = errno;
		if (error != EBUSY)
			break;
		usleep(REMOVE_PAUSE_US);
	}
	return error;
}

static void keeper_run(int pipe_end, const struct instance *instance, const char *switch_path)
{
	int error;

	sigset_t all;
	char byte;

	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, NULL);
	setpgid(0, 0);
	dup2(pipe_end, 0);
	close_range(1, ~0u, 0);
	while (read(0, &byte, 1) < 0 && errno == EINTR)
		continue;
	error = path_remove(instance->path, switch_path);
	probes_remove(&instance->probes);
	_exit(error);
}

/* Start the keeper before there is anything to keep. Returns 0 or an errno. */
static int keeper_start(struct instance *instance)
{
	char *switch_path = xasprintf("%s/tracing_on", instance->path);
	int ends[2], error = 0;

	if (pipe2(ends, O_CLOEXEC) != 0) {
		error = errno;
		free(switch_path);
		return error;
	}
	instance->keeper = fork();
	if (instance->keeper == 0)
		keeper_run(ends[0], instance, switch_path);
	error = instance->keeper < 0 ? errno : 0;
	close(ends[0]);
	if (error == 0)
		instance->keeper_pipe = ends[1];
	else
		close(ends[1]);
	free(switch_path);
	return error;
}

/* End the keeper. Returns its status: 0 or an errno. */
static int keeper_end(struct instance *instance)
{
	int status = 0;
	pid_t ended;

	close(instance->keeper_pipe);
	do
		ended = waitpid(instance->keeper, &status, 0);
	while (ended < 0 && errno == EINTR);
	if (ended != instance->keeper || !WIFEXITED(status))
		return ECHILD;
	return WEXITSTATUS(status);
}

int instance_make(struct instance *instance, const char *tracefs)
{
	int error;

	*instance = (struct instance){
		.path = xasprintf("%s/instances/bareline-%d", tracefs, (int)getpid()),
	};
	probes_name(&instance->probes, tracefs, getpid());
	error = keeper_start(instance);
	if (error == 0 && mkdir(instance->path, 0700) != 0) {
		error = errno;
		keeper_end(instance);
	}
	if (error != 0) {
		probes_free(&instance->probes);
		free(instance->path);
		instance->path = NULL;
	}
	return error;
}

int instance_remove(struct instance *instance)
{
	char *switch_path = xasprintf("%s/tracing_on", instance->path);
	int error = path_remove(instance->path, switch_path);

	probes_remove(&instance->probes);
	keeper_end(instance);
	free(switch_path);
	probes_free(&instance->probes);
	free(instance->path);
	instance->path = NULL;
	return error;
}

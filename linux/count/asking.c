/* SPDX-License-Identifier: MIT */
/* Linux, Documentation/filesystems/proc.rst, "syscall": number and arguments of the system call in
 * which a thread sleeps, or "running". */
#include "linux/count/asking.h"

#include <dirent.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#define PATH_BYTES 128
#define ARGUMENTS 3
#define POLLED_MAX 1024
/* Linux, Documentation/admin-guide/devices.txt: /dev/tty. */
#define OWN_TERMINAL makedev(5, 0)

struct thread {
	pid_t process, number;
	dev_t terminal;
	uint64_t call, arguments[ARGUMENTS];
};

static bool is_terminal(const struct thread *thread, int file)
{
	char path[PATH_BYTES];
	struct stat about;

	snprintf(path, sizeof(path), "/proc/%d/fd/%d", (int)thread->process, file);
	return stat(path, &about) == 0 && S_ISCHR(about.st_mode) &&
	       (about.st_rdev == thread->terminal || about.st_rdev == OWN_TERMINAL);
}

/* Memory of the thread. Returns the number of bytes that were read. */
static size_t read_memory(const struct thread *thread, uint64_t address, void *bytes, size_t size)
{
	char path[PATH_BYTES];
	ssize_t length = 0;
	int memory;

	snprintf(path, sizeof(path), "/proc/%d/mem", (int)thread->process);
	memory = open(path, O_RDONLY | O_CLOEXEC);
	if (memory >= 0) {
		length = pread(memory, bytes, size, (off_t)address);
		close(memory);
	}
	return length > 0 ? (size_t)length : 0;
}

static bool polls_terminal(const struct thread *thread)
{
	struct pollfd set[POLLED_MAX];
	size_t count = thread->arguments[1] < POLLED_MAX ? thread->arguments[1] : POLLED_MAX;

	count = read_memory(thread, thread->arguments[0], set, count * sizeof(set[0])) /
		sizeof(set[0]);
	for (size_t i = 0; i < count; i++) {
		if ((set[i].events & POLLIN) != 0 && is_terminal(thread, set[i].fd))
			return true;
	}
	return false;
}

static bool selects_terminal(const struct thread *thread)
{
	fd_set reads;

	FD_ZERO(&reads);
	if (thread->arguments[1] == 0 ||
	    read_memory(thread, thread->arguments[1], &reads, sizeof(reads)) == 0)
		return false;
	for (int i = 0; i < (int)thread->arguments[0] && i < FD_SETSIZE; i++) {
		if (FD_ISSET(i, &reads) && is_terminal(thread, i))
			return true;
	}
	return false;
}

/* A line "tfd: NUMBER ..." of the set's description is one of its files. */
static bool epoll_has_terminal(const struct thread *thread)
{
	char path[PATH_BYTES], line[256];
	bool found = false;
	FILE *file;
	int number;

	snprintf(path, sizeof(path), "/proc/%d/fdinfo/%d", (int)thread->process,
		 (int)thread->arguments[0]);
	file = fopen(path, "re");
	while (file != NULL && fgets(line, sizeof(line), file) != NULL)
		found |= sscanf(line, "tfd: %d", &number) == 1 && is_terminal(thread, number);
	if (file != NULL)
		fclose(file);
	return found;
}

static bool thread_asks(const struct thread *thread)
{
	switch (thread->call) {
	case SYS_read:
		return is_terminal(thread, (int)thread->arguments[0]);
#ifdef SYS_poll
	case SYS_poll:
#endif
	case SYS_ppoll:
		return polls_terminal(thread);
#ifdef SYS_select
	case SYS_select:
#endif
	case SYS_pselect6:
		return selects_terminal(thread);
#ifdef SYS_epoll_wait
	case SYS_epoll_wait:
#endif
	case SYS_epoll_pwait: case SYS_epoll_pwait2:
		return epoll_has_terminal(thread);
	default:
		return false;
	}
}

/* Read in which call the thread sleeps. Returns false if it runs. */
static bool read_call(struct thread *thread)
{
	char path[PATH_BYTES], text[256] = "";
	uint64_t *arguments = thread->arguments;
	int64_t call = -1;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/task/%d/syscall", (int)thread->process,
		 (int)thread->number);
	file = fopen(path, "re");
	if (file == NULL)
		return true;            /* it has ended */
	if (fgets(text, sizeof(text), file) == NULL)
		text[0] = '\0';
	fclose(file);
	if (strncmp(text, "running", strlen("running")) == 0)
		return false;
	sscanf(text, "%" SCNd64 " %" SCNx64 " %" SCNx64 " %" SCNx64, &call, &arguments[0],
	       &arguments[1], &arguments[2]);
	thread->call = (uint64_t)call;
	return true;
}

/* Call the function with each number from `first` on in a directory of /proc. If the function
 * returns false, stop and return false. */
static bool each_number(const char *path, pid_t first,
			bool (*take)(struct thread *thread, pid_t number, bool *asks),
			struct thread *thread, bool *asks)
{
	DIR *directory = opendir(path);
	const struct dirent *entry;
	bool goes_on = true;

	while (goes_on && directory != NULL && (entry = readdir(directory)) != NULL) {
		pid_t number = (pid_t)strtol(entry->d_name, NULL, 10);

		if (number >= first)
			goes_on = take(thread, number, asks);
	}
	if (directory != NULL)
		closedir(directory);
	return goes_on;
}

static bool take_thread(struct thread *thread, pid_t number, bool *asks)
{
	thread->number = number;
	if (!read_call(thread))
		return false;
	*asks |= thread_asks(thread);
	return true;
}

static bool take_process(struct thread *thread, pid_t number, bool *asks)
{
	char path[PATH_BYTES], program[PATH_MAX];

	thread->process = number;
	snprintf(path, sizeof(path), "/proc/%d/exe", (int)number);
	if (readlink(path, program, sizeof(program)) < 0)
		return true;            /* a thread of the kernel */
	snprintf(path, sizeof(path), "/proc/%d/task", (int)number);
	return each_number(path, 1, take_thread, thread, asks);
}

bool program_asks(pid_t first, dev_t terminal)
{
	struct thread thread = {.terminal = terminal};
	bool asks = false;

	return each_number("/proc", first, take_process, &thread, &asks) && asks;
}

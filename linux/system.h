/* SPDX-License-Identifier: MIT */
/* The operating system that really executes the calls of the process. Systems that imitate Linux
 * answer uname() as Linux does, and are recognised only by statements that Linux never makes about
 * itself. */
#ifndef LINUX_SYSTEM_H
#define LINUX_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>

#define SYSTEM_TEXT_MAX 256

/* What the system states about itself. A text that cannot be read is "". The last members may be
 * NULL. */
struct system_texts {
	const char *release, *version;          /* from uname() */
	const char *kernel_line;                /* /proc/cmdline */
	const char *log;                        /* the kernel's log, or its end */
	const char *pid_namespace;              /* /proc/self/ns/pid: "pid:[NUMBER]" */
	const char *init_environment;           /* of process 1; a NUL separates its texts */
	size_t init_environment_bytes;
	const char *manager_container;          /* /run/systemd/container */
	bool has_dockerenv, has_containerenv;   /* /.dockerenv, /run/.containerenv */
};

struct system {
	const char *os;                         /* "Linux" unless another system is proved */
	char version[SYSTEM_TEXT_MAX];          /* version that the system reports for itself; "" if
						 * it reports none */
	char found[SYSTEM_TEXT_MAX];            /* the evidence */
	char container[SYSTEM_TEXT_MAX];        /* "docker (/.dockerenv)"; "": no container is
						 * proved */
	bool binds_threads;                     /* sched_setaffinity() has an effect */
};

/* Recognise the system. A system other than Linux is named only if the texts prove it. Any text may
 * be missing. */
void system_recognise(const struct system_texts *texts, struct system *system);

/* The system of this process, read at the first call. */
const struct system *system_this(void);

/* Whether the system is Linux itself. */
bool system_is_linux(const struct system *system);

#endif

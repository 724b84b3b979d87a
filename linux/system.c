/* SPDX-License-Identifier: MIT */
/* What each system says of itself, and no Linux does:
 * gVisor: the log, pkg/sentry/kernel/syslog.go, which is made up and begins at time 0; uname() is
 *   the constant of one build of Linux 4.4, pkg/sentry/syscalls/linux/linux64.go.
 * WSL 1: both texts of uname() name Microsoft in this spelling. WSL 2 is a Linux.
 * FreeBSD: sys/compat/linux, linux_newuname() returns its own version.
 * illumos: usr/src/uts/common/brand/lx, LX_UNAME_VERSION_DEFAULT.
 * Containers: systemd's "The Container Interface", and the files that docker and podman create. */
#include "linux/system.h"

#include <stdio.h>
#include <string.h>
#include <sys/klog.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "lib/text/fmt.h"
#include "linux/files.h"

#define LOG_READ_ALL 3                  /* syslog(2), SYSLOG_ACTION_READ_ALL */
#define LOG_MAX 4096                    /* longer than gVisor's log; of a longer log, only the end
					 * is read */
#define ENVIRONMENT_MAX 4096
#define CONTAINER_VARIABLE "container="
/* PROC_PID_INIT_INO, include/linux/proc_ns.h; of Linux's first processes since 3.8. */
#define INITIAL_NAMESPACE "pid:[4026531836]"
#define NAMESPACE "pid:["
#define CONTAINER_LETTERS "abcdefghijklmnopqrstuvwxyz0123456789-"

#define GVISOR_RELEASE "4.4.0"
#define GVISOR_VERSION "#1 SMP Sun Jan 10 15:06:54 PST 2016"
#define GVISOR_LINE "BOOT_IMAGE=/vmlinuz-4.4.0-gvisor"
#define GVISOR_START "Starting gVisor..."
#define WSL1 "-Microsoft"
#define WSL2 "-microsoft-standard"
#define FREEBSD "FreeBSD "
#define ILLUMOS "BrandZ virtual linux"

static bool begins_with(const char *text, const char *start)
{
	return strncmp(text, start, strlen(start)) == 0;
}

static bool ends_with(const char *text, const char *end)
{
	size_t length = strlen(text);

	return length >= strlen(end) && strcmp(text + length - strlen(end), end) == 0;
}

/* Whether the first line of the log, "<6>[    0.000000] MESSAGE", is that message. */
static bool log_begins_with(const char *log, const char *message)
{
	const char *at = strchr(log, '>');

	if (log[0] != '<' || at == NULL || at[1] != '[')
		return false;
	at += 2;
	at += strspn(at, " ");
	if (!begins_with(at, "0.000000] "))
		return false;
	at += strlen("0.000000] ");
	return begins_with(at, message) && at[strlen(message)] == '\n';
}

/* ---- Systems ---- */

bool system_is_linux(const struct system *system)
{
	return strcmp(system->os, "Linux") == 0;
}

static bool recognise_gvisor(const struct system_texts *texts, struct system *system)
{
	bool has_log = log_begins_with(texts->log, GVISOR_START);
	bool has_texts = strcmp(texts->release, GVISOR_RELEASE) == 0 &&
			 strcmp(texts->version, GVISOR_VERSION) == 0 &&
			 begins_with(texts->kernel_line, GVISOR_LINE);

	if (!has_log && !has_texts)
		return false;
	system->os = "gVisor";
	/* pkg/sentry/kernel/task_sched.go, SetCPUMask(): it stores the set only. */
	system->binds_threads = false;
	fmt_buffer(system->found, sizeof(system->found), "%s; it answers uname as Linux %s",
		   has_log ? "kernel log: " GVISOR_START : "/proc/cmdline and uname are gVisor's",
		   texts->release);
	return true;
}

static bool recognise_windows(const struct system_texts *texts, struct system *system)
{
	if (!ends_with(texts->release, WSL1) || strstr(texts->version, WSL1 " ") == NULL)
		return false;
	system->os = "Windows";
	fmt_buffer(system->found, sizeof(system->found), "uname: %s, the calls of WSL 1",
		   texts->release);
	return true;
}

static bool recognise_freebsd(const struct system_texts *texts, struct system *system)
{
	const char *version = texts->version + strlen(FREEBSD);

	if (!begins_with(texts->version, FREEBSD))
		return false;
	system->os = "FreeBSD";
	fmt_buffer(system->version, sizeof(system->version), "%s", version);
	system->version[strcspn(system->version, " ")] = '\0';
	fmt_buffer(system->found, sizeof(system->found), "uname: %s", texts->version);
	return true;
}

static bool recognise_illumos(const struct system_texts *texts, struct system *system)
{
	if (strcmp(texts->version, ILLUMOS) != 0)
		return false;
	system->os = "illumos";
	fmt_buffer(system->found, sizeof(system->found), "uname: %s", texts->version);
	return true;
}

/* ---- Containers ---- */

static void set_container(struct system *system, const char *name, const char *found)
{
	if (name[0] != '\0' && name[strspn(name, CONTAINER_LETTERS)] == '\0')
		fmt_buffer(system->container, sizeof(system->container), "%s (%s)", name, found);
}

static void find_variable(const struct system_texts *texts, struct system *system)
{
	const char *at = texts->init_environment;
	const char *end = at + texts->init_environment_bytes;
	char text[SYSTEM_TEXT_MAX];

	for (size_t length; at < end; at += length + 1) {
		length = strnlen(at, (size_t)(end - at));
		if (length >= sizeof(text))
			continue;
		memcpy(text, at, length);
		text[length] = '\0';
		if (begins_with(text, CONTAINER_VARIABLE))
			set_container(system, text + strlen(CONTAINER_VARIABLE),
				      CONTAINER_VARIABLE " of process 1");
	}
}

/* Whether the process is in its own PID namespace, as only a process in a container is. The root
 * file system of a virtual machine can be that of a container image, with the same files. */
static bool is_in_namespace(const struct system_texts *texts)
{
	return texts->pid_namespace != NULL && begins_with(texts->pid_namespace, NAMESPACE) &&
	       strcmp(texts->pid_namespace, INITIAL_NAMESPACE) != 0;
}

/* Find the container. If several are found, the last one, which is the innermost, counts. */
static void find_container(const struct system_texts *texts, struct system *system)
{
	if (!system_is_linux(system))
		return;
	if (strstr(texts->release, WSL2) != NULL)
		set_container(system, "wsl2", "uname");
	if (!is_in_namespace(texts))
		return;
	if (texts->init_environment != NULL)
		find_variable(texts, system);
	if (texts->manager_container != NULL)
		set_container(system, texts->manager_container, "/run/systemd/container");
	if (texts->has_containerenv)
		set_container(system, "podman", "/run/.containerenv");
	if (texts->has_dockerenv)
		set_container(system, "docker", "/.dockerenv");
}

void system_recognise(const struct system_texts *texts, struct system *system)
{
	*system = (struct system){.os = "Linux", .binds_threads = true};
	if (!recognise_gvisor(texts, system) && !recognise_windows(texts, system) &&
	    !recognise_freebsd(texts, system) && !recognise_illumos(texts, system)) {
		fmt_buffer(system->version, sizeof(system->version), "%s", texts->release);
		fmt_buffer(system->found, sizeof(system->found), "uname");
	}
	find_container(texts, system);
}

/* ---- This process ---- */

static size_t read_environment(char *bytes, size_t size)
{
	FILE *file = fopen("/proc/1/environ", "re");
	size_t length = 0;

	if (file == NULL)
		return 0;
	length = fread(bytes, 1, size, file);
	fclose(file);
	return length;
}

static void read_log(char *log, size_t size)
{
	int length = klogctl(LOG_READ_ALL, log, (int)size - 1);

	log[length > 0 ? length : 0] = '\0';
}

const struct system *system_this(void)
{
	static struct system system;
	char log[LOG_MAX], namespace[SYSTEM_TEXT_MAX] = "";
	char line[SYSTEM_TEXT_MAX], manager[SYSTEM_TEXT_MAX], environment[ENVIRONMENT_MAX];
	struct utsname name = {0};

	if (system.os != NULL)
		return &system;
	uname(&name);
	read_log(log, sizeof(log));
	if (readlink("/proc/self/ns/pid", namespace, sizeof(namespace) - 1) < 0)
		namespace[0] = '\0';
	files_line("/proc/cmdline", line, sizeof(line));
	files_line("/run/systemd/container", manager, sizeof(manager));
	system_recognise(&(struct system_texts){
		.release = name.release, .version = name.version, .kernel_line = line, .log = log,
		.pid_namespace = namespace,
		.init_environment = environment,
		.init_environment_bytes = read_environment(environment, sizeof(environment)),
		.manager_container = manager,
		.has_dockerenv = access("/.dockerenv", F_OK) == 0,
		.has_containerenv = access("/run/.containerenv", F_OK) == 0,
	}, &system);
	return &system;
}

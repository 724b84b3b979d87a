/* SPDX-License-Identifier: MIT */
/* A program with a known critical path, the only process of a traced Linux guest. For each of three
 * requests, the server works 20 ms. Then two workers work side by side, for 5 and 40 ms. Then the
 * server sleeps 10 ms, while a third thread holds a lock for 15 ms that the server needs next.
 * Finally it sleeps 10 ms. So 85 ms are critical: 20 of the server, 40 of the slow worker, 15 of
 * the lock's holder, 10 asleep. The trace is printed on the console between two lines, and the
 * machine powers off. If it has the host tool, that records one request too, and its log is printed
 * in the same way. */
#define _GNU_SOURCE
#include <err.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/reboot.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define TRACING "/tracing/"
#define REQUESTS 3

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int marker_fd = -1;

struct worker {
	const char *name;
	unsigned work_ms;
	pthread_mutex_t *held;          /* held while it works; NULL: none */
	pthread_t thread;
};

static void write_file(const char *name, const char *text)
{
	int fd = open(name, O_WRONLY | O_CLOEXEC);

	if (fd < 0 || write(fd, text, strlen(text)) != (ssize_t)strlen(text))
		warn("%s", name);
	if (fd >= 0)
		close(fd);
}

static uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static void work(unsigned ms)
{
	uint64_t end = now_ns() + ms * 1000000ull;

	while (now_ns() < end)
		;
}

static void rest(unsigned ms)
{
	const struct timespec length = {.tv_nsec = ms * 1000000L};

	nanosleep(&length, NULL);
}

static void mark(const char *text)
{
	if (write(marker_fd, text, strlen(text)) < 0)
		warn("marker");
}

static void *worker_run(void *context)
{
	const struct worker *worker = context;

	prctl(PR_SET_NAME, worker->name);
	if (worker->held != NULL)
		pthread_mutex_lock(worker->held);
	work(worker->work_ms);
	if (worker->held != NULL)
		pthread_mutex_unlock(worker->held);
	return NULL;
}

static void worker_begin(struct worker *worker)
{
	if (pthread_create(&worker->thread, NULL, worker_run, worker) != 0)
		errx(1, "no thread");
}

static void serve(void)
{
	struct worker fast = {.name = "fast", .work_ms = 5};
	struct worker slow = {.name = "slow", .work_ms = 40};
	struct worker holder = {.name = "holder", .work_ms = 15, .held = &lock};

	work(20);
	worker_begin(&fast);
	worker_begin(&slow);
	pthread_join(fast.thread, NULL);
	pthread_join(slow.thread, NULL);
	worker_begin(&holder);
	rest(10);
	pthread_mutex_lock(&lock);
	pthread_mutex_unlock(&lock);
	rest(10);
	pthread_join(holder.thread, NULL);
}

static void set_up(void)
{
	static const char *const events[] = {
		"sched/sched_switch", "sched/sched_waking", "sched/sched_wakeup",
		"sched/sched_wakeup_new", "sched/sched_process_fork", "sched/sched_process_exit",
	};
	char path[128];

	mkdir(TRACING, 0700);
	if (mount("tracefs", TRACING, "tracefs", 0, NULL) != 0)
		err(1, "tracefs");
	write_file(TRACING "tracing_on", "0");
	write_file(TRACING "trace_clock", "mono");
	for (size_t i = 0; i < sizeof(events) / sizeof(*events); i++) {
		snprintf(path, sizeof(path), TRACING "events/%s/enable", events[i]);
		write_file(path, "1");
	}
	marker_fd = open(TRACING "trace_marker", O_WRONLY | O_CLOEXEC);
	if (marker_fd < 0)
		err(1, "trace_marker");
}

static void print_file(const char *begin, const char *name, const char *end)
{
	FILE *file = fopen(name, "re");
	char line[4096];

	puts(begin);
	while (file != NULL && fgets(line, sizeof(line), file) != NULL)
		fputs(line, stdout);
	if (file != NULL)
		fclose(file);
	puts(end);
	fflush(stdout);
}

/* ---- Recording by the host tool ---- */

#define TOOL "/bareline"
#define TOOL_SECONDS_MAX 100

static pid_t tool_start(char *const arguments[])
{
	pid_t tool = fork();

	if (tool == 0) {
		execv(TOOL, arguments);
		_exit(127);
	}
	return tool;
}

static void print_status(const char *what, pid_t process)
{
	int status = -1;

	waitpid(process, &status, 0);
	if (WIFEXITED(status))
		printf("%s: exit status %d\n", what, WEXITSTATUS(status));
	else
		printf("%s: signal %d\n", what, WTERMSIG(status));
	fflush(stdout);
}

static unsigned count_instances(void)
{
	DIR *directory = opendir(TRACING "instances");
	struct dirent *entry;
	unsigned count = 0;

	while (directory != NULL && (entry = readdir(directory)) != NULL)
		count += entry->d_name[0] != '.';
	if (directory != NULL)
		closedir(directory);
	return count;
}

/* Wait for the begin or end of a recording. */
static void await_instances(unsigned count)
{
	for (unsigned i = 0; i < TOOL_SECONDS_MAX * 100 && count_instances() != count; i++)
		rest(10);
}

/* The tool ends by a signal while it traces a program that never ends. */
static void record_and_end(char *directory, int signal)
{
	char *const arguments[] = {
		TOOL, "flow", "record", "-o", directory, "--", "/init", "sleep", NULL,
	};
	pid_t tool = tool_start(arguments);

	await_instances(1);
	rest(100);
	kill(tool, signal);
	print_status(directory, tool);
	await_instances(0);
	printf("%s: %u instances are left\n", directory, count_instances());
}

static char *const record_work[] = {
	TOOL, "flow", "record", "-o", "/run", "--", "/init", "work", NULL,
};

/* Before tracefs is mounted. */
static void record_refused(void)
{
	mkdir("/proc", 0700);
	if (mount("proc", "/proc", "proc", 0, NULL) != 0)
		err(1, "proc");
	print_status("refused", tool_start(record_work));
}

static void record(void)
{
	print_status("recorded", tool_start(record_work));
	printf("recorded: %u instances are left\n", count_instances());
	record_and_end("interrupted", SIGINT);
	record_and_end("killed", SIGKILL);
	print_file("LOG BEGINS", "/run/serial.log", "LOG ENDS");
	print_file("TEXT BEGINS", "/run/trace.txt", "TEXT ENDS");
}

static int work_or_sleep(const char *what)
{
	prctl(PR_SET_NAME, "server");
	if (strcmp(what, "work") == 0)
		serve();
	else
		pause();
	return 0;
}

static void trace(void)
{
	set_up();
	rest(50);
	write_file(TRACING "tracing_on", "1");
	for (unsigned i = 0; i < REQUESTS; i++) {
		mark("request begins");
		serve();
		mark("request ends");
		rest(5);
	}
	write_file(TRACING "tracing_on", "0");
	print_file("TRACE BEGINS", TRACING "trace", "TRACE ENDS");
}

int main(int argc, char **argv)
{
	if (argc > 1 && getpid() != 1)
		return work_or_sleep(argv[1]);
	prctl(PR_SET_NAME, "server");
	if (access(TOOL, X_OK) == 0)
		record_refused();
	trace();
	if (access(TOOL, X_OK) == 0)
		record();
	sync();
	rest(100);
	reboot(RB_POWER_OFF);
	return 1;
}

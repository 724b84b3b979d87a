/* SPDX-License-Identifier: MIT */
/* A program with a known critical path, the only process of a traced Linux guest. For each of three
 * requests, the server works 20 ms. Then two workers work side by side, for 5 and 40 ms. Then the
 * server sleeps 10 ms, while a third thread holds a lock for 15 ms that the server needs next.
 * Finally it sleeps 10 ms. So 85 ms are critical: 20 of the server, 40 of the slow worker, 15 of
 * the lock's holder, 10 asleep. The trace is printed on the console between two lines, and the
 * machine powers off. */
#define _GNU_SOURCE
#include <err.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/reboot.h>
#include <sys/stat.h>
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

static void print_trace(void)
{
	FILE *trace = fopen(TRACING "trace", "re");
	char line[4096];

	puts("TRACE BEGINS");
	while (trace != NULL && fgets(line, sizeof(line), trace) != NULL)
		fputs(line, stdout);
	puts("TRACE ENDS");
	fflush(stdout);
}

int main(void)
{
	prctl(PR_SET_NAME, "server");
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
	print_trace();
	sync();
	rest(100);
	reboot(RB_POWER_OFF);
	return 1;
}

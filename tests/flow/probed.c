/* SPDX-License-Identifier: MIT */
/* The first program of a guest, which `bareline flow record` traces with its functions:
 * tests/flow/probed.py. It has known work of each procedure, a thread that polls memory for what
 * another one writes, and a thread that moves to another CPU. The log is printed on the console
 * between two lines, and the machine powers off. */
#define _GNU_SOURCE
#include <err.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/reboot.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define TRACING "/tracing"
#define RECORDED "/recorded"
#define QUEUE_VALUES 2
#define POLL_US 200

#define PROCEDURE __attribute__((noinline, noclone, no_icf)) void

/* Two instructions for each round; in the guest, one takes a nanosecond. */
static void work(unsigned long instructions)
{
	unsigned long rounds = instructions / 2;

	__asm__ volatile("1: sub $1, %0\n\tjnz 1b" : "+r"(rounds) : : "cc");
}

/* ---- Memory ---- */

struct value {
	volatile unsigned written, read;
};

static struct value flag, queue;

PROCEDURE set_flag(struct value *value);
PROCEDURE await_flag(struct value *value);
PROCEDURE put(struct value *value);
PROCEDURE get(struct value *value);

PROCEDURE set_flag(struct value *value)
{
	value->written++;
}

PROCEDURE await_flag(struct value *value)
{
	while (value->written == 0)
		usleep(POLL_US);
}

PROCEDURE put(struct value *value)
{
	value->written++;
}

PROCEDURE get(struct value *value)
{
	while (value->written == value->read)
		usleep(POLL_US);
	value->read++;
}

/* ---- Procedures ---- */

PROCEDURE step_inner(void);
PROCEDURE step_outer(void);
PROCEDURE step_other(void);

PROCEDURE step_inner(void)
{
	work(3000000);
}

PROCEDURE step_outer(void)
{
	work(1000000);
	step_inner();
	step_inner();
}

PROCEDURE step_other(void)
{
	work(10000000);
}

/* ---- The price of a probe ---- */

#define PRICE_CALLS 1000u

PROCEDURE priced(volatile unsigned long *calls);
PROCEDURE unprobed(volatile unsigned long *calls);

PROCEDURE priced(volatile unsigned long *calls)
{
	++*calls;
}

PROCEDURE unprobed(volatile unsigned long *calls)
{
	++*calls;
}

/* Nanoseconds of the calls of a function. */
static long time_calls(void (*function)(volatile unsigned long *calls))
{
	volatile unsigned long calls = 0;
	struct timespec begin, end;

	clock_gettime(CLOCK_MONOTONIC, &begin);
	while (calls < PRICE_CALLS)
		function(&calls);
	clock_gettime(CLOCK_MONOTONIC, &end);
	return (end.tv_sec - begin.tv_sec) * 1000000000l + end.tv_nsec - begin.tv_nsec;
}

static int print_price(void)
{
	printf("own price: %ld ns for %u calls\n", time_calls(priced) - time_calls(unprobed),
	       PRICE_CALLS);
	return 0;
}

/* ---- The recorded program ---- */

/* Without an effect if there is no such CPU. */
static void move_to(int cpu)
{
	cpu_set_t cpus;

	CPU_ZERO(&cpus);
	CPU_SET(cpu, &cpus);
	(void)sched_setaffinity(0, sizeof(cpus), &cpus);
}

static void *write_all(void *argument)
{
	prctl(PR_SET_NAME, "writer");
	work(20000000);
	set_flag(&flag);
	for (unsigned i = 0; i < QUEUE_VALUES; i++) {
		work(5000000);
		put(&queue);
	}
	work(1000000);
	return argument;
}

static void *read_flag(void *argument)
{
	prctl(PR_SET_NAME, "listener");
	await_flag(&flag);
	return argument;
}

static int record_this(void)
{
	pthread_t writer, listener;

	prctl(PR_SET_NAME, "reader");
	move_to(0);             /* it may begin on any CPU */
	step_outer();
	move_to(1);
	step_other();
	move_to(0);
	if (pthread_create(&writer, NULL, write_all, NULL) != 0 ||
	    pthread_create(&listener, NULL, read_flag, NULL) != 0)
		errx(1, "threads");
	await_flag(&flag);
	work(1000000);
	for (unsigned i = 0; i < QUEUE_VALUES; i++) {
		get(&queue);
		work(2000000);
	}
	work(4000000);          /* longer than the writer's last work, however they share a CPU */
	pthread_join(writer, NULL);
	pthread_join(listener, NULL);
	return 0;
}

/* ---- The first process ---- */

static void print_file(const char *begin, const char *name, const char *end)
{
	FILE *file = fopen(name, "re");
	char line[4096];

	puts(begin);
	while (file != NULL && fgets(line, sizeof(line), file) != NULL)
		fputs(line, stdout);
	puts(end);
	fflush(stdout);
}

static int run(char *const arguments[])
{
	int status = -1;
	pid_t child = fork();

	if (child == 0) {
		execv(arguments[0], arguments);
		_exit(127);
	}
	waitpid(child, &status, 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* What is left of the probes. */
static size_t count_probes(void)
{
	FILE *file = fopen(TRACING "/uprobe_events", "re");
	char line[512];
	size_t count = 0;

	while (file != NULL && fgets(line, sizeof(line), file) != NULL)
		count++;
	return count;
}

int main(int argc, char **argv)
{
	char *const record[] = {
		"/bareline", "flow", "record", "--procedure", "step_*", "--shared",
		"set_flag,await_flag", "--queue", "put,get", "-o", RECORDED, "--", "/init", "work",
		NULL,
	};
	char *const price[] = {
		"/bareline", "flow", "record", "--procedure", "priced", "-o", "/priced", "--",
		"/init", "price", NULL,
	};
	char *const missing[] = {
		"/bareline", "flow", "record", "--procedure", "nosuch*", "--", "/init", "work",
		NULL,
	};

	if (argc > 1 && strcmp(argv[1], "work") == 0 && getpid() != 1)
		return record_this();
	if (argc > 1 && strcmp(argv[1], "price") == 0 && getpid() != 1)
		return print_price();
	mkdir("/proc", 0755);
	mkdir(TRACING, 0700);
	if (mount("proc", "/proc", "proc", 0, NULL) != 0 ||
	    mount("tracefs", TRACING, "tracefs", 0, NULL) != 0)
		warn("mount");
	printf("recorded: exit status %d\n", run(record));
	printf("recorded: %zu probes are left\n", count_probes());
	printf("price: exit status %d\n", run(price));
	printf("missing: exit status %d\n", run(missing));
	print_file("LOG BEGINS", RECORDED "/serial.log", "LOG ENDS");
	print_file("TEXT BEGINS", RECORDED "/trace.txt", "TEXT ENDS");
	sync();
	usleep(100000);
	reboot(RB_POWER_OFF);
	return 1;
}

/* SPDX-License-Identifier: MIT */
/* The first process of a machine with one CPU. For each result it executes itself again, with the
 * result's index as arguments, then powers the machine off. Prints a line per result: its name, and
 * the median, lower quartile and minimum of its samples, minus an empty sample. */
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/reboot.h>
#include <sys/wait.h>
#include <unistd.h>

#include "metrics.h"

#define PROGRAM "/init"
#define PRIORITY 50
#define INCREMENTS 100
#define WARMING 2

/* Pages are last: they change the state of the kernel's allocator. */
static const struct metric *const groups[] = {
	call_metrics, task_metrics, switch_metrics, page_metrics,
};

void must(int is_true, const char *call)
{
	if (is_true)
		return;
	printf("failed: %s\n", call);
	fflush(stdout);
	_exit(1);
}

uint64_t clock_read(void)
{
	uint32_t low, high;

	__asm__ volatile("lfence\n\trdtsc\n\tlfence" : "=a"(low), "=d"(high) : : "memory");
	return (uint64_t)high << 32 | low;
}

void increment(volatile uint64_t *word)
{
	for (int i = 0; i < INCREMENTS; i++)
		++*word;
}

static int compare(const void *left, const void *right)
{
	double a = *(const double *)left, b = *(const double *)right;

	return (a > b) - (a < b);
}

static uint64_t empty_ticks(void)
{
	uint64_t begin = clock_read();

	return clock_read() - begin;
}

static void measure(const struct metric *metric)
{
	const struct sched_param param = {.sched_priority = PRIORITY};
	double values[SAMPLES];

	must(sched_setscheduler(0, SCHED_FIFO, &param) == 0, "sched_setscheduler");
	if (metric->prepare != NULL)
		metric->prepare(metric->numbers);
	for (int i = -WARMING; i < SAMPLES; i++) {
		struct sample sample = metric->sample(metric->numbers);
		double ticks = (double)(sample.ticks - empty_ticks());

		if (i >= 0)
			values[i] = ticks / (double)sample.operations;
	}
	qsort(values, SAMPLES, sizeof(values[0]), compare);
	printf("figure %s = %.3f %.3f %.3f\n", metric->name, values[SAMPLES / 2],
	       values[SAMPLES / 4], values[0]);
}

static void start_again(size_t group, size_t place)
{
	char setting[128] = "";
	char first[24], second[24];
	char *arguments[] = {PROGRAM, first, second, NULL}, *environment[] = {setting, NULL};
	pid_t child = fork();

	must(child >= 0, "fork");
	if (child > 0) {
		waitpid(child, NULL, 0);
		return;
	}
	snprintf(first, sizeof(first), "%zu", group);
	snprintf(second, sizeof(second), "%zu", place);
	if (groups[group][place].setting != NULL)
		snprintf(setting, sizeof(setting), "%s", groups[group][place].setting);
	personality(ADDR_NO_RANDOMIZE);
	execve(PROGRAM, arguments, environment);
	must(0, "execve");
}

int main(int argc, char **argv)
{
	if (getpid() != 1) {
		must(argc == 3, "started as another program than /init");
		measure(&groups[atoi(argv[1])][atoi(argv[2])]);
		fflush(stdout);
		_exit(0);
	}
	for (size_t group = 0; group < sizeof(groups) / sizeof(groups[0]); group++) {
		for (size_t place = 0; groups[group][place].name != NULL; place++)
			start_again(group, place);
	}
	sleep(1);
	reboot(RB_POWER_OFF);
	return 1;
}

/* SPDX-License-Identifier: MIT */
/* Programs for tests/linux/watch.py. Each handles a key in a known way, and appends to a file how
 * many ticks passed from the return of read() until the answer was ready. First it prompts.
 *
 * usage: watched FORM FILE
 * simple  works, answers, and waits
 * peeks   looks for further keys several times while it works, as editors do
 * worker  hands the work to a thread, and waits at once
 * poller  only ever looks for keys
 * timer   answers when no key has come for a while, too */
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "lib/cpu/clock.h"

#define WORK_TICKS 4000000u
#define PARTS 4
#define TIMER_MS 100

static FILE *ticks;
static sem_t given;
static uint64_t taken_tsc;
static char key;

static void work(void)
{
	uint64_t begin_tsc = clock_read();

	while (clock_read() - begin_tsc < WORK_TICKS / PARTS)
		;
}

static bool look(int limit_ms)
{
	struct pollfd from = {.fd = STDIN_FILENO, .events = POLLIN};

	return poll(&from, 1, limit_ms) > 0;
}

static void answer(void)
{
	fprintf(ticks, "%llu\n", (unsigned long long)(clock_read() - taken_tsc));
	if (write(STDOUT_FILENO, &key, 1) != 1)
		exit(1);
}

static void *work_on_keys(void *unused)
{
	for (;;) {
		sem_wait(&given);
		for (int i = 0; i < PARTS; i++)
			work();
		answer();
	}
	return unused;
}

static void handle(bool peeks)
{
	for (int i = 0; i < PARTS; i++) {
		work();
		if (peeks)
			look(0);
	}
	answer();
}

int main(int argc, char **argv)
{
	const char *form = argc == 3 ? argv[1] : "";
	bool polls = strcmp(form, "poller") == 0, hands = strcmp(form, "worker") == 0;
	bool answers_late = strcmp(form, "timer") == 0, is_late = false;
	struct termios mode;
	pthread_t thread;

	ticks = argc == 3 ? fopen(argv[2], "w") : NULL;
	if (ticks == NULL || tcgetattr(STDIN_FILENO, &mode) != 0)
		return 2;
	setvbuf(ticks, NULL, _IONBF, 0);
	cfmakeraw(&mode);
	tcsetattr(STDIN_FILENO, TCSANOW, &mode);
	sem_init(&given, 0, 0);
	if (hands && pthread_create(&thread, NULL, work_on_keys, NULL) != 0)
		return 2;
	if (write(STDOUT_FILENO, ">", 1) != 1)
		return 1;
	for (;;) {
		if (!look(polls ? 0 : answers_late ? TIMER_MS : -1)) {
			if (is_late && write(STDOUT_FILENO, ".", 1) != 1)
				return 1;
			is_late = false;
			continue;
		}
		if (read(STDIN_FILENO, &key, 1) != 1)
			return 0;
		taken_tsc = clock_read();
		is_late = answers_late;
		if (hands)
			sem_post(&given);
		else
			handle(strcmp(form, "peeks") == 0);
	}
}

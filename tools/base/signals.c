/* SPDX-License-Identifier: MIT */
/* The handler only stores the signal; waiting code checks it. Whatever this program does meanwhile,
 * a second signal ends it, and the first one does after a time. */
#include "tools/base/signals.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Ending QEMU, and writing what was received, takes up to 25 s. */
#define OBEY_SECONDS 30

static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
static volatile sig_atomic_t caught_signal;

static void obey_signal(int alarm_signal)
{
	(void)alarm_signal;
	raise(caught_signal);
}

static void store_signal(int number)
{
	caught_signal = number;
	signals_release();
	signal(SIGALRM, obey_signal);
	alarm(OBEY_SECONDS);
}

/* Replace the handler of each signal; SIG_IGN stays. */
static void replace_handlers(void (*handler)(int))
{
	const struct sigaction action = {.sa_handler = handler};
	struct sigaction before;

	for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++) {
		if (sigaction(signals[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
			sigaction(signals[i], &action, NULL);
	}
}

void signals_catch(void)
{
	replace_handlers(store_signal);
}

void signals_release(void)
{
	replace_handlers(SIG_DFL);
}

int signals_caught(void)
{
	return caught_signal;
}

void signals_describe(char *text, size_t size)
{
	int number = caught_signal;

	snprintf(text, size, "interrupted by signal %d (%s)", number, strsignal(number));
}

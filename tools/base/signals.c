/* SPDX-License-Identifier: MIT */
/* The handler only stores the signal; waiting code checks it. Whatever this program does meanwhile,
 * a second signal ends it at once, and the first signal ends it after a time. */
#include "tools/base/signals.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Ending QEMU, and writing what was received, takes up to 25 s. */
#define OBEY_SECONDS 30

static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
static volatile sig_atomic_t caught_signal, leaves_terminal;

static void obey_signal(int alarm_signal)
{
	(void)alarm_signal;
	raise(caught_signal);
}

static void store_signal(int number, siginfo_t *info, void *context)
{
	(void)context;
	if (leaves_terminal && info->si_code == SI_KERNEL)
		return;
	caught_signal = number;
	signals_release();
	signal(SIGALRM, obey_signal);
	alarm(OBEY_SECONDS);
}

/* Replace the handler of each signal; SIG_IGN stays. */
static void replace_handlers(const struct sigaction *action)
{
	struct sigaction before;

	for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++) {
		if (sigaction(signals[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
			sigaction(signals[i], action, NULL);
	}
}

void signals_catch(void)
{
	replace_handlers(&(struct sigaction){.sa_sigaction = store_signal, .sa_flags = SA_SIGINFO});
}

void signals_leave_terminal(void)
{
	leaves_terminal = 1;
}

void signals_release(void)
{
	replace_handlers(&(struct sigaction){.sa_handler = SIG_DFL});
}

void signals_forget(void)
{
	signals_release();
	alarm(0);
	caught_signal = 0;
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

/* SPDX-License-Identifier: MIT */
/* The handler only stores the signal; waiting code checks it. */
#include "tools/base/signals.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

static volatile sig_atomic_t caught_signal;

static void store_signal(int signal)
{
	caught_signal = signal;
}

void signals_catch(void)
{
	const struct sigaction action = {.sa_handler = store_signal, .sa_flags = SA_RESETHAND};
	static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
	struct sigaction before;

	for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++) {
		if (sigaction(signals[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
			sigaction(signals[i], &action, NULL);
	}
}

int signals_caught(void)
{
	return caught_signal;
}

void signals_describe(char *text, size_t size)
{
	int signal = caught_signal;

	snprintf(text, size, "interrupted by signal %d (%s)", signal, strsignal(signal));
}

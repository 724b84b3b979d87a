/* SPDX-License-Identifier: MIT */
/* A handler may do little more than note the signal; who waits looks. */
#include "tools/base/signals.h"

#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t caught_signal;

static void signals_note(int signal)
{
	caught_signal = signal;
}

void signals_catch(void)
{
	const struct sigaction action = {.sa_handler = signals_note};

	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	sigaction(SIGHUP, &action, NULL);
}

int signals_caught(void)
{
	return caught_signal;
}

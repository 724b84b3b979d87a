/* SPDX-License-Identifier: MIT */
/* Verdicts on received logs. A process of its own parses each log once, for its verdict and for
 * fleet.db, so that a large or hostile log delays no machine. */
#ifndef TOOLS_SERVE_VERDICT_H
#define TOOLS_SERVE_VERDICT_H

#include <stdbool.h>

#include "lib/netboot/names.h"

#define VERDICT_CHARS 160

struct verdicts {
	const char *directory; /* of the logs and of fleet.db; must outlive this */
	int socket;            /* to the process, to be polled; -1: none runs */
	int process;
};

struct log_verdict {
	char name[NETBOOT_NAME_CHARS];
	char text[VERDICT_CHARS]; /* "valid, 58 benchmarks", "invalid: " or "INCOMPLETE: " with
				   * the reason */
};

struct verdicts verdicts_of(const char *directory);

/* Ask for a verdict on a log of the directory, and for its row in fleet.db. Starts the process if
 * none runs. Does not wait. Returns false if there can be no process, or too many logs are waiting:
 * `fleet` then reads the log. */
bool verdicts_ask(struct verdicts *verdicts, const char *name);

/* Take a verdict without waiting. Returns false if there is none. A process that a log has
 * ended, or that took a minute for one, gives no verdict on it and on the logs that were
 * waiting. */
bool verdicts_take(struct verdicts *verdicts, struct log_verdict *verdict);

/* End the process. */
void verdicts_stop(struct verdicts *verdicts);

#endif

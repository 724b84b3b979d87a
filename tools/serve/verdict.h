/* SPDX-License-Identifier: MIT */
/* Verdicts on received logs. A process of its own parses each log once, for its verdict and for
 * fleet.db, so that a large or hostile log delays no request. The process reads the logs of several
 * clients alternately. */
#ifndef TOOLS_SERVE_VERDICT_H
#define TOOLS_SERVE_VERDICT_H

#include <stdbool.h>

#include "lib/netboot/names.h"

#define VERDICT_CHARS 160

struct waiting_log;

struct verdicts {
	const char *directory; /* of the logs and of fleet.db; must outlive this */
	int socket;            /* to the process, to be polled; -1: none runs */
	int process;
	struct waiting_log *logs; /* if is_reading, the first one is being read */
	size_t count;
	bool is_reading;
};

struct log_verdict {
	char name[NETBOOT_NAME_CHARS];
	bool is_good;             /* the result is usable */
	char text[VERDICT_CHARS]; /* "Valid: 58 benchmarks"; the reason after "Invalid: " */
};

struct verdicts verdicts_of(const char *directory);

/* Ask for a verdict on a log of the directory, and for its row in fleet.db. Does not wait. If too
 * many logs, or too many logs of this address, are waiting, returns false; `fleet` then reads the
 * log. */
bool verdicts_ask(struct verdicts *verdicts, const char *address, const char *name);

/* Take a verdict without waiting, and start to read the next log. Returns false if there is no
 * verdict. If a log ends the process or takes a minute, the verdict on that log says so, and the
 * next log is read. */
bool verdicts_take(struct verdicts *verdicts, struct log_verdict *verdict);

/* End the process, and forget the logs that wait. */
void verdicts_stop(struct verdicts *verdicts);

#endif

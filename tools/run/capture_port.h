/* SPDX-License-Identifier: MIT */
/* Records a run from a port into the run's directory. */
#ifndef TOOLS_RUN_CAPTURE_PORT_H
#define TOOLS_RUN_CAPTURE_PORT_H

#include <stdbool.h>

#include "tools/run/port.h"

struct port_capture {
	struct port *port;              /* open */
	const char *device;             /* its name, for messages and the manifest */
	unsigned long baud;             /* 0: it has none */
	unsigned long timeout_seconds;  /* without input; 0: no limit */
	unsigned long limit_seconds;    /* of the whole capture; 0: no limit */
	unsigned long log_limit_mib;
	bool wants_table;               /* print all tables instead of a summary */
};

/* Read up to the end marker, a limit or a signal (signals.h), and write the files of the run.
 * Prints its tables and messages. Returns the exit status, which is EXIT_GOOD only for a valid
 * run. */
int capture_port(const struct port_capture *capture, const char *directory);

#endif

/* SPDX-License-Identifier: MIT */
/* Probes of a kernel's TCP, which has no tracepoints with sequence numbers. Linux's documentation,
 * "Kprobe-based Event Tracing". All instances share probes, so each process has its own group. */
#ifndef TOOLS_FLOW_RECORD_PROBES_H
#define TOOLS_FLOW_RECORD_PROBES_H

#include <stdbool.h>
#include <sys/types.h>

#define PROBES_MAX 4u

struct probes {
	char *path;                     /* of the file that defines probes; NULL: none */
	char *events[PROBES_MAX];       /* "GROUP/NAME" */
	char *removals[PROBES_MAX];     /* what removes each */
};

/* Prepare the names, without an effect on the kernel. */
void probes_name(struct probes *probes, const char *tracefs, pid_t owner);

/* Define all probes. Returns false, and defines none, if the kernel cannot. */
bool probes_make(const struct probes *probes);

/* Remove the probes that exist. No instance may use them. Safe after fork(). */
void probes_remove(const struct probes *probes);

void probes_free(struct probes *probes);

#endif

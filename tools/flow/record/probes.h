/* SPDX-License-Identifier: MIT */
/* Probes of a kernel's TCP, which has no tracepoints with sequence numbers, and of functions of
 * programs. Linux's documentation, "Kprobe-based Event Tracing" and "Uprobe-tracer". All instances
 * share probes, so each process has its own group. */
#ifndef TOOLS_FLOW_RECORD_PROBES_H
#define TOOLS_FLOW_RECORD_PROBES_H

#include <stdbool.h>
#include <sys/types.h>

#include "tools/flow/record/tracer.h"

#define PROBES_MAX 11u                  /* events of both kinds */

struct probes {
	char *tracefs;                  /* NULL: none */
	char *events[PROBES_MAX];       /* "GROUP/NAME" */
};

/* Prepare the names, without an effect on the kernel. */
void probes_name(struct probes *probes, const char *tracefs, pid_t owner);

/* Define the probes of TCP. If the kernel cannot, defines none and returns false. */
bool probes_make(const struct probes *probes);

/* Define the probes of functions. Returns 0, or the errno of the function with index *failed. */
int probes_make_functions(const struct probes *probes, const struct tracer_function *functions,
			  size_t count, size_t *failed);

/* Define the probes of a function whose price is measured: as many as those of a procedure, with
 * events of their own, which are returned. Returns 0 or an errno. */
int probes_make_price(const struct probes *probes, const char *path, uint64_t offset,
		      const char *events[2]);

/* Remove the probes that exist. No instance may use them. Safe after fork(). */
void probes_remove(const struct probes *probes);

void probes_free(struct probes *probes);

#endif

/* SPDX-License-Identifier: MIT */
/* An instance of tracefs: a buffer with settings of its own, so that other users of tracefs are not
 * disturbed. If this process is killed, a keeper process removes the instance. Linux's
 * documentation, "ftrace - Function Tracer", "Instances". */
#ifndef TOOLS_FLOW_RECORD_INSTANCE_H
#define TOOLS_FLOW_RECORD_INSTANCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "tools/flow/record/probes.h"

struct instance {
	char *path;                     /* NULL: none */
	struct probes probes;           /* of this process, once probes_make() has defined them */
	pid_t keeper;
	int keeper_pipe;                /* its end of file ends the keeper */
};

/* Make an instance below the mount point. Returns 0 or an errno. */
int instance_make(struct instance *instance, const char *tracefs);

/* Write a value to a file of the instance. Returns 0 or an errno. */
int instance_write(const struct instance *instance, const char *name, const char *value);

/* A number "name: N" of a file, such as per_cpu/cpu0/stats; 0 if it is missing. */
uint64_t instance_number(const struct instance *instance, const char *file, const char *name);

/* Stop the trace and remove the instance, its probes and the keeper. All files of the instance must
 * be closed. Returns 0 or an errno. */
int instance_remove(struct instance *instance);

/* The number after "name: " at the beginning of a line; 0 if it is missing. */
uint64_t instance_parse_number(const char *text, const char *name);

#endif

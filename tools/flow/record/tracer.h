/* SPDX-License-Identifier: MIT */
/* Records the scheduler's events of all CPUs while a program runs, by the kernel's tracefs or by
 * `perf record`. tools/flow/import reads the result. */
#ifndef TOOLS_FLOW_RECORD_TRACER_H
#define TOOLS_FLOW_RECORD_TRACER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TRACER_REASON_MAX 512

/* tracefs sets this variable of the environment to the path of its file for markers. */
#define TRACER_MARKER "BARELINE_TRACE_MARKER"

enum tracer_function_kind {
	TRACER_PROCEDURE,               /* its begins and ends are recorded */
	TRACER_WRITE,                   /* writes the memory at its first argument */
	TRACER_READ,                    /* reads it */
};

/* A function of a program to be recorded. */
struct tracer_function {
	char *path;                     /* of the file that has it */
	char *name;                     /* of its object */
	uint64_t offset;                /* in the file */
	uint32_t number;                /* of its object, from 1 */
	uint8_t kind;                   /* enum tracer_function_kind */
	bool is_queue;                  /* each value has one reader */
};

struct tracer_request {
	const char *tracefs;            /* where it is mounted; NULL: find it */
	unsigned long buffer_kb;        /* per CPU */
	bool has_accept;                /* also trace system call accept */
	const char *path;               /* of the trace */
	const struct tracer_function *functions;        /* by number; only for tracefs */
	size_t function_count;
	double *call_ns;                /* set to what the probes of a procedure add to a call, if
					 * there are functions and it can be measured; or NULL */
};

struct tracer;

/* A program that traces. */
struct tracer_kind {
	const char *name;

	/* Begin to trace. If that is impossible, sets the reason, ends everything that was begun,
	 * and returns NULL. */
	struct tracer *(*start)(const struct tracer_request *request,
				char reason[TRACER_REASON_MAX]);

	/* Make room in the buffers; call it ten times a second. Returns false if the tracer has
	 * failed, with a message. */
	bool (*poll)(struct tracer *tracer);

	/* Stop, and complete the trace. Frees the tracer. Returns false on failure, with a
	 * message. */
	bool (*end)(struct tracer *tracer);
};

extern const struct tracer_kind tracer_tracefs, tracer_perf;

#endif

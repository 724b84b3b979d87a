/* SPDX-License-Identifier: MIT */
/* A kernel's trace in a common form for all formats: the events that interactions are made of, in
 * order of time. Texts point into the input. */
#ifndef TOOLS_FLOW_IMPORT_TRACE_H
#define TOOLS_FLOW_IMPORT_TRACE_H

#include "tools/flow/import/fields.h"
#include "tools/flow/log.h"

#define TRACE_BYTES_MAX ((size_t)4 << 30)

/* X(count, description) of lines and events. */
#define TRACE_COUNTS(X) \
	X(lines, "lines") \
	X(used, "events used in interactions") \
	X(others, "events of other kinds") \
	X(foreign, "lines that are not events of this format") \
	X(incomplete, "events with a missing or invalid field") \
	X(lost, "events that the kernel reported lost") \
	X(back, "events earlier than their predecessor on the CPU") \
	X(unscaled, "events with a count of a clock instead of a time") \
	X(beyond, "events of CPUs beyond the first 256")

struct trace {
	FLOW_LIST(struct trace_event) events;
	struct {
#define X(count, summary) uint64_t count;
		TRACE_COUNTS(X)
#undef X
	} counts;
	uint64_t clock_hz;                      /* of counts; 0: unknown */
	uint64_t latest[TRACE_CPUS_MAX];        /* time, by CPU */
	uint32_t cpus[TRACE_CPUS_MAX];          /* their numbers; the first cpu_count are used */
	uint16_t cpu_count;
	struct number_map cpu_map;              /* number + 1 to index */
	bool has_waking;                        /* sched_waking was traced */
	bool has_wakes;                         /* wake-ups of any kind were */
	struct trace_text release;              /* of the kernel; empty: unknown */
};

enum trace_format {TRACE_FTRACE, TRACE_PERF, TRACE_CTF, TRACE_FORMATS};

/* Ended by NULL. */
extern const char *const trace_format_names[TRACE_FORMATS + 1];

/* The format in which the first lines of a text have the most events that are used; TRACE_FORMATS
 * if they have none. */
enum trace_format trace_guess(const char *text, size_t size);

/* Parse text of size bytes, which must outlive the trace, and sort its events by time. clock_hz is
 * the frequency of a clock whose counts the trace has instead of times; 0: unknown, and such events
 * are only counted. Takes linear time, or n log n if events are out of order. */
void trace_read(struct trace *trace, enum trace_format format, uint64_t clock_hz, const char *text,
		size_t size);
void trace_free(struct trace *trace);

#endif

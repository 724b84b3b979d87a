/* SPDX-License-Identifier: MIT */
/* A kernel's trace in the common form of all formats: the events that interactions are made of, and
 * what is missing. */
#ifndef TOOLS_FLOW_IMPORT_TRACE_H
#define TOOLS_FLOW_IMPORT_TRACE_H

#include "tools/flow/import/rules.h"
#include "tools/flow/log.h"

/* Limits of a trace in memory. With the interactions made of it, the trace takes less than 256
 * MiB. */
#define TRACE_EVENTS_MAX (3u << 19)
#define TRACE_GAPS_MAX (1u << 16)
#define TRACE_TEXT_BYTES_MAX ((size_t)32 << 20)
#define TRACE_CPUS_MAX 256u              /* with events, of any number */
#define TRACE_CPU_UNKNOWN UINT64_MAX

/* X(count, description) of lines and events. All but the first three are defects, or lines of
 * another program. */
#define TRACE_COUNTS(X) \
	X(lines, "lines") \
	X(used, "events used in interactions") \
	X(others, "events of other kinds") \
	X(foreign, "lines that are not events of this format") \
	X(incomplete, "events with a missing or invalid field") \
	X(lost, "events that the kernel reported lost") \
	X(packets, "packets of events that the recorder lost") \
	X(back, "events earlier than their predecessor on the CPU") \
	X(unswitched, "events of a thread without a switch to it") \
	X(unplaced, "events without the number of a CPU") \
	X(late, "events with a time above 9223372036 s") \
	X(unscaled, "events with a count of a clock instead of a time") \
	X(beyond, "events of CPUs beyond the first 256")

/* What is wrong with a CPU's events in a span of time. Recorders state only losses of the first two
 * kinds. */
enum trace_gap_kind {
	TRACE_GAP_EVENTS,               /* lost events */
	TRACE_GAP_PACKETS,              /* lost packets of events */
	TRACE_GAP_BACK,                 /* an event is earlier than its predecessor */
	TRACE_GAP_UNSWITCHED,           /* a thread runs without a switch to it */
};

struct trace_gap {
	uint64_t from, to;              /* ns; to UINT64_MAX: the end of the trace */
	uint64_t number;                /* of lost events or packets; 0: unknown */
	uint16_t cpu;                   /* index */
	uint8_t kind;                   /* enum trace_gap_kind */
};

struct trace_cpu {
	uint32_t number;
	uint64_t events, switches;
	uint64_t first, last;           /* the least and greatest time of its events */
	uint64_t latest;                /* time of the stream's previous event; 0: none */
	size_t open_gap;                /* index + 1 of the gap that the next event of this CPU
					 * ends; or 0 */
};

#define TRACE_TEXTS_RECENT 1024u
#define TRACE_CLOCK_MAX 128u
#define TRACE_CLOCKS_MAX 4u

struct trace {
	FLOW_LIST(struct trace_event) events;   /* as they were added */
	uint32_t *order;                        /* indices of these, by time; of trace_end() */
	FLOW_LIST(struct trace_gap) gaps;
	struct {
#define X(count, summary) uint64_t count;
		TRACE_COUNTS(X)
#undef X
	} counts;
	size_t events_max;
	uint64_t stated_cpus, stated_events;    /* by a header; 0: unknown */
	uint64_t clock_hz;                      /* of counts; 0: unknown */
	struct trace_cpu cpus[TRACE_CPUS_MAX];  /* the first cpu_count are used */
	uint16_t cpu_count;
	struct number_map cpu_map;              /* number + 1 to index */
	bool has_waking;                        /* sched_waking was traced */
	bool has_wakes;                         /* wake-ups of any kind were */
	struct trace_text release;              /* of the kernel; empty: unknown */
	struct trace_states states;
	char damage[256];                       /* of the input, whose rest is lost; or empty */
	char ignored[256];                      /* tracepoints of buffers; or empty */
	char clocks[TRACE_CLOCKS_MAX][TRACE_CLOCK_MAX]; /* descriptions; the first clock_count */
	uint32_t clock_count;
	struct arena texts;
	struct trace_text recent[TRACE_TEXTS_RECENT];   /* of these, by their hash */
};

/* Begin a trace. clock_hz is the frequency of a clock whose counts the trace has instead of times.
 * If it is 0, the frequency is unknown, and events with such counts are only counted. release is
 * the kernel's release, or empty if unknown. */
void trace_begin(struct trace *trace, uint64_t clock_hz, struct trace_text release);

/* Sort the CPUs by number, set the order of the events, and add a gap wherever a CPU's thread
 * changes without a switch. Takes n log s time for n events in s sorted sequences, such as those of
 * CPUs. */
void trace_end(struct trace *trace);

/* Free the events, or all. */
void trace_free_events(struct trace *trace);
void trace_free(struct trace *trace);

/* Set the release that the trace states. A known release stays. */
void trace_set_release(struct trace *trace, struct trace_text release);

/* Add the description of a clock. A known description is not added again. */
void trace_add_clock(struct trace *trace, const char *description);

/* Note that the rest of a part of the trace is lost, and why. The first reason is kept. */
void trace_set_damage(struct trace *trace, const char *reason);

/* Add a description of events that are not read, because another buffer also has them. */
void trace_ignore(struct trace *trace, const char *description);

/* The next event of a CPU does not follow its latest one, but is from another stream. */
void trace_begin_streams(struct trace *trace);

/* The index of a CPU, which is added if it is new. Returns false beyond the limit. */
bool trace_cpu(struct trace *trace, uint64_t number, uint16_t *index);

/* Add a complete event. An event that cannot be used is only counted. The event's texts are copied,
 * and made printable. */
void trace_add(struct trace *trace, const struct trace_event *event, bool is_complete);

/* Whether the trace has as many events as it can have. The next event would count as damage. */
bool trace_is_full(const struct trace *trace);

/* Count an event of a kind that is not used. */
void trace_add_other(struct trace *trace, uint16_t cpu, uint64_t time);

/* Convert a count of the trace's clock to ns. If the frequency of the clock is unknown, adds to the
 * number of such counts and returns false. */
bool trace_scale(struct trace *trace, uint64_t *time);

/* A CPU's events are wrong or missing between two times. */
void trace_add_gap(struct trace *trace, const struct trace_gap *gap);

/* Note that events, or packets of events, of a CPU were lost between its latest event and its next
 * one. If the CPU has no event yet, the gap begins at `time`. number 0: unknown. */
void trace_begin_gap(struct trace *trace, uint16_t cpu, enum trace_gap_kind kind, uint64_t time,
		     uint64_t number);

/* A copy of a text, made printable. Equal texts mostly share one copy. If there is no room, the
 * copy is empty, and the trace has damage. The functions above call this function for all texts of
 * a trace. */
struct trace_text trace_keep(struct trace *trace, const char *at, size_t size);

/* ---- Text formats ---- */

enum trace_format {TRACE_FTRACE, TRACE_PERF, TRACE_CTF, TRACE_FORMATS};

/* Ended by NULL. */
extern const char *const trace_format_names[TRACE_FORMATS + 1];

/* The format in which the first lines of a text have the most events that are used; TRACE_FORMATS
 * if they have none. */
enum trace_format trace_guess(const char *text, size_t size);

/* Add the event of a line. */
void trace_parse_line(struct trace *trace, enum trace_format format, struct trace_text line);

/* Add the events of a text of size bytes. */
void trace_parse(struct trace *trace, enum trace_format format, const char *text, size_t size);

#endif

/* SPDX-License-Identifier: MIT */
/* A made-up trace that is imported, written as a log and read again. */
#ifndef TESTS_UNIT_TOOLS_FLOW_IMPORT_IMPORTED_H
#define TESTS_UNIT_TOOLS_FLOW_IMPORT_IMPORTED_H

#include "tools/flow/import/import.h"
#include "tools/flow/path.h"
#include "tools/flow/session.h"

#define MS 1000000u

struct imported {
	struct trace trace;
	struct trace *traces[1];
	struct network network;
	struct import_result result;
	struct flow_session session;
	struct flow_graph graph;
	struct flow_path path;
};

/* An interaction begins with a marker "begin" and ends with "end". */
extern const struct import_rule by_marker;

void read_trace(struct trace *trace, enum trace_format format, uint64_t clock_hz, const char *text,
		size_t size);
void import_size(struct imported *imported, enum trace_format format, const char *text, size_t size,
		 const struct import_rule *rule);
void import_text(struct imported *imported, enum trace_format format, const char *text);

/* By the thread 500. */
void import_500(struct imported *imported, enum trace_format format, const char *text);
void imported_free(struct imported *imported);

/* The network of an interaction, which must be whole, and its path, which must be as long as the
 * response. */
void find_path(struct imported *imported, size_t number);

/* Path time on arcs that end in events of a thread, rounded to ms. */
unsigned path_ms(const struct imported *imported, const char *thread);

size_t count_kind(const struct imported *imported, enum flow_kind kind);

/* The name of the object of the first event of a kind. */
const char *object_of(const struct imported *imported, enum flow_kind kind);

#endif

/* SPDX-License-Identifier: MIT */
/* One run's records, put in order and joined up: benchmarks hold series, series hold samples.
 * Records may come in any order and from any source; result_link makes sense of them at the end. */
#ifndef TOOLS_RECORD_RESULT_H
#define TOOLS_RECORD_RESULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/wire/wire.h"
#include "tools/base/arena.h"
#include "tools/record/log.h"

/* What one run may make this program hold. A full suite needs about a hundredth of it. */
#define RESULT_MEMORY_MAX (64u * 1024 * 1024)

/* The unit, in records, of what is timed. */
#define TICKS_UNIT "tsc_ticks"
#define COUNTS_UNIT "counts"

struct record_list {
	struct wire_record *items;
	size_t count, capacity;
};

struct sample_set {
	const uint64_t *values;         /* in the order they were taken */
	size_t count;
};

struct series {
	const struct wire_series *info;
	struct sample_set cold, warm;
	const struct wire_record *chunks;       /* samples records: warm first, then by index */
	size_t chunk_count;
	const struct wire_record *disturbed;    /* by index */
	size_t disturbed_count;
};

struct bench {
	const struct wire_bench *info;
	const struct wire_done *done;           /* NULL: it was cut short, or the record lost */
	struct series *series;                  /* in the order of their records */
	size_t series_count;
	const struct wire_record *counts;       /* count records, in their order */
	size_t counts_count;
};

struct result {
	struct arena arena;
	struct log_account account;
	struct record_list records[WIRE_KINDS]; /* each kind in the order of sequence numbers */
	struct bench *benches;
	const struct bench **by_name, **by_id;  /* the same, sorted */
	size_t bench_count;
};

struct result *result_new(void);
void result_free(struct result *result);

/* Keep a copy of a record, but for flow_trace, whose bulk is for tools/flow/log.h; a NULL text is
 * an empty one. Texts are made printable on the way: no
 * control characters, valid UTF-8. One that doesn't fit RESULT_MEMORY_MAX is dropped and counted
 * in account.over_limit. */
void result_add(struct result *result, const struct wire_record *record);

/* All records have been added: take over their account and build benches. Once only. */
void result_link(struct result *result, const struct log_account *account);

/* The bodies of records that occur once; NULL when there is none. */
const struct wire_manifest *result_manifest(const struct result *result);
const struct wire_cpu *result_cpu(const struct result *result);
const struct wire_end *result_end(const struct result *result);
const struct wire_panic *result_panic(const struct result *result);

/* Whether there is no run in it, not one record. */
bool result_is_empty(const struct result *result);

/* Whether the end marker came and says that the target ran through. */
bool result_is_complete(const struct result *result);

/* NULL when the run has none of that name. */
const struct bench *result_bench(const struct result *result, const char *name);

/* The unit of a series' values: TICKS_UNIT, or what the benchmark counts. */
const char *series_unit(const struct bench *bench, const struct series *series);

/* Whether they are ticks. */
bool series_is_in_ticks(const struct bench *bench, const struct series *series);

/* The name of the benchmark of that id; empty when its record was lost. */
const char *result_bench_name(const struct result *result, uint64_t id);

#endif

/* SPDX-License-Identifier: MIT */
/* The records of one run, linked: benchmarks contain series, series contain samples. Records may be
 * added in any order and from any source. */
#ifndef TOOLS_RECORD_RESULT_H
#define TOOLS_RECORD_RESULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/wire/wire.h"
#include "tools/base/arena.h"
#include "tools/record/log.h"

/* Memory limit of a run. A full suite needs about a hundredth of it. */
#define RESULT_MEMORY_MAX (64u * 1024 * 1024)

/* Units of time and of counts in records. */
#define TICKS_UNIT "tsc_ticks"
#define COUNTS_UNIT "counts"

/* The stage that is the sum of the others. */
#define TOTAL_STAGE "total"

struct record_list {
	struct wire_record *items;
	size_t count, capacity;
};

struct sample_set {
	const uint64_t *values;         /* in the order of measurement */
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
	const struct wire_done *done;           /* NULL: aborted, or the record is lost */
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

/* Add a copy of a record, except a flow_trace record, which tools/flow/log.h reads. A NULL text
 * counts as empty. Texts are made printable: valid UTF-8 without control characters. A record
 * beyond RESULT_MEMORY_MAX is dropped and counted in account.over_limit. */
void result_add(struct result *result, const struct wire_record *record);

/* Build benches, and add the account of the log. Call it once, after the last result_add. */
void result_link(struct result *result, const struct log_account *account);

/* Bodies of records that occur once; NULL if absent. */
const struct wire_manifest *result_manifest(const struct result *result);
const struct wire_cpu *result_cpu(const struct result *result);
const struct wire_end *result_end(const struct result *result);
const struct wire_panic *result_panic(const struct result *result);

/* Words of the manifest's host. */
#define HOST_LINUX "linux"
#define HOST_OTHER_OS "other-os"
#define OS_LINUX "Linux"

/* Whether a kernel of the user was measured, with include/bareline.h. */
bool result_is_of_own_kernel(const struct result *result);
bool manifest_is_of_own_kernel(const struct wire_manifest *manifest);

/* Whether the benchmarks ran as a process of an operating system. */
bool result_is_of_process(const struct result *result);

/* Whether an item of firmware's state is the same at each start of an unchanged machine. */
bool result_compares_state(const char *item);

/* The operating system, "" for Bareline's own image, and the processor's architecture; "" for a
 * lost manifest. Older logs lack both words. */
const char *result_os(const struct result *result);
const char *result_arch(const struct result *result);

/* Whether the result has no records. */
bool result_is_empty(const struct result *result);

/* Whether there is an end marker with the status "complete". */
bool result_is_complete(const struct result *result);

/* Returns NULL if the run has no benchmark of that name. */
const struct bench *result_bench(const struct result *result, const char *name);

/* The unit of a series' values. A series without a unit has that of its benchmark. */
const char *series_unit(const struct bench *bench, const struct series *series);

/* Whether the unit is TICKS_UNIT. */
bool series_is_in_ticks(const struct bench *bench, const struct series *series);

/* What skip records left out. */
struct skipped_counts {
	size_t benchmarks;              /* that measured nothing, as the end record counts them */
	size_t points;                  /* or groups of them, of benchmarks that measured others */
	size_t events;                  /* of performance counters */
};

struct skipped_counts result_skipped(const struct result *result);

/* The name of the benchmark with this ID; "" if its record was lost. */
const char *result_bench_name(const struct result *result, uint64_t id);

#endif

/* SPDX-License-Identifier: MIT */
/* Reads a target's log: finds records in a stream of bytes with any other content, and counts lost
 * and unusable ones. Memory use is bounded. */
#ifndef TOOLS_RECORD_LOG_H
#define TOOLS_RECORD_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "lib/wire/wire.h"

/* Records with this number or a higher one are not used. A full suite writes a few thousand. */
#define LOG_RECORDS_MAX (1u << 20)

/* A longer log is refused. The default of --log-limit. */
#define LOG_BYTES_MAX ((uint64_t)4 << 30)

/* Counts of a run's records: X(field, meaning). The first two are not losses. */
#define LOG_ACCOUNT(X) \
	X(bytes, "bytes in the log") \
	X(records, "records used") \
	X(lost, "records lost: their numbers are missing") \
	X(damaged, "records truncated or with a wrong checksum") \
	X(malformed, "records with an invalid value; not used") \
	X(unknown, "records of an unknown kind; not used") \
	X(duplicated, "duplicate records; the first was used") \
	X(reordered, "records out of order; used") \
	X(unattached, "records whose parent record was lost; not used") \
	X(over_limit, "records beyond this program's limits; not used") \
	X(other_runs, "other runs in the same log; not used")

struct log_account {
#define X(field, summary) uint64_t field;
	LOG_ACCOUNT(X)
#undef X
};

/* Number of records that are lost or unusable, and of all records, lost ones included. */
uint64_t log_account_missing(const struct log_account *account);
uint64_t log_account_all(const struct log_account *account);

/* Selects one of several runs in a log. */
struct log_run {
	bool is_complete;               /* its end marker has the status "complete" */
	uint64_t records;               /* used */
};

/* Whether to use the earlier of two runs. The last complete run is used. If none is complete, the
 * run with the most records is used, and of equal ones the later. */
bool log_prefers_earlier(struct log_run earlier, struct log_run later);

/* Whether this status of an end marker means that the target completed all benchmarks. */
bool log_end_is_complete(const char *status);

/* Callbacks of a reader. */
struct log_sink {
	/* A valid record, at most one per sequence number. Valid during the call only. */
	void (*record)(void *context, const struct wire_record *record);
	/* The target restarted. account is the account of the run so far; the following records
	 * belong to a new run. */
	void (*restart)(void *context, const struct log_account *account);
	void *context;
};

struct log_reader {
	struct log_sink sink;
	struct log_account account;     /* of the run being read; lost is set by log_finish */
	uint64_t next_seq;              /* one past the highest number seen */
	uint8_t *seen;                  /* bit n: record n was read */
	size_t seen_bytes;
	uint64_t seen_count;
	char *pending_manifest;         /* deferred until the next record, or NULL */
	size_t pending_length;
	size_t line_length;
	char line[2 * WIRE_LINE_MAX + 1];
};

void log_init(struct log_reader *reader, const struct log_sink *sink);

/* Process the next bytes of the log, which may start and end anywhere. */
void log_feed(struct log_reader *reader, const char *bytes, size_t count);

/* Process the rest of a file. On failure, sets errno, to EFBIG for too long a log, and returns
 * false. */
bool log_feed_file(struct log_reader *reader, FILE *file);

/* End of the log: process its last line, complete the account, and free the reader's memory. */
void log_finish(struct log_reader *reader);

#endif

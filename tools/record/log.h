/* SPDX-License-Identifier: MIT */
/* Reading a target's log: records are found in a stream of bytes that may hold anything else too,
 * and an account is kept of all that went missing on the way. Memory is constant. */
#ifndef TOOLS_RECORD_LOG_H
#define TOOLS_RECORD_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "lib/wire/wire.h"

/* Records with this number or a higher one are not used. A full suite writes a few thousand. */
#define LOG_RECORDS_MAX (1u << 20)

/* What became of a run's records: X(field, what it counts). The first two are no loss. */
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

/* Records that a run should have and that can't be used; and all of which something is known. */
uint64_t log_account_missing(const struct log_account *account);
uint64_t log_account_all(const struct log_account *account);

/* What decides between the runs of one log. */
struct log_run {
	bool is_complete;               /* the end marker came and says that the
					 * target ran through */
	uint64_t records;               /* used */
};

/* Whether the earlier of two runs is the one to keep: the last complete one is; if none is
 * complete, the one with the most records. The later one when in doubt. */
bool log_keeps_earlier(struct log_run earlier, struct log_run later);

/* Whether an end marker of this status says that the target ran through. */
bool log_end_is_complete(const char *status);

/* Who receives what the reader finds. */
struct log_sink {
	/* A whole record, each sequence number once. It is valid during the call only. */
	void (*record)(void *context, const struct wire_record *record);
	/* The target was started again: account closes the run so far, and what follows belongs
	 * to a new one. */
	void (*restart)(void *context, const struct log_account *account);
	void *context;
};

struct log_reader {
	struct log_sink sink;
	struct log_account account;     /* of the run being read; lost is set by log_finish */
	uint64_t next_seq;              /* one past the highest number seen */
	uint8_t *seen;                  /* bit n: record n has come */
	size_t seen_bytes;
	uint64_t seen_count;
	char *held_manifest;            /* a manifest out of its place, until the next record */
	size_t held_length;
	size_t line_length;
	char line[2 * WIRE_LINE_MAX + 1];
};

void log_init(struct log_reader *reader, const struct log_sink *sink);

/* Take the next bytes of the log, cut anywhere. */
void log_feed(struct log_reader *reader, const char *bytes, size_t count);

/* Take all that is left of a file. False, with errno set, if it can't be read. */
bool log_feed_file(struct log_reader *reader, FILE *file);

/* The log has ended: its last line is taken, and account is closed. Frees what the reader holds. */
void log_finish(struct log_reader *reader);

#endif

/* SPDX-License-Identifier: MIT */
/* Finds records in a log with other text. Firmware may write kilobytes of text and escape sequences
 * without a newline before a record, so every '@' may be the start of one. */
#include "tools/record/log.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"

/* Maximum number of damaged records in a line. The rest of the line is not searched, because each
 * damaged record takes a scan of all text after it. Real lines have far fewer. */
#define DAMAGED_IN_LINE_MAX 64

#define READ_BYTES (1u << 16)

#define MANIFEST_START "@manifest "

/* A sequence number up to this one after a repeated manifest means that the target restarted. */
#define RESTART_SEQ_MAX 2
/* A manifest is late, and not that of a new run, if at most this many records precede it. */
#define OVERTAKEN_MAX 8

uint64_t log_account_missing(const struct log_account *account)
{
	return account->lost + account->malformed + account->unattached + account->over_limit;
}

uint64_t log_account_all(const struct log_account *account)
{
	return account->records + account->lost + account->malformed + account->unknown +
	       account->over_limit;
}

bool log_prefers_earlier(struct log_run earlier, struct log_run later)
{
	if (earlier.is_complete != later.is_complete)
		return earlier.is_complete;
	return !later.is_complete && earlier.records > later.records;
}

bool log_end_is_complete(const char *status)
{
	return strcmp(status, "complete") == 0;
}

static bool was_seen(const struct log_reader *reader, uint64_t seq)
{
	return seq / 8 < reader->seen_bytes && (reader->seen[seq / 8] >> seq % 8 & 1) != 0;
}

static void close_account(struct log_reader *reader)
{
	reader->account.lost = reader->next_seq - reader->seen_count;
}

/* Add a record to the account. Returns whether the record is used. */
static bool accept_record(struct log_reader *reader, const struct wire_record *record,
			  enum wire_status status)
{
	struct log_account *account = &reader->account;
	bool late = record->seq < reader->next_seq;
	size_t bytes;

	if (record->seq >= LOG_RECORDS_MAX) {
		account->over_limit++;
		return false;
	}
	if (was_seen(reader, record->seq)) {
		account->duplicated++;
		return false;
	}
	bytes = reader->seen_bytes;
	if (record->seq / 8 >= bytes) {
		bytes = 2 * (record->seq / 8 + 32);
		reader->seen = xreallocarray(reader->seen, bytes, 1);
		memset(reader->seen + reader->seen_bytes, 0, bytes - reader->seen_bytes);
		reader->seen_bytes = bytes;
	}
	reader->seen[record->seq / 8] |= (uint8_t)(1 << record->seq % 8);
	reader->seen_count++;
	if (record->seq >= reader->next_seq)
		reader->next_seq = record->seq + 1;
	account->reordered += late;
	account->malformed += status == WIRE_MALFORMED;
	account->unknown += status == WIRE_UNKNOWN;
	account->records += status == WIRE_OK;
	return status == WIRE_OK;
}

static void log_take(struct log_reader *reader, const struct wire_record *record,
		     enum wire_status status)
{
	if (accept_record(reader, record, status))
		reader->sink.record(reader->sink.context, record);
}

/* Whether a manifest begins a new run. A manifest that is not the first record is a copy, is late,
 * or follows a reboot. After a reboot, the sequence numbers begin again, so the next number is one
 * of the first. */
static bool restarts_run(const struct log_reader *reader, uint64_t following_seq)
{
	if (following_seq == 0 || following_seq > RESTART_SEQ_MAX)
		return false;
	return was_seen(reader, 0) ? was_seen(reader, following_seq)
				   : reader->next_seq > OVERTAKEN_MAX;
}

static void release_manifest(struct log_reader *reader, uint64_t following_seq)
{
	char *text = reader->pending_manifest;
	struct wire_record record;
	enum wire_status status;
	size_t used;

	if (text == NULL)
		return;
	reader->pending_manifest = NULL;
	if (restarts_run(reader, following_seq)) {
		struct log_account *account = &reader->account;

		close_account(reader);
		reader->sink.restart(reader->sink.context, account);
		*account = (struct log_account){.bytes = account->bytes,
						.other_runs = account->other_runs + 1};
		if (reader->seen_bytes > 0)
			memset(reader->seen, 0, reader->seen_bytes);
		reader->seen_count = 0;
		reader->next_seq = 0;
	}
	status = wire_parse(text, reader->pending_length, &record, &used);
	log_take(reader, &record, status);
	free(text);
}

/* Defer a manifest if its meaning depends on the next record. copy is its text before parsing; if
 * the function returns true, the reader owns it. */
static bool defer_manifest(struct log_reader *reader, const struct wire_record *record, char *copy,
			   size_t length)
{
	bool in_place = reader->next_seq == 0 || (reader->next_seq == 1 && was_seen(reader, 0));

	if (copy == NULL || record->seq != 0 || in_place)
		return false;
	release_manifest(reader, 0);
	reader->pending_manifest = copy;
	reader->pending_length = length;
	copy[length] = '\0';
	return true;
}

static char *log_copy_text(const char *text, size_t length)
{
	char *copy = xmalloc(length + 1);

	memcpy(copy, text, length + 1);
	return copy;
}

/* Whether text starts like a record. Distinguishes a damaged record from other text with an '@'. */
static bool looks_like_record(const char *text)
{
	size_t name_length = strcspn(text, " ");

	return strncmp(text + name_length, " seq=", strlen(" seq=")) == 0;
}

/* Parse the text at an '@'. Returns the number of characters consumed. */
static size_t try_record(struct log_reader *reader, char *text, size_t length)
{
	bool is_manifest = strncmp(text, MANIFEST_START, strlen(MANIFEST_START)) == 0;
	char *copy = is_manifest ? log_copy_text(text, length) : NULL;
	struct wire_record record;
	enum wire_status status;
	size_t used;

	status = wire_parse(text, length, &record, &used);
	if (status == WIRE_DAMAGED)
		reader->account.damaged += looks_like_record(text);
	if (status == WIRE_DAMAGED || status == WIRE_NOT_A_RECORD) {
		free(copy);
		return 1;
	}
	if (defer_manifest(reader, &record, copy, used))
		return used;
	free(copy);
	release_manifest(reader, record.seq);
	log_take(reader, &record, status);
	return used;
}

/* Use all records that begin before `limit`. Returns the end of the consumed text. */
static size_t take_records(struct log_reader *reader, size_t limit)
{
	uint64_t most_damaged = reader->account.damaged + DAMAGED_IN_LINE_MAX;
	size_t at = 0;

	reader->line[reader->line_length] = '\0';
	while (at < limit && reader->account.damaged < most_damaged) {
		char *start = memchr(reader->line + at, '@', limit - at);

		if (start == NULL)
			return limit;
		at = (size_t)(start - reader->line);
		at += try_record(reader, start, reader->line_length - at);
	}
	return at < limit ? limit : at;
}

void log_init(struct log_reader *reader, const struct log_sink *sink)
{
	memset(reader, 0, sizeof(*reader));
	reader->sink = *sink;
}

void log_feed(struct log_reader *reader, const char *bytes, size_t count)
{
	reader->account.bytes += count;
	while (count > 0) {
		const char *newline = memchr(bytes, '\n', count);
		size_t part = newline != NULL ? (size_t)(newline - bytes) : count;
		size_t space = 2 * WIRE_LINE_MAX - reader->line_length;

		if (part > space)
			part = space;
		memcpy(reader->line + reader->line_length, bytes, part);
		reader->line_length += part;
		if (part < count && bytes[part] == '\n') {
			take_records(reader, reader->line_length);
			reader->line_length = 0;
			part++;
		} else if (reader->line_length == 2 * WIRE_LINE_MAX) {
			size_t kept_from = take_records(reader, WIRE_LINE_MAX);

			/* Drop the first half of a full buffer without a newline. A record that
			 * begins in that half ends within the buffer. */
			reader->line_length -= kept_from;
			memmove(reader->line, reader->line + kept_from, reader->line_length);
		}
		bytes += part;
		count -= part;
	}
}

bool log_feed_file(struct log_reader *reader, FILE *file)
{
	char *bytes = xmalloc(READ_BYTES);
	size_t count;

	while (reader->account.bytes <= LOG_BYTES_MAX &&
	       (count = fread(bytes, 1, READ_BYTES, file)) > 0)
		log_feed(reader, bytes, count);
	free(bytes);
	if (reader->account.bytes > LOG_BYTES_MAX)
		errno = EFBIG;
	return !ferror(file) && reader->account.bytes <= LOG_BYTES_MAX;
}

void log_finish(struct log_reader *reader)
{
	take_records(reader, reader->line_length);
	reader->line_length = 0;
	release_manifest(reader, 0);
	close_account(reader);
	free(reader->seen);
	reader->seen = NULL;
	reader->seen_bytes = 0;
}

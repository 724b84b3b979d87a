/* SPDX-License-Identifier: MIT */
/* The run's log in memory, which the kernel writes and the loader saves. */
#ifndef BOOT_KEPT_LOG_H
#define BOOT_KEPT_LOG_H

#include <stdint.h>

/* Text that survives a warm reset, so that the next start can save it. used_bytes covers whole
 * lines only. check is the complement of used_bytes, by which a reader recognises a header. The
 * text begins PERSISTENT_LOG_TEXT bytes after the header. */
#define PERSISTENT_LOG_MAGIC 0x474f4c454e494c42ull    /* "BLINELOG" */
#define PERSISTENT_LOG_TEXT 4096
#define PERSISTENT_LOG_NAME_CHARS 64

/* The line before the summary. The summary extends to the end of the text. */
#define PERSISTENT_LOG_SUMMARY "Summary"

struct persistent_log {
	uint64_t magic;
	uint64_t capacity_bytes;        /* size of the text */
	uint64_t used_bytes;
	uint64_t check;
	uint64_t dropped_lines;         /* lines beyond the capacity */
	char name[PERSISTENT_LOG_NAME_CHARS]; /* name of the results directory */
};

#endif

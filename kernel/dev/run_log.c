/* SPDX-License-Identifier: MIT */
/* A console sink. After each line the log's size is stored, and line and size are written back from
 * the caches, because a reset may come at any time and loses cached data. */
#include "kernel/dev/run_log.h"

#include <stdbool.h>

#include "kernel/core/console.h"
#include "lib/cpu/bytes.h"
#include "lib/cpu/interrupts.h"

#define CACHE_LINE_BYTES 64             /* minimum line of 64-bit CPUs */

static struct {
	struct persistent_log *log;
	char *text;
	uint64_t at;                    /* end of the incomplete line */
	bool is_dropping;               /* discards the rest of a line */
} run_log;

static void write_back(const void *begin, const void *end)
{
	uintptr_t line = (uintptr_t)begin & ~(uintptr_t)(CACHE_LINE_BYTES - 1);

	for (; line < (uintptr_t)end; line += CACHE_LINE_BYTES)
		cpu_write_back((const void *)line);
}

static void run_log_end_line(void)
{
	struct persistent_log *log = run_log.log;

	if (run_log.is_dropping) {
		log->dropped_lines++;
		run_log.at = log->used_bytes;
		run_log.is_dropping = false;
	} else {
		write_back(run_log.text + log->used_bytes, run_log.text + run_log.at);
		memory_fence();
		log->used_bytes = run_log.at;
		log->check = ~log->used_bytes;
	}
	write_back(log, log + 1);
}

static void run_log_write(const char *text, size_t length)
{
	for (size_t i = 0; i < length && run_log.log != NULL; i++) {
		if (run_log.at < run_log.log->capacity_bytes)
			run_log.text[run_log.at++] = text[i];
		else
			run_log.is_dropping = true;
		if (text[i] == '\n')
			run_log_end_line();
	}
}

static const struct console_sink run_log_sink = {.takes_records = true, .write = run_log_write};

void run_log_init(struct persistent_log *log)
{
	run_log.log = log;
	run_log.text = (char *)log + PERSISTENT_LOG_TEXT;
	run_log.at = log->used_bytes;
	console_add(&run_log_sink);
}

void run_log_close(void)
{
	run_log.log = NULL;
}

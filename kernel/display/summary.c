/* SPDX-License-Identifier: MIT */
/* Writes the screen's rows without their colours. */
#include "kernel/display/summary.h"

#include "boot/kept_log.h"
#include "kernel/core/console.h"
#include "kernel/display/header.h"
#include "kernel/display/headlines.h"
#include "kernel/display/verdict.h"
#include "lib/text/fmt.h"

#define COLUMNS 90

static void summary_header(void)
{
	static struct row row;          /* too large for a stack */
	const struct verdict_shown verdict = verdict_shown();
	char line[COLUMNS + 1];

	for (unsigned index = 0; index < HEADER_ROWS; index++) {
		row_begin(&row, COLUMNS, INK_TEXT);
		header_write(index, &verdict, &row);
		row_text(&row, line, sizeof(line));
		console_log("%s\n", line);
	}
}

static void summary_headline(const char *what, const char *quantity)
{
	console_log(" %-50s %s\n", what, quantity);
}

void summary_write(void)
{
	console_log(PERSISTENT_LOG_SUMMARY "\n");
	summary_header();
	console_log("\n Key metrics, without timing overhead\n");
	headlines_show(summary_headline);
}

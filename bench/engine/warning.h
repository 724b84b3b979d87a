/* SPDX-License-Identifier: MIT */
/* Warnings that readers of the results need. The manifest must be the first record, so earlier
 * warnings are stored until then. */
#ifndef BENCH_ENGINE_WARNING_H
#define BENCH_ENGINE_WARNING_H

/* Print a warning at once, and write its record: at once, or before warning_flush, in
 * warning_flush. source is the part of the program; it must stay valid. Must not be called during a
 * sample. */
void warning(const char *source, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Write the stored warnings. Later warnings become records at once. Called at the end of
 * platform_describe. */
void warning_flush(void);

#endif

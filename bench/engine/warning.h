/* SPDX-License-Identifier: MIT */
/* Warnings: what the reader of the results must know. The manifest is the first record, so those
 * that come up before it are kept until then. */
#ifndef BENCH_ENGINE_WARNING_H
#define BENCH_ENGINE_WARNING_H

/* Warn: at once to the person, and as a record once warning_flush was called. source is the part of
 * the program that noticed and must stay valid. Not while a sample is being taken. */
void warning(const char *source, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Write the kept warnings; from now on each becomes a record at once. Called at the end of
 * platform_describe. */
void warning_flush(void);

#endif

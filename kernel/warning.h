/* Warnings: what the reader of the results must know. The manifest is the first record, so those
 * that come up before it are kept until then. */
#ifndef KERNEL_WARNING_H
#define KERNEL_WARNING_H

/* Warn: at once on the console, and as a record once warning_flush was called. source is the part of
 * the kernel that noticed and must stay valid. */
void warning(const char *source, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Write the kept warnings; from now on each becomes a record at once. */
void warning_flush(void);

#endif

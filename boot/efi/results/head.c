/* SPDX-License-Identifier: MIT */
/* See head.h. An aborted run has no summary of the kernel, so its head is made from its records. */
#include "boot/efi/results/head.h"

#include "boot/efi/name.h"
#include "lib/text/fmt.h"
#include "lib/text/string.h"

#define FIELD_CHARS HEAD_BENCH_CHARS    /* six of them fit into HEAD_CHARS */

struct log {
	const char *text, *end;
};

/* The last line with this prefix, or NULL. Unless count is NULL, sets *count to the number of such
 * lines. */
static const char *log_find(const struct log *log, const char *begin, unsigned *count)
{
	size_t length = strlen(begin);
	const char *found = NULL;
	unsigned lines = 0;

	for (const char *line = log->text; line < log->end;) {
		if ((size_t)(log->end - line) >= length && memcmp(line, begin, length) == 0) {
			found = line;
			lines++;
		}
		while (line < log->end && *line++ != '\n')
			;
	}
	if (count != NULL)
		*count = lines;
	return found;
}

/* Copy a field of the last record of a kind, without quotes. Copies "" if the field is absent.
 * field has the form " name=". */
static void log_field(const struct log *log, const char *record, const char *field,
		      char value[FIELD_CHARS])
{
	const char *at = log_find(log, record, NULL);
	size_t length = strlen(field), used = 0;
	char last;

	value[0] = '\0';
	if (at == NULL)
		return;
	while (at + length < log->end && *at != '\n' && memcmp(at, field, length) != 0)
		at++;
	if (at + length >= log->end || *at == '\n')
		return;
	at += length;
	last = *at == '"' ? '"' : ' ';
	at += *at == '"';
	while (at < log->end && *at != last && *at != '\n' && used + 1 < FIELD_CHARS)
		value[used++] = *at++;
	value[used] = '\0';
}

/* Copy the name of the machine. Firmware without a product name may name the board instead. */
static void head_find_machine(const struct log *log, char maker[FIELD_CHARS],
			      char product[FIELD_CHARS])
{
	log_field(log, "@machine ", " maker=", maker);
	log_field(log, "@machine ", " product=", product);
	if (product[0] != '\0')
		return;
	log_field(log, "@machine ", " board_maker=", maker);
	log_field(log, "@machine ", " board=", product);
}

/* Describe a run whose log has no summary of the kernel. Unknown facts are omitted. */
static size_t head_describe(char *to, size_t size, const struct log *log)
{
	char maker[FIELD_CHARS], product[FIELD_CHARS], cpu[FIELD_CHARS], parameters[FIELD_CHARS];
	char planned[FIELD_CHARS], bench[FIELD_CHARS];
	unsigned done;
	size_t used = 0;

	head_find_machine(log, maker, product);
	log_field(log, "@cpu ", " brand=", cpu);
	log_field(log, "@manifest ", " command_line=", parameters);
	log_field(log, "@plan ", " benches=", planned);
	log_field(log, "@bench ", " name=", bench);
	log_find(log, "@done ", &done);
	if (product[0] != '\0')
		used += fmt_buffer(to + used, size - used, " Machine  %s %s\n", maker, product);
	if (cpu[0] != '\0')
		used += fmt_buffer(to + used, size - used, " CPU      %s\n", cpu);
	if (parameters[0] != '\0')
		used += fmt_buffer(to + used, size - used, " Params   %s\n", parameters);
	return used + fmt_buffer(to + used, size - used,
				 " Done     %u of %s benchmarks; last started: %s\n", done,
				 planned[0] != '\0' ? planned : "?",
				 bench[0] != '\0' ? bench : "none");
}

void head_last_bench(char bench[HEAD_BENCH_CHARS], const char *log_text, size_t log_bytes)
{
	const struct log log = {log_text, log_text + log_bytes};

	log_field(&log, "@bench ", " name=", bench);
	if (bench[0] == '\0')
		text_copy(bench, HEAD_BENCH_CHARS, "none");
}

/* The reason why a run is partial. status is the status of the run's end record, "" without an end
 * record. */
static const char *head_partial(const char *status)
{
	if (strcmp(status, "refused") == 0)
		return "PARTIAL: no benchmark ran; the reason is below.";
	if (strcmp(status, "panic") == 0)
		return "PARTIAL: the run ended in a panic. Its results until then are below.";
	return "PARTIAL: the run did not finish. Its results until then are below.";
}

size_t head_write(char to[HEAD_CHARS], const char *log_text, size_t log_bytes, const char *name)
{
	const struct log log = {log_text, log_text + log_bytes};
	size_t used = fmt_buffer(to, HEAD_CHARS, "Run %s", name);
	char status[FIELD_CHARS];

	if (name_has_time(name))
		used += fmt_buffer(to + used, HEAD_CHARS - used,
				   ", started %.4s-%.2s-%.2s %.2s:%.2s:%.2s (machine clock)",
				   name, name + 4, name + 6, name + 9, name + 11, name + 13);
	used += fmt_buffer(to + used, HEAD_CHARS - used, "\n");
	if (log_find(&log, HEAD_FOUND_COMPLETE, NULL) != NULL)
		used += fmt_buffer(to + used, HEAD_CHARS - used, "%s\n", HEAD_FOUND_COMPLETE);
	log_field(&log, "@end ", " status=", status);
	if (strcmp(status, "complete") == 0)
		return used;
	used += fmt_buffer(to + used, HEAD_CHARS - used, "%s\n", head_partial(status));
	if (log_find(&log, HEAD_FOUND_ABORTED, NULL) != NULL)
		used += fmt_buffer(to + used, HEAD_CHARS - used, "%s\n", HEAD_FOUND_ABORTED);
	return used + head_describe(to + used, HEAD_CHARS - used, &log);
}

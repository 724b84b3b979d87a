/* SPDX-License-Identifier: MIT */
/* Progress is derived from the records: the plan has the number of benchmarks, and each one
 * announces itself. */
#include "tools/run/progress.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "lib/text/string.h"
#include "tools/base/clock.h"
#include "tools/base/utf8.h"
#include "tools/record/point.h"

#define TAIL_LINES 12
#define TAIL_COLUMNS 92
#define PROGRESS_COLUMNS 78
/* Time before the first estimate. */
#define ETA_SECONDS_MIN 3
#define ETA_BENCHES_MIN 3
/* Linux, kernel/panic.c, panic() */
#define PANIC "Kernel panic - not syncing: "

/* ---- Progress ---- */

/* Write the remaining time, assuming an equal time per benchmark; "" while unknown. */
static void write_eta(const struct progress *progress, char text[PROGRESS_ETA_MAX])
{
	double elapsed = progress->seconds() - progress->started;
	uint64_t done = progress->begun - 1;
	double left;

	text[0] = '\0';
	if (done < ETA_BENCHES_MIN || elapsed < ETA_SECONDS_MIN || progress->planned < done)
		return;
	left = elapsed / (double)done * (double)(progress->planned - done);
	if (left < 100)
		snprintf(text, PROGRESS_ETA_MAX, "  ~%.0f s left", ceil(left));
	else
		snprintf(text, PROGRESS_ETA_MAX, "  ~%.0f min left", fmin(ceil(left / 60), 99999));
}

static void write_progress(struct progress *progress, const char *point)
{
	char label[PROGRESS_NAME_MAX], line[PROGRESS_NAME_MAX + 96], eta[PROGRESS_ETA_MAX];
	char planned[24] = "";              /* a user's kernel may have no plan */
	int columns;
	size_t used;

	if (progress->is_silent ||
	    (!progress->is_terminal && progress->shown == progress->begun))
		return;
	progress->shown = progress->begun;
	point_label(point, label, sizeof(label));
	utf8_make_printable(label);
	write_eta(progress, eta);
	if (progress->planned > 0)
		snprintf(planned, sizeof(planned), "/%" PRIu64, progress->planned);
	snprintf(line, sizeof(line), "[%2" PRIu64 "%s]%s %s", progress->begun, planned,
		 progress->is_terminal ? eta : "", progress->bench);
	used = utf8_length(line) + 2;
	columns = used < PROGRESS_COLUMNS ? (int)(PROGRESS_COLUMNS - used) : 0;
	label[utf8_prefix_of(label, (size_t)columns)] = '\0';
	if (progress->is_terminal)
		fprintf(progress->out, "\r%s  %s%*s", line, label,
			columns - (int)utf8_length(label), "");
	else
		fprintf(progress->out, "%s\n", line);
	fflush(progress->out);
}

static void begin_bench(struct progress *progress, const char *name)
{
	if (progress->begun++ == 0)
		progress->started = progress->seconds();
	text_copy(progress->bench, sizeof(progress->bench), name);
	utf8_make_printable(progress->bench);
	write_progress(progress, "");
}

static void observe(void *context, const struct wire_record *record)
{
	struct progress *progress = context;

	progress->has_record = true;
	switch (record->kind) {
	case WIRE_manifest:
		progress->begun = progress->shown = progress->planned = 0;
		progress->has_ended = false;
		progress->is_own_kernel = manifest_is_of_own_kernel(&record->manifest);
		break;
	case WIRE_plan:
		progress->planned = record->plan.benches;
		break;
	case WIRE_bench:
		begin_bench(progress, record->bench.name);
		break;
	case WIRE_skip:
		/* A benchmark that the machine does not support is not announced. Announcements
		 * before the plan are for counted events. */
		if (progress->planned > 0 && strcmp(record->skip.bench, progress->bench) != 0)
			begin_bench(progress, record->skip.bench);
		break;
	case WIRE_series:
		write_progress(progress, record->series.point);
		break;
	case WIRE_ready:
		if (progress->announce != NULL)
			progress->announce(progress->announced_to, &record->ready);
		break;
	case WIRE_end:
		progress->has_ended = true;
		progress->faulted = record->end.faulted;
		break;
	default:
		break;
	}
}

/* ---- The stream ---- */

void progress_init(struct progress *progress, FILE *out)
{
	memset(progress, 0, sizeof(*progress));
	loader_init(&progress->loader);
	progress->loader.observe = observe;
	progress->loader.context = progress;
	progress->out = out;
	progress->seconds = clock_seconds;
	progress->is_terminal = isatty(fileno(out)) != 0;
}

/* Keep the first panic: it is the cause, and what follows may be longer than the tail. */
static void note_panic(struct progress *progress)
{
	const char *panic;

	progress->line[progress->line_length] = '\0';
	progress->line_length = 0;
	panic = strstr(progress->line, PANIC);
	if (panic == NULL || progress->panic[0] != '\0')
		return;
	text_copy(progress->panic, sizeof(progress->panic), panic);
	utf8_make_printable(progress->panic);
}

void progress_feed(struct progress *progress, const char *bytes, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		progress->tail[progress->received++ % PROGRESS_TAIL_BYTES] = bytes[i];
		if (bytes[i] == '\n')
			note_panic(progress);
		else if (bytes[i] != '\0' && bytes[i] != '\r' &&
			 progress->line_length < sizeof(progress->line) - 1)
			progress->line[progress->line_length++] = bytes[i];
	}
	loader_feed(&progress->loader, bytes, count);
}

struct result *progress_finish(struct progress *progress)
{
	if (progress->is_terminal && !progress->is_silent)
		fprintf(progress->out, "\r%*s\r", PROGRESS_COLUMNS, "");
	return loader_finish(&progress->loader);
}

/* Length of the control sequence at text; 0 if there is none. ECMA-48, "CSI - Control Sequence
 * Introducer": parameters, then one final character. */
static size_t control_sequence(const char *text)
{
	size_t length = 2;

	if (text[0] != '\033' || text[1] != '[')
		return 0;
	while (text[length] >= 0x20 && text[length] < 0x40)
		length++;
	return text[length] != '\0' ? length + 1 : length;
}

static void remove_control_sequences(char *text)
{
	char *out = text;

	while (*text != '\0') {
		size_t length = control_sequence(text);

		if (length > 0)
			text += length;
		else
			*out++ = *text++;
	}
	*out = '\0';
}

/* The ring's text in order, without control sequences. */
static void tail_text(const struct progress *progress, char text[PROGRESS_TAIL_BYTES + 1])
{
	uint64_t first = progress->received > PROGRESS_TAIL_BYTES
				 ? progress->received - PROGRESS_TAIL_BYTES
				 : 0;
	size_t length = 0;

	for (uint64_t i = first; i < progress->received; i++) {
		char c = progress->tail[i % PROGRESS_TAIL_BYTES];

		if (c != '\0' && c != '\r')
			text[length++] = c;
	}
	text[length] = '\0';
	remove_control_sequences(text);
}

/* Start of the last TAIL_LINES lines. */
static char *last_lines(char *text)
{
	char *start = text + strlen(text);
	int lines = 0;

	while (start > text && lines <= TAIL_LINES) {
		start--;
		lines += *start == '\n' && start[1] != '\0';
	}
	return start;
}

void progress_write_tail(const struct progress *progress)
{
	char text[PROGRESS_TAIL_BYTES + 1], *rest, *line;

	if (progress->received == 0) {
		fputs("The console stayed empty: usually the booted file is truncated, or is for "
		      "another machine, or has no driver for the first serial port built in.\n",
		      stderr);
		return;
	}
	tail_text(progress, text);
	fputs("The last console lines:\n", stderr);
	for (line = strtok_r(last_lines(text), "\n", &rest); line != NULL;
	     line = strtok_r(NULL, "\n", &rest)) {
		utf8_make_printable(line);
		fprintf(stderr, "  | %.*s%s\n", (int)utf8_prefix_of(line, TAIL_COLUMNS), line,
			utf8_length(line) > TAIL_COLUMNS ? "..." : "");
	}
}

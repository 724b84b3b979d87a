/* Progress is taken from the records themselves: the plan says how many benchmarks there are, and
 * each announces itself. */
#include "tools/run/progress.h"

#include <inttypes.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "lib/text/string.h"
#include "tools/base/utf8.h"
#include "tools/record/point.h"
#include "tools/run/input_sender.h"
#include "tools/topic/report.h"

#define TAIL_LINES 12
#define PROGRESS_COLUMNS 78

static volatile sig_atomic_t caught_signal;

static void catch_signal(int signal)
{
	caught_signal = signal;
}

void progress_catch_signals(void)
{
	const struct sigaction action = {.sa_handler = catch_signal};

	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	sigaction(SIGHUP, &action, NULL);
}

int progress_signal(void)
{
	return caught_signal;
}

double live_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* ---- Progress ---- */

/* Columns that a progress line has left for the point. */
static int room(const char *line)
{
	size_t used = strlen(line) + 2;

	return used < PROGRESS_COLUMNS ? (int)(PROGRESS_COLUMNS - used) : 0;
}

static void write_progress(struct live *live, const char *point)
{
	char label[PROGRESS_NAME_MAX], line[PROGRESS_NAME_MAX + 64];

	if (!live->is_terminal && live->shown == live->begun)
		return;
	live->shown = live->begun;
	point_label(point, label, sizeof(label));
	utf8_make_printable(label);
	snprintf(line, sizeof(line), "[%2" PRIu64 "/%" PRIu64 "] %s", live->begun, live->planned,
		 live->bench);
	if (live->is_terminal)
		fprintf(live->progress, "\r%s  %-*.*s", line, room(line), room(line), label);
	else
		fprintf(live->progress, "%s\n", line);
	fflush(live->progress);
}

static void begin_bench(struct live *live, const char *name)
{
	live->begun++;
	text_copy(live->bench, sizeof(live->bench), name);
	utf8_make_printable(live->bench);
	write_progress(live, "");
}

static void observe(void *context, const struct wire_record *record)
{
	struct live *live = context;

	live->has_record = true;
	switch (record->kind) {
	case WIRE_manifest:
		live->begun = live->shown = live->planned = 0;
		live->has_ended = false;
		break;
	case WIRE_plan:
		live->planned = record->plan.benches;
		break;
	case WIRE_bench:
		begin_bench(live, record->bench.name);
		break;
	case WIRE_skip:
		/* One that the machine can't run at all does not announce itself. Those before the
		 * plan are of events. */
		if (live->planned > 0 && strcmp(record->skip.bench, live->bench) != 0)
			begin_bench(live, record->skip.bench);
		break;
	case WIRE_series:
		write_progress(live, record->series.point);
		break;
	case WIRE_ready:
		if (live->sender != NULL)
			input_sender_announce(live->sender, &record->ready);
		break;
	case WIRE_end:
		live->has_ended = true;
		break;
	default:
		break;
	}
}

/* ---- The stream ---- */

void live_init(struct live *live, FILE *progress)
{
	memset(live, 0, sizeof(*live));
	loader_init(&live->loader);
	live->loader.observe = observe;
	live->loader.context = live;
	live->progress = progress;
	live->is_terminal = isatty(fileno(progress)) != 0;
}

void progress_feed(struct live *live, const char *bytes, size_t count)
{
	for (size_t i = 0; i < count; i++)
		live->tail[live->received++ % PROGRESS_TAIL_BYTES] = bytes[i];
	loader_feed(&live->loader, bytes, count);
}

struct result *progress_finish(struct live *live)
{
	if (live->is_terminal)
		fprintf(live->progress, "\r%*s\r", PROGRESS_COLUMNS, "");
	return loader_finish(&live->loader);
}

/* Length of the control sequence at text, 0 if it is none. ECMA-48, "CSI - Control Sequence
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

/* The ring's text in order, without what only a terminal understands. */
static void tail_text(const struct live *live, char text[PROGRESS_TAIL_BYTES + 1])
{
	uint64_t first = live->received > PROGRESS_TAIL_BYTES ? live->received - PROGRESS_TAIL_BYTES : 0;
	size_t length = 0;

	for (uint64_t i = first; i < live->received; i++) {
		char c = live->tail[i % PROGRESS_TAIL_BYTES];

		if (c != '\0' && c != '\r')
			text[length++] = c;
	}
	text[length] = '\0';
	remove_control_sequences(text);
}

/* Where the last TAIL_LINES lines begin. */
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

void progress_write_tail(const struct live *live)
{
	char text[PROGRESS_TAIL_BYTES + 1], *rest, *line;

	if (live->received == 0) {
		fputs("The console stayed empty.\n", stderr);
		return;
	}
	tail_text(live, text);
	fputs("The last console lines:\n", stderr);
	for (line = strtok_r(last_lines(text), "\n", &rest); line != NULL;
	     line = strtok_r(NULL, "\n", &rest)) {
		utf8_make_printable(line);
		fprintf(stderr, "  | %.*s%s\n", REPORT_COLUMNS - 8, line,
			strlen(line) > REPORT_COLUMNS - 8 ? "..." : "");
	}
}

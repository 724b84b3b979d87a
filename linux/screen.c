/* SPDX-License-Identifier: MIT */
/* A virtual terminal of the kernel, with its control sequences. console_codes(4), "Linux console
 * controls". */
#include "linux/screen.h"

#include <fcntl.h>
#include <linux/kd.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "bench/engine/progress.h"
#include "bench/engine/registry.h"
#include "bench/platform.h"
#include "lib/text/ticks.h"
#include "linux/build_id.h"
#include "linux/clock.h"

#define TERMINAL "/dev/tty0"            /* the visible one */
#define ROW_TITLE 1
#define ROW_MACHINE 2
#define ROW_SYSTEM 3
#define ROW_PROGRESS 4
#define ROW_RESULTS 5
#define ROW_TEXT 7
#define ROWS_DEFAULT 25
#define ROWS_BESIDES_TABLE 10           /* rows above the text, and lines before and after the
					 * table */
#define NAME_CHARS 64
#define LINE_CHARS 256

#define SAVE_CURSOR "\0337"
#define RESTORE_CURSOR "\0338"
#define CLEAR_SCREEN "\033[2J"
#define CLEAR_REST_OF_LINE "\033[K"
#define HIDE_CURSOR "\033[?25l"         /* a blinking cursor would interrupt the CPU */
#define BRIGHT_ON_BLUE "\033[1;37;44m"
#define BRIGHT "\033[1m"
#define PLAIN "\033[0m"
#define NO_WRAPPING "\033[?7l"
#define WRAPPING "\033[?7h"

static struct {
	int fd;                         /* -1: none */
	bool is_standard_error;
	unsigned rows;
	const struct options *options;
	char product[LINE_CHARS];       /* of the machine */
	char cpu[LINE_CHARS];
	unsigned long cpus, online;     /* of the machine */
	char name[NAME_CHARS];          /* of the benchmark */
	char point[LINE_CHARS];         /* the benchmark's last completed point */
} screen = {.fd = -1};

static void screen_put(unsigned row, const char *how, const char *text)
{
	dprintf(screen.fd, SAVE_CURSOR NO_WRAPPING "\033[%u;1H%s %s"
		CLEAR_REST_OF_LINE PLAIN WRAPPING RESTORE_CURSOR, row, how, text);
}

static bool is_terminal(int fd)
{
	int mode;

	return ioctl(fd, KDGETMODE, &mode) == 0;
}

static void screen_put_system(void)
{
	struct utsname system;
	char line[LINE_CHARS];

	if (uname(&system) != 0)
		return;
	snprintf(line, sizeof(line), "System   %s %s", system.sysname, system.release);
	screen_put(ROW_SYSTEM, "", line);
}

void screen_begin(const char *results)
{
	struct winsize size;
	char line[LINE_CHARS];

	screen.fd = open(TERMINAL, O_WRONLY | O_NOCTTY | O_CLOEXEC);
	if (screen.fd < 0)
		return;
	screen.is_standard_error = is_terminal(STDERR_FILENO);
	screen.rows = ioctl(screen.fd, TIOCGWINSZ, &size) == 0 && size.ws_row > ROW_TEXT
			      ? size.ws_row : ROWS_DEFAULT;
	dprintf(screen.fd, HIDE_CURSOR CLEAR_SCREEN "\033[%d;%ur\033[%d;1H", ROW_TEXT, screen.rows,
		ROW_TEXT);
	snprintf(line, sizeof(line), "Bareline %s  part 2 of 2: under Linux", build_id);
	screen_put(ROW_TITLE, BRIGHT_ON_BLUE, line);
	screen_put_system();
	screen_put(ROW_PROGRESS, BRIGHT, "The bare-metal results are on the stick. Linux's results "
					 "follow.");
	snprintf(line, sizeof(line), "Results go to %s on the stick.", results);
	screen_put(ROW_RESULTS, "", line);
}

bool screen_is_there(void)
{
	return screen.fd >= 0;
}

/* ---- Text ---- */

void screen_write(const char *text, size_t length)
{
	if (screen.fd >= 0 && !screen.is_standard_error && write(screen.fd, text, length) < 0)
		return;         /* no output is left for a message */
}

void screen_say(const char *format, ...)
{
	char line[2 * LINE_CHARS];
	va_list args;

	va_start(args, format);
	vsnprintf(line, sizeof(line), format, args);
	va_end(args);
	fprintf(stderr, "%s\n", line);
	screen_write(line, strlen(line));
	screen_write("\n", 1);
}

/* Go to the line that starts with begin, or to the first. */
static void seek_line(FILE *file, const char *begin)
{
	char line[LINE_CHARS];
	long at = 0;

	while (fgets(line, sizeof(line), file) != NULL) {
		if (strncmp(line, begin, strlen(begin)) == 0) {
			fseek(file, at, SEEK_SET);
			return;
		}
		at = ftell(file);
	}
	rewind(file);
}

/* An empty line separates heading and table, another one follows the table. */
void screen_show_table(const char *path, const char *heading)
{
	unsigned left = screen.rows > ROWS_BESIDES_TABLE ? screen.rows - ROWS_BESIDES_TABLE : 0;
	FILE *file = screen.fd >= 0 ? fopen(path, "re") : NULL;
	char line[LINE_CHARS];
	unsigned empty = 0;

	if (file == NULL)
		return;
	seek_line(file, heading);
	for (; left > 0 && empty < 2 && fgets(line, sizeof(line), file) != NULL; left--) {
		empty += line[0] == '\n';
		dprintf(screen.fd, NO_WRAPPING "%s" WRAPPING, line);
	}
	fclose(file);
}

/* ---- How far the run is ---- */

static uint64_t now_us(void)
{
	return clock_ns(CLOCK_MONOTONIC) / NS_PER_US;
}

static void screen_draw_progress(void)
{
	char text[PROGRESS_CHARS];

	progress_text(screen.name, progress_left_us(now_us()), text);
	screen_put(ROW_PROGRESS, BRIGHT, text);
}

static void screen_begin_bench(const struct wire_bench *bench)
{
	snprintf(screen.name, sizeof(screen.name), "%s", bench->name);
	screen.point[0] = '\0';
	progress_benchmark_begun(bench->name);
	screen_draw_progress();
}

/* End a series. A point may have several series. */
static void screen_end_series(const struct wire_series *series)
{
	if (strcmp(series->point, screen.point) == 0)
		return;
	snprintf(screen.point, sizeof(screen.point), "%s", series->point);
	progress_point_done();
	screen_draw_progress();
}

static void screen_skip(const struct wire_skip *skip)
{
	progress_benchmark_begun(skip->bench);
	progress_point_done();
}

static void screen_end_run(const struct wire_end *end)
{
	char text[LINE_CHARS], elapsed[PROGRESS_CHARS];

	progress_clock(end->elapsed_us / US_PER_SECOND, elapsed);
	snprintf(text, sizeof(text), "End: %lu benchmarks finished, %lu skipped, %lu aborted%s%s",
		 end->run, end->skipped, end->faulted, end->elapsed_us != 0 ? ", " : "",
		 end->elapsed_us != 0 ? elapsed : "");
	screen_put(ROW_PROGRESS, BRIGHT, text);
}

static void screen_take_machine(const struct wire_machine *machine)
{
	bool is_named = machine->product[0] != '\0';

	if (!is_named && machine->board[0] == '\0')
		return;
	snprintf(screen.product, sizeof(screen.product), "%s %s, ",
		 is_named ? machine->maker : machine->board_maker,
		 is_named ? machine->product : machine->board);
}

/* Show the machine and its CPUs, which are known when the plan is known. */
static void screen_put_machine(void)
{
	char line[2 * LINE_CHARS + NAME_CHARS];

	snprintf(line, sizeof(line), "Machine  %s%s, %lu of %lu CPU%s", screen.product,
		 screen.cpu, screen.online, screen.cpus, screen.cpus == 1 ? "" : "s");
	screen_put(ROW_MACHINE, "", line);
}

static void screen_take_cpu(const struct wire_cpu *cpu)
{
	snprintf(screen.cpu, sizeof(screen.cpu), "%s",
		 cpu->brand[0] != '\0' ? cpu->brand : cpu->vendor);
	screen.cpus = cpu->count;
	screen.online = cpu->online;
}

static void screen_plan(void)
{
	screen_put_machine();
	progress_begin(screen.options, platform_capabilities(), registry_benchmarks, now_us());
}

static void screen_observe(enum wire_kind kind, const void *body)
{
	if (kind == WIRE_machine)
		screen_take_machine(body);
	else if (kind == WIRE_cpu)
		screen_take_cpu(body);
	else if (kind == WIRE_plan)
		screen_plan();
	else if (kind == WIRE_bench)
		screen_begin_bench(body);
	else if (kind == WIRE_series)
		screen_end_series(body);
	else if (kind == WIRE_skip)
		screen_skip(body);
	else if (kind == WIRE_end)
		screen_end_run(body);
}

void screen_follow(const struct options *options)
{
	if (screen.fd < 0)
		return;
	screen.options = options;
	platform_writer()->observe = screen_observe;
}

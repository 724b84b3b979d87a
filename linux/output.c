/* SPDX-License-Identifier: MIT */
/* Each record is written by one system call when its line is complete. So an abrupt end preserves
 * all earlier records, and readers never see partial records. Signal handlers may write too. */
#include "linux/output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

#include "bench/platform.h"
#include "lib/text/fmt.h"
#include "linux/exit_status.h"
#include "linux/screen.h"

static struct {
	int fd;
	bool is_quiet;
	size_t length;
	char line[WIRE_LINE_MAX];
} output = {.fd = STDOUT_FILENO};

static void output_write_text(void *context, const char *text, size_t length)
{
	(void)context;
	screen_write(text, length);
	if (write(STDERR_FILENO, text, length) < 0)
		return;         /* no output is left for a message */
}

static void output_say(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fmt_vprint(output_write_text, NULL, format, args);
	va_end(args);
}

/* Not exit(), because this may be a signal handler. */
static void write_line(void)
{
	const char *rest = output.line;

	while (output.length > 0) {
		ssize_t written = write(output.fd, rest, output.length);

		if (written < 0 && errno == EINTR)
			continue;
		if (written < 0) {
			output_say("bareline-linux: cannot write records: %s\n", strerror(errno));
			_exit(EXIT_MACHINE);
		}
		rest += written;
		output.length -= (size_t)written;
	}
}

static void output_write_record(void *context, const char *text, size_t length)
{
	(void)context;
	for (size_t i = 0; i < length; i++) {
		output.line[output.length++] = text[i];
		if (text[i] == '\n' || output.length == sizeof(output.line))
			write_line();
	}
}

/* Whether standard output and standard error are one terminal, where records would bury text. */
static bool output_mixes(void)
{
	struct stat records, text;

	return isatty(STDOUT_FILENO) && isatty(STDERR_FILENO) &&
	       fstat(STDOUT_FILENO, &records) == 0 && fstat(STDERR_FILENO, &text) == 0 &&
	       records.st_rdev == text.st_rdev;
}

int output_open(const char *path, bool quiet)
{
	bool is_dropped = path == NULL && !quiet && output_mixes();
	int fd;

	output.is_quiet = quiet;
	if (is_dropped)
		path = "/dev/null";
	if (path == NULL)
		return 0;
	fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (fd < 0)
		return is_dropped ? 0 : -errno;
	output.fd = fd;
	if (is_dropped)
		output_say("records are not stored; -o FILE stores them for bareline show\n");
	return 0;
}

void output_settle(void)
{
	tcdrain(output.fd);
}

void output_drop_partial_line(void)
{
	output.length = 0;
}

struct wire_writer *platform_writer(void)
{
	static struct wire_writer writer = {.put = output_write_record};

	return &writer;
}

void platform_print(const char *format, ...)
{
	va_list args;

	if (output.is_quiet)
		return;
	va_start(args, format);
	fmt_vprint(output_write_text, NULL, format, args);
	va_end(args);
}

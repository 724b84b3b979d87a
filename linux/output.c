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

/* Whether standard output and standard error are the same terminal, where records would bury the
 * text. */
static bool output_mixes(void)
{
	struct stat records, text;

	return isatty(STDOUT_FILENO) && isatty(STDERR_FILENO) &&
	       fstat(STDOUT_FILENO, &records) == 0 && fstat(STDERR_FILENO, &text) == 0 &&
	       records.st_rdev == text.st_rdev;
}

/* Open a file, and empty it. Returns its descriptor. If it has contents and is no log, which begins
 * with the manifest, it stays as it is unless replaces_foreign is set. Returns -EEXIST then, and
 * another negative errno on failure. */
static int output_open_file(const char *path, bool replaces_foreign)
{
	static const char start[] = "@manifest ";
	char found[sizeof(start) - 1];
	struct stat status;
	bool is_there = stat(path, &status) == 0;
	int access = is_there && S_ISREG(status.st_mode) ? O_RDWR : O_WRONLY, fd, error = 0;

	if (is_there && S_ISBLK(status.st_mode))
		return -ENODEV;
	fd = open(path, access | O_CREAT | O_CLOEXEC, 0666);
	if (fd < 0)
		return -errno;
	if (fstat(fd, &status) != 0)
		error = -errno;
	else if (S_ISREG(status.st_mode) && status.st_size > 0 && !replaces_foreign &&
		 (pread(fd, found, sizeof(found), 0) != (ssize_t)sizeof(found) ||
		  memcmp(found, start, sizeof(found)) != 0))
		error = -EEXIST;
	else if (S_ISREG(status.st_mode) && ftruncate(fd, 0) != 0)
		error = -errno;
	if (error == 0)
		return fd;
	close(fd);
	return error;
}

int output_open(const struct output_options *options)
{
	const char *path = options->path;
	bool is_dropped = path == NULL && !options->is_quiet && output_mixes();
	int fd;

	output.is_quiet = options->is_quiet;
	if (is_dropped)
		path = "/dev/null";
	if (path == NULL)
		return 0;
	fd = output_open_file(path, options->replaces_foreign);
	if (fd < 0)
		return is_dropped ? 0 : fd;
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

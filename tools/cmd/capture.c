/* SPDX-License-Identifier: MIT */
/* `bareline capture`: records a machine on a serial port. */
#include <err.h>
#include <stdint.h>
#include <stdlib.h>

#include "tools/base/arguments.h"
#include "tools/base/exit_status.h"
#include "tools/base/signals.h"
#include "tools/cmd/commands.h"
#include "tools/results/run_directory.h"
#include "tools/run/capture_port.h"
#include "tools/run/request.h"

#define BAUD_DEFAULT 115200
#define BAUD_MIN 50
#define BAUD_MAX 4000000

struct capture {
	const char *device;             /* the port, or the program */
	const char *output;
	unsigned long baud;
	unsigned long timeout_seconds;  /* without input; 0: off */
	unsigned long log_limit_mib;
	bool wants_table;
};

static const struct option_spec options[] = {
	{.name = "baud", .kind = OPTION_NUMBER, .argument = "N", .least = BAUD_MIN,
	 .most = BAUD_MAX, .offset = offsetof(struct capture, baud),
	 .help = "set the line speed: 8 data bits, no parity, 1 stop bit (115200)"},
	{.name = "timeout", .kind = OPTION_NUMBER, .argument = "SECONDS", .most = INT32_MAX,
	 .offset = offsetof(struct capture, timeout_seconds),
	 .help = "abort after SECONDS without input (0: never)"},
	{.name = "log-limit", .kind = OPTION_NUMBER, .argument = "MIB", .least = 1,
	 .most = LOG_LIMIT_MIB_MAX, .offset = offsetof(struct capture, log_limit_mib),
	 .help = "abort if the log exceeds MIB (4096)"},
	{.name = "table", .kind = OPTION_FLAG, .offset = offsetof(struct capture, wants_table),
	 .help = "print all tables instead of a summary"},
	{.name = "output", .letter = 'o', .kind = OPTION_TEXT, .argument = "DIRECTORY",
	 .writes = true, .offset = offsetof(struct capture, output),
	 .help = "write log, results and report to DIRECTORY (results/TIMESTAMP)"},
	{0},
};

static const struct option_group groups[] = {
	{.options = options},
	{.options = replace_options},
	{0},
};

static bool take_device(void *setting, const char *text, struct option_problem *problem)
{
	const char **device = setting;

	if (*device != NULL)
		return option_refuse(problem, "a second port; give one");
	*device = text;
	return true;
}

static int capture_run(int argc, char **argv)
{
	struct capture capture = {.baud = BAUD_DEFAULT, .log_limit_mib = LOG_LIMIT_MIB};
	struct run_directory directory;
	struct port port;
	int words = arguments_parse(&capture_command, &capture, argc, argv);
	int status = EXIT_USAGE;

	if ((words > 0) == (capture.device != NULL))
		errx(EXIT_USAGE, "give a serial port, or \"--\" and a command");
	if (words > 0) {
		capture.device = argv[1];       /* other words may be secrets */
		status = port_start(&port, argv + 1);
	} else {
		status = port_open(&port, capture.device, (unsigned)capture.baud);
	}
	if (status != 0)
		return EXIT_USAGE;
	status = EXIT_USAGE;
	if (run_directory_make(&directory, capture.output)) {
		signals_catch();
		status = capture_port(&(struct port_capture){
			.port = &port, .device = capture.device,
			.baud = port.has_program ? 0 : capture.baud,
			.timeout_seconds = capture.timeout_seconds,
			.log_limit_mib = capture.log_limit_mib,
			.wants_table = capture.wants_table,
		}, directory.path);
		run_directory_release(&directory);
	}
	port_close(&port);
	return status;
}

const struct command capture_command = {
	.name = "bareline capture",
	.summary = "record a machine over a serial port",
	.usage = "[OPTION]... DEVICE\n"
		 "[OPTION]... -- COMMAND [ARGUMENT]...",
	.about = "Read a machine's records from a serial port or pseudo-terminal up to the end "
		 "marker, save and print the results. Start it before the machine.\n"
		 "With COMMAND, read what a program for consoles prints, such as `ipmitool -I "
		 "lanplus -H bmc -U user -E sol activate`, `telnet HOST PORT` or `ssh`. The "
		 "program gets a terminal of its own, and is ended after the run. Only its name is "
		 "stored.",
	.groups = groups,
	.exit_status = "0 valid run\n"
		       "1 failed, invalid or interrupted run\n"
		       "2 wrong arguments, unusable port, a directory in use by another run, or "
		       "no matching benchmark\n"
		       "3 out of memory, or no room for the results",
	.take_operand = take_device,
	.operands_offset = offsetof(struct capture, device),
	.operands_max = OPERANDS_ANY,
	.run = capture_run,
};

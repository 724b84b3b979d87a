/* The options of `bareline run`: which machine, what it is to run, and for how long. */
#ifndef TOOLS_RUN_OPTIONS_H
#define TOOLS_RUN_OPTIONS_H

#include "tools/run/input_script.h"
#include "tools/run/qemu.h"

#define COMMAND_LINE_MAX 1024

enum accel_request {ACCEL_AUTO, ACCEL_TCG, ACCEL_KVM};

/* Who plays a script of input: the host, by QEMU's monitor, or the target's keyboard controller. */
enum input_by {INPUT_BY_HOST, INPUT_BY_CONTROLLER};

struct run_options {
	struct qemu_options qemu;
	enum accel_request accel;
	bool is_linux;                  /* boot Linux with bareline-linux instead of the image */
	bool is_quiet;
	const char *suite;
	const char *append;
	const char *duration, *limit, *quantum; /* as they were given, or NULL */
	unsigned long duration_ns;      /* 0 if none was given */
	const char *output;
	const char *input;              /* file with a script of input, or NULL */
	const char *input_speed;        /* paced, fast or both */
	enum input_by input_by;
	bool names_input_by;            /* it was asked for, and not left to us */
	char input_duration[16];        /* that the target waits for it, unless told another */
	struct input_script script;     /* the file's, checked */
	const char *baseline;           /* file to compare exact figures with, or NULL */
	bool updates_baseline;          /* write it instead */
	char benches[COMMAND_LINE_MAX];         /* comma-separated */
	char events[COMMAND_LINE_MAX];          /* the same */
	char words[COMMAND_LINE_MAX];           /* of these, each after a blank */
	unsigned long timeout_seconds;
	char command_line[COMMAND_LINE_MAX];    /* for the target, made of the above */
};

/* Read the command line; argv[0] is the subcommand's name. qemu.image, qemu.cpu and qemu.init are
 * left NULL when they aren't named. What is wrong with it is said, and ends the program with
 * EXIT_USAGE; so does --help, with EXIT_GOOD. */
void run_options_parse(struct run_options *run, int argc, char **argv);

#endif

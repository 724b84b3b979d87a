/* SPDX-License-Identifier: MIT */
/* The options of `bareline run`: which machine, what it is to run, and for how long. */
#ifndef TOOLS_RUN_OPTIONS_H
#define TOOLS_RUN_OPTIONS_H

#include "lib/option/option.h"
#include "lib/text/command_line.h"
#include "tools/run/boot/linux_kernel.h"
#include "tools/run/input/input_script.h"
#include "tools/run/qemu.h"

/* How long a log may become, unless another limit is asked for, and the highest that may be. */
#define LOG_LIMIT_MIB 4096
/* The most boots with memory laid out otherwise, and how many tell what moves. */
#define RUN_LAYOUTS_MAX 16
#define RUN_LAYOUTS_TELLING 3
/* The most boots one after the other. */
#define RUN_RUNS_MAX 999
#define LOG_LIMIT_MIB_MAX (1ul << 24)

enum accel_request {ACCEL_AUTO, ACCEL_TCG, ACCEL_KVM};

/* Who plays a script of input: the host, by QEMU's monitor, or the target's keyboard controller. */
enum input_source {INPUT_SOURCE_HOST, INPUT_SOURCE_CONTROLLER, INPUT_SOURCE_DEFAULT};

/* What a guest runs under, where it is one. NULL: this program's own. */
struct hypervisor_options {
	bool is_wanted;
	const char *kernel;             /* Linux, with its modules beside it */
	const char *initramfs;          /* one that starts a guest by itself: docs/layers.md */
	const char *qemu;               /* that runs the guest */
	const char *append;             /* more words for its kernel */
};

struct run_options {
	struct qemu_options qemu;
	struct hypervisor_options hypervisor;
	enum accel_request accel;
	bool is_linux;                  /* boot Linux with bareline-linux instead of the image */
	struct linux_options linux;     /* what of it is the user's */
	unsigned long layouts;          /* boots, each with memory laid out otherwise; 0 chooses */
	unsigned long layout;           /* which of them this is; 0 is as it comes */
	unsigned long runs;             /* boots of the same, one after the other; 0 or 1: one */
	bool has_keyboard;              /* let Linux's program read its keyboard */
	bool is_quiet;                  /* say nothing of what goes well but where results are */
	bool is_part;                   /* one of several boots, or of a check: no table, no page */
	bool wants_table;               /* the whole of it */
	const char *suite;
	const char *append;
	struct option_time duration, limit, quantum;
	const char *output;
	const char *input;              /* file with a script of input, or NULL */
	const char *input_pace;         /* paced, fast or both */
	enum input_source input_source;
	char input_duration[16];        /* that the target waits for it, unless told another */
	struct input_script script;     /* the file's, checked */
	const char *baseline;           /* file to compare exact figures with, or NULL */
	bool updates_baseline;          /* write it instead */
	bool is_strict;                 /* what one side of it alone has fails */
	/* Where the comparison with it goes too, or NULL. */
	const char *ktap, *junit, *markdown;
	char benches[COMMAND_LINE_MAX + 1];         /* comma-separated */
	char events[COMMAND_LINE_MAX + 1];          /* the same */
	char init_line[COMMAND_LINE_MAX + 1];       /* for Linux's first program */
	unsigned long timeout_seconds;          /* of the whole run */
	unsigned long no_output_timeout_seconds;        /* 0: off */
	unsigned long log_limit_mib;
	double deadline;                /* by clock_seconds(), set as the run begins */
	char command_line[COMMAND_LINE_MAX + 1];        /* for what is booted */
};

/* The tables of options, whose destination is a struct run_options, and what takes an operand that
 * is not behind "--", where QEMU's arguments are. */
extern const struct option_group run_option_groups[];
/* Those of them that are a struct hypervisor_options'. */
extern const struct option_spec hypervisor_options[];

bool run_options_take_operand(void *to, const char *value, struct option_problem *problem);

/* Add a pattern to struct run_options' benches, which to is. */
bool run_options_add_bench(void *to, const char *value, struct option_problem *problem);

/* Before parsing: as without any option. */
void run_options_init(struct run_options *run);

/* How much memory the machine gets, as QEMU takes it. */
const char *run_options_memory(const struct run_options *run);

/* After it: check that the options go together, and make the target's command line. qemu.image,
 * qemu.cpu and qemu.init are left NULL when they aren't named. What is wrong is said, and ends the
 * program with EXIT_USAGE. */
void run_options_complete(struct run_options *run);

#endif

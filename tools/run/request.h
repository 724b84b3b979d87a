/* SPDX-License-Identifier: MIT */
/* What the user asks of `bareline run`. */
#ifndef TOOLS_RUN_REQUEST_H
#define TOOLS_RUN_REQUEST_H

#include <limits.h>

#include "lib/option/option.h"
#include "lib/text/command_line.h"
#include "lib/text/patterns.h"
#include "tools/run/boot/linux_kernel.h"
#include "tools/run/code/sequences.h"
#include "tools/run/input/input_script.h"
#include "tools/run/machine_request.h"
#include "tools/view/output.h"

/* Default and maximum size of a log. */
#define LOG_LIMIT_MIB 4096
/* Maximum number of layouts, and the number that detects metrics that depend on the layout. */
#define RUN_LAYOUTS_MAX 16
#define RUN_LAYOUTS_FOR_BASELINE 3
/* Maximum number of repeated boots. */
#define RUN_RUNS_MAX 999
#define RUN_ANY_CPU ULONG_MAX
#define LOG_LIMIT_MIB_MAX (1ul << 24)

enum accel_request {ACCEL_AUTO, ACCEL_TCG, ACCEL_KVM};

/* Sender of scripted input: the host through QEMU's monitor, or the target's keyboard
 * controller. */
enum input_source {INPUT_SOURCE_HOST, INPUT_SOURCE_CONTROLLER, INPUT_SOURCE_DEFAULT};

/* The hypervisor of a guest. NULL: the built or default file. */
#define HYPERVISOR_KERNELS_MAX 4

struct hypervisor_options {
	bool is_wanted;
	const char *kernels[HYPERVISOR_KERNELS_MAX];    /* Linux; a directory has its modules */
	size_t kernel_count;
	const char *initramfs;          /* starts the guest by itself; see docs/layers.md */
	const char *qemu;               /* runs the guest */
	const char *append;             /* additional kernel parameters */
};

/* All options of a run. Boots do not change them. */
struct run_request {
	struct machine_request machine;
	struct hypervisor_options hypervisor;
	enum accel_request accel;
	bool is_linux;                  /* boot Linux with bareline-linux instead of the image */
	struct linux_options linux;     /* files and parameters of the user */
	unsigned long layouts;          /* boots with different memory layouts; 0: choose */
	unsigned long layout;           /* of this boot; 0: unchanged */
	unsigned long runs;             /* repeated boots; 0 or 1: one */
	bool has_keyboard;              /* let bareline-linux read the keyboard */
	bool traces_gaps;               /* let bareline-linux trace the kernel during idle loops */
	bool is_quiet;                  /* print only errors and the path of the results */
	bool is_part;                   /* one of several boots: print no tables, write no report */
	bool wants_table;               /* all tables, not a summary */
	bool wants_json;                /* these as JSON */
	const char *exported;           /* file for the run in a format of export; or NULL */
	struct patterns points;         /* parameters, NAME=VALUE, of the points to print */
	const char *suite;
	const char *append;
	struct option_time duration, limit, quantum;
	const char *output;
	struct sequence_options code;   /* the user's instructions */
	struct sequences *sequences;    /* assembled; NULL: none */
	const char *input;              /* script, or NULL */
	const char *input_pace;         /* paced, fast or both */
	unsigned long on_cpu;           /* CPU that measures, or RUN_ANY_CPU */
	enum input_source input_source;
	char input_duration[16];        /* default text of duration, by the script */
	struct input_script script;     /* content of input */
	const char *baseline;           /* file, or NULL */
	bool updates_baseline;          /* write the baseline instead of comparing */
	bool is_strict;                 /* metrics of one side only fail */
	const char *explain;            /* the baseline's image or kernel, or NULL */
	/* Files for the comparison, or NULL. */
	const char *outputs[OUTPUT_FORMATS]; /* of the comparison with the baseline */
	char benches[COMMAND_LINE_MAX + 1];         /* comma-separated */
	char events[COMMAND_LINE_MAX + 1];          /* comma-separated */
	unsigned long exit_good;                /* another exit status of success; 0: none */
	unsigned long timeout_seconds;          /* for the whole run */
	unsigned long no_output_timeout_seconds;        /* 0: off */
	unsigned long first_record_seconds;     /* of --no-output-timeout; 0: not given */
	unsigned long log_limit_mib;
};

/* Option tables for struct run_request. */
extern const struct option_group run_option_groups[];
/* Option table for struct hypervisor_options. */
extern const struct option_spec hypervisor_options[];

/* Operand callbacks: refuse every operand, or take benchmarks only, as --bench does. */
bool run_request_take_operand(void *to, const char *value, struct option_problem *problem);
bool run_request_take_benchmark(void *to, const char *value, struct option_problem *problem);

/* Append a pattern to run_options.benches, which is *to. */
bool run_request_add_bench(void *to, const char *value, struct option_problem *problem);

/* The words of --firmware and --media, by enum. Ended by NULL. */
extern const char *const run_firmware_names[], *const run_media_names[];

/* Set all defaults, before parsing. */
void run_request_init(struct run_request *run);

/* Memory of the machine in QEMU's notation. */
const char *run_request_memory(const struct run_request *run);

#endif

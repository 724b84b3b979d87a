/* SPDX-License-Identifier: MIT */
/* The output directory of a run: raw log, results.json and manifest.json. */
#ifndef TOOLS_RESULTS_RUN_DIRECTORY_H
#define TOOLS_RESULTS_RUN_DIRECTORY_H

#include <jansson.h>
#include <stdbool.h>

#include "tools/analysis/analysis.h"

/* The files of a run's directory. */
#define RUN_LOG "serial.log"
#define RUN_RESULTS "results.json"
#define RUN_MANIFEST "manifest.json"
#define RUN_REPORT "report.html"

#define RUNS_DEFAULT "results"          /* directory of runs without --output */
#define RUN_LOG_CHANGED "changed.log"   /* not what was received */
#define RUN_QEMU_OUTPUT "qemu.log"
#define RUN_UEFI_VARIABLES "uefi-variables.fd"
#define RUN_INITRAMFS "initramfs.cpio"
#define RUN_HYPERVISOR "hypervisor.cpio"
#define RUN_DISK "disk.img"
#define RUN_INPUT_STEPS "input.steps"
#define RUN_CODE "sequences.txt"         /* the target's list */
#define RUN_TRACE "trace.txt"           /* of `flow record` */
#define RUN_PERF_DATA "perf.data"
#define RUN_FLAMES "flames.svg"

/* Members of manifest.json. The conditions are what a run's counts depend on besides what its log
 * states, and the notes are what may differ. Both have strings by name, as in a baseline
 * (baseline.h). */
#define RUN_CONDITIONS "conditions"
#define RUN_NOTES "notes"

struct run_directory {
	char *path;
	int lock;                       /* from directory_lock */
	size_t existing;                /* part of the path that existed before; the rest is removed
					 * if it stays empty */
};

/* Create and lock a directory for one run. If path is NULL, creates one under results/ named after
 * the time. The files of a previous run, which its manifest proves, are removed. Refuses a
 * directory with other files, or locked by another run. Writes a first manifest. On failure, prints
 * the cause and returns false. */
bool run_directory_make(struct run_directory *directory, const char *path);

/* Like run_directory_make(), for the parent directory of several runs, whose contents are not
 * changed. */
bool run_directory_make_parent(struct run_directory *directory, const char *path);

/* Remove the files of a run that did not start. */
void run_directory_clear(const struct run_directory *directory);

/* Unlock the directory. Removes it if it was created for this run and is empty. */
void run_directory_release(struct run_directory *directory);

/* The path of the log, or else the results, in a run's directory, which the caller frees; NULL if
 * it has neither. */
char *run_directory_data(const char *path);

/* Whether path is the directory of a run: it contains a log or results. */
bool run_directory_is(const char *path);

/* The path of the latest run in a directory of runs, and the number of runs there; the caller frees
 * the path. NULL if path is a run itself, or has no runs. */
char *run_directory_newest(const char *path, size_t *count);

/* The path directory/name, which the caller frees. */
char *run_directory_file(const char *directory, const char *name);

/* The common part of manifest.json: time, host and build of this program. The caller adds the
 * fields of its kind of run. */
json_t *run_manifest_begin(void);

/* Mark the manifest of a run that was copied later than it was made. The manifest's time becomes
 * the time of the copy, and the begin of the run becomes the target's time. */
void run_manifest_collect(json_t *manifest);

/* The contents of a run's manifest.json, which the caller releases. Returns NULL if path is not a
 * directory or has no readable manifest. The contents are untrusted, but printable. */
json_t *run_manifest_read(const char *path);

/* Write results.json and manifest.json, with the machine's identity. Prints a warning if the
 * target's clock is wrong. Releases manifest. On failure, prints the cause and returns
 * false. */
bool run_directory_write(const char *directory, const struct analysis *analysis, json_t *manifest);

#endif

/* SPDX-License-Identifier: MIT */
/* The directory that a run leaves: its raw log, results.json and manifest.json. */
#ifndef TOOLS_RESULTS_RUN_DIRECTORY_H
#define TOOLS_RESULTS_RUN_DIRECTORY_H

#include <jansson.h>
#include <stdbool.h>

#include "tools/analysis/analysis.h"

#define RUN_QEMU_OUTPUT "qemu.log"
#define RUN_UEFI_VARIABLES "uefi-variables.fd"
#define RUN_INITRAMFS "initramfs.cpio"
#define RUN_HYPERVISOR "hypervisor.cpio"
#define RUN_DISK "disk.img"
#define RUN_INPUT_STEPS "input.steps"

struct run_directory {
	char *path;
	int lock;                       /* as from directory_lock */
	bool is_new;                    /* made for this run: gone again if nothing comes into it */
};

/* Make the directory, or a new one named after the time under results/ when path is NULL, for one
 * run alone. One that holds a former run is emptied of it; one that holds anything else is refused,
 * and so is one that a run is being written to. False, having said why, on failure. */
bool run_directory_make(struct run_directory *directory, const char *path);

/* The same for several runs, each in a directory of its own within this one: nothing in it is
 * touched. */
bool run_directory_make_parent(struct run_directory *directory, const char *path);

/* Nothing ran: take away what was written of it. */
void run_directory_clear(const struct run_directory *directory);

/* Let others have it; one that was made for this and has stayed empty is taken away. */
void run_directory_release(struct run_directory *directory);

/* directory/name, in a buffer that the caller frees. */
char *run_directory_file(const char *directory, const char *name);

/* What a manifest.json begins with: when, where and by which build of this program. The caller adds
 * what is special to its kind of run. */
json_t *run_manifest_begin(void);

/* What the manifest.json beside a run says, which the caller releases: NULL when path is no
 * directory or holds none that can be read. It is untrusted. */
json_t *run_manifest_read(const char *path);

/* Write results.json and manifest.json, and release manifest. On failure says why and returns
 * false. */
bool run_directory_write(const char *directory, const struct analysis *analysis, json_t *manifest);

#endif

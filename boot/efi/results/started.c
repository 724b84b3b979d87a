/* SPDX-License-Identifier: MIT */
/* See started.h. */
#include "boot/efi/results/started.h"

#include "boot/efi/name.h"
#include "boot/efi/results/volume.h"
#include "lib/text/fmt.h"
#include "lib/text/string.h"

#define MARKER "linux-started.txt"
#define MARKER_REPORTED "linux-missing.txt"   /* tools/cmd/collect.c has the same two names */
#define NAME_CHARS 80
#define RUNS_MAX 4096                   /* a damaged directory may have no end */
#define TEXT "Linux was started after the bare-metal run and did not finish: its records are " \
	"missing.\r\n"

void linux_started_mark(EFI_HANDLE volume, const char *path)
{
	const struct volume_file note = {MARKER, TEXT, sizeof(TEXT) - 1};
	EFI_FILE_HANDLE root, own;

	if (volume_open(volume, &root) != EFI_SUCCESS)
		return;
	if (volume_open_file(root, path, VOLUME_WRITE, 0, &own) == EFI_SUCCESS) {
		volume_write(own, &note);
		own->Close(own);
	}
	root->Close(root);
}

/* Rename the marker, so that a run is reported once. */
static void report_run(EFI_FILE_HANDLE all, const char *name)
{
	const struct volume_file note = {MARKER_REPORTED, TEXT, sizeof(TEXT) - 1};
	EFI_FILE_HANDLE own;
	bool has_started;

	if (volume_open_file(all, name, VOLUME_WRITE, 0, &own) != EFI_SUCCESS)
		return;
	has_started = volume_remove(own, MARKER);
	if (has_started)
		volume_write(own, &note);
	own->Close(own);
	if (!has_started)
		return;
	firmware_print("Bareline: run %s: Linux did not finish; its records are missing.\n", name);
	firmware_notice_set("Linux did not finish after run", name);
}

static void report_directory(EFI_FILE_HANDLE root, const char *directory)
{
	char name[NAME_CHARS];
	EFI_FILE_HANDLE all;

	if (volume_open_file(root, directory, VOLUME_READ, 0, &all) != EFI_SUCCESS)
		return;
	if (volume_is_directory(all, directory)) {
		all->SetPosition(all, 0);
		for (unsigned i = 0; i < RUNS_MAX && volume_next_name(all, name, sizeof(name)); i++)
			report_run(all, name);
	}
	all->Close(all);
}

void linux_started_report(EFI_HANDLE volume)
{
	char directory[NAME_DIRECTORY_CHARS];
	EFI_FILE_HANDLE root;

	if (volume_open(volume, &root) != EFI_SUCCESS)
		return;
	for (unsigned number = 1; number <= NAME_DIRECTORIES_MAX; number++) {
		name_numbered(directory, sizeof(directory), NAME_DIRECTORY, number);
		report_directory(root, directory);
	}
	root->Close(root);
}

/* SPDX-License-Identifier: MIT */
/* See started.h. */
#include "boot/efi/results/started.h"

#include "boot/efi/results/volume.h"
#include "lib/text/fmt.h"
#include "lib/text/string.h"

#define DIRECTORY "bareline"
#define MARKER "linux-started.txt"
#define MARKER_REPORTED "linux-missing.txt"   /* tools/cmd/collect.c has both names */
#define NAME_CHARS 80
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

static void report_run(EFI_FILE_HANDLE all, const char *name)
{
	char path[NAME_CHARS + sizeof(MARKER) + 1];

	fmt_buffer(path, sizeof(path), "%s\\%s", name, MARKER);
	if (volume_rename(all, path, MARKER_REPORTED) != EFI_SUCCESS)
		return;
	firmware_print("Bareline: run %s: Linux did not finish; its records are missing.\n", name);
	firmware_notice_set("Linux did not finish after run", name);
}

void linux_started_report(EFI_HANDLE volume)
{
	EFI_FILE_HANDLE root, all;
	char name[NAME_CHARS];

	if (volume_open(volume, &root) != EFI_SUCCESS)
		return;
	if (volume_open_file(root, DIRECTORY, VOLUME_READ, 0, &all) == EFI_SUCCESS) {
		if (volume_is_directory(all, DIRECTORY)) {
			all->SetPosition(all, 0);
			while (volume_next_name(all, name, sizeof(name)))
				report_run(all, name);
		}
		all->Close(all);
	}
	root->Close(root);
}

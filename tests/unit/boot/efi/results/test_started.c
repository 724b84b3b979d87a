/* SPDX-License-Identifier: MIT */
/* A run whose Linux part is missing is reported, in every directory that results.c may use. */
#include "tests/unit/unit.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* In place of firmware.h, because unit tests are built without the headers of UEFI. */
#define BOOT_EFI_FIRMWARE_H
#define EFI_SUCCESS 0
#define EFI_NOT_FOUND 14
#define EFI_FILE_MODE_READ 1
#define EFI_FILE_MODE_WRITE 2
#define EFI_FILE_MODE_CREATE 4

typedef uint64_t UINT64, EFI_STATUS;
typedef void *EFI_HANDLE;
typedef struct file {
	EFI_STATUS (*Close)(struct file *file);
	EFI_STATUS (*SetPosition)(struct file *file, UINT64 position);
} *EFI_FILE_HANDLE;

static void firmware_print(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void firmware_notice_set(const char *what, const char *run);

#include "boot/efi/results/started.c"

static const char *marked;              /* directory with the marked run */
static bool has_marker, was_listed;
static unsigned notes;
static char opened[32], printed[256];

static EFI_STATUS close_file(struct file *file)
{
	(void)file;
	return EFI_SUCCESS;
}

static EFI_STATUS set_position(struct file *file, UINT64 position)
{
	(void)file;
	(void)position;
	was_listed = false;
	return EFI_SUCCESS;
}

static struct file any = {.Close = close_file, .SetPosition = set_position};

EFI_STATUS volume_open(EFI_HANDLE volume, EFI_FILE_HANDLE *root)
{
	(void)volume;
	*root = &any;
	return EFI_SUCCESS;
}

EFI_STATUS volume_open_file(EFI_FILE_HANDLE in, const char *path, UINT64 mode, UINT64 attributes,
			    EFI_FILE_HANDLE *file)
{
	(void)in;
	(void)mode;
	(void)attributes;
	*file = &any;
	if (strncmp(path, "bareline", 8) != 0)
		return EFI_SUCCESS;
	snprintf(opened, sizeof(opened), "%s", path);
	return strcmp(path, marked) == 0 ? EFI_SUCCESS : EFI_NOT_FOUND;
}

bool volume_is_directory(EFI_FILE_HANDLE directory, const char *own_name)
{
	(void)directory;
	assert_string_equal(own_name, opened);
	return true;
}

bool volume_next_name(EFI_FILE_HANDLE directory, char *name, size_t size)
{
	(void)directory;
	snprintf(name, size, "20261130-120000-pc");
	was_listed = !was_listed;
	return was_listed;
}

bool volume_remove(EFI_FILE_HANDLE in, const char *path)
{
	bool had_marker = has_marker;

	(void)in;
	assert_string_equal(path, "linux-started.txt");
	has_marker = false;
	return had_marker;
}

EFI_STATUS volume_write(EFI_FILE_HANDLE directory, const struct volume_file *file)
{
	(void)directory;
	assert_string_equal(file->name, "linux-missing.txt");
	notes++;
	return EFI_SUCCESS;
}

static void firmware_print(const char *format, ...)
{
	snprintf(printed, sizeof(printed), "%s", format);
}

static void firmware_notice_set(const char *what, const char *run)
{
	(void)what;
	assert_string_equal(run, "20261130-120000-pc");
}

static void report_once_in(const char *directory)
{
	marked = directory;
	has_marker = true;
	notes = 0;
	printed[0] = '\0';
	linux_started_report(NULL);
	linux_started_report(NULL);
	assert_int_equal(notes, 1);
	assert_true(strlen(printed) > 0);
}

TEST(run_without_linux_is_reported_once)
{
	report_once_in("bareline");
}

TEST(run_in_a_further_directory_is_reported)
{
	report_once_in("bareline-2");
	report_once_in("bareline-9");
}

/* SPDX-License-Identifier: MIT */
/* The search for the stick after the benchmarks: this machine's disks are only read. mount(2) and
 * other calls are those of this test. */
#include "tests/unit/unit.h"

#include <stdbool.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <time.h>

#include "linux/disk/stick.h"
#include "linux/disk/stick_report.h"
#include "linux/screen.h"

static unsigned mounts, written_mounts, unmounts;

int mount(const char *device, const char *place, const char *type, unsigned long flags,
	  const void *data)
{
	(void)type;
	(void)data;
	assert_int_equal(strncmp(device, "/dev/", 5), 0);
	assert_string_equal(place, "/stick");
	mounts++;
	written_mounts += (flags & MS_RDONLY) == 0;
	return 0;
}

int umount(const char *place)
{
	assert_string_equal(place, "/stick");
	unmounts++;
	return 0;
}

int mkdir(const char *path, mode_t mode)
{
	(void)mode;
	assert_string_equal(path, "/stick");
	return 0;
}

int nanosleep(const struct timespec *pause, struct timespec *rest)
{
	(void)pause;
	(void)rest;
	return 0;
}

bool stick_report_make(struct stick_report *report, const char *metal, const char *linux_log)
{
	(void)report;
	(void)metal;
	(void)linux_log;
	return false;
}

void screen_say(const char *format, ...)
{
	(void)format;
}

void screen_show_table(const char *path, const char *title)
{
	(void)path;
	(void)title;
}

TEST(disks_without_the_log_are_never_mounted_writable)
{
	assert_string_equal(stick_save("bareline/20260101-000000-none", "/none"),
			    "no volume has the bare-metal log");
	if (mounts == 0)
		skip();         /* a host without block devices */
	assert_int_equal(written_mounts, 0);
	assert_int_equal(unmounts, mounts);
}

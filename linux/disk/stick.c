/* SPDX-License-Identifier: MIT */
/* See stick.h. The volume is mounted after all measurements, and only for the copy. */
#include "linux/disk/stick.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "linux/disk/stick_report.h"
#include "linux/screen.h"

#define VOLUME "/stick"
#define DEVICES "/sys/class/block"
#define PATH_CHARS 512
#define MOUNT_FLAGS (MS_NOATIME | MS_SILENT)
#define LOOKS_MAX 150                   /* 200 ms apart */
#define LOOK_NS 200000000
#define PIECE_BYTES 65536

#define LOG "log.txt"
#define LINUX_LOG "linux.txt"
#define REPORT "overhead"
#define PARTIAL "partial.tmp"
#define STARTED "linux-started.txt"     /* written by boot/efi/results/started.c */
#define KIB 1024

/* Whether the device is the volume. Other disks are only read, so they are not even marked as
 * mounted. */
static bool is_the_volume(const char *device, const char *name)
{
	char path[PATH_CHARS], log[PATH_CHARS];

	snprintf(path, sizeof(path), "/dev/%s", device);
	if (mount(path, VOLUME, "vfat", MOUNT_FLAGS | MS_RDONLY, "") != 0)
		return false;
	snprintf(log, sizeof(log), VOLUME "/%s/" LOG, name);
	if (access(log, F_OK) == 0 && mount(path, VOLUME, NULL, MOUNT_FLAGS | MS_REMOUNT, "") == 0)
		return true;
	umount(VOLUME);
	return false;
}

static bool mount_if_there(const char *name)
{
	DIR *devices = opendir(DEVICES);
	struct dirent *entry;
	bool found = false;

	while (devices != NULL && !found && (entry = readdir(devices)) != NULL)
		found = entry->d_name[0] != '.' && is_the_volume(entry->d_name, name);
	if (devices != NULL)
		closedir(devices);
	return found;
}

/* Mount the volume. The kernel finds a USB device only after some seconds. */
static bool mount_volume(const char *name)
{
	const struct timespec pause = {.tv_nsec = LOOK_NS};

	mkdir(VOLUME, 0700);
	for (unsigned i = 0; i < LOOKS_MAX; i++) {
		if (mount_if_there(name))
			return true;
		nanosleep(&pause, NULL);
	}
	return false;
}

static bool copy(int from, int to)
{
	static char piece[PIECE_BYTES];
	ssize_t count;

	while ((count = read(from, piece, sizeof(piece))) > 0) {
		ssize_t written = write(to, piece, (size_t)count);

		if (written >= 0 && written != count)
			errno = ENOSPC;
		if (written != count)
			return false;
	}
	return count == 0 && fsync(to) == 0;
}

static bool copy_file(const char *from_path, const char *to_path)
{
	int from = open(from_path, O_RDONLY | O_CLOEXEC);
	int to = open(to_path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	bool good = from >= 0 && to >= 0 && copy(from, to);
	int error = errno;

	if (to >= 0)
		good = close(to) == 0 && good;
	if (from >= 0)
		close(from);
	errno = error;
	return good;
}

/* Write a file to the current directory. It gets its name only when it is complete. Returns 0 or an
 * errno. */
static int put_file(const char *path, const char *name)
{
	bool good = copy_file(path, PARTIAL) && rename(PARTIAL, name) == 0;
	int error = good ? 0 : errno;

	if (!good)
		unlink(PARTIAL);
	sync();
	return error;
}

/* Put the report. It is shown even if the stick cannot be written. linux is the path of the records
 * in memory. */
static void put_report(const char *linux, bool is_written)
{
	struct stick_report report;

	if (!stick_report_make(&report, LOG, linux))
		return;
	if (!is_written)
		screen_say("The overhead of Linux, shown here only:");
	else if (put_file(report.text, REPORT ".txt") == 0 &&
		 put_file(report.page, REPORT ".html") == 0)
		screen_say("Overhead of Linux: see " REPORT ".txt and " REPORT ".html. It begins:");
	else
		screen_say("Cannot write the overhead report. Run `bareline collect` on another PC "
			   "to create it.");
	screen_show_table(report.text, "Overhead of Linux");
}

/* Put the records into the volume's directory. Returns NULL, or why they were not written. */
static const char *put_records(const char *path)
{
	static char why[PATH_CHARS];
	int error = put_file(path, LINUX_LOG);
	struct stat records;

	if (error == 0) {
		unlink(STARTED);
		put_report(LINUX_LOG, true);
		return NULL;
	}
	if (error == ENOSPC && stat(path, &records) == 0)
		snprintf(why, sizeof(why), "the stick is full: Linux's records need %lld KiB",
			 (long long)records.st_size / KIB + 1);
	else
		snprintf(why, sizeof(why), "cannot write the records to the stick: %s",
			 strerror(error));
	put_report(path, false);
	return why;
}

const char *stick_path(const char *name)
{
	static char path[PATH_CHARS];

	snprintf(path, sizeof(path), "\\%s", name);
	for (char *at = path; *at != '\0'; at++)
		*at = *at == '/' ? '\\' : *at;
	return path;
}

const char *stick_save(const char *name, const char *path)
{
	const char *why = "the directory on the stick is gone";

	if (!mount_volume(name))
		return "no volume has the bare-metal log";
	if (chdir(VOLUME) == 0 && chdir(name) == 0)
		why = put_records(path);
	if (chdir("/") != 0 || umount(VOLUME) != 0)
		return why != NULL ? why : "cannot unmount the stick";
	return why;
}

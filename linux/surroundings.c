/* SPDX-License-Identifier: MIT */
#include "linux/surroundings.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "bench/engine/validity_check.h"
#include "bench/engine/warning.h"
#include "linux/arch.h"
#include "linux/clock.h"
#include "linux/control_groups.h"
#include "linux/disturbance.h"

#define PATH_CHARS 1100
/* A replaced clock is off by more than this part of the run. */
#define CLOCK_PARTS 100
/* A process that is stopped in more than one of 20 periods has few undisturbed samples. */
#define QUOTA_PARTS 20

struct quota {
	uint64_t periods, throttled;
};

/* Readings of one clock: a read through the library between two reads by the kernel. The process
 * may be stopped between them for any time. */
struct clock_reading {
	int64_t before_ns, libc_ns, after_ns;
};

static struct {
	struct quota quota;
	struct clock_reading clock;
} begun;

void surroundings_open_standard_files(void)
{
	for (int number = STDIN_FILENO; number <= STDERR_FILENO; number++) {
		if (fcntl(number, F_GETFD) < 0 && open("/", O_RDONLY | O_DIRECTORY) != number)
			_exit(1);
	}
}

/* ---- CPU quota ---- */

/* Linux, Documentation/admin-guide/cgroup-v2.rst, "cpu.stat". Version 1 has the same names. The
 * group that was stopped most often counts. */
static void quota_read_group(void *context, const char *directory)
{
	struct quota *most = context, group = {0};
	char path[PATH_CHARS], line[64];
	FILE *file;

	snprintf(path, sizeof(path), "%s/cpu.stat", directory);
	file = fopen(path, "re");
	if (file == NULL)
		return;
	while (fgets(line, sizeof(line), file) != NULL) {
		sscanf(line, "nr_periods %" SCNu64, &group.periods);
		sscanf(line, "nr_throttled %" SCNu64, &group.throttled);
	}
	fclose(file);
	if (group.throttled > most->throttled || most->periods == 0)
		*most = group;
}

static struct quota quota_read(void)
{
	struct quota quota = {0};

	control_groups_visit("", "/sys/fs/cgroup", quota_read_group, &quota);
	control_groups_visit("cpu", "/sys/fs/cgroup/cpu", quota_read_group, &quota);
	control_groups_visit("cpu,cpuacct", "/sys/fs/cgroup/cpu,cpuacct", quota_read_group, &quota);
	return quota;
}

static void quota_check(void)
{
	struct quota now = quota_read();
	uint64_t periods = now.periods - begun.quota.periods;
	uint64_t throttled = now.throttled - begun.quota.throttled;

	if (throttled == 0)
		return;
	if (throttled > periods / QUOTA_PARTS)
		validity_check_failed(NULL, "quota", "the CPU quota of a control group stopped the "
				      "process in %lu of %lu periods", throttled, periods);
	else
		warning("quota", "the CPU quota of a control group stopped the process in %lu of "
			"%lu periods", throttled, periods);
}

/* ---- Clocks ---- */

/* Read the kernel's clock. The library's function is not used, because it may be another one than
 * the kernel's (LD_PRELOAD). */
static int64_t kernel_clock_ns(void)
{
	struct timespec time = {0};

	syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &time);
	return (int64_t)timespec_ns(&time);
}

static struct clock_reading clocks_read(void)
{
	struct clock_reading reading = {.before_ns = kernel_clock_ns()};

	reading.libc_ns = (int64_t)clock_ns(CLOCK_MONOTONIC);
	reading.after_ns = kernel_clock_ns();
	return reading;
}

/* Check the library's clock. Between its two reads, the kernel's clock counted least_ns to
 * most_ns. */
static void clock_check(void)
{
	struct clock_reading now = clocks_read();
	int64_t libc_ns = now.libc_ns - begun.clock.libc_ns;
	int64_t least_ns = now.before_ns - begun.clock.after_ns;
	int64_t most_ns = now.after_ns - begun.clock.before_ns;
	int64_t kernel_ns = libc_ns < least_ns ? least_ns : most_ns;
	int64_t difference_ns = libc_ns < least_ns ? least_ns - libc_ns : libc_ns - most_ns;

	if (difference_ns > kernel_ns / CLOCK_PARTS)
		validity_check_failed(NULL, "clock", "clock_gettime() counted %ld us, and the "
				      "kernel's clock %ld us: a library replaces the clock",
				      libc_ns / 1000, kernel_ns / 1000);
}

/* ---- Valgrind ---- */

/* Valgrind Manual, "The Client Request mechanism": RUNNING_ON_VALGRIND. */
static bool is_in_valgrind(void)
{
	const volatile uint64_t request[6] = {0x1001};

	return valgrind_request(request) != 0;
}

void surroundings_begin(void)
{
	begun.quota = quota_read();
	begun.clock = clocks_read();
}

void surroundings_conclude(void)
{
	if (is_in_valgrind())
		validity_check_failed(NULL, "emulated", "the process runs under Valgrind, which "
				      "translates its instructions");
	quota_check();
	clock_check();
	disturbance_conclude();
}

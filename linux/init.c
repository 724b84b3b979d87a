/* SPDX-License-Identifier: MIT */
/* The duties of a first process, which no other program does here. */
#include "linux/init.h"

#include <err.h>
#include <fcntl.h>
#include <glob.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "bench/engine/warning.h"
#include "lib/boot_files.h"
#include "lib/text/command_line.h"
#include "linux/disk/stick.h"
#include "linux/exit_status.h"
#include "linux/output.h"
#include "linux/screen.h"

#define FIRST_PROCESS 1
#define LINE_FILE "/" INITRAMFS_LINE
#define MODULES "/" INITRAMFS_MODULES "/*"
#define EVENT_MODULE "evdev.ko"
#define EVENT_DEVICES "/dev/input/event*"
#define MOMENT_NS 10000000
#define MOMENTS_MAX 200
/* The kernel counts idle time in units of 10 ms. */
#define QUIET_WINDOW_NS 200000000
#define QUIET_WINDOWS 3
#define QUIET_SHARE 0.9
#define QUIET_SECONDS_MAX 30u
#define QUIET_WINDOWS_MAX (QUIET_SECONDS_MAX * 5)
#define SCREEN_STAYS_S 30
#define LINE_CHARS 64

bool init_is(const char *program)
{
	return getpid() == FIRST_PROCESS && strcmp(program, "/init") == 0;
}

char **init_arguments(int *argc, char **argv)
{
	static char line[COMMAND_LINE_MAX + 1], *words[COMMAND_LINE_MAX / 2 + 3];
	FILE *file = fopen(LINE_FILE, "re");
	char *rest = NULL;
	int count = 0;

	if (file == NULL)
		return argv;
	line[fread(line, 1, sizeof(line) - 1, file)] = '\0';
	fclose(file);
	words[count++] = argv[0];
	for (char *word = strtok_r(line, " ", &rest); word != NULL;
	     word = strtok_r(NULL, " ", &rest))
		words[count++] = word;
	*argc = count;
	return words;
}

static void power_off(void)
{
	output_settle();
	reboot(RB_POWER_OFF);
	err(EXIT_FAILED, "power-off");
}

static bool has_file(const char *pattern)
{
	glob_t names;
	bool has = glob(pattern, 0, NULL, &names) == 0;

	globfree(&names);
	return has;
}

/* Wait for a device. A kernel thread finds devices, and may still be working. */
static void await_device(const char *pattern)
{
	const struct timespec moment = {.tv_nsec = MOMENT_NS};

	for (unsigned i = 0; i < MOMENTS_MAX && !has_file(pattern); i++)
		nanosleep(&moment, NULL);
}

static void load_module(const char *path)
{
	int module = open(path, O_RDONLY | O_CLOEXEC);

	if (module < 0 || syscall(SYS_finit_module, module, "", 0) != 0)
		warn("%s", path);
	if (module >= 0)
		close(module);
}

/* Load the modules. The names are in loading order, as glob returns them. Returns whether there are
 * event device modules among the modules. */
static bool load_modules(void)
{
	bool has_events = false;
	glob_t names;

	if (glob(MODULES, 0, NULL, &names) != 0)
		return false;
	for (size_t i = 0; i < names.gl_pathc; i++) {
		load_module(names.gl_pathv[i]);
		has_events |= strstr(names.gl_pathv[i], EVENT_MODULE) != NULL;
	}
	globfree(&names);
	return has_events;
}

/* Wait for the devices that the program will open. */
static void find_devices(const char *disk, const char *stick)
{
	bool has_events;

	if (stick != NULL) {
		mount("devtmpfs", "/dev", "devtmpfs", 0, NULL);
		screen_begin(stick_path(stick));
	}
	has_events = load_modules();
	if (!has_events && disk == NULL)
		return;
	if (stick == NULL)
		mount("devtmpfs", "/dev", "devtmpfs", 0, NULL);
	if (has_events)
		await_device(EVENT_DEVICES);
	if (disk != NULL)
		await_device(disk);
}

/* Seconds since the boot, and idle seconds of all CPUs together. */
struct uptime {
	double total, idle;
};

static bool uptime_read(struct uptime *uptime)
{
	FILE *file = fopen("/proc/uptime", "re");
	bool good = file != NULL && fscanf(file, "%lf %lf", &uptime->total, &uptime->idle) == 2;

	if (file != NULL)
		fclose(file);
	return good;
}

/* Linux continues to work after it has started its first program. For example, since 6.12 it tests
 * its ciphers then. Wait until the CPUs have been idle for some time, so that the benchmarks do not
 * share them. */
static void await_quiet(void)
{
	const struct timespec window = {.tv_nsec = QUIET_WINDOW_NS};
	double cpus = (double)sysconf(_SC_NPROCESSORS_ONLN);
	unsigned quiet = 0;
	struct uptime begin, end;

	for (unsigned i = 0; i < QUIET_WINDOWS_MAX && quiet < QUIET_WINDOWS; i++) {
		if (!uptime_read(&begin))
			return;
		nanosleep(&window, NULL);
		if (!uptime_read(&end))
			return;
		if (end.idle - begin.idle >= QUIET_SHARE * cpus * (end.total - begin.total))
			quiet++;
		else
			quiet = 0;
	}
	if (quiet < QUIET_WINDOWS)
		warning("init", "Linux did not become idle within %u s after its start; results "
				"include its work", QUIET_SECONDS_MAX);
}

static bool is_alone;

bool init_is_alone(void)
{
	return is_alone;
}

static void save_records(const char *stick)
{
	const char *why = stick_save(stick, INIT_RECORDS);

	if (why != NULL)
		screen_say("The results are not written: %s.", why);
	else
		screen_say("Results: %s on the stick; linux.txt is next to the bare-metal log.",
			   stick_path(stick));
}

/* Keep the screen, long enough to read it. */
static void keep_screen(void)
{
	char line[LINE_CHARS];

	for (int left = screen_is_there() ? SCREEN_STAYS_S : 0; left > 0; left--) {
		int length = snprintf(line, sizeof(line),
				      "\rThe machine switches off in %d s. ", left);

		screen_write(line, (size_t)length);
		sleep(1);
	}
}

void init_begin(const char *disk, const char *stick)
{
	pid_t benchmarks;

	mount("proc", "/proc", "proc", 0, NULL);
	mount("sysfs", "/sys", "sysfs", 0, NULL);
	mount("tracefs", "/sys/kernel/tracing", "tracefs", 0, NULL);
	find_devices(disk, stick);
	await_quiet();
	is_alone = true;
	benchmarks = fork();
	if (benchmarks < 0)
		warn("fork");
	if (benchmarks == 0)
		return;
	if (benchmarks > 0)
		waitpid(benchmarks, NULL, 0);
	if (stick != NULL) {
		save_records(stick);
		keep_screen();
	}
	power_off();
}

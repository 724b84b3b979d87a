/* SPDX-License-Identifier: MIT */
/* The little that a first process has to do, there being nobody else. */
#include "linux/init.h"

#include <err.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/wait.h>
#include <unistd.h>

#include "linux/exit_status.h"
#include "linux/output.h"

#define FIRST_PROCESS 1

bool init_is(const char *program)
{
	return getpid() == FIRST_PROCESS && strcmp(program, "/init") == 0;
}

static void power_off(void)
{
	output_settle();
	reboot(RB_POWER_OFF);
	err(EXIT_FAILED, "power-off");
}

void init_begin(void)
{
	pid_t benchmarks;

	mount("proc", "/proc", "proc", 0, NULL);
	mount("sysfs", "/sys", "sysfs", 0, NULL);
	benchmarks = fork();
	if (benchmarks < 0)
		warn("fork");
	if (benchmarks == 0)
		return;
	if (benchmarks > 0)
		waitpid(benchmarks, NULL, 0);
	power_off();
}

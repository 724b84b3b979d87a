/* The little that a first process has to do, there being nobody else. */
#include "linux/init.h"

#include <string.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <unistd.h>

#include "linux/output.h"

#define FIRST_PROCESS 1

bool init_is(const char *program)
{
	return getpid() == FIRST_PROCESS && strcmp(program, "/init") == 0;
}

void init_begin(void)
{
	mount("proc", "/proc", "proc", 0, NULL);
	mount("sysfs", "/sys", "sysfs", 0, NULL);
}

void init_end(void)
{
	output_settle();
	reboot(RB_POWER_OFF);
}

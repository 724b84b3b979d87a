/* SPDX-License-Identifier: MIT */
/* The first process of a guest: gives up real-time priority, and becomes /init. */
#include <linux/capability.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	static char program[] = "/init";
	const struct rlimit none = {0, 0};

	(void)argc;
	if (setrlimit(RLIMIT_RTPRIO, &none) == 0 &&
	    prctl(PR_CAPBSET_DROP, CAP_SYS_NICE, 0, 0, 0) == 0) {
		argv[0] = program;
		execv(program, argv);
	}
	perror("no_realtime");
	return 1;
}

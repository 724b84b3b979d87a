/* SPDX-License-Identifier: MIT */
/* The process of the guest's QEMU. */
#ifndef LINUX_HYPERVISOR_GUEST_H
#define LINUX_HYPERVISOR_GUEST_H

#define GUEST_STARTS 3

/* Start the program, and wait for its end. If it writes nothing to the file log for limit_s seconds
 * (0: no limit), kill it and start it again, GUEST_STARTS times in all. The reason is that QEMU 7.2
 * may deliver an interrupt twice, so that a guest waits for a lock that it holds itself. The next
 * start may succeed. Returns the program's exit status; -1 if it was killed or did not start.
 * Prints causes. */
int guest_run(char *const *arguments, const char *log, long limit_s);

#endif

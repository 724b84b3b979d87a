/* SPDX-License-Identifier: MIT */
/* Unmaps a page that several CPUs use: the kernel clears the entry and interrupts those CPUs that
 * run a thread of this process and may have cached the entry. The call returns when all CPUs have
 * dropped it. */
#include <errno.h>
#include <stddef.h>
#include <sys/mman.h>

#include "bench/engine/standby.h"
#include "bench/platform.h"
#include "lib/cpu/clock.h"
#include "linux/disturbance.h"
#include "linux/memory.h"

/* Drop the page. Returns 0, or -ENOTSUP if the page is not freed, because it is locked or a filter
 * forbids it. */
static int trial_shootdown_shoot_down(void *page, struct shootdown_stamps *stamps)
{
	int status;

	*stamps = (struct shootdown_stamps){.begun = clock_read()};
	status = madvise(page, PAGE_4K, MADV_DONTNEED);
	stamps->acknowledged = clock_read();
	return status == 0 ? 0 : -ENOTSUP;
}

/* Run a trial. This CPU writes to the page before the others read it, so that it is present. */
int platform_shootdown_trial(uint32_t cpus, enum wait_kind wait, struct shootdown_stamps *stamps)
{
	static volatile char *page;
	int error, ended;

	if (page == NULL)
		page = memory_reserve(MEMORY_PAGE_SHOOTDOWN);
	if (page == NULL)
		return -ENOMEM;
	disturbance_expect();
	*page = 1;
	error = standby_begin(&(struct standby){
		.count = cpus - 1, .wait = wait, .address = (const void *)page,
	});
	if (error != 0)
		return error;
	error = trial_shootdown_shoot_down((void *)page, stamps);
	if (error == 0 && *page != 0)   /* a dropped page is zero when it is mapped again */
		error = -EIO;
	ended = standby_end();
	return error != 0 ? error : ended;
}

uint32_t platform_shootdown_survivor(uint32_t cpus)
{
	return cpus;
}

/* SPDX-License-Identifier: MIT */
/* A library to preload into QEMU. Delays its threads at random where they synchronize, and where a
 * thread leaves emulated code. So a thread order that changes a result appears in one of two runs,
 * instead of one of tens on a busy host. */
#include <dlfcn.h>
#include <poll.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>

#include "lib/rng.h"

#define DELAY_NS_MOST 10000
/* One call of this number is delayed. */
#define MEETINGS_A_DELAY 16
#define JUMPS_A_DELAY 4

/* QEMU's name for siglongjmp if built with stack checks. */
_Noreturn void __longjmp_chk(sigjmp_buf to, int value);

static uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* Busy-waits, because sleeping takes longer. Each thread has its own random sequence, in the order
 * of first calls, equal in every run. */
static void delay_one_of(uint32_t calls)
{
	static atomic_uint threads;
	static _Thread_local struct rng rng;
	static _Thread_local bool is_seeded;
	uint64_t end_ns;

	if (!is_seeded)
		rng_seed(&rng, atomic_fetch_add(&threads, 1));
	is_seeded = true;
	if (rng_below(&rng, calls) != 0)
		return;
	end_ns = now_ns() + rng_below(&rng, DELAY_NS_MOST);
	while (now_ns() < end_ns)
		continue;
}

static void *next(const char *name)
{
	void *function = dlsym(RTLD_NEXT, name);

	if (function == NULL)
		abort();
	return function;
}

int pthread_mutex_lock(pthread_mutex_t *mutex)
{
	static int (*lock)(pthread_mutex_t *mutex);

	if (lock == NULL)
		*(void **)&lock = next("pthread_mutex_lock");
	delay_one_of(MEETINGS_A_DELAY);
	return lock(mutex);
}

int pthread_mutex_unlock(pthread_mutex_t *mutex)
{
	static int (*unlock)(pthread_mutex_t *mutex);
	int status;

	if (unlock == NULL)
		*(void **)&unlock = next("pthread_mutex_unlock");
	status = unlock(mutex);
	delay_one_of(MEETINGS_A_DELAY);
	return status;
}

int ppoll(struct pollfd *files, nfds_t count, const struct timespec *limit, const sigset_t *mask)
{
	static int (*poll_files)(struct pollfd *files, nfds_t count, const struct timespec *limit,
				 const sigset_t *mask);
	int ready;

	if (poll_files == NULL)
		*(void **)&poll_files = next("ppoll");
	ready = poll_files(files, count, limit, mask);
	delay_one_of(MEETINGS_A_DELAY);
	return ready;
}

_Noreturn void siglongjmp(sigjmp_buf to, int value)
{
	static void (*jump)(sigjmp_buf to, int value);

	if (jump == NULL)
		*(void **)&jump = next("siglongjmp");
	delay_one_of(JUMPS_A_DELAY);
	jump(to, value);
	__builtin_unreachable();
}

_Noreturn void __longjmp_chk(sigjmp_buf to, int value)
{
	static void (*jump)(sigjmp_buf to, int value);

	if (jump == NULL)
		*(void **)&jump = next("__longjmp_chk");
	delay_one_of(JUMPS_A_DELAY);
	jump(to, value);
	__builtin_unreachable();
}

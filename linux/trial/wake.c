/* SPDX-License-Identifier: MIT */
/* A thread that sleeps until it is woken, and then wakes its waker. Both sleep in futex(2), or in
 * read(2) of an eventfd, a pipe or a datagram socket. It is woken only once the kernel reports it
 * as sleeping: proc(5), "/proc/pid/stat", the third field. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <net/if.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "bench/platform.h"
#include "lib/cpu/clock.h"
#include "linux/clock.h"
#include "linux/disturbance.h"
#include "linux/init.h"
#include "linux/schedule.h"
#include "linux/task/thread.h"

#define MOMENT_NS 100000                /* includes the time from sleep to a halted CPU */
#define MOMENTS_MAX 20000               /* a busy host may take a second */
#define STAT_BYTES 256

enum direction {THERE, BACK, DIRECTIONS};

/* Words that the waker stores with release ordering, and the sleeper loads with acquire ordering.
 * woken_tsc is stored before the answer. */
static struct {
	enum wake_way way;
	uint32_t words[DIRECTIONS];
	int files[2 * DIRECTIONS];      /* what each direction reads; for pipes, in reverse order,
					 * what it writes; -1: none */
	unsigned last;                  /* of the used files */
	int state_file;
	pthread_t thread;
	pid_t number;                   /* of the thread; 0: not started */
	bool is_started, is_over;
	int cpu;                        /* where the thread runs; stored before its number */
	uint64_t woken_tsc;
	uint64_t seen_ns;               /* when the thread's state was last read */
} wake;

/* ---- Both ways ---- */

static void wake_call_futex(uint32_t *word, int operation, uint32_t value)
{
	syscall(SYS_futex, word, operation | FUTEX_PRIVATE_FLAG, value, NULL, NULL, 0);
}

/* Wake the sleeper of a direction, by a write to its eventfd, to the socket at the other end, or to
 * its pipe. */
static void wake_give(enum direction direction)
{
	unsigned end = wake.way >= WAKE_DATAGRAM ? wake.last - direction : direction;
	const uint64_t one = 1;
	ssize_t written;

	if (wake.way == WAKE_FUTEX) {
		__atomic_store_n(&wake.words[direction], 1, __ATOMIC_RELEASE);
		wake_call_futex(&wake.words[direction], FUTEX_WAKE, 1);
		return;
	}
	written = write(wake.files[end], &one, sizeof(one));
	(void)written;
}

static void wake_await(enum direction direction)
{
	uint32_t *word = &wake.words[direction];
	uint64_t count;

	if (wake.way == WAKE_FUTEX) {
		while (__atomic_load_n(word, __ATOMIC_ACQUIRE) == 0)
			wake_call_futex(word, FUTEX_WAIT, 0);
		__atomic_store_n(word, 0, __ATOMIC_RELAXED);
		return;
	}
	while (read(wake.files[direction], &count, sizeof(count)) < 0 && errno == EINTR)
		;
}

/* ---- The thread ---- */

static void *wake_serve(void *unused)
{
	(void)unused;
	wake.cpu = sched_getcpu();
	__atomic_store_n(&wake.number, (pid_t)syscall(SYS_gettid), __ATOMIC_RELEASE);
	for (;;) {
		wake_await(THERE);
		if (__atomic_load_n(&wake.is_over, __ATOMIC_ACQUIRE))
			return NULL;
		wake.woken_tsc = clock_read();
		wake_give(BACK);
	}
}

static void wake_rest(void)
{
	nanosleep(&(struct timespec){.tv_nsec = MOMENT_NS}, NULL);
}

/* Whether the thread is asleep. In the file, the name in parentheses precedes the state, and may
 * itself contain parentheses. */
static bool wake_is_asleep(void)
{
	char stat[STAT_BYTES + 1];
	ssize_t size = pread(wake.state_file, stat, STAT_BYTES, 0);
	const char *name_end;

	stat[size > 0 ? size : 0] = '\0';
	name_end = strrchr(stat, ')');
	wake.seen_ns = clock_ns(CLOCK_MONOTONIC);
	return name_end != NULL && name_end[1] == ' ' && name_end[2] == 'S';
}

static bool wake_has_number(void)
{
	return __atomic_load_n(&wake.number, __ATOMIC_ACQUIRE) != 0;
}

static bool wake_rest_until(bool (*is_so)(void))
{
	for (unsigned moments = 0; moments < MOMENTS_MAX; moments++) {
		if (is_so())
			return true;
		wake_rest();
	}
	return false;
}

static int wake_start(uint32_t cpu)
{
	pthread_attr_t attributes;
	char path[64];
	int error;

	pthread_attr_init(&attributes);
	schedule_attributes(cpu, &attributes);
	error = pthread_create(&wake.thread, &attributes, wake_serve, NULL);
	pthread_attr_destroy(&attributes);
	wake.is_started = error == 0;
	if (error != 0)
		return error == EPERM ? -EAGAIN : -error;
	wake_rest_until(wake_has_number);
	if (wake.cpu != schedule_number(cpu))
		return -EIO;
	snprintf(path, sizeof(path), "/proc/self/task/%d/stat", wake.number);
	wake.state_file = open(path, O_RDONLY | O_CLOEXEC);
	return wake.state_file >= 0 ? 0 : -ENOTSUP;
}

/* ---- Files ---- */

/* Turn the loopback device on. Only this program can do it if it is the only one of the machine. */
static void wake_bring_up_loopback(int socket)
{
	struct ifreq request = {.ifr_name = "lo"};

	if (!init_is_alone() || ioctl(socket, SIOCGIFFLAGS, &request) != 0)
		return;
	request.ifr_flags |= IFF_UP;
	ioctl(socket, SIOCSIFFLAGS, &request);
}

/* Open two sockets that send to each other. */
static int wake_open_sockets(void)
{
	struct sockaddr_in ends[DIRECTIONS];
	socklen_t size = sizeof(ends[0]);

	for (int i = 0; i < DIRECTIONS; i++) {
		wake.files[i] = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
		if (wake.files[i] < 0)
			return errno == EMFILE || errno == ENFILE ? -ENOMEM : -ENODEV;
		wake_bring_up_loopback(wake.files[i]);
		ends[i] = (struct sockaddr_in){
			.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
		};
		if (bind(wake.files[i], (struct sockaddr *)&ends[i], size) != 0 ||
		    getsockname(wake.files[i], (struct sockaddr *)&ends[i], &size) != 0)
			return -ENODEV;
	}
	for (int i = 0; i < DIRECTIONS; i++) {
		if (connect(wake.files[i], (struct sockaddr *)&ends[DIRECTIONS - 1 - i], size) != 0)
			return -ENODEV;
	}
	return 0;
}

static int wake_open_pipes(void)
{
	for (int i = 0; i < DIRECTIONS; i++) {
		int ends[2];

		if (pipe2(ends, O_CLOEXEC) != 0)
			return -ENOMEM;
		wake.files[i] = ends[0];
		wake.files[wake.last - (unsigned)i] = ends[1];
	}
	return 0;
}

static int wake_open_files(void)
{
	if (wake.way == WAKE_DATAGRAM)
		return wake_open_sockets();
	if (wake.way == WAKE_PIPE)
		return wake_open_pipes();
	for (int i = 0; wake.way == WAKE_EVENTFD && i < DIRECTIONS; i++) {
		wake.files[i] = eventfd(0, EFD_CLOEXEC);
		if (wake.files[i] < 0)
			return errno == ENOSYS ? -ENOTSUP : -ENOMEM;
	}
	return 0;
}

/* ---- The platform's functions ---- */

int platform_wake_open(enum wake_way way, uint32_t cpu)
{
	int error;

	memset(&wake, 0, sizeof(wake));
	wake.way = way;
	wake.last = way == WAKE_PIPE ? 2 * DIRECTIONS - 1 : DIRECTIONS - 1;
	wake.state_file = -1;
	for (int i = 0; i < 2 * DIRECTIONS; i++)
		wake.files[i] = -1;
	error = wake_open_files();
	if (error == 0)
		error = wake_start(cpu);
	if (error != 0)
		platform_wake_close();
	return error;
}

int platform_wake_trial(struct wake_stamps *stamps)
{
	if (!wake_rest_until(wake_is_asleep))
		return -ETIMEDOUT;
	wake_rest();
	if (clock_ns(CLOCK_MONOTONIC) - wake.seen_ns < MOMENT_NS)
		return -EIO;            /* its CPU may not have halted yet */
	disturbance_expect();
	stamps->begun = clock_read();
	wake_give(THERE);
	stamps->returned = clock_read();
	wake_await(BACK);
	stamps->answered = clock_read();
	stamps->woken = wake.woken_tsc;
	return 0;
}

void platform_wake_close(void)
{
	if (wake.is_started) {
		__atomic_store_n(&wake.is_over, true, __ATOMIC_RELEASE);
		wake_give(THERE);
		thread_join(wake.thread);
	}
	for (int i = 0; i < 2 * DIRECTIONS; i++) {
		if (wake.files[i] >= 0)
			close(wake.files[i]);
	}
	if (wake.state_file >= 0)
		close(wake.state_file);
}

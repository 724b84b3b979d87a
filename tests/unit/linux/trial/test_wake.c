/* SPDX-License-Identifier: MIT */
/* Wake-ups between threads: the stamps are in order around the calls that wake and sleep, and the
 * thread slept. Each error leaves no thread and no open file. */
#include "tests/unit/unit.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <net/if.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "bench/platform.h"
#include "linux/disturbance.h"
#include "linux/init.h"
#include "linux/schedule.h"
#include "tests/unit/linux/witness.h"

#define TRIALS 5
#define CPU 7
#define MOMENTS 20000                   /* of 100 us: how long a thread is waited for */
#define LATE_NS 3000000

enum side {WAKER, SLEEPER, SIDES};

/* Calls of the latest trial, by the thread that made them. */
static struct {
	int create_error, eventfd_error, socket_error;
	bool has_no_loopback, has_no_state, never_sleeps;
	bool is_open;
	uint32_t cpu;
	bool is_alone, hides_flags;     /* of the loopback network */
	unsigned expected, binds, attributes, brought_up;
	pid_t thread;
	char state;                     /* of the thread, when it was woken */
	bool rests, rested;             /* after the latest look; before the wake-up */
	unsigned moments;               /* rests in vain */
	bool starts_late, is_elsewhere, never_rests;
	struct window wake[SIDES], sleep[SIDES];
} machine;

static pthread_t tester;

static enum side this_side(void)
{
	return pthread_equal(pthread_self(), tester) ? WAKER : SLEEPER;
}

/* ---- Fakes of the process ---- */

void disturbance_expect(void)
{
	machine.expected++;
}

bool init_is_alone(void)
{
	return machine.is_alone;
}

void schedule_attributes(uint32_t cpu, pthread_attr_t *attributes)
{
	(void)attributes;
	machine.cpu = cpu;
}

int schedule_number(uint32_t cpu)
{
	(void)cpu;
	return machine.is_elsewhere ? -1 : sched_getcpu();
}

/* proc(5), "/proc/pid/stat", the third field. The program's name has no parenthesis. */
static char state_of(pid_t thread)
{
	char path[64], state = '?';
	FILE *file;

	snprintf(path, sizeof(path), "/proc/self/task/%d/stat", thread);
	file = fopen(path, "r");
	if (file == NULL || fscanf(file, "%*[^)]) %c", &state) != 1)
		state = '?';
	if (file != NULL)
		fclose(file);
	return state;
}

static void begin_wake(void)
{
	if (this_side() == WAKER) {
		machine.state = state_of(machine.thread);
		machine.rested = machine.rests;
	}
	machine.wake[this_side()].begin = clock_read();
}

static void end_call(struct window *window, uint64_t begin_tsc)
{
	window->begin = begin_tsc;
	window->end = clock_read();
}

WRAP(ssize_t, write, int file, const void *data, size_t size)
{
	ssize_t written;

	assert_true(size == sizeof(uint64_t) && *(const uint64_t *)data == 1);
	begin_wake();
	written = __real_write(file, data, size);
	machine.wake[this_side()].end = clock_read();
	return written;
}

WRAP(ssize_t, read, int file, void *buffer, size_t size)
{
	uint64_t begin_tsc = clock_read();
	ssize_t got = __real_read(file, buffer, size);

	end_call(&machine.sleep[this_side()], begin_tsc);
	return got;
}

WRAP(int, nanosleep, const struct timespec *time, struct timespec *left)
{
	machine.rests = true;
	machine.moments++;
	return machine.never_sleeps || machine.never_rests ? 0 : __real_nanosleep(time, left);
}

WRAP(long, syscall, long number, long first, long second, long third, long fourth, long fifth,
     long sixth)
{
	uint64_t begin_tsc = clock_read();
	bool wakes = number == SYS_futex && second == (FUTEX_WAKE | FUTEX_PRIVATE_FLAG);
	long result;

	if (number == SYS_futex)
		assert_true(third == (wakes ? 1 : 0) && fourth == 0 && fifth == 0 && sixth == 0);
	if (wakes)
		begin_wake();
	result = __real_syscall(number, first, second, third, fourth, fifth, sixth);
	if (wakes)
		machine.wake[this_side()].end = clock_read();
	else if (number == SYS_futex)
		end_call(&machine.sleep[this_side()], begin_tsc);
	else
		machine.thread = (pid_t)result;
	if (number == SYS_gettid && machine.starts_late)
		__real_nanosleep(&(struct timespec){.tv_nsec = LATE_NS}, NULL);
	return result;
}

WRAP(int, pthread_create, pthread_t *thread, const pthread_attr_t *attributes,
     void *(*run)(void *), void *argument)
{
	return machine.create_error != 0 ? machine.create_error
		: __real_pthread_create(thread, attributes, run, argument);
}

WRAP(int, pthread_attr_init, pthread_attr_t *attributes)
{
	machine.attributes++;
	return __real_pthread_attr_init(attributes);
}

WRAP(int, pthread_attr_destroy, pthread_attr_t *attributes)
{
	machine.attributes--;
	return __real_pthread_attr_destroy(attributes);
}

/* The flags of a network that is down. netdevice(7). */
WRAP(int, ioctl, int file, unsigned long request, struct ifreq *of)
{
	(void)file;
	assert_string_equal(of->ifr_name, "lo");
	if (request == SIOCGIFFLAGS && !machine.hides_flags) {
		of->ifr_flags = IFF_LOOPBACK;
		return 0;
	}
	if (request == SIOCSIFFLAGS) {
		assert_int_equal(of->ifr_flags, IFF_LOOPBACK | IFF_UP);
		machine.brought_up++;
	}
	return request == SIOCSIFFLAGS ? 0 : -1;
}

WRAP(int, eventfd, unsigned value, int flags)
{
	assert_true(value == 0 && flags == EFD_CLOEXEC);
	errno = machine.eventfd_error;
	return machine.eventfd_error != 0 ? -1 : __real_eventfd(value, flags);
}

WRAP(int, socket, int domain, int type, int protocol)
{
	errno = machine.socket_error;
	return machine.socket_error != 0 ? -1 : __real_socket(domain, type, protocol);
}

WRAP(int, bind, int file, const struct sockaddr *address, socklen_t size)
{
	assert_true(((const struct sockaddr_in *)address)->sin_addr.s_addr ==
		    htonl(INADDR_LOOPBACK));
	machine.binds++;
	return machine.has_no_loopback ? -1 : __real_bind(file, address, size);
}

WRAP(int, open, const char *path, int flags)
{
	return machine.has_no_state ? -1 : __real_open(path, flags);
}

WRAP(ssize_t, pread, int file, void *buffer, size_t size, off_t offset)
{
	static const char running[] = "1 (bareline) R 0";

	assert_int_equal(offset, 0);
	machine.rests = false;
	if (!machine.never_sleeps)
		return __real_pread(file, buffer, size, offset);
	memcpy(buffer, running, sizeof(running));
	return sizeof(running);
}

/* ---- The tests ---- */

static int reset(void **state)
{
	memset(&machine, 0, sizeof(machine));
	tester = pthread_self();
	return stay_on_one_cpu(state);
}

static int close_open(void **state)
{
	(void)state;
	if (machine.is_open)
		platform_wake_close();
	return 0;
}

static int open_wake(enum wake_way way)
{
	int error = platform_wake_open(way, CPU);

	machine.is_open = error == 0;
	return error;
}

/* The lowest free number: larger if a file is left open. */
static int first_free_file(void)
{
	int file = dup(STDIN_FILENO);

	close(file);
	return file;
}

/* A futex that was set before its sleeper looked at it needs no call: nothing was waited for. */
static bool is_after_sleep(uint64_t tsc, enum side side)
{
	return tsc >= machine.sleep[side].end;
}

static void check_trial(enum wake_way way)
{
	struct wake_stamps stamps;

	memset(&machine.wake, 0, sizeof(machine.wake));
	memset(&machine.sleep, 0, sizeof(machine.sleep));
	memset(&stamps, 0xff, sizeof(stamps));
	assert_int_equal(platform_wake_trial(&stamps), 0);
	assert_true(machine.state == 'S' && machine.rested);
	assert_true(machine.wake[WAKER].begin != 0 && machine.sleep[SLEEPER].end != 0);
	assert_true(stamps.begun <= machine.wake[WAKER].begin);
	assert_true(machine.wake[WAKER].end <= stamps.returned);
	assert_true(machine.wake[WAKER].begin <= stamps.woken);
	assert_true(machine.sleep[SLEEPER].begin < machine.wake[WAKER].begin);
	assert_true(is_after_sleep(stamps.woken, SLEEPER));
	assert_true(stamps.woken <= machine.wake[SLEEPER].begin);
	assert_true(machine.wake[SLEEPER].begin <= stamps.answered);
	assert_true(is_after_sleep(stamps.answered, WAKER));
	assert_true(way == WAKE_FUTEX || stamps.returned <= machine.sleep[WAKER].begin);
	assert_true(stamps.returned <= stamps.answered && stamps.answered <= clock_read());
}

static bool has_loopback(void)
{
	const struct sockaddr_in end = {
		.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK), .sin_port = 1,
	};
	int file = __real_socket(AF_INET, SOCK_DGRAM, 0);
	bool is_there = file >= 0 &&
			connect(file, (const struct sockaddr *)&end, sizeof(end)) == 0;

	if (file >= 0)
		close(file);
	return is_there;
}

static void check_way(enum wake_way way)
{
	int error = open_wake(way), file = first_free_file();

	if (error == -ENODEV && way == WAKE_DATAGRAM && !has_loopback()) {
		print_message("skipped: this host has no loopback network\n");
		skip();
	}
	assert_int_equal(error, 0);
	assert_int_equal(machine.cpu, CPU);
	assert_int_equal(machine.attributes, 0);
	for (unsigned i = 1; i <= TRIALS; i++) {
		check_trial(way);
		assert_int_equal(machine.expected, i);
	}
	close_open(NULL);
	machine.is_open = false;
	assert_int_equal(state_of(machine.thread), '?');
	assert_true(first_free_file() < file);
}

TEST_WITH(stamps_are_in_order_around_a_futex, reset, close_open)
{
	check_way(WAKE_FUTEX);
}

TEST_WITH(stamps_are_in_order_around_an_eventfd, reset, close_open)
{
	check_way(WAKE_EVENTFD);
}

TEST_WITH(stamps_are_in_order_around_a_pipe, reset, close_open)
{
	check_way(WAKE_PIPE);
}

TEST_WITH(stamps_are_in_order_around_a_datagram, reset, close_open)
{
	check_way(WAKE_DATAGRAM);
	assert_int_equal(machine.binds, 2);
}

/* Only a program that is the machine's only one may do this. */
TEST_WITH(loopback_network_is_brought_up_by_the_first_process_alone, reset, close_open)
{
	machine.has_no_loopback = true;
	open_wake(WAKE_DATAGRAM);
	assert_int_equal(machine.brought_up, 0);
	machine.is_alone = true;
	open_wake(WAKE_DATAGRAM);
	assert_int_equal(machine.brought_up, 1);
	machine.hides_flags = true;
	open_wake(WAKE_DATAGRAM);
	assert_int_equal(machine.brought_up, 1);
}

static int close_input(void **state)
{
	int kept = dup(STDIN_FILENO);

	*state = (void *)(intptr_t)kept;
	close(STDIN_FILENO);
	return reset(NULL);
}

static int open_input(void **state)
{
	int kept = (int)(intptr_t)*state;

	dup2(kept, STDIN_FILENO);
	return close(kept);
}

/* The first file of a process that was started without input. */
TEST_WITH(file_with_number_0_is_a_file, close_input, open_input)
{
	static const enum wake_way ways[] = {
		WAKE_FUTEX, WAKE_EVENTFD, WAKE_DATAGRAM, WAKE_PIPE,
	};

	for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
		if (open_wake(ways[i]) == -ENODEV && !has_loopback())
			continue;
		assert_true(machine.is_open);
		assert_int_equal(fcntl(STDIN_FILENO, F_GETFD), FD_CLOEXEC);
		close_open(NULL);
		assert_int_equal(fcntl(STDIN_FILENO, F_GETFD), -1);
	}
}

static void check_error(enum wake_way way, int error)
{
	int file = first_free_file();

	machine.thread = 0;
	assert_int_equal(open_wake(way), error);
	assert_int_equal(first_free_file(), file);
	assert_true(machine.thread == 0 || state_of(machine.thread) == '?');
	reset(NULL);
}

TEST_WITH(thread_that_may_not_be_created_is_an_error, reset, close_open)
{
	machine.create_error = EAGAIN;
	check_error(WAKE_FUTEX, -EAGAIN);
	machine.create_error = EPERM;
	check_error(WAKE_EVENTFD, -EAGAIN);
}

TEST_WITH(thread_on_another_cpu_than_wanted_is_an_error, reset, close_open)
{
	machine.is_elsewhere = true;
	check_error(WAKE_FUTEX, -EIO);
}

/* The thread is asleep, but the rest ends at once. */
TEST_WITH(wake_up_without_a_rest_is_an_error, reset, close_open)
{
	struct wake_stamps stamps;

	assert_int_equal(open_wake(WAKE_FUTEX), 0);
	machine.never_rests = true;
	assert_int_equal(platform_wake_trial(&stamps), -EIO);
}

TEST_WITH(thread_that_starts_late_is_waited_for, reset, close_open)
{
	machine.starts_late = true;
	assert_int_equal(open_wake(WAKE_FUTEX), 0);
	assert_true(machine.moments > 1);
}

TEST_WITH(sleep_that_cannot_be_observed_is_not_supported, reset, close_open)
{
	machine.has_no_state = true;
	check_error(WAKE_FUTEX, -ENOTSUP);
	machine.has_no_state = true;
	check_error(WAKE_EVENTFD, -ENOTSUP);
}

TEST_WITH(files_that_cannot_be_opened_are_errors_of_their_own, reset, close_open)
{
	machine.eventfd_error = ENOSYS;
	check_error(WAKE_EVENTFD, -ENOTSUP);
	machine.eventfd_error = EMFILE;
	check_error(WAKE_EVENTFD, -ENOMEM);
	machine.socket_error = EMFILE;
	check_error(WAKE_DATAGRAM, -ENOMEM);
	machine.socket_error = EAFNOSUPPORT;
	check_error(WAKE_DATAGRAM, -ENODEV);
	machine.has_no_loopback = true;
	check_error(WAKE_DATAGRAM, -ENODEV);
}

TEST_WITH(thread_that_does_not_fall_asleep_is_an_error, reset, close_open)
{
	struct wake_stamps stamps;

	assert_int_equal(open_wake(WAKE_FUTEX), 0);
	machine.never_sleeps = true;
	machine.moments = 0;
	assert_int_equal(platform_wake_trial(&stamps), -ETIMEDOUT);
	assert_int_equal(machine.moments, MOMENTS);
	machine.never_sleeps = false;
}

/* SPDX-License-Identifier: MIT */
/* Shoot-downs of a process: the stamps enclose the call that unmaps the page, which is present and
 * has been read by the other CPUs. The kernel counts the interrupts to them. */
#include "tests/unit/unit.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/mman.h>

#include "bench/engine/standby.h"
#include "bench/platform.h"
#include "linux/disturbance.h"
#include "linux/memory.h"
#include "tests/unit/linux/witness.h"

#define COUNTED 50                      /* shoot-downs that the kernel must count */
#define TRIALS_MAX 100000               /* another program may use the other CPU for long */

static struct {
	bool has_no_page, madvise_fails, keeps_page;
	int begin_status, end_status;
	int other;                      /* Linux's number of a second CPU; -1: no second thread */
	bool stop;
	unsigned ready;
	pthread_t thread;
	struct standby shape;
	unsigned begun, ended, expected;
	char contents;                  /* of the page, when it was unmapped */
	char *page;
	struct window unmapping;
} machine;

/* ---- Fakes of the process ---- */

void disturbance_expect(void)
{
	machine.expected++;
}

void *memory_reserve(enum memory_page kind)
{
	assert_int_equal(kind, MEMORY_PAGE_SHOOTDOWN);
	if (machine.has_no_page)
		return NULL;
	machine.page = mmap(NULL, PAGE_4K, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
			    -1, 0);
	return machine.page != MAP_FAILED ? machine.page : NULL;
}

static void *read_and_spin(void *unused)
{
	(void)unused;
	__atomic_store_n(&machine.ready, 1 + (*(const volatile char *)machine.shape.address != 0),
			 __ATOMIC_RELEASE);
	while (!__atomic_load_n(&machine.stop, __ATOMIC_ACQUIRE))
		;
	return NULL;
}

static void start_on_the_other(void)
{
	pthread_attr_t attributes;
	cpu_set_t one;

	CPU_ZERO(&one);
	CPU_SET(machine.other, &one);
	pthread_attr_init(&attributes);
	pthread_attr_setaffinity_np(&attributes, sizeof(one), &one);
	machine.stop = false;
	machine.ready = 0;
	assert_int_equal(pthread_create(&machine.thread, &attributes, read_and_spin, NULL), 0);
	pthread_attr_destroy(&attributes);
	while (__atomic_load_n(&machine.ready, __ATOMIC_ACQUIRE) == 0)
		;
	assert_int_equal(machine.ready, 2);
}

int standby_begin(const struct standby *shape)
{
	machine.shape = *shape;
	if (machine.begin_status == 0)
		machine.begun++;
	if (machine.other >= 0)
		start_on_the_other();
	return machine.begin_status;
}

int standby_end(void)
{
	machine.ended++;
	if (machine.other >= 0) {
		__atomic_store_n(&machine.stop, true, __ATOMIC_RELEASE);
		pthread_join(machine.thread, NULL);
	}
	return machine.end_status;
}

WRAP(int, madvise, void *address, size_t size, int advice)
{
	int status;

	machine.contents = *(char *)address;
	machine.unmapping.begin = clock_read();
	status = machine.madvise_fails ? -1
		 : machine.keeps_page  ? 0
				       : __real_madvise(address, size, advice);
	machine.unmapping.end = clock_read();
	assert_ptr_equal(address, machine.page);
	assert_int_equal(size, PAGE_4K);
	assert_int_equal(advice, MADV_DONTNEED);
	return status;
}

/* ---- The tests ---- */

static int reset(void **state)
{
	char *page = machine.page;

	memset(&machine, 0, sizeof(machine));
	machine.page = page;
	machine.other = -1;
	return stay_on_one_cpu(state);
}

/* First, because a page stays reserved. */
TEST_WITH(missing_page_is_an_error_without_waiting_cpus, reset, NULL)
{
	struct shootdown_stamps stamps;

	machine.has_no_page = true;
	assert_int_equal(platform_shootdown_trial(2, WAIT_SPIN, &stamps), -ENOMEM);
	assert_int_equal(machine.begun + machine.ended, 0);
}

TEST_WITH(stamps_enclose_the_unmapping_of_a_present_page, reset, NULL)
{
	struct shootdown_stamps stamps;

	for (unsigned i = 1; i <= 3; i++) {
		memset(&stamps, 0xff, sizeof(stamps));
		assert_int_equal(platform_shootdown_trial(2, WAIT_SPIN, &stamps), 0);
		assert_true(stamps.begun <= machine.unmapping.begin);
		assert_true(stamps.acknowledged >= machine.unmapping.end &&
			    stamps.acknowledged <= clock_read());
		assert_true(stamps.invalidated == 0 && stamps.sent == 0);
		assert_int_equal(machine.contents, 1);
		assert_int_equal(*machine.page, 0);
		assert_true(machine.begun == i && machine.ended == i && machine.expected == i);
	}
}

TEST_WITH(other_cpus_wait_as_asked_and_read_the_page, reset, NULL)
{
	struct shootdown_stamps stamps;

	assert_int_equal(platform_shootdown_trial(4, WAIT_HLT, &stamps), 0);
	assert_int_equal(machine.shape.count, 3);
	assert_int_equal(machine.shape.wait, WAIT_HLT);
	assert_ptr_equal(machine.shape.address, machine.page);
	assert_int_equal(platform_shootdown_survivor(4), 4);
}

TEST_WITH(errors_are_returned_and_end_the_wait, reset, NULL)
{
	struct shootdown_stamps stamps;

	machine.begin_status = -EIO;
	assert_int_equal(platform_shootdown_trial(2, WAIT_SPIN, &stamps), -EIO);
	assert_int_equal(machine.ended, 0);
	machine.begin_status = 0;
	machine.end_status = -ETIMEDOUT;
	assert_int_equal(platform_shootdown_trial(2, WAIT_SPIN, &stamps), -ETIMEDOUT);
	machine.madvise_fails = true;
	assert_int_equal(platform_shootdown_trial(2, WAIT_SPIN, &stamps), -ENOTSUP);
	assert_int_equal(machine.ended, 2);
}

TEST_WITH(page_that_is_kept_is_an_error, reset, NULL)
{
	struct shootdown_stamps stamps;

	machine.keeps_page = true;
	assert_int_equal(platform_shootdown_trial(2, WAIT_SPIN, &stamps), -EIO);
	assert_int_equal(machine.ended, 1);
}

/* Linux's number of another CPU that this process may use, or -1. */
static int other_cpu(void)
{
	cpu_set_t usable;
	int cpu = CPU_SETSIZE;

	memset(&usable, 0xff, sizeof(usable));
	sched_setaffinity(0, sizeof(usable), &usable);
	sched_getaffinity(0, sizeof(usable), &usable);
	stay_on_one_cpu(NULL);
	while (--cpu >= 0 && (!CPU_ISSET(cpu, &usable) || cpu == sched_getcpu()))
		;
	return cpu;
}

/* Shoot-downs that the kernel counts on a CPU: proc(5), "/proc/interrupts"; -1 without that line or
 * column. The first line names the CPUs that are online. */
static long counted_on(int cpu)
{
	FILE *file = fopen("/proc/interrupts", "r");
	char line[8192], name[16], *at = line;
	unsigned column = 0;
	long count = -1;

	snprintf(name, sizeof(name), "CPU%d", cpu);
	if (file == NULL || fgets(line, sizeof(line), file) == NULL)
		line[0] = '\0';
	for (char *word = strtok(line, " \n"); word != NULL && strcmp(word, name) != 0; column++)
		word = strtok(NULL, " \n");
	while (file != NULL && fgets(line, sizeof(line), file) != NULL) {
		at = line + strspn(line, " ");
		if (strncmp(at, "TLB:", 4) != 0)
			continue;
		at += 4;
		for (unsigned i = 0; i < column; i++)
			strtol(at, &at, 10);
		count = strtol(at, NULL, 10);
	}
	if (file != NULL)
		fclose(file);
	return count;
}

/* The other thread does not always run, so the kernel need not count every trial. */
TEST_WITH(kernel_counts_the_interrupts_to_the_other_cpu, reset, NULL)
{
	struct shootdown_stamps stamps;
	long before;

	machine.other = other_cpu();
	before = counted_on(machine.other);
	if (machine.other < 0 || before < 0) {
		print_message("skipped: no second CPU, or no line TLB in /proc/interrupts\n");
		skip();
	}
	for (unsigned i = 0; i < TRIALS_MAX && counted_on(machine.other) - before < COUNTED; i++)
		assert_int_equal(platform_shootdown_trial(2, WAIT_SPIN, &stamps), 0);
	assert_true(counted_on(machine.other) - before >= COUNTED);
}

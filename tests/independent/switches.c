/* SPDX-License-Identifier: MIT */
/* Two or more tasks that pass the CPU to one another. All run on the machine's only CPU, with one
 * real-time priority. The other tasks run until they are killed, or the process ends. */
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "metrics.h"

#define TASKS_MAX 16
#define WORDS_A_LINE 8

enum {THREADS, PROCESSES};

/* A task's number is its argument. */
typedef void *task_function(void *number);

static int ends[TASKS_MAX][2];          /* a pipe for each task */
static struct shared {
	uint32_t turn;                  /* 0 or 1: the owner */
} *shared;
static uint64_t task_count, set_bytes;

static void start_other(uint64_t kind, task_function *function, uintptr_t number)
{
	pthread_t thread;
	pid_t child;

	if (kind == THREADS) {
		must(pthread_create(&thread, NULL, function, (void *)number) == 0,
		     "pthread_create");
		return;
	}
	child = fork();
	must(child >= 0, "fork");
	if (child > 0)
		return;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	function((void *)number);
	_exit(1);
}

/* ---- Yield ---- */

static void *yield_forever(void *unused)
{
	for (;;)
		sched_yield();
	return unused;
}

static void prepare_yield(const uint64_t numbers[2])
{
	start_other(numbers[0], yield_forever, 1);
	for (int i = 0; i < 10; i++)
		sched_yield();
}

static struct sample yield(const uint64_t numbers[2])
{
	uint64_t begin = clock_read();

	(void)numbers;
	for (int i = 0; i < OPERATIONS / 2; i++)
		sched_yield();
	return (struct sample){clock_read() - begin, OPERATIONS};
}

/* ---- Futexes ---- */

static int futex_flag;

static void futex_hand_to(uint32_t whose)
{
	__atomic_store_n(&shared->turn, whose, __ATOMIC_SEQ_CST);
	syscall(SYS_futex, &shared->turn, FUTEX_WAKE | futex_flag, 1, NULL, NULL, 0);
	while (__atomic_load_n(&shared->turn, __ATOMIC_SEQ_CST) == whose)
		syscall(SYS_futex, &shared->turn, FUTEX_WAIT | futex_flag, whose, NULL, NULL, 0);
}

static void *futex_serve(void *unused)
{
	while (__atomic_load_n(&shared->turn, __ATOMIC_SEQ_CST) == 0)
		syscall(SYS_futex, &shared->turn, FUTEX_WAIT | futex_flag, 0, NULL, NULL, 0);
	for (;;)
		futex_hand_to(0);
	return unused;
}

static void prepare_futex(const uint64_t numbers[2])
{
	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
		      -1, 0);
	must(shared != MAP_FAILED, "mmap");
	futex_flag = numbers[0] == THREADS ? FUTEX_PRIVATE_FLAG : 0;
	start_other(numbers[0], futex_serve, 1);
}

static struct sample futex(const uint64_t numbers[2])
{
	uint64_t begin = clock_read();

	(void)numbers;
	for (int i = 0; i < OPERATIONS / 2; i++)
		futex_hand_to(1);
	return (struct sample){clock_read() - begin, OPERATIONS};
}

/* ---- Pipes ---- */

/* Without the C library's read and write: in a process with threads, they first enable
 * cancellation, 50 instructions per call. */

static int is_whole = 1;                /* every word was transferred so far */

static void send_word(uint64_t to)
{
	uint64_t word = to;

	is_whole &= syscall(SYS_write, ends[to][1], &word, sizeof(word)) == sizeof(word);
}

static void await_word(uint64_t number)
{
	uint64_t word;

	is_whole &= syscall(SYS_read, ends[number][0], &word, sizeof(word)) == sizeof(word);
}

static void read_set(const volatile uint64_t *words)
{
	for (uint64_t i = 0; i < set_bytes / sizeof(*words); i += WORDS_A_LINE) {
		(void)words[i];
		(void)words[i + 1];
		(void)words[i + 2];
		(void)words[i + 3];
		(void)words[i + 4];
		(void)words[i + 5];
		(void)words[i + 6];
		(void)words[i + 7];
	}
}

static const volatile uint64_t *make_set(void)
{
	void *set = set_bytes == 0 ? NULL : mmap(NULL, set_bytes, PROT_READ | PROT_WRITE,
						 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	must(set != MAP_FAILED, "mmap");
	if (set != NULL)
		memset(set, 1, set_bytes);
	return set;
}

static void *pass_on(void *argument)
{
	uint64_t number = (uintptr_t)argument;
	const volatile uint64_t *set = make_set();

	for (;;) {
		await_word(number);
		read_set(set);
		send_word((number + 1) % task_count);
	}
	return NULL;
}

static void start_ring(uint64_t kind)
{
	for (uint64_t i = 0; i < task_count; i++)
		must(pipe(ends[i]) == 0, "pipe");
	for (uint64_t i = 1; i < task_count; i++)
		start_other(kind, pass_on, i);
}

static void prepare_pipe(const uint64_t numbers[2])
{
	task_count = 2;
	start_ring(numbers[0]);
}

static const volatile uint64_t *own_set;

static void prepare_ring(const uint64_t numbers[2])
{
	task_count = numbers[0];
	set_bytes = numbers[1];
	own_set = make_set();
	start_ring(PROCESSES);
}

static void go_round(uint64_t turns)
{
	for (; turns > 0; turns--) {
		read_set(own_set);
		send_word(1 % task_count);
		await_word(0);
	}
	must(is_whole, "read or write");
}

static struct sample pipe_round(const uint64_t numbers[2])
{
	uint64_t begin = clock_read();

	(void)numbers;
	go_round(OPERATIONS);
	return (struct sample){clock_read() - begin, OPERATIONS};
}

static struct sample ring_round(const uint64_t numbers[2])
{
	uint64_t begin = clock_read();

	go_round(OPERATIONS / 8 / numbers[0]);
	return (struct sample){clock_read() - begin, OPERATIONS / 8 / numbers[0] * numbers[0]};
}

#define RING(tasks, bytes) \
	{"os.switch_working_set ring=3 tasks=" #tasks " size_bytes=" #bytes, prepare_ring, \
	 ring_round, {tasks, bytes}, NULL}
#define RINGS(tasks) RING(tasks, 0), RING(tasks, 16384), RING(tasks, 65536), RING(tasks, 262144)

const struct metric switch_metrics[] = {
	{"os.switch_thread ring=3 state=xsave", prepare_yield, yield, {THREADS}, NULL},
	{"os.switch_space ring=3 state=xsave pcid=off", prepare_yield, yield, {PROCESSES}, NULL},
	{"os.futex between=threads", prepare_futex, futex, {THREADS}, NULL},
	{"os.futex between=processes", prepare_futex, futex, {PROCESSES}, NULL},
	{"os.pipe ring=3 between=threads", prepare_pipe, pipe_round, {THREADS}, NULL},
	{"os.pipe ring=3 between=processes", prepare_pipe, pipe_round, {PROCESSES}, NULL},
	RINGS(1),
	RINGS(2),
	RINGS(4),
	RINGS(8),
	RINGS(16),
	{0},
};

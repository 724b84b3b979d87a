/* SPDX-License-Identifier: MIT */
/* Signals of exceptions and of the watchdog's timer, on a separate stack, so that a stack overflow
 * is reported like any other fault. */
#include "linux/guard.h"

#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include "bench/engine/hang_detector.h"
#include "bench/engine/warning.h"
#include "bench/platform.h"
#include "lib/text/fmt.h"
#include "lib/text/ticks.h"
#include "linux/backtrace.h"
#include "linux/clock.h"
#include "linux/delay.h"
#include "linux/exit_status.h"
#include "linux/guard_entry.h"
#include "linux/output.h"
#include "linux/idle/thread.h"
#include "linux/input/sender.h"
#include "linux/signal_context.h"

#define STACK_BYTES (64 << 10)
#define VECTOR_NMI 2                    /* used by bare metal's watchdog */

static const int exception_signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP,
					 SIGSYS};

static struct {
	bool is_there;
	timer_t timer;
	struct hang_detector hang_detector;
	uint64_t begin_ms;
	uint64_t delayed_ms;            /* delay of the call, up to the latest check */
} watchdog;

/* Per thread: its guarded call, the result, and a stack for handlers. */
struct guard {
	bool is_active;
	sigjmp_buf left;
	struct platform_failure failure;
	char registers[1024], backtrace[640], detail[96];
	char stack[STACK_BYTES];
};

/* The guard of the first thread, and one that threads without their own share. With the latter, a
 * fault ends the run. */
static struct guard first, unguarded;

/* The thread's guard. Only the pointer is thread-local, because the C library clears thread-local
 * storage whenever a thread is created, which would add to the cost of that. */
static _Thread_local struct guard *own;

static bool is_forked;

uint64_t guard_thread_pointer;          /* to be restored; 0: unchanged */

static struct guard *guard_of_this_thread(void)
{
	return own != NULL ? own : &unguarded;
}

static void guard_describe(struct guard *guard, int number, const ucontext_t *context,
			   const struct signal_exception *exception)
{
	if (number == SIGSYS)
		fmt_buffer(guard->detail, sizeof(guard->detail), "system call %lu, not permitted",
			   signal_context_call(context));
	else if (number == SIGALRM)
		fmt_buffer(guard->detail, sizeof(guard->detail),
			   "exceeded its time limit");
	else
		signal_context_describe(guard->detail, sizeof(guard->detail), context, exception);
}

static void guard_record_failure(struct guard *guard, int number, const siginfo_t *info,
				 const ucontext_t *context)
{
	bool is_timeout = number == SIGALRM;
	struct signal_exception exception = {.vector = VECTOR_NMI};

	if (!is_timeout)
		signal_context_exception(info, context, &exception);
	guard_describe(guard, number, context, &exception);
	signal_context_format(guard->registers, sizeof(guard->registers), context);
	backtrace_of(guard->backtrace, sizeof(guard->backtrace), signal_context_pc(context),
		     signal_context_frame_pointer(context));
	guard->failure = (struct platform_failure){
		.kind = is_timeout ? "timeout" : "exception",
		.cpu = platform_cpu(),
		.vector = exception.vector,
		.error = exception.error,
		.rip = signal_context_pc(context),
		.cr2 = exception.address,
		.registers = guard->registers,
		.backtrace = guard->backtrace,
		.detail = guard->detail,
	};
}

static void guard_panic(const struct guard *guard)
{
	struct wire_writer *writer = platform_writer();

	output_drop_partial_line();
	platform_print("panic: %s\n  %s\n  %s\n", guard->detail, guard->backtrace,
		       guard->registers);
	wire_write(writer, WIRE_panic, &(struct wire_panic){
		.reason = guard->detail, .registers = guard->registers,
		.backtrace = guard->backtrace});
	wire_write(writer, WIRE_end, &(struct wire_end){
		.status = "panic", .records = writer->seq});
	_exit(EXIT_FAILED);
}

static void set_watchdog(uint64_t limit_ms)
{
	const struct itimerspec limit = {
		.it_value = clock_timespec(limit_ms * NS_PER_MS),
	};

	if (watchdog.is_there)
		timer_settime(watchdog.timer, 0, &limit, NULL);
}

static uint64_t guard_now_ms(void)
{
	return clock_ns(CLOCK_MONOTONIC) / NS_PER_MS;
}

static void begin_watchdog(uint32_t limit_ms)
{
	hang_detector_begin(&watchdog.hang_detector, limit_ms);
	watchdog.begin_ms = guard_now_ms();
	delay_take_ms();
	watchdog.delayed_ms = 0;
	set_watchdog(limit_ms);
}

/* Whether the limit is exceeded. On a busy host, a thread of the lowest priority may have had no
 * CPU in all that time. */
static bool time_is_over(void)
{
	uint64_t elapsed_ms = guard_now_ms() - watchdog.begin_ms, ran_ms;

	watchdog.delayed_ms += delay_take_ms();
	ran_ms = elapsed_ms > watchdog.delayed_ms ? elapsed_ms - watchdog.delayed_ms : 0;
	if (hang_detector_expired(&watchdog.hang_detector, elapsed_ms, ran_ms))
		return true;
	set_watchdog(hang_detector_next_check_ms(&watchdog.hang_detector));
	return false;
}

/* Handle a signal. A watchdog that fires just after the call has ended is ignored. */
void guard_handle(int number, siginfo_t *info, void *context)
{
	struct guard *guard = guard_of_this_thread();
	bool is_timeout = number == SIGALRM;
	int error = errno;

	if (is_timeout && !guard->is_active)
		return;
	if (is_forked) {
		signal(number, SIG_DFL);        /* ends the process at the same instruction */
		return;
	}
	if (is_timeout && !time_is_over()) {
		errno = error;
		return;
	}
	guard_record_failure(guard, number, info, context);
	if (!guard->is_active)
		guard_panic(guard);
	guard->is_active = false;
	siglongjmp(guard->left, 1);
}

static void catch(int number)
{
	struct sigaction action = {.sa_sigaction = guard_handle_entry,
				   .sa_flags = SA_SIGINFO | SA_ONSTACK};

	sigaddset(&action.sa_mask, SIGALRM);
	sigaction(number, &action, NULL);
}

/* Catch exceptions. This is repeated before each call, because an aborted trial leaves its own
 * handler installed. */
static void catch_exceptions(void)
{
	for (size_t i = 0; i < sizeof(exception_signals) / sizeof(exception_signals[0]); i++)
		catch(exception_signals[i]);
}

static void create_watchdog(void)
{
	struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGALRM};

	event._sigev_un._tid = (pid_t)syscall(SYS_gettid);
	watchdog.is_there = timer_create(CLOCK_MONOTONIC, &event, &watchdog.timer) == 0;
	if (!watchdog.is_there)
		warning("guard", "no timer for the watchdog (%s): a hung benchmark hangs the run",
			strerror(errno));
}

static void guard_take(struct guard *guard)
{
	const stack_t stack = {.ss_sp = guard->stack, .ss_size = sizeof(guard->stack)};

	own = guard;
	sigaltstack(&stack, NULL);
}

/* Add a guard for this thread. It is never freed, because the guard's threads never end. */
int guard_init_this_thread(void)
{
	struct guard *guard = calloc(1, sizeof(*guard));

	if (guard == NULL)
		return -ENOMEM;
	guard_take(guard);
	return 0;
}

void guard_init(void)
{
	guard_take(&first);
	catch_exceptions();
	catch(SIGALRM);
	create_watchdog();
}

void guard_forked(void)
{
	is_forked = true;
}

bool guard_has_watchdog(void)
{
	return watchdog.is_there;
}

int guard_call(void (*function)(void *), void *argument)
{
	struct guard *guard = own;

	if (sigsetjmp(guard->left, 1) != 0)
		return -EFAULT;
	guard->is_active = true;
	function(argument);
	guard->is_active = false;
	return 0;
}

int platform_guard(void (*function)(void *), void *argument, uint32_t limit_ms,
		   struct platform_failure *failure)
{
	int error;

	catch_exceptions();
	begin_watchdog(limit_ms);
	error = guard_call(function, argument);
	set_watchdog(0);
	hang_detector_report(&watchdog.hang_detector);
	guard_thread_pointer = 0;
	if (error != 0) {
		*failure = own->failure;
		sender_stop();
		idle_thread_stop();
	}
	return error;
}

void platform_guard_extend(uint32_t limit_ms)
{
	begin_watchdog(limit_ms);
}

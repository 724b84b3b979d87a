/* SPDX-License-Identifier: MIT */
/* A script's keys sent by a fake controller, which records them. The tests do not depend on thread
 * timing: they wait for what must arrive, and what must not arrive is never sent. */
#include "bench/input/log.h"
#include "tests/unit/unit.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/platform.h"
#include "linux/input/keyboard.h"
#include "linux/input/sender.h"
#include "linux/schedule.h"

#define TIMEOUT_MS 60000               /* a longer wait is an error */
#define NEVER_US 3600000000u
#define KEPT 16
#define STEPS_MAX 40
#define EVENTS_MAX 64

static struct {
	int ends[2];                    /* of a pipe with the sent bytes */
	bool is_read;                   /* everything sent is received at once */
	volatile bool is_busy;
	uint32_t sent;
	int error;
	pthread_t typist, last;
} controller;

static struct input_step steps[STEPS_MAX];
static struct message_event events[EVENTS_MAX];
static struct message_log message_log = {.events = events, .capacity = EVENTS_MAX};
static struct input_run run;

/* ---- Fakes of the machine ---- */

uint64_t platform_clock_hz(void)
{
	return 1000000000;
}

int keyboard_command(void)
{
	return 0;
}

bool keyboard_is_free(void)
{
	return !controller.is_busy;
}

int keyboard_send(uint8_t byte)
{
	if (controller.error != 0)
		return controller.error;
	controller.last = pthread_self();
	if (controller.is_read && byte != 0xe0)
		sender_tell_received(++controller.sent);
	return write(controller.ends[1], &byte, 1) == 1 ? 0 : -EIO;
}

int schedule_go_ahead(void)
{
	return 0;
}

int schedule_give_way(void)
{
	controller.typist = pthread_self();
	return 0;
}

/* ---- Around a run ---- */

static int set_up(void **state)
{
	(void)state;
	memset(&controller, 0, sizeof(controller));
	memset(steps, 0, sizeof(steps));
	message_log.count = message_log.lost = 0;
	run = (struct input_run){.steps = steps, .log = &message_log};
	return pipe(controller.ends);
}

static int tear_down(void **state)
{
	(void)state;
	sender_stop();
	close(controller.ends[0]);
	close(controller.ends[1]);
	return 0;
}

static void add(uint32_t pause_us, uint8_t first, uint8_t second)
{
	steps[run.step_count++] = (struct input_step){
		pause_us, INPUT_KEYBOARD, second != 0 ? 2 : 1, {first, second},
	};
}

/* The next sent byte. */
static int next_sent(void)
{
	struct pollfd file = {.fd = controller.ends[0], .events = POLLIN};
	uint8_t byte;

	if (poll(&file, 1, TIMEOUT_MS) != 1)
		fail_msg("nothing was sent");
	return read(controller.ends[0], &byte, 1) == 1 ? byte : -1;
}

static bool has_sent_more(void)
{
	struct pollfd file = {.fd = controller.ends[0], .events = POLLIN};

	return poll(&file, 1, 0) == 1;
}

/* ---- Sending ---- */

TEST_WITH(steps_are_sent_in_order_and_logged, set_up, tear_down)
{
	controller.is_read = true;
	add(0, 0x1e, 0);
	add(0, 0x9e, 0);
	add(0, 0xe0, 0x48);
	add(0, 0xe0, 0xc8);
	assert_int_equal(sender_start(&run), 0);
	assert_int_equal(next_sent(), 0x1e);
	assert_int_equal(next_sent(), 0x9e);
	assert_int_equal(next_sent(), 0xe0);
	assert_int_equal(next_sent(), 0x48);
	assert_int_equal(next_sent(), 0xe0);
	assert_int_equal(next_sent(), 0xc8);
	sender_stop();
	assert_false(has_sent_more());
	assert_int_equal(sender_write(&message_log), 0);
	assert_int_equal(message_log.count, 4);
	for (uint32_t i = 0; i < message_log.count; i++) {
		assert_int_equal(events[i].kind, MESSAGE_SEND);
		assert_int_equal(events[i].code, i);
		assert_true(i == 0 || events[i].tsc >= events[i - 1].tsc);
	}
}

TEST_WITH(no_more_is_sent_than_the_keyboard_buffer_holds, set_up, tear_down)
{
	for (unsigned i = 0; i < STEPS_MAX; i++)
		add(0, 0x9e, 0);
	assert_int_equal(sender_start(&run), 0);
	for (unsigned i = 0; i < KEPT; i++)
		assert_int_equal(next_sent(), 0x9e);
	sender_stop();
	assert_false(has_sent_more());
	assert_int_equal(sender_write(&message_log), 0);
	assert_int_equal(message_log.count, KEPT);
}

TEST_WITH(keys_for_a_waiting_application_are_sent_by_another_thread, set_up, tear_down)
{
	controller.is_busy = true;
	add(0, 0x9e, 0);
	assert_int_equal(sender_start(&run), 0);
	sender_tell_waiting(true);
	controller.is_busy = false;
	assert_int_equal(next_sent(), 0x9e);
	assert_true(pthread_equal(controller.last, controller.typist));
}

TEST_WITH(failed_send_is_an_error_of_the_run, set_up, tear_down)
{
	controller.error = -ETIMEDOUT;
	add(0, 0x1e, 0);
	assert_int_equal(sender_start(&run), 0);
	for (unsigned ms = 0; ms < TIMEOUT_MS && sender_write(&message_log) == 0; ms++)
		usleep(1000);
	sender_stop();
	assert_int_equal(sender_write(&message_log), -ETIMEDOUT);
	assert_int_equal(message_log.count, 0);
}

/* ---- Release of keys ---- */

/* Two keys are pressed, one is released, and the script then pauses for long. */
static void press_two_keys(void)
{
	controller.is_read = run.paced = true;
	add(0, 0x2a, 0);
	add(0, 0x1e, 0);
	add(0, 0x9e, 0);
	add(0, 0xe0, 0x48);
	add(NEVER_US, 0xaa, 0);
}

static void must_hold_one_key(void)
{
	assert_int_equal(next_sent(), 0x2a);
	assert_int_equal(next_sent(), 0x1e);
	assert_int_equal(next_sent(), 0x9e);
	assert_int_equal(next_sent(), 0xe0);
	assert_int_equal(next_sent(), 0x48);
}

static void must_release(void)
{
	assert_int_equal(next_sent(), 0xaa);
	assert_int_equal(next_sent(), 0xe0);
	assert_int_equal(next_sent(), 0xc8);
}

TEST_WITH(pressed_keys_are_released_on_stop, set_up, tear_down)
{
	press_two_keys();
	assert_int_equal(sender_start(&run), 0);
	must_hold_one_key();
	sender_stop();
	must_release();
	assert_false(has_sent_more());
	sender_stop();
	assert_false(has_sent_more());
}

static void run_until_killed(void)
{
	alarm(TIMEOUT_MS / 1000);
	if (sender_start(&run) == 0)
		pause();
	_exit(1);
}

TEST_WITH(pressed_keys_are_released_if_the_process_is_killed, set_up, tear_down)
{
	static const int numbers[] = {SIGHUP, SIGINT, SIGTERM};

	press_two_keys();
	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
		pid_t child = fork();
		int status;

		if (child == 0)
			run_until_killed();
		must_hold_one_key();
		assert_int_equal(kill(child, numbers[i]), 0);
		must_release();
		assert_int_equal(waitpid(child, &status, 0), child);
		assert_true(WIFSIGNALED(status));
		assert_int_equal(WTERMSIG(status), numbers[i]);
		assert_false(has_sent_more());
	}
}

TEST_WITH(ignored_signal_stays_ignored_and_handlers_are_restored, set_up, tear_down)
{
	struct sigaction now;

	signal(SIGHUP, SIG_IGN);
	add(NEVER_US, 0x1e, 0);
	run.paced = true;
	assert_int_equal(sender_start(&run), 0);
	sigaction(SIGHUP, NULL, &now);
	assert_true(now.sa_handler == SIG_IGN);
	sigaction(SIGTERM, NULL, &now);
	assert_true(now.sa_handler != SIG_DFL);
	sender_stop();
	sigaction(SIGTERM, NULL, &now);
	assert_true(now.sa_handler == SIG_DFL);
	signal(SIGHUP, SIG_DFL);
}

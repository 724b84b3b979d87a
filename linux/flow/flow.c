/* SPDX-License-Identifier: MIT */
/* Implements bench/platform/flow.h: threads of a process execute a script, with the ordinary
 * scheduling class, on as many CPUs as the run has. The measuring thread is the user. With a load
 * plan each user has a thread, whose real-time priority makes it as prompt as an interrupt. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench/flow/paged_store.h"
#include "bench/platform.h"
#include "lib/cpu/clock.h"
#include "linux/clock.h"
#include "linux/flow/port.h"
#include "linux/flow/report.h"
#include "linux/flow/resource.h"
#include "linux/flow/steps.h"
#include "linux/flow/store.h"
#include "linux/schedule.h"
#include "linux/task/thread.h"
#include "linux/trace/tracefs.h"

#define LIMIT_S 30                      /* of one action */
#define REST_NS 2000000                 /* time in which threads go to sleep again */
#define BEGIN_US 2000                   /* time after which all users count their time */

/* factor for the events of system calls, which bare metal does not have; the events of its
 * scheduler are in the kernel's trace here */
#define EVENTS_FACTOR 2

struct user {
	pthread_t thread;
	sem_t over;                     /* its interaction has ended */
	uint64_t over_tsc;
	bool is_started;
};

static struct {
	struct flow_run run;
	struct flow_recorded recorded;
	void *store;
	const char *problem;
	bool is_complete;
	bool has_threads;               /* of a run that did not end by itself */
	struct user users[FLOW_USERS_MAX];
	uint8_t user_of[FLOW_INTERACTIONS_MAX];
} state;

/* Wait for a semaphore. A signal may interrupt any wait of the measuring thread. Returns whether
 * the wait is over. */
static bool await(sem_t *semaphore, unsigned seconds)
{
	const struct timespec until = clock_after_seconds(seconds);
	int status;

	do
		status = sem_clockwait(semaphore, CLOCK_MONOTONIC, &until);
	while (status != 0 && errno == EINTR);
	return status == 0;
}

static void rest(void)
{
	const struct timespec time = {.tv_nsec = REST_NS};

	nanosleep(&time, NULL);
}

/* ---- Users ---- */

static void interaction_over(uint32_t interaction, uint64_t end_tsc)
{
	struct user *user = &state.users[state.user_of[interaction]];

	user->over_tsc = end_tsc;
	sem_post(&user->over);
}

/* The interactions of one user begin one after the other, in any order relative to those of other
 * users. So only flow_task_begin knows the number of an interaction. With this lock, user_of is set
 * for the next number. */
static pthread_mutex_t acting;

static int user_act(uint32_t user, unsigned object, uint32_t word, uint64_t time)
{
	int error;

	pthread_mutex_lock(&acting);
	if (flow_tasks_count() < FLOW_INTERACTIONS_MAX)
		state.user_of[flow_tasks_count()] = (uint8_t)user;
	error = flow_port_act(object, word, time);
	pthread_mutex_unlock(&acting);
	return error;
}

static void *user_run(void *argument)
{
	struct user *user = argument;
	uint32_t number = (uint32_t)(user - state.users);
	const struct flow_load_plan *load = state.run.script->load;
	const struct flow_act *acts = load->acts + number * load->acts_each;
	uint64_t due_tsc = user->over_tsc, woken_tsc;

	schedule_take_priority();
	for (uint32_t i = 0; i < load->acts_each && !flow_process.is_over; i++) {
		due_tsc += flow_us_to_ticks(acts[i].after_us);
		platform_sleep_until(due_tsc, &woken_tsc);
		if (user_act(number, load->port + 1u, acts[i].word, due_tsc) != 0)
			break;
		if (load->is_open)
			continue;
		if (!await(&user->over, LIMIT_S))
			break;
		due_tsc = user->over_tsc;
	}
	for (uint32_t i = 0; load->is_open && i < load->acts_each && !flow_process.is_over; i++) {
		if (!await(&user->over, LIMIT_S))
			break;
	}
	return NULL;
}

static void join_users(void)
{
	for (uint32_t i = 0; i < FLOW_USERS_MAX; i++) {
		if (state.users[i].is_started)
			thread_join(state.users[i].thread);
		state.users[i].is_started = false;
	}
}

/* Returns 0 or a negative errno. */
static int run_load(const struct flow_load_plan *load)
{
	uint64_t begin_tsc = clock_read() + flow_us_to_ticks(BEGIN_US);
	int error = 0;

	for (uint32_t i = 0; i < load->users; i++) {
		state.users[i].over_tsc = begin_tsc;
		if (flow_thread_spawn(&state.users[i].thread, user_run, &state.users[i]) == 0)
			state.users[i].is_started = true;
		else
			error = -ENOMEM;
	}
	join_users();
	return error;
}

static int take_actions(const struct flow_script *script)
{
	int error = 0;
	unsigned open = 0;

	for (const char *action = script->actions; error == 0 && *action != '\0'; action++) {
		uint32_t word = (uint8_t)*action;

		error = user_act(0, script->action_port + 1u,
				 word == '\n' ? word | FLOW_WORD_NEWLINE : word,
				 clock_read());
		open++;
		while (error == 0 && open > 0 && (!script->at_once || action[1] == '\0')) {
			if (!await(&state.users[0].over, LIMIT_S))
				error = -ETIMEDOUT;
			open--;
		}
		if (!script->at_once)
			rest();
	}
	return error;
}

/* ---- One run ---- */

static int begin_threads(void)
{
	int error = 0;
	uint32_t begun = 0;

	for (uint32_t i = 0; error == 0 && i < state.run.script->thread_count; i++) {
		sem_init(&flow_process.threads[i].woken, 0, 0);
		if (state.run.script->threads[i].is_created)
			continue;
		error = flow_thread_create(NULL, i) != 0 ? -ENOMEM : 0;
		begun += error == 0;
	}
	for (; begun > 0; begun--) {
		if (!await(&flow_process.ready, LIMIT_S))
			return -ETIMEDOUT;
	}
	rest();
	return error;
}

static void end_threads(void)
{
	state.has_threads = false;
	flow_process.is_over = true;
	flow_ports_end();
	for (uint32_t i = 0; i < FLOW_USERS_MAX; i++)
		sem_post(&state.users[i].over);
	join_users();
	for (uint32_t i = 0; i < state.run.script->thread_count; i++)
		sem_post(&flow_process.threads[i].woken);
	for (uint32_t i = 0; i < state.run.script->thread_count; i++) {
		struct flow_thread *thread = &flow_process.threads[i];

		if (thread->is_started && !thread->is_joined)
			thread_join(thread->pthread);
		thread->is_started = false;
	}
	flow_ports_close();
}

static void run_begin(void)
{
	memset(flow_process.threads, 0, sizeof(flow_process.threads));
	for (uint32_t i = 0; i < FLOW_THREADS_MAX; i++)
		flow_process.threads[i].notices[0] = flow_process.threads[i].notices[1] = -1;
	flow_process.script = state.run.script;
	flow_process.is_over = false;
	flow_process.error = 0;
	state.is_complete = false;
	flow_process.tid_count = 0;
	flow_process.cpus = state.run.cpus;
	flow_process.follow = flow_steps_follow;
	pthread_mutex_init(&acting, NULL);
	sem_init(&flow_process.ready, 0, 0);
	for (uint32_t i = 0; i < FLOW_USERS_MAX; i++)
		sem_init(&state.users[i].over, 0, 0);
	flow_tasks_begin(&state.recorded, interaction_over);
	flow_resources_begin();
	if (state.store != NULL)
		flow_store_begin(state.run.script->store, state.store);
}

/* Run one act. The trace has only what happens from the first action to the end of the last one. */
static int act(void)
{
	const struct flow_script *script = state.run.script;
	int error = begin_threads();

	if (error == 0 && state.run.recording == FLOW_RECORDING_ON)
		error = tracefs_start();
	if (error == 0)
		error = script->load != NULL ? run_load(script->load) : take_actions(script);
	if (state.run.recording == FLOW_RECORDING_ON)
		tracefs_stop();
	return error;
}

int platform_flow_act(uint64_t *response_ticks)
{
	int error;

	run_begin();
	state.has_threads = true;
	error = flow_ports_open();
	if (error == 0)
		error = act();
	end_threads();
	if (error == 0)
		error = flow_process.error;
	if (error == 0 && flow_tasks_unfinished() != 0)
		error = -EIO;
	if (error != 0)
		return error;
	*response_ticks = state.run.script->load != NULL ? flow_tasks_mean_response_ticks()
							  : flow_tasks_last_response_ticks();
	state.is_complete = true;
	return 0;
}

/* ---- Open and close ---- */

static const char *unsupported(const struct flow_run *run)
{
	const struct flow_script *script = run->script;

	if (run->further_nodes > 0 || flow_run_is_apart(run))
		return "under Linux, the threads of one process work on one node";
	if (run->real.disk != 0)
		return "under Linux, workloads use a simulated disk; omit --disk";
	for (uint32_t i = 0; i < script->step_count; i++) {
		if (script->store == NULL && script->steps[i].op >= FLOW_OP_LOOK_UP &&
		    script->steps[i].op <= FLOW_OP_CHANGE)
			return "under Linux, a thread that faults ends the process";
	}
	for (uint32_t i = 0; i < script->object_count; i++) {
		if (script->objects[i].kind == FLOW_STREAM)
			return "under Linux, ports carry messages, not streams";
	}
	if (run->recording == FLOW_RECORDING_ON && script->thread_count > 0)
		return tracefs_missing_reason();
	return NULL;
}

static bool is_possible(const struct flow_run *run)
{
	const struct flow_load_plan *load = run->script->load;

	return run->cpus > 0 && run->cpus <= schedule_cpu_count() &&
	       run->script->object_count < FLOW_OBJECTS_MAX &&
	       run->script->thread_count <= FLOW_THREADS_MAX && run->scale_count == 0 &&
	       (load == NULL || (load->users > 0 && load->users <= FLOW_USERS_MAX &&
				 load->acts_each <= FLOW_INTERACTIONS_MAX / load->users)) &&
	       (run->script->store == NULL ||
		paged_store_is_possible(run->script->store, run->script->thread_count));
}

/* Discard a run that a time limit may have ended. */
static void discard(void)
{
	if (state.has_threads)
		end_threads();
	free(state.recorded.events);
	free(state.store);
	state.recorded = (struct flow_recorded){0};
	state.store = NULL;
}

static int take_memory(const struct flow_run *run)
{
	if (run->script->store != NULL) {
		state.store = malloc(flow_store_bytes(run->script->store));
		if (state.store == NULL)
			return -ENOMEM;
	}
	if (run->recording == FLOW_RECORDING_OFF)
		return 0;
	state.recorded.events = calloc((size_t)run->ring_events * run->cpus * EVENTS_FACTOR,
				       sizeof(struct flow_event));
	if (state.recorded.events == NULL)
		return -ENOMEM;
	state.recorded.capacity = run->ring_events * run->cpus * EVENTS_FACTOR;
	if (run->recording == FLOW_RECORDING_METERED)
		state.recorded.metered = run->script;
	return 0;
}

int platform_flow_open(const struct flow_run *run)
{
	int error;

	discard();
	state.is_complete = false;
	state.run = *run;
	state.problem = unsupported(run);
	if (state.problem != NULL)
		return -ENOTSUP;
	if (!is_possible(run))
		return -EINVAL;
	error = take_memory(run);
	if (error == 0 && run->recording == FLOW_RECORDING_ON && run->script->thread_count > 0) {
		error = tracefs_open();
		if (error != 0)
			state.problem = tracefs_problem();
	}
	if (error != 0)
		discard();
	else
		flow_tasks_begin(&state.recorded, interaction_over);
	return error;
}

const char *platform_flow_problem(void)
{
	return state.problem;
}

void platform_flow_close(const char *name)
{
	if (state.is_complete && state.recorded.capacity > 0)
		flow_report(&state.run, name, state.recorded.events);
	discard();
}

/* As on bare metal, four events for each pass of the loop. */
void platform_flow_record(uint64_t events)
{
	static struct flow_task task = {.number = 1};

	flow_tasks_rewind();
	for (; events >= 4; events -= 4) {
		flow_task_event(FLOW_BEGIN_USE, 0, &task, 0, 1);
		flow_task_event(FLOW_END_USE, 0, &task, 0, 1);
		flow_task_event(FLOW_BEGIN_USE, 0, &task, 0, 1);
		flow_task_event(FLOW_END_USE, 0, &task, 0, 1);
	}
}

/* ---- What a process does not have ---- */

const char *platform_flow_line(const char **missing)
{
	*missing = NULL;
	return NULL;
}

int platform_flow_serve(void)
{
	return -ENOTSUP;
}

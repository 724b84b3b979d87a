/* SPDX-License-Identifier: MIT */
/* Opening and closing a run: counters, released resources, and the reported problem. All parts of a
 * run are fakes: those for opening are here, the others in no_run.c. */
#include "tests/unit/unit.h"

#include <asm/prctl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "bench/platform.h"
#include "kernel/flow/real.h"
#include "kernel/flow/resource.h"
#include "kernel/flow/run/machines.h"
#include "kernel/flow/run/run.h"
#include "kernel/flow/run/user.h"
#include "kernel/flow/store.h"
#include "kernel/machine/cpu.h"
#include "kernel/machine/loop_line.h"
#include "kernel/machine/paging.h"
#include "kernel/mm/memory.h"
#include "lib/text/errno.h"

#define ALLOCATIONS_MAX 8

static struct {
	bool is_impossible;
	int real_error, machines_error;
	const char *trouble, *problem;  /* of machines and of a device; from an earlier run */
	unsigned turns, machines_opens, reals_open, users_opens;
	void *memory[ALLOCATIONS_MAX];
	unsigned allocations, allocations_most;
} parts;

struct flow_recorder flow_recorder;
const struct flow_devices flow_resource_devices;

/* ---- Fakes with results ---- */

bool flow_run_is_possible(const struct flow_run *run)
{
	(void)run;
	return !parts.is_impossible;
}

void flow_machines_begin_point(const struct flow_run *run)
{
	parts.turns += flow_run_is_apart(run);
	parts.trouble = NULL;
}

int flow_machines_open(const struct flow_run *run)
{
	assert_true(flow_run_is_apart(run));
	parts.machines_opens++;
	if (parts.machines_error != 0)
		parts.trouble = "node 1 is away";
	return parts.machines_error;
}

const char *flow_machines_problem(void)
{
	return parts.trouble != NULL ? parts.trouble : "";
}

void flow_real_discard(void)
{
	parts.problem = NULL;
}

int flow_real_open(struct flow_run *run)
{
	(void)run;
	parts.reals_open++;
	if (parts.real_error != 0)
		parts.problem = "disk0 is on fire";
	return parts.real_error;
}

void flow_real_close(void)
{
	parts.reals_open = 0;
}

const char *flow_real_problem(void)
{
	return parts.problem;
}

void flow_user_open(bool by_keyboard)
{
	(void)by_keyboard;
	parts.users_opens++;
}

uint64_t memory_alloc(uint64_t size_bytes, uint64_t align_bytes)
{
	void *memory;

	if (parts.allocations >= parts.allocations_most)
		return MEMORY_NONE;
	memory = aligned_alloc(align_bytes, size_bytes);
	parts.memory[parts.allocations++] = memory;
	return (uint64_t)memory - (uint64_t)phys_to_virt(0);
}

/* ---- Fakes without results ---- */

void flow_machines_close(void)
{
}

void flow_user_close(void)
{
}

void flow_store_discard(void)
{
}

uint32_t flow_steps_begin(const struct flow_run *run, uint32_t *made)
{
	(void)made;
	return run->script->step_count;
}

size_t flow_store_bytes(const struct flow_store_plan *plan)
{
	(void)plan;
	return 64;
}

const char *loop_line_find(const char **missing)
{
	*missing = NULL;
	return NULL;
}

/* ---- Opening ---- */

static const struct flow_script script = {.actions = "a"};

static struct flow_run run;
static struct cpu cpu;

static int reset(void **state)
{
	(void)state;
	memset(&parts, 0, sizeof(parts));
	cpu.self = &cpu;
	assert_int_equal(syscall(SYS_arch_prctl, ARCH_SET_GS, &cpu), 0);
	parts.allocations_most = ALLOCATIONS_MAX;
	run = (struct flow_run){.script = &script, .cpus = 1, .ring_events = 8};
	return 0;
}

static int release(void **state)
{
	(void)state;
	platform_flow_close("");
	while (parts.allocations > 0)
		free(parts.memory[--parts.allocations]);
	return 0;
}

TEST_WITH(run_of_one_machine_is_opened, reset, release)
{
	assert_int_equal(platform_flow_open(&run), 0);
	assert_int_equal(parts.turns, 0);
	assert_int_equal(parts.machines_opens, 0);
	assert_int_equal(parts.reals_open, 1);
	assert_int_equal(parts.users_opens, 1);
	assert_null(platform_flow_problem());
}

TEST_WITH(every_point_is_counted_even_if_it_cannot_be_opened, reset, release)
{
	run.carrier = FLOW_BY_SERIAL;
	assert_int_equal(platform_flow_open(&run), 0);
	assert_int_equal(parts.turns, 1);
	parts.is_impossible = true;
	assert_int_equal(platform_flow_open(&run), -EINVAL);
	assert_int_equal(parts.turns, 2);
	parts.is_impossible = false;
	parts.real_error = -EIO;
	assert_int_equal(platform_flow_open(&run), -EIO);
	assert_int_equal(parts.turns, 3);
	parts.real_error = 0;
	parts.allocations_most = 0;
	assert_int_equal(platform_flow_open(&run), -ENOMEM);
	assert_int_equal(parts.turns, 4);
	assert_int_equal(parts.machines_opens, 1);
}

TEST_WITH(devices_are_released_if_a_run_cannot_be_opened, reset, release)
{
	parts.real_error = -EIO;
	assert_int_equal(platform_flow_open(&run), -EIO);
	assert_int_equal(parts.reals_open, 0);
	parts.real_error = 0;
	parts.allocations_most = 0;
	assert_int_equal(platform_flow_open(&run), -ENOMEM);
	assert_int_equal(parts.reals_open, 0);
	parts.allocations_most = ALLOCATIONS_MAX;
	run.carrier = FLOW_BY_ETHERNET;
	parts.machines_error = -ETIMEDOUT;
	assert_int_equal(platform_flow_open(&run), -ETIMEDOUT);
	assert_int_equal(parts.reals_open, 0);
	assert_int_equal(parts.users_opens, 0);
}

TEST_WITH(reported_problem_is_of_the_current_run, reset, release)
{
	run.carrier = FLOW_BY_SERIAL;
	parts.machines_error = -ETIMEDOUT;
	assert_int_equal(platform_flow_open(&run), -ETIMEDOUT);
	assert_string_equal(platform_flow_problem(), "node 1 is away");
	run.carrier = FLOW_BY_MEMORY;
	parts.real_error = -EIO;
	assert_int_equal(platform_flow_open(&run), -EIO);
	assert_string_equal(platform_flow_problem(), "disk0 is on fire");
	parts.is_impossible = true;
	assert_int_equal(platform_flow_open(&run), -EINVAL);
	assert_null(platform_flow_problem());
}

/* SPDX-License-Identifier: MIT */
/* Requests to a real device, simulated by the test: order, start of the device, and a device that
 * fails or does not answer. Threads are fakes. */
#include "tests/unit/unit.h"

#include <asm/prctl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "kernel/flow/node.h"
#include "kernel/flow/real.h"
#include "kernel/flow/real_device.h"
#include "kernel/flow/resource.h"
#include "kernel/machine/clock.h"
#include "kernel/machine/cpu.h"
#include "kernel/machine/paging.h"
#include "kernel/machine/smp.h"
#include "kernel/mm/memory.h"
#include "lib/text/errno.h"

#define EVENTS 64
#define ALLOCATIONS_MAX 8

enum {PORT, DISK, DISK_QUEUE, DEVICE, DEVICE_QUEUE, OBJECTS};
#define DISK_OBJECT (DISK + 1)

static const struct flow_object_plan objects[OBJECTS] = {
	[PORT] = {FLOW_PORT, "port"},
	[DISK] = {FLOW_DISK, "disk"}, [DISK_QUEUE] = {FLOW_QUEUE, "disk_queue"},
	[DEVICE] = {FLOW_DEVICE, "device"}, [DEVICE_QUEUE] = {FLOW_QUEUE, "device_queue"},
};

static const struct flow_step steps[] = {
	{FLOW_OP_REQUEST, DISK, 400}, {FLOW_OP_REQUEST, DEVICE, 20}, {FLOW_OP_SEND, PORT, 1},
};

#define STEPS (sizeof(steps) / sizeof(steps[0]))

static const struct flow_script script = {
	.objects = objects, .object_count = OBJECTS, .steps = steps, .step_count = STEPS,
};

static struct {
	struct cpu cpu;
	struct flow_event events[EVENTS + 1];
	struct flow_thread a, b, *current, *served;
	unsigned sleeps, wakes, opens, closes, starts, rests, gives_up;
	struct flow_thread *woken;
	int open_error, noted;
	void *memory[ALLOCATIONS_MAX];
	unsigned allocations, allocations_most;
	uint64_t hz;
} machine;

struct flow_node flow_nodes[FLOW_NODES_MAX];

/* ---- The machine ---- */

struct flow_thread *flow_thread_current(void)
{
	return machine.current;
}

void flow_thread_sleep(void)
{
	machine.sleeps++;
}

void flow_thread_wake(struct flow_thread *thread)
{
	machine.wakes++;
	machine.woken = thread;
}

void flow_add_error(int error)
{
	machine.noted = machine.noted != 0 ? machine.noted : error;
}

uint64_t clock_hz(void)
{
	return machine.hz;
}

uint32_t smp_hardware_id(uint32_t cpu)
{
	return 7 + cpu;
}

uint64_t memory_alloc(uint64_t size_bytes, uint64_t align_bytes)
{
	void *memory;

	if (machine.allocations == machine.allocations_most)
		return MEMORY_NONE;
	memory = aligned_alloc(align_bytes, size_bytes);
	machine.memory[machine.allocations++] = memory;
	return (uint64_t)memory - (uint64_t)phys_to_virt(0);
}

/* ---- The devices ---- */

static int fake_open(struct flow_real_device *device, const struct flow_real *wanted,
		     uint32_t apic_id)
{
	assert_int_equal(wanted->disk, 1);
	assert_int_equal(apic_id, 7);
	machine.opens++;
	device->name = "pretend0";
	return machine.open_error == 0 ? 0
	       : flow_real_fail(device, machine.open_error, "%s is on fire", device->name);
}

static void fake_close(void)
{
	machine.closes++;
}

static void fake_nothing(void)
{
}

static void fake_start(struct flow_thread *thread)
{
	machine.served = thread;
	machine.starts++;
}

static void fake_rest(void)
{
	machine.rests++;
}

static void fake_give_up(void)
{
	machine.gives_up++;
}

struct flow_real_device flow_real_disk = {
	.kind = FLOW_DISK, .limit_ms = 5000,
	.open = fake_open, .close = fake_close,
	.begin = fake_nothing, .end = fake_nothing,
	.start = fake_start, .rest = fake_rest, .give_up = fake_give_up,
};

struct flow_real_device flow_real_line = {
	.kind = FLOW_SERIAL, .open = fake_open, .close = fake_close,
};

/* ---- Runs ---- */

static struct flow_run run;

static int reset(void **state)
{
	(void)state;
	memset(&machine, 0, sizeof(machine));
	memset(&flow_recorder, 0, sizeof(flow_recorder));
	machine.cpu.self = &machine.cpu;
	assert_int_equal(syscall(SYS_arch_prctl, ARCH_SET_GS, &machine.cpu), 0);
	flow_ring_open(&flow_recorder.rings[0], machine.events, EVENTS, 0);
	machine.cpu.flow_ring = &flow_recorder.rings[0];
	machine.allocations_most = ALLOCATIONS_MAX;
	machine.hz = 1000000000;
	flow_real_discard();
	run = (struct flow_run){.script = &script, .cpus = 1, .real = {.disk = 1}};
	flow_resources_begin(&run);
	return 0;
}

static int release(void **state)
{
	(void)state;
	flow_real_close();
	assert_int_equal(machine.opens - (machine.open_error != 0), machine.closes);
	while (machine.allocations > 0)
		free(machine.memory[--machine.allocations]);
	return 0;
}

static void begin(void)
{
	assert_int_equal(flow_real_open(&run), 0);
	flow_resources_begin(&run);
	flow_real_begin();
}

static void use_disk(struct flow_thread *thread)
{
	machine.current = thread;
	flow_real_use(DISK_OBJECT);
}

/* ---- Scripts ---- */

TEST_WITH(only_requests_to_the_real_device_are_changed_in_a_copy_of_the_script, reset, release)
{
	begin();
	assert_int_equal(run.script->steps[0].op, FLOW_OP_REQUEST_REAL);
	assert_int_equal(run.script->objects[DISK].kind, FLOW_REAL);
	assert_memory_equal(&run.script->steps[1], &steps[1], (STEPS - 1) * sizeof(steps[0]));
	assert_memory_equal(&run.script->objects[DISK_QUEUE], &objects[DISK_QUEUE],
			    (OBJECTS - DISK_QUEUE) * sizeof(objects[0]));
	assert_string_equal(flow_real_name(0, DISK_OBJECT), "pretend0");
	assert_null(flow_real_name(0, DEVICE + 1));
	assert_null(flow_real_name(1, DISK_OBJECT));
}

TEST_WITH(script_is_unchanged_without_a_real_device, reset, release)
{
	run.real.disk = 0;
	begin();
	assert_ptr_equal(run.script, &script);
	assert_int_equal(machine.opens, 0);
	assert_ptr_equal(flow_real_devices(), &flow_resource_devices);
}

TEST_WITH(device_that_does_not_open_is_named, reset, release)
{
	machine.open_error = -EIO;
	assert_int_equal(flow_real_open(&run), -EIO);
	assert_string_equal(flow_real_problem(), "pretend0 is on fire");
	assert_false(flow_real_is_used());
}

TEST_WITH(script_that_does_not_fit_is_reported, reset, release)
{
	machine.allocations_most = 1;
	assert_int_equal(flow_real_open(&run), -ENOMEM);
	assert_null(flow_real_problem());
}

/* ---- Requests ---- */

TEST_WITH(device_receives_one_request_at_a_time, reset, release)
{
	begin();
	use_disk(&machine.a);
	assert_ptr_equal(machine.served, &machine.a);
	use_disk(&machine.b);
	assert_ptr_equal(machine.served, &machine.a);
	assert_int_equal(machine.starts, 1);
	assert_int_equal(machine.sleeps, 2);
	assert_true(flow_resource_devices.is_busy(0));
	flow_real_done(&flow_real_disk);
	assert_ptr_equal(machine.woken, &machine.a);
	assert_ptr_equal(machine.served, &machine.b);
	flow_real_done(&flow_real_disk);
	assert_ptr_equal(machine.woken, &machine.b);
	assert_int_equal(machine.wakes, 2);
	assert_int_equal(machine.starts, 2);
	assert_false(flow_resource_devices.is_busy(0));
	assert_null(flow_real_problem());
	assert_int_equal(machine.noted, 0);
}

TEST_WITH(failed_request_ends_all_requests_and_the_run, reset, release)
{
	begin();
	use_disk(&machine.a);
	use_disk(&machine.b);
	assert_int_equal(flow_real_fail(&flow_real_disk, -EIO, "sector %u is bad", 3), -EIO);
	assert_int_equal(machine.wakes, 2);
	assert_false(flow_resource_devices.is_busy(0));
	assert_string_equal(flow_real_problem(), "sector 3 is bad");
	assert_int_equal(machine.noted, -EIO);
	machine.served = NULL;
	use_disk(&machine.a);
	assert_null(machine.served);
	flow_resource_devices.serve();
	assert_int_equal(machine.wakes, 3);
}

/* The clock has 0 ticks a second, so each timeout expires at once. */
TEST_WITH(request_timeout_ends_the_run, reset, release)
{
	machine.hz = 0;
	begin();
	use_disk(&machine.a);
	use_disk(&machine.b);
	flow_resource_devices.serve();
	assert_int_equal(machine.wakes, 2);
	assert_int_equal(machine.gives_up, 1);
	assert_int_equal(machine.noted, -ETIMEDOUT);
	assert_string_equal(flow_real_problem(),
			    "pretend0: request timed out after 5000 ms");
	assert_false(flow_resource_devices.is_busy(0));
}

TEST_WITH(request_keeps_its_time_while_others_are_served, reset, release)
{
	begin();
	use_disk(&machine.a);
	machine.current = &machine.b;
	flow_device_use(DEVICE + 1, 0);
	flow_resource_devices.serve();
	assert_ptr_equal(flow_device_serves(DISK_OBJECT), &machine.a.request);
	assert_int_equal(machine.noted, 0);
	flow_real_done(&flow_real_disk);
	assert_null(flow_device_serves(DISK_OBJECT));
}

TEST_WITH(device_is_notified_only_when_a_cpu_is_idle, reset, release)
{
	begin();
	use_disk(&machine.a);
	flow_real_devices()->deadline();
	assert_int_equal(machine.rests, 0);
	machine.current = NULL;
	assert_int_equal(flow_real_devices()->deadline(), machine.a.request.deadline_tsc);
	assert_int_equal(machine.rests, 1);
	flow_real_done(&flow_real_disk);
	flow_real_devices()->deadline();
	assert_int_equal(machine.rests, 1);
}

/* SPDX-License-Identifier: MIT */
/* A request waits in the queue of a simulated device (resource.c), which orders requests and counts
 * their time limit. This file starts the request on the real device, and ends it when the real
 * device has served it. */
#include "kernel/flow/real.h"

#include <stdarg.h>
#include <stddef.h>

#include "kernel/flow/node.h"
#include "kernel/flow/real_device.h"
#include "kernel/flow/resource.h"
#include "kernel/machine/clock.h"
#include "kernel/machine/paging.h"
#include "kernel/machine/smp.h"
#include "kernel/mm/memory.h"
#include "lib/text/errno.h"
#include "lib/text/fmt.h"
#include "lib/text/string.h"
#include "lib/text/ticks.h"

#define PROBLEM_CHARS 200

static struct flow_real_device *const devices[] = {&flow_real_disk, &flow_real_line};
#define DEVICES (sizeof(devices) / sizeof(devices[0]))

static struct {
	struct flow_script scripts[FLOW_NODES_MAX];     /* replace the scripts of the run */
	char problem[PROBLEM_CHARS];
} real;

static struct flow_real_device *real_of(uint32_t node, unsigned object)
{
	for (size_t i = 0; i < DEVICES; i++) {
		if (devices[i]->object == object && devices[i]->node == node && object != 0)
			return devices[i];
	}
	return NULL;
}

const char *flow_real_name(uint32_t node, unsigned object)
{
	const struct flow_real_device *device = real_of(node, object);

	return device != NULL ? device->name : NULL;
}

/* ---- Problems ---- */

const char *flow_real_problem(void)
{
	return real.problem[0] != '\0' ? real.problem : NULL;
}

void flow_real_discard(void)
{
	real.problem[0] = '\0';
}

/* Report a problem. The run ends with its first problem. */
static void real_report(const char *format, va_list args)
{
	if (real.problem[0] == '\0')
		fmt_vbuffer(real.problem, sizeof(real.problem), format, args);
}

static void real_end_all(struct flow_real_device *device)
{
	struct flow_request *request;

	device->request = NULL;
	while ((request = flow_device_serves(device->object)) != NULL)
		flow_device_end(request);
}

int flow_real_fail(struct flow_real_device *device, int error, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	real_report(format, args);
	va_end(args);
	if (device->object == 0)
		return error;
	device->has_failed = true;
	flow_add_error(error);
	real_end_all(device);
	return error;
}

/* ---- Requests ---- */

static void real_start_next(struct flow_real_device *device)
{
	struct flow_request *request = flow_device_serves(device->object);

	if (device->request != NULL || request == NULL || device->has_failed)
		return;
	device->request = request;
	device->start(flow_thread_of(request));
}

/* End of a request, by the device or by the time limit. */
static void real_served(struct flow_request *request)
{
	struct flow_real_device *device = real_of(flow_node_number(), request->device);

	flow_thread_wake(flow_thread_of(request));
	if (device->request != request)
		return;
	if (device->give_up != NULL)
		device->give_up();
	flow_real_fail(device, -ETIMEDOUT, "%s: request timed out after %u ms", device->name,
		       device->limit_ms);
}

void flow_real_done(struct flow_real_device *device)
{
	struct flow_request *request = device->request;

	device->request = NULL;
	flow_device_end(request);
	real_start_next(device);
}

void flow_real_use(unsigned object)
{
	struct flow_thread *self = flow_thread_current();
	struct flow_real_device *device = real_of(flow_node_number(), object);

	self->request.ticks = device->has_failed ? 0 : ticks_of_ms(device->limit_ms, clock_hz());
	self->request.task = &self->task;
	self->request.served = real_served;
	flow_device_request(object, &self->request);
	real_start_next(device);
	flow_thread_sleep();
}

/* ---- For the scheduler ---- */

/* Called last before a CPU sleeps. */
static uint64_t real_deadline(void)
{
	for (size_t i = 0; i < DEVICES && flow_thread_current() == NULL; i++) {
		if (devices[i]->request != NULL && devices[i]->rest != NULL &&
		    devices[i]->node == flow_node_number())
			devices[i]->rest();
	}
	return flow_resource_devices.deadline();
}

bool flow_real_is_used(void)
{
	bool is_used = false;

	for (size_t i = 0; i < DEVICES; i++)
		is_used |= devices[i]->object != 0;
	return is_used;
}

const struct flow_devices *flow_real_devices(void)
{
	static struct flow_devices with_real;

	with_real = flow_resource_devices;
	with_real.deadline = real_deadline;
	return flow_real_is_used() ? &with_real : &flow_resource_devices;
}

/* ---- Begin and end ---- */

static void *real_take(uint64_t size_bytes)
{
	uint64_t phys = memory_alloc((size_bytes + PAGE_4K - 1) / PAGE_4K * PAGE_4K, PAGE_4K);

	return phys != MEMORY_NONE ? phys_to_virt(phys) : NULL;
}

/* Copy a node's script with a real device as the object. Returns false if memory is short. */
static bool real_change_script(const struct flow_script **script, uint32_t node, unsigned index)
{
	struct flow_object_plan *objects = real_take((*script)->object_count * sizeof(*objects));
	struct flow_step *steps = real_take((*script)->step_count * sizeof(*steps));

	if (objects == NULL || steps == NULL)
		return false;
	memcpy(objects, (*script)->objects, (*script)->object_count * sizeof(*objects));
	memcpy(steps, (*script)->steps, (*script)->step_count * sizeof(*steps));
	objects[index].kind = FLOW_REAL;
	for (uint32_t i = 0; i < (*script)->step_count; i++) {
		if (steps[i].op == FLOW_OP_REQUEST && steps[i].object == index)
			steps[i].op = FLOW_OP_REQUEST_REAL;
	}
	real.scripts[node] = **script;
	real.scripts[node].objects = objects;
	real.scripts[node].steps = steps;
	*script = &real.scripts[node];
	return true;
}

/* The place of the run's pointer to a script. */
static const struct flow_script **real_script(struct flow_run *run, uint32_t node)
{
	return node == 0 ? &run->script : &run->further[node - 1];
}

/* Find the first object of a kind. Returns false if there is none. */
static bool real_find(const struct flow_run *run, enum flow_object_kind kind, uint32_t *node,
		      unsigned *index)
{
	for (*node = 0; *node < flow_run_nodes(run); ++*node) {
		const struct flow_script *script = flow_run_script(run, *node);

		for (*index = 0; *index < script->object_count; ++*index) {
			if (script->objects[*index].kind == kind)
				return true;
		}
	}
	return false;
}

static int real_open_device(struct flow_real_device *device, struct flow_run *run)
{
	uint32_t node;
	unsigned index;
	int error;

	if (!real_find(run, device->kind, &node, &index))
		return 0;
	error = device->open(device, &run->real, smp_hardware_id(flow_first_cpu(run, node)));
	if (error != 0)
		return error;
	device->node = node;
	device->object = index + 1;
	device->has_failed = false;
	return real_change_script(real_script(run, node), node, index) ? 0 : -ENOMEM;
}

int flow_real_open(struct flow_run *run)
{
	const bool wanted[DEVICES] = {run->real.disk != 0, run->real.has_line};
	int error = 0;

	for (size_t i = 0; i < DEVICES && error == 0; i++) {
		if (wanted[i])
			error = real_open_device(devices[i], run);
	}
	return error;
}

void flow_real_close(void)
{
	for (size_t i = 0; i < DEVICES; i++) {
		if (devices[i]->object == 0)
			continue;
		devices[i]->object = 0;
		devices[i]->close();
	}
}

void flow_real_begin(void)
{
	for (size_t i = 0; i < DEVICES; i++) {
		devices[i]->request = NULL;
		if (devices[i]->object != 0)
			devices[i]->begin();
	}
}

void flow_real_end(void)
{
	for (size_t i = 0; i < DEVICES; i++) {
		if (devices[i]->object != 0)
			devices[i]->end();
	}
}

/* SPDX-License-Identifier: MIT */
#include "tools/flow/record/price.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <unistd.h>

#include "lib/text/ticks.h"
#include "tools/base/clock.h"
#include "tools/base/sort.h"

/* The median of batches is used, because an interrupt lengthens only a few of them. */
#define BATCHES 21u
#define BATCH_CALLS 50u

/* Begins with a change of memory. */
static void price_called(volatile uint64_t *calls)
{
	++*calls;
}

/* Read for each call, so that the compiler makes a call of the function with the probe. */
static void (*volatile price_call)(volatile uint64_t *calls) = price_called;

/* Where the code at an address of this process is in its file. Returns false without one. */
static bool price_offset(uintptr_t address, uint64_t *offset)
{
	FILE *maps = fopen("/proc/self/maps", "re");
	char line[PATH_MAX + 128];
	uint64_t begin, end, at;
	bool is_found = false;

	while (maps != NULL && !is_found && fgets(line, sizeof(line), maps) != NULL) {
		is_found = sscanf(line, "%" SCNx64 "-%" SCNx64 " %*s %" SCNx64, &begin, &end,
				  &at) == 3 && begin <= address && address < end;
	}
	if (maps != NULL)
		fclose(maps);
	*offset = is_found ? at + (address - begin) : 0;
	return is_found;
}

/* The median ns of a call. */
static double price_time(void)
{
	volatile uint64_t calls = 0;
	double batches[BATCHES];

	for (unsigned i = 0; i < BATCHES; i++) {
		double begin = clock_seconds();

		for (unsigned k = 0; k < BATCH_CALLS; k++)
			price_call(&calls);
		batches[i] = (clock_seconds() - begin) * (double)NS_PER_SECOND / BATCH_CALLS;
	}
	sort_reals(batches, BATCHES);
	return batches[BATCHES / 2];
}

static int price_switch(const struct instance *instance, const char *const events[2],
			const char *value)
{
	char path[128];
	int error = 0;

	for (unsigned i = 0; i < 2 && error == 0; i++) {
		snprintf(path, sizeof(path), "events/%s/enable", events[i]);
		error = instance_write(instance, path, value);
	}
	return error;
}

int price_measure(const struct instance *instance, double *call_ns)
{
	char path[PATH_MAX];
	ssize_t size = readlink("/proc/self/exe", path, sizeof(path) - 1);
	const char *events[2];
	uint64_t offset;
	double without;
	int error;

	if (size < 0 || !price_offset((uintptr_t)price_called, &offset))
		return ENOENT;
	path[size] = '\0';
	error = probes_make_price(&instance->probes, path, offset, events);
	if (error != 0)
		return error;
	without = price_time();
	error = price_switch(instance, events, "1");
	if (error == 0)
		error = instance_write(instance, "tracing_on", "1");
	if (error == 0)
		*call_ns = price_time() - without;
	(void)instance_write(instance, "tracing_on", "0");
	(void)price_switch(instance, events, "0");
	(void)instance_write(instance, "trace", "");
	return error;
}

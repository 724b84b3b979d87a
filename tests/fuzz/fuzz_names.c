/* SPDX-License-Identifier: MIT */
/* Fuzz target for the names that a user gives to machines of a fleet. Every name of an accepted
 * file is that of a machine or of an absent one. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tools/fleet/names.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const labels[] = {"525400123456", "node-1", "node-1", "\xff"};
	static FILE *nothing;
	int number = memfd_create("names", 0);
	struct fleet_machine machines[sizeof(labels) / sizeof(labels[0])] = {0};
	struct fleet fleet = {.machines = machines, .count = sizeof(labels) / sizeof(labels[0])};
	char path[32];

	if (nothing == NULL)
		nothing = fopen("/dev/null", "w");
	if (nothing == NULL || number < 0 || write(number, data, size) != (ssize_t)size)
		abort();
	stderr = nothing;       /* the fuzzer's own messages bypass it */
	arena_init(&fleet.arena, 1 << 20);
	for (size_t i = 0; i < fleet.count; i++)
		machines[i].label = labels[i];
	snprintf(path, sizeof(path), "/proc/self/fd/%d", number);
	if (names_apply(path, &fleet)) {
		for (size_t i = 0; i < fleet.count; i++) {
			if (machines[i].label[0] == '\0')
				abort();
		}
		for (size_t i = 0; i < fleet.absent_count; i++) {
			if (fleet.absent[i][0] == '\0' || strchr(fleet.absent[i], '\n') != NULL)
				abort();
		}
	}
	arena_free(&fleet.arena);
	close(number);
	return 0;
}

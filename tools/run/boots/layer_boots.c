/* SPDX-License-Identifier: MIT */
/* Each boot writes a directory LAYER-NUMBER as `bareline run` does. */
#include "tools/run/boots/layer_boots.h"

#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "tools/base/alloc.h"
#include "tools/base/exit_status.h"
#include "tools/run/booted.h"
#include "tools/run/hypervisor.h"
#include "tools/run/machine.h"
#include "tools/run/request_complete.h"

static char *layer_directory(const char *parent, enum layer layer, unsigned long number)
{
	return xasprintf("%s/%s-%lu", parent, layer_infos[layer].name, number);
}

/* --memory is the guest's. All layers boot on the machine of the hypervisor, with its memory. */
static struct run_request layer_options(const struct layer_boots *boots, enum layer layer,
					const char *memory)
{
	const struct layer_info *info = &layer_infos[layer];
	struct run_request run = *boots->run;

	run.is_linux = info->is_linux;
	run.has_keyboard &= info->is_linux;
	if (!info->is_linux)
		run.linux = (struct linux_options){0};
	if (!info->is_in_kvm) {
		run.machine.memory = memory;
		run.hypervisor = (struct hypervisor_options){0};
	}
	run.hypervisor.is_wanted = info->is_in_kvm;
	if (info->is_in_kvm && run.hypervisor.kernel_count > 0) {
		run.hypervisor.kernels[0] =
			boots->run->hypervisor.kernels[layer_hypervisor(layer)];
		run.hypervisor.kernel_count = 1;
	}
	return run;
}

void layer_boots_check(const struct layer_boots *boots, const struct layers *layers)
{
	char *memory = hypervisor_machine_memory(boots->run->machine.memory);

	for (enum layer layer = LAYER_METAL; layer < LAYERS; layer++) {
		struct run_request run = layer_options(boots, layer, memory);

		if (!layers->wanted[layer])
			continue;
		run_request_complete(&run);
		booted_check(&run);
	}
	free(memory);
}

int layer_boots_run(const struct layer_boots *boots, struct layers *layers)
{
	char *memory = hypervisor_machine_memory(boots->run->machine.memory);
	int status = EXIT_GOOD;

	for (unsigned long number = 1; number <= boots->boots; number++) {
		for (enum layer layer = LAYER_METAL; layer < LAYERS; layer++) {
			struct run_request run = layer_options(boots, layer, memory);
			char *directory;

			if (status != EXIT_GOOD || !layers->wanted[layer])
				continue;
			directory = layer_directory(boots->directory, layer, number);
			fprintf(stderr, "Boot %lu of %s\n", number, layer_infos[layer].title);
			run.output = directory;
			run_request_complete(&run);
			status = run_machine(&run);
			if (status == EXIT_GOOD &&
			    !compared_runs_add(&layers->runs[layer], directory))
				status = EXIT_USAGE;
			free(directory);
		}
	}
	free(memory);
	return status;
}

/* ---- What former boots have left ---- */

static bool layer_read(const char *parent, enum layer layer, struct layers *layers)
{
	bool good = true;

	for (unsigned long number = 1; good; number++) {
		char *directory = layer_directory(parent, layer, number);
		bool is_there = access(directory, F_OK) == 0;

		good = is_there && compared_runs_add(&layers->runs[layer], directory);
		free(directory);
		if (!is_there)
			return true;
	}
	return good;
}

bool layer_boots_read(const char *directory, struct layers *layers)
{
	bool all = true, any = false;

	for (enum layer layer = LAYER_METAL; layer < LAYERS; layer++)
		all &= !layers->wanted[layer];
	for (enum layer layer = LAYER_METAL; layer < LAYERS; layer++) {
		if (!all && !layers->wanted[layer])
			continue;
		if (!layer_read(directory, layer, layers))
			return false;
		if (!all && layers->runs[layer].count == 0) {
			warnx("%s: no %s-1 in this directory", directory, layer_infos[layer].name);
			return false;
		}
		layers->wanted[layer] = layers->runs[layer].count > 0;
		any |= layers->wanted[layer];
	}
	if (!any)
		warnx("%s: no run of a layer, such as metal-1", directory);
	return any;
}

/* SPDX-License-Identifier: MIT */
/* The runs of a layer are in the directories LAYER-1, LAYER-2, ... */
#include "tools/run/boots/layer_boots.h"

#include <err.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/base/alloc.h"
#include "tools/run/hypervisor.h"

/* The request of a layer. --memory is the memory of the guest. All layers boot on the machine of
 * the hypervisor, with its memory. */
static struct run_request layer_request(const struct run_request *common, enum layer layer,
					const char *memory)
{
	const struct layer_info *info = &layer_infos[layer];
	struct run_request run = *common;

	run.is_linux = info->is_linux;
	run.machine.runs_guests = run.machine.is_aarch64;
	run.has_keyboard &= info->is_linux;
	if (!info->is_linux)
		run.linux = (struct linux_options){0};
	if (!info->is_in_kvm) {
		run.machine.memory = memory;
		run.hypervisor = (struct hypervisor_options){0};
	}
	run.hypervisor.is_wanted = info->is_in_kvm;
	if (info->is_in_kvm && run.hypervisor.kernel_count > 0) {
		run.hypervisor.kernels[0] = common->hypervisor.kernels[layer_hypervisor(layer)];
		run.hypervisor.kernel_count = 1;
	}
	return run;
}

int layer_boots_run(const struct run_request *run, unsigned long boots, const char *directory,
		    struct layers *layers, struct run_directory *parent)
{
	char *memory = hypervisor_machine_memory(run->machine.memory);
	struct side_boots sides = {.boots = boots};
	int status;

	layers_list(layers);
	for (size_t i = 0; i < layers->sides.count; i++) {
		struct boot_side *side = &sides.sides[sides.count++];

		*side = (struct boot_side){
			.title = layers->sides.items[i].title,
			.run = layer_request(run, layers->of[i], memory),
			.runs = &layers->sides.items[i].runs,
		};
		strcpy(side->name, layers_info(layers, i)->name);
	}
	status = interleaved_boot_sides(&sides, directory, parent);
	free(memory);
	return status;
}

/* ---- What former boots have left ---- */

static char *layer_directory(const char *parent, enum layer layer, unsigned long number)
{
	return xasprintf("%s/%s-%lu", parent, layer_infos[layer].name, number);
}

static bool layer_is_there(const char *parent, enum layer layer, unsigned long number)
{
	char *directory = layer_directory(parent, layer, number);
	bool is_there = access(directory, F_OK) == 0;

	free(directory);
	return is_there;
}

bool layer_boots_read(const char *directory, struct layers *layers)
{
	bool all = true, good = true;

	for (enum layer layer = LAYER_METAL; layer < LAYERS; layer++)
		all &= !layers->wanted[layer];
	for (enum layer layer = LAYER_METAL; layer < LAYERS; layer++) {
		bool is_there = layer_is_there(directory, layer, 1);

		if (layers->wanted[layer] && !is_there) {
			warnx("%s: no %s-1 in this directory; omit the layer from --layers",
			      directory, layer_infos[layer].name);
			return false;
		}
		layers->wanted[layer] |= all && is_there;
	}
	layers_list(layers);
	for (size_t i = 0; i < layers->sides.count; i++) {
		enum layer layer = layers->of[i];

		for (unsigned long number = 1; good && layer_is_there(directory, layer, number);
		     number++) {
			char *run = layer_directory(directory, layer, number);

			good = compared_runs_add(&layers->sides.items[i].runs, run);
			free(run);
		}
	}
	if (layers->sides.count == 0)
		warnx("%s: no run of a layer, such as metal-1; give the directory of -o",
		      directory);
	return good && layers->sides.count > 0;
}

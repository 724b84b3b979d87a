/* SPDX-License-Identifier: MIT */
/* Other activity of the host during the run, and outliers. Both need the run's directory. */
#include <jansson.h>

#include "tools/analysis/outliers.h"
#include "tools/results/run_directory.h"
#include "tools/topic/topic.h"

struct host_noise topic_host_noise(const char *path)
{
	json_t *manifest = run_manifest_read(path);
	struct host_noise noise = host_noise_of_json(json_object_get(manifest, "host_noise"));

	json_decref(manifest);
	return noise;
}

/* Skipped for runs that count instructions, which a busy host does not affect. Outliers of a run
 * without a directory are in the tables. */
void topic_host(struct topic *topic)
{
	struct host_noise noise;
	struct outliers outliers;
	struct table *table;
	char text[OUTLIERS_TEXT_MAX];

	if (topic->path == NULL || topic_is_exact(topic))
		return;
	table = table_begin_facts(topic->tables, KNOW_SECTION, "host", "Host and outliers");
	noise = topic_host_noise(topic->path);
	if (noise.is_known) {
		char advice[HOST_NOISE_ADVICE_MAX];

		host_noise_advise(&noise, advice);
		if (advice[0] != '\0')
			table_fact(table, "noise", "%s", advice)->is_warning = true;
		else
			table_fact(table, "noise",
				   "idle host: %.1f runnable tasks on %u CPUs, %.1f %% of CPU time "
				   "stolen by its hypervisor",
				   noise.load, noise.cpus, host_noise_steal(&noise) * 100);
	}
	outliers_find(topic->analysis, &outliers);
	outliers_describe(&outliers, text);
	if (text[0] != '\0')
		table_fact(table, "outliers", "%s", text)->is_warning = host_noise_is_loud(&noise);
}

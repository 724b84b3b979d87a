/* SPDX-License-Identifier: MIT */
/* The keys are in one list. */
#include "tools/results/json_identity.h"

json_t *json_from_identity(const struct identity *identity)
{
	const struct {
		const char *key, *text;
	} texts[] = {
		{"id", identity->id},
		{"id_from", identity->id_from},
		{"model", identity->model},
		{"hardware", identity->hardware},
		{"name", identity->name},
		{"cpu", identity->cpu},
		{"microcode", identity->microcode},
		{"memory", identity->memory},
		{"firmware", identity->firmware},
		{"made", identity->made},
		{"made_from", identity->made_from},
	};
	json_t *object = json_object();

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		json_object_set_new(object, texts[i].key,
				    texts[i].text != NULL ? json_string(texts[i].text)
							  : json_null());
	return object;
}

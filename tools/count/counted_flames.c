/* SPDX-License-Identifier: MIT */
#include "tools/count/counted_flames.h"

#include <inttypes.h>
#include <stdlib.h>

#include "tools/base/alloc.h"
#include "tools/flame/flames.h"

#define ALL_COLOUR "#e4e4e4"
#define USER_COLOUR "#a8d8a0"
#define KERNEL_COLOUR "#f2b36b"

static struct flame *make_flames(const struct counted_functions *functions)
{
	const struct call_tree *tree = &functions->tree;
	struct flame *flames = xcalloc(tree->count, sizeof(*flames));

	flames[0] = (struct flame){.name = "all", .colour = ALL_COLOUR};
	for (size_t i = 1; i < tree->count; i++) {
		const struct call_node *node = &tree->nodes[i];

		flames[i] = (struct flame){
			.parent = node->parent, .depth = node->depth, .name = node->name,
			.colour = node->layer == CODE_USER ? USER_COLOUR : KERNEL_COLOUR,
			.self = node->self_insns,
		};
	}
	return flames;
}

static void write_tip(const void *context, uint64_t total, FILE *file)
{
	(void)context;
	fprintf(file, ": %" PRIu64 " instructions", total);
}

void counted_flames_write(const struct counted_functions *functions, const char *program,
			  FILE *file)
{
	struct flame *flames = make_flames(functions);
	char *title = xasprintf("%s: %" PRIu64 " instructions", program, functions->tree.insns);

	flames_write(&(struct flames){
		.items = flames, .count = functions->tree.count, .title = title,
		.subtitle = "Call tree; width: instructions; green: user, orange: kernel",
		.write_tip = write_tip,
	}, file);
	free(title);
	free(flames);
}

void counted_flames_write_folded(const struct counted_functions *functions, FILE *file)
{
	struct flame *flames = make_flames(functions);

	flames_write_folded(&(struct flames){.items = flames, .count = functions->tree.count},
			    file);
	free(flames);
}

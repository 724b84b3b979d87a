/* SPDX-License-Identifier: MIT */
/* The cause of a change between two made-up call trees whose difference is known. */
#include "tests/unit/unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/file.h"
#include "tools/explain/cost_change.h"

#define NODES_MAX 16
#define NAME_MAX_CHARS 40

/* A tree with two operations. Each line is a function, its callees indented by one more blank, and
 * its own instructions in one operation: "outer 10\n inner 20\n". ~ precedes an inlined one. */
struct text_tree {
	struct call_tree tree;
	struct call_node nodes[NODES_MAX];
	char names[NODES_MAX][NAME_MAX_CHARS];
};

static void tree_from_text(struct text_tree *made, const char *text)
{
	uint32_t at_depth[NODES_MAX] = {0};

	*made = (struct text_tree){0};
	made->nodes[0].name = "all";
	made->tree = (struct call_tree){.nodes = made->nodes, .count = 1};
	while (*text != '\0') {
		size_t blanks = strspn(text, " "), number = made->tree.count++;
		struct call_node *node = &made->nodes[number];
		bool is_inlined = text[blanks] == '~';
		unsigned insns;

		assert_true(number < NODES_MAX);
		assert_int_equal(sscanf(text + blanks + is_inlined, "%39s %u", made->names[number],
					&insns), 2);
		*node = (struct call_node){
			.parent = at_depth[blanks], .name = made->names[number],
			.layer = CODE_KERNEL, .is_inlined = is_inlined,
			.self_insns = 2 * (uint64_t)insns,
		};
		at_depth[blanks + 1] = (uint32_t)number;
		made->tree.insns += node->self_insns;
		text += strcspn(text, "\n") + 1;
	}
}

static char *changes_text(const struct cost_changes *changes)
{
	static const char *const kinds[COST_KINDS] = {
		"own", "with inlined", "with callees", "added", "removed", "moved",
	};
	char *text;
	size_t size;
	FILE *out = file_in_memory(&text, &size);

	for (size_t i = 0; i < changes->count; i++)
		fprintf(out, "%s %s %g %g\n", changes->items[i].name, kinds[changes->items[i].kind],
			changes->items[i].base, changes->items[i].new);
	file_end_memory(out, &text);
	return text;
}

/* All changes except moves add up to the total's, and moves to 0. */
static void assert_sums(const struct cost_changes *changes, const struct call_tree *base,
			const struct call_tree *new)
{
	double change = 0, moved = 0;

	for (size_t i = 0; i < changes->count; i++)
		*(changes->items[i].kind == COST_MOVED ? &moved : &change) +=
			changes->items[i].new - changes->items[i].base;
	assert_true(fabs(change - ((double)new->insns - (double)base->insns) / 2) < 1e-6);
	assert_true(fabs(moved) < 1e-6);
}

struct change_case {
	const char *name, *base, *new, *changes, *sentence;
};

static void check_case(void **state)
{
	const struct change_case *of = *state;
	struct text_tree base, new;
	struct cost_changes changes;
	char *text, *sentence;

	tree_from_text(&base, of->base);
	tree_from_text(&new, of->new);
	changes = cost_changes_make(&(struct cost_side){&base.tree, 2},
				    &(struct cost_side){&new.tree, 2});
	assert_sums(&changes, &base.tree, &new.tree);
	text = changes_text(&changes);
	sentence = cost_changes_sentence(&changes);
	assert_string_equal(text, of->changes);
	assert_string_equal(sentence, of->sentence);
	free(text);
	free(sentence);
	cost_changes_free(&changes);
}

#define ROOT "run 1\n"

static const struct change_case cases[] = {
	/* Equal, and one instruction in one function. */
	{"nothing changed",
	 ROOT " a 5\n  b 7\n", ROOT " a 5\n  b 7\n", "", "The cost is the same."},
	{"one function",
	 ROOT " a 5\n  b 7\n", ROOT " a 5\n  b 8\n", "b own 7 8\n",
	 "`b` costs 1 instruction more."},
	{"two functions",
	 ROOT " a 9\n  b 7\n", ROOT " a 6\n  b 8\n", "a own 9 6\nb own 7 8\n",
	 "`a` costs 3 instructions less and `b` costs 1 instruction more."},
	/* A function is inlined in its caller. */
	{"inlined in its caller",
	 ROOT " a 30\n  b 30\n", ROOT " a 60\n", "a moved 30 60\nb moved 30 0\n",
	 "The cost is the same; instructions moved between functions by inlining."},
	{"inlined with a change",
	 ROOT " a 30\n  b 30\n", ROOT " a 61\n",
	 "a with inlined 60 61\na moved 31 61\nb moved 30 0\n",
	 "`a`, with what is inlined in it, costs 1 instruction more; all else moved between "
	 "functions by inlining."},
	/* The callee of an inlined function is found below the caller. */
	{"callee of an inlined function",
	 ROOT " a 10\n  b 20\n   c 5\n", ROOT " a 30\n  c 6\n",
	 "c own 5 6\na moved 10 30\nb moved 20 0\n",
	 "`c` costs 1 instruction more; all else moved between functions by inlining."},
	/* The same with names of inlined functions: what the call itself cost is found. */
	{"inlined with names",
	 ROOT " a 10\n  b 20\n   c 5\n", ROOT " a 9\n  ~b 16\n  c 6\n",
	 "b own 20 16\na own 10 9\nc own 5 6\n",
	 "`b` costs 4 instructions less, `a` costs 1 instruction less and `c` costs 1 instruction "
	 "more."},
	/* The compiler decides what is a function's own and what is inlined. */
	{"exchange with inlined code",
	 ROOT " a 10\n  ~b 20\n", ROOT " a 13\n  ~b 18\n",
	 "a with inlined 30 31\na moved 11 13\nb moved 20 18\n",
	 "`a`, with what is inlined in it, costs 1 instruction more; all else moved between "
	 "functions."},
	/* Inlined in one caller instead of another, and a change elsewhere. */
	{"inlined elsewhere",
	 ROOT " a 10\n  g 30\n b 10\n c 5\n", ROOT " a 10\n b 40\n c 6\n",
	 "c own 5 6\nb moved 10 40\ng moved 30 0\n",
	 "`c` costs 1 instruction more; all else moved between functions by inlining."},
	/* Indistinguishable: only the caller of both is certain. */
	{"caller of both",
	 ROOT " a 10\n  g 30\n b 10\n", ROOT " a 10\n b 41\n",
	 "run with callees 51 52\nb moved 10 41\ng moved 30 0\nrun moved 2 1\n",
	 "`run` with its callees costs 1 instruction more; all else moved between functions by "
	 "inlining."},
	/* Changes of both signs, without a function that one build lacks, are changes. */
	{"changes of both signs",
	 ROOT " a 10\n b 10\n", ROOT " a 15\n b 7\n", "a own 10 15\nb own 10 7\n",
	 "`a` costs 5 instructions more and `b` costs 3 instructions less."},
	/* Also if they cancel out by chance. */
	{"cancelled by chance",
	 ROOT " a 20\n b 20\n c 5\n", ROOT " a 3\n b 37\n c 6\n",
	 "a own 20 3\nb own 20 37\nc own 5 6\n",
	 "`a` costs 17 instructions less, `b` costs 17 instructions more and `c` costs 1 "
	 "instruction more."},
	/* Another call, and one less. */
	{"another call",
	 ROOT " a 10\n", ROOT " a 11\n  b 20\n   c 5\n", "b added 0 25\na own 10 11\n",
	 "The new build also calls `b`, which costs 25 instructions and `a` costs 1 instruction "
	 "more."},
	{"a call less",
	 ROOT " a 10\n  b 20\n", ROOT " a 10\n", "b removed 20 0\n",
	 "The new build does not call `b`, which cost 20 instructions."},
	/* Another name of the same function, and a copy of it. */
	{"renamed",
	 ROOT " a 10\n  old 20\n   c 5\n", ROOT " a 10\n  late 20\n   c 6\n", "c own 5 6\n",
	 "`c` costs 1 instruction more."},
	{"copy of a function",
	 ROOT " a 10\n", ROOT " a.constprop.0 4\n  a.part.0 7\n", "a.constprop.0 own 10 11\n",
	 "`a.constprop.0` costs 1 instruction more."},
	/* The function that contains all others has another name. */
	{"renamed top",
	 "run 1\n a 10\n", "run_all 2\n a 10\n", "run_all own 1 2\n",
	 "`run_all` costs 1 instruction more."},
	/* Callers above the measured code differ. */
	{"other callers above",
	 "above 0\n take 0\n  a 4\n   b 6\n point 0\n  a 1\n   b 2\n", "take 0\n a 5\n  b 9\n",
	 "b own 8 9\n", "`b` costs 1 instruction more."},
	/* The same function under two callers is one. */
	{"two callers",
	 ROOT " a 1\n  c 5\n b 1\n  c 5\n", ROOT " a 1\n  c 6\n b 1\n  c 7\n", "c own 10 13\n",
	 "`c` costs 3 instructions more."},
	/* Only the largest are named. */
	{"only the largest are named",
	 ROOT " a 10\n b 10\n c 10\n d 10\n e 10\n",
	 ROOT " a 60\n b 50\n c 40\n d 30\n e 20\n",
	 "a own 10 60\nb own 10 50\nc own 10 40\nd own 10 30\ne own 10 20\n",
	 "`a` costs 50 instructions more, `b` costs 40 instructions more, `c` costs 30 "
	 "instructions more and 2 other functions cost 30 instructions more in sum."},
	{"a rest of both signs",
	 ROOT " a 10\n b 10\n c 10\n d 10\n e 15\n",
	 ROOT " a 60\n b 50\n c 40\n d 30\n e 10\n",
	 "a own 10 60\nb own 10 50\nc own 10 40\nd own 10 30\ne own 15 10\n",
	 "`a` costs 50 instructions more, `b` costs 40 instructions more, `c` costs 30 "
	 "instructions more and 2 other functions cost 15 instructions more in sum."},
	{"a rest that costs less",
	 ROOT " a 10\n b 10\n c 10\n d 30\n e 10\n",
	 ROOT " a 60\n b 50\n c 40\n d 10\n e 15\n",
	 "a own 10 60\nb own 10 50\nc own 10 40\nd own 30 10\ne own 10 15\n",
	 "`a` costs 50 instructions more, `b` costs 40 instructions more, `c` costs 30 "
	 "instructions more and 2 other functions cost 15 instructions less in sum."},
};

TEST_CASES(check_case, cases);

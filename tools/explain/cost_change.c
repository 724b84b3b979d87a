/* SPDX-License-Identifier: MIT */
/* Both call trees become one: nodes are paired by caller and name. A change is followed from the
 * root to the deepest nodes that contain it. Parts of a node that cancel out have moved, if one
 * build inlines a function there. */
#include "tools/explain/cost_change.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"

/* Half of the smallest difference that the longest sample can show. */
#define SAME_MAX 1e-9
#define CAPACITY_MIN 64

enum pair_side {OLD, LATE, PAIR_SIDES};

/* A function below a caller, in either tree or both. */
struct pair {
	uint32_t parent, first_child, next;     /* 0: none; next: the parent's next child */
	enum code_layer layer;
	const char *name;                       /* in the new build, if there */
	double own[PAIR_SIDES], total[PAIR_SIDES];
	bool is_called[PAIR_SIDES], is_inlined[PAIR_SIDES];
};

struct pairing {
	struct pair *pairs;                     /* the first is the root */
	uint32_t count;
	struct cost_changes changes;
	size_t capacity;                        /* of the changes */
};

static bool is_same(double a, double b)
{
	return fabs(a - b) <= SAME_MAX;
}

static bool is_in(const struct pair *pair, enum pair_side side)
{
	return pair->is_called[side] || pair->is_inlined[side];
}

static bool is_in_both(const struct pair *pair)
{
	return is_in(pair, OLD) && is_in(pair, LATE);
}

/* ---- One tree of two ---- */

/* Length of a name without the suffix that a compiler gives to the copy of a function: ".part.0",
 * ".constprop.0", ".isra.0", ".cold". */
static size_t name_length(const char *name)
{
	return name[0] == '.' ? strlen(name) : strcspn(name, ".");
}

static bool is_same_name(const char *a, const char *b)
{
	size_t length = name_length(a);

	return length == name_length(b) && memcmp(a, b, length) == 0;
}

static uint32_t pair_child(const struct pairing *pairing, uint32_t parent, enum code_layer layer,
			   const char *name)
{
	uint32_t at = pairing->pairs[parent].first_child;

	while (at != 0 && (pairing->pairs[at].layer != layer ||
			   !is_same_name(pairing->pairs[at].name, name)))
		at = pairing->pairs[at].next;
	return at;
}

static void pair_link(struct pairing *pairing, uint32_t parent, uint32_t child)
{
	uint32_t *last = &pairing->pairs[parent].first_child;

	while (*last != 0)
		last = &pairing->pairs[*last].next;
	*last = child;
	pairing->pairs[child].parent = parent;
	pairing->pairs[child].next = 0;
}

static void pair_unlink(struct pairing *pairing, uint32_t child)
{
	uint32_t *at = &pairing->pairs[pairing->pairs[child].parent].first_child;

	while (*at != child)
		at = &pairing->pairs[*at].next;
	*at = pairing->pairs[child].next;
}

/* The only function that the root calls, if it has instructions; otherwise 0. */
static uint32_t only_top(const struct call_tree *tree)
{
	for (uint32_t i = 2; i < tree->count; i++) {
		if (tree->nodes[i].parent == 0)
			return 0;
	}
	return tree->count > 1 && tree->nodes[1].self_insns > 0 ? 1 : 0;
}

/* The copy of a function that another copy calls is the same function. */
static bool is_copy(const struct pair *parent, const struct call_node *node)
{
	return parent->layer == node->layer && is_same_name(parent->name, node->name) &&
	       strcmp(parent->name, node->name) != 0;
}

static uint32_t pair_place(struct pairing *pairing, uint32_t parent, const struct call_node *node)
{
	uint32_t place = pair_child(pairing, parent, node->layer, node->name);

	if (place != 0 || (parent != 0 && is_copy(&pairing->pairs[parent], node)))
		return place != 0 ? place : parent;
	place = pairing->count++;
	pairing->pairs[place] = (struct pair){.layer = node->layer, .name = node->name};
	pair_link(pairing, parent, place);
	return place;
}

/* The functions at the top contain all instructions, so they are paired, whatever their names.
 * Callers above, without instructions, depend on which samples the plugin saw from where. */
static void pairing_add(struct pairing *pairing, const struct cost_side *side, enum pair_side of,
			bool has_one_top)
{
	const struct call_tree *tree = side->tree;
	uint32_t *places = xcalloc(tree->count + 1, sizeof(*places));

	for (uint32_t i = 1; i < tree->count; i++) {
		const struct call_node *node = &tree->nodes[i];
		struct pair *pair;

		if (places[node->parent] == 0 && node->self_insns == 0 && !node->is_inlined)
			continue;
		places[i] = has_one_top && i == 1 && pairing->count > 1
				    ? 1
				    : pair_place(pairing, places[node->parent], node);
		pair = &pairing->pairs[places[i]];
		if (!is_in(pair, of))
			pair->name = node->name;
		pair->own[of] += (double)node->self_insns / (double)side->operations;
		pair->is_called[of] |= !node->is_inlined;
		pair->is_inlined[of] |= node->is_inlined;
	}
	free(places);
}

/* ---- Inlined in one build ---- */

static void pair_merge(struct pairing *pairing, uint32_t from, uint32_t into);

/* Move a child to another parent. */
static void pair_move(struct pairing *pairing, uint32_t child, uint32_t parent)
{
	uint32_t same = pair_child(pairing, parent, pairing->pairs[child].layer,
				   pairing->pairs[child].name);

	pair_unlink(pairing, child);
	if (same != 0)
		pair_merge(pairing, child, same);
	else
		pair_link(pairing, parent, child);
}

static void pair_merge(struct pairing *pairing, uint32_t from, uint32_t into)
{
	const struct pair *source = &pairing->pairs[from];
	struct pair *target = &pairing->pairs[into];

	for (enum pair_side side = OLD; side < PAIR_SIDES; side++) {
		target->own[side] += source->own[side];
		target->is_called[side] |= source->is_called[side];
		target->is_inlined[side] |= source->is_inlined[side];
	}
	if (is_in(source, LATE))
		target->name = source->name;
	while (pairing->pairs[from].first_child != 0)
		pair_move(pairing, pairing->pairs[from].first_child, into);
}

/* Callees of inlined code are the children of the function that contains it. On the side that
 * calls the same function, its callees therefore move to the container as well. */
static void pair_lift_callees(struct pairing *pairing, uint32_t at, enum pair_side called,
			      enum pair_side inlined)
{
	uint32_t container = pairing->pairs[at].parent, next;

	while (container != 0 && !pairing->pairs[container].is_called[inlined])
		container = pairing->pairs[container].parent;
	for (uint32_t child = pairing->pairs[at].first_child; child != 0; child = next) {
		next = pairing->pairs[child].next;
		if (pairing->pairs[child].is_called[called] &&
		    !is_in(&pairing->pairs[child], inlined))
			pair_move(pairing, child, container);
	}
}

/* Without debugging information, an inlined function has no node. Its callees are then found below
 * its caller, where they are new. */
static void pair_lift_found(struct pairing *pairing, uint32_t into, uint32_t at,
			    enum pair_side called, enum pair_side inlined)
{
	uint32_t next;

	for (uint32_t child = pairing->pairs[at].first_child; child != 0; child = next) {
		uint32_t same = pair_child(pairing, into, pairing->pairs[child].layer,
					   pairing->pairs[child].name);

		next = pairing->pairs[child].next;
		if (same != 0 && is_in(&pairing->pairs[same], inlined) &&
		    !is_in(&pairing->pairs[same], called))
			pair_move(pairing, child, into);
		else
			pair_lift_found(pairing, into, child, called, inlined);
	}
}

/* The only child of one side; 0 if there are none or several. */
static uint32_t only_child_of(const struct pairing *pairing, uint32_t at, enum pair_side side)
{
	uint32_t found = 0;

	for (uint32_t child = pairing->pairs[at].first_child; child != 0;
	     child = pairing->pairs[child].next) {
		if (is_in(&pairing->pairs[child], (enum pair_side)!side))
			continue;
		if (found != 0)
			return 0;
		found = child;
	}
	return found;
}

/* If a caller with unchanged code calls one function in place of another, the function has a new
 * name. */
static void pair_rename(struct pairing *pairing, uint32_t at)
{
	uint32_t before = only_child_of(pairing, at, OLD), after = only_child_of(pairing, at, LATE);

	if (before == 0 || after == 0 ||
	    !is_same(pairing->pairs[at].own[OLD], pairing->pairs[at].own[LATE]) ||
	    pairing->pairs[before].layer != pairing->pairs[after].layer)
		return;
	pair_unlink(pairing, before);
	pair_merge(pairing, before, after);
}

static void pair_align(struct pairing *pairing, uint32_t at)
{
	for (enum pair_side side = OLD; side < PAIR_SIDES; side++) {
		enum pair_side other = (enum pair_side)!side;
		const struct pair *pair = &pairing->pairs[at];

		if (pair->is_called[side] && pair->is_inlined[other] && !pair->is_called[other])
			pair_lift_callees(pairing, at, side, other);
		for (uint32_t child = pairing->pairs[at].first_child; child != 0;
		     child = pairing->pairs[child].next) {
			if (is_in(&pairing->pairs[child], side) &&
			    !is_in(&pairing->pairs[child], other))
				pair_lift_found(pairing, at, child, side, other);
		}
	}
	pair_rename(pairing, at);
	for (uint32_t child = pairing->pairs[at].first_child; child != 0;
	     child = pairing->pairs[child].next)
		pair_align(pairing, child);
}

static void pair_sum(struct pairing *pairing, uint32_t at)
{
	struct pair *pair = &pairing->pairs[at];

	for (enum pair_side side = OLD; side < PAIR_SIDES; side++)
		pair->total[side] = pair->own[side];
	for (uint32_t child = pair->first_child; child != 0; child = pairing->pairs[child].next) {
		pair_sum(pairing, child);
		for (enum pair_side side = OLD; side < PAIR_SIDES; side++)
			pair->total[side] += pairing->pairs[child].total[side];
	}
}

/* ---- Changes ---- */

static void changes_add(struct pairing *pairing, enum cost_change_kind kind,
			const struct pair *pair, const double values[PAIR_SIDES])
{
	struct cost_changes *changes = &pairing->changes;
	struct cost_change *item = NULL;

	if (is_same(values[OLD], values[LATE]))
		return;
	for (size_t i = 0; i < changes->count && item == NULL; i++) {
		struct cost_change *other = &changes->items[i];

		if (other->kind == kind && other->layer == pair->layer &&
		    is_same_name(other->name, pair->name))
			item = other;
	}
	if (item == NULL) {
		if (changes->count == pairing->capacity) {
			pairing->capacity = 2 * pairing->capacity + CAPACITY_MIN;
			changes->items = xreallocarray(changes->items, pairing->capacity,
						       sizeof(*changes->items));
		}
		item = &changes->items[changes->count++];
		*item = (struct cost_change){.kind = kind, .layer = pair->layer,
					     .name = pair->name};
	}
	item->base += values[OLD];
	item->new += values[LATE];
}

/* Add the rest of the change of a function's own instructions, after the listed change, as
 * moved. */
static void changes_add_moved(struct pairing *pairing, const struct pair *pair, double listed)
{
	const double values[PAIR_SIDES] = {pair->own[OLD] + listed, pair->own[LATE]};

	changes_add(pairing, COST_MOVED, pair, values);
	pairing->changes.by_inlining |= !is_in_both(pair) ||
					pair->is_inlined[OLD] != pair->is_inlined[LATE];
}

static void changes_add_moved_tree(struct pairing *pairing, uint32_t at, double listed)
{
	changes_add_moved(pairing, &pairing->pairs[at], listed);
	for (uint32_t child = pairing->pairs[at].first_child; child != 0;
	     child = pairing->pairs[child].next)
		changes_add_moved_tree(pairing, child, 0);
}

static double pair_change(const struct pair *pair)
{
	return pair->total[LATE] - pair->total[OLD];
}

static double own_change(const struct pair *pair)
{
	return pair->own[LATE] - pair->own[OLD];
}

/* Whether the compiler decides which instructions belong to the child and which to the parent. */
static bool is_part_of_parent(const struct pair *pair)
{
	return !is_in_both(pair) || pair->is_inlined[OLD] || pair->is_inlined[LATE];
}

/* Instructions that inlining may have moved here from elsewhere: those of functions that only the
 * new build calls, minus those of functions that only the old build calls. */
static double pair_movable(const struct pairing *pairing, uint32_t at)
{
	double sum = 0;

	if (!is_in_both(&pairing->pairs[at]))
		return pair_change(&pairing->pairs[at]);
	for (uint32_t child = pairing->pairs[at].first_child; child != 0;
	     child = pairing->pairs[child].next)
		sum += pair_movable(pairing, child);
	return sum;
}

/* Parts of a node's change: the node's own part, and one for each child. If the changes of
 * is_part_of_parent() children and the node's own change cancel out, these children belong to the
 * node's own part. */
struct part {
	uint32_t child;         /* 0: the node's own */
	double change, movable;
	bool is_moved;
};

struct part_list {
	struct part *items;
	size_t count;
	bool is_own_joined;
};

/* Whether the node's own instructions and those of functions that may be inlined in it have changes
 * of both signs. */
static bool has_exchange(const struct pairing *pairing, uint32_t at)
{
	double change = own_change(&pairing->pairs[at]);
	bool has_more = change > SAME_MAX, has_less = change < -SAME_MAX;

	for (uint32_t child = pairing->pairs[at].first_child; child != 0;
	     child = pairing->pairs[child].next) {
		if (!is_part_of_parent(&pairing->pairs[child]))
			continue;
		change = pair_change(&pairing->pairs[child]);
		has_more |= change > SAME_MAX;
		has_less |= change < -SAME_MAX;
	}
	return has_more && has_less;
}

static struct part_list parts_make(const struct pairing *pairing, uint32_t at)
{
	struct part_list parts = {
		.items = xcalloc(pairing->count + 1, sizeof(*parts.items)), .count = 1,
		.is_own_joined = has_exchange(pairing, at),
	};

	parts.items[0] = (struct part){.change = own_change(&pairing->pairs[at])};
	for (uint32_t child = pairing->pairs[at].first_child; child != 0;
	     child = pairing->pairs[child].next) {
		const struct pair *pair = &pairing->pairs[child];
		struct part part = {
			.child = child, .change = pair_change(pair),
			.movable = pair_movable(pairing, child),
		};

		if (parts.is_own_joined && is_part_of_parent(pair)) {
			parts.items[0].change += part.change;
			parts.items[0].movable += is_in_both(pair) ? 0 : part.movable;
		} else {
			parts.items[parts.count++] = part;
		}
	}
	return parts;
}

/* How much of a part's change inlining may have moved. */
static double part_moved_max(const struct part *part)
{
	return fmax(part->change > 0 ? part->movable : -part->movable, 0);
}

/* Mark pairs of parts that cancel out exactly. */
static void parts_cancel(struct part_list *parts)
{
	for (size_t i = 0; i < parts->count; i++) {
		struct part *a = &parts->items[i];

		for (size_t j = i + 1; j < parts->count && !a->is_moved; j++) {
			struct part *b = &parts->items[j];

			if (b->is_moved || is_same(a->change, 0) ||
			    !is_same(a->change, -b->change) ||
			    part_moved_max(a) + part_moved_max(b) + SAME_MAX < fabs(a->change))
				continue;
			a->is_moved = b->is_moved = true;
		}
	}
}

/* Whether the rest has changes of both signs that inlining can have moved. */
static bool parts_are_mixed(const struct part_list *parts)
{
	double more = 0, less = 0, movable = 0;

	for (size_t i = 0; i < parts->count; i++) {
		const struct part *part = &parts->items[i];

		if (part->is_moved)
			continue;
		more += fmax(part->change, 0);
		less -= fmin(part->change, 0);
		movable += part_moved_max(part);
	}
	return fmin(more, less) > SAME_MAX && fmin(more, less) <= movable + SAME_MAX;
}

static void pair_explain(struct pairing *pairing, uint32_t at);

/* The node's own instructions, with those of functions that may be inlined in it. */
static void explain_own(struct pairing *pairing, uint32_t at, const struct part_list *parts)
{
	const struct pair *pair = &pairing->pairs[at];
	double sums[PAIR_SIDES] = {pair->own[OLD], pair->own[LATE]};

	if (!parts->is_own_joined) {
		changes_add(pairing, COST_OWN, pair, sums);
		return;
	}
	for (uint32_t child = pair->first_child; child != 0; child = pairing->pairs[child].next) {
		if (!is_part_of_parent(&pairing->pairs[child]))
			continue;
		sums[OLD] += pairing->pairs[child].total[OLD];
		sums[LATE] += pairing->pairs[child].total[LATE];
		changes_add_moved_tree(pairing, child, 0);
	}
	changes_add_moved(pairing, pair, sums[LATE] - sums[OLD]);
	changes_add(pairing, COST_WITH_INLINED, pair, sums);
}

static void explain_own_moved(struct pairing *pairing, uint32_t at, const struct part_list *parts)
{
	const struct pair *pair = &pairing->pairs[at];

	changes_add_moved(pairing, pair, 0);
	for (uint32_t child = pair->first_child; parts->is_own_joined && child != 0;
	     child = pairing->pairs[child].next) {
		if (is_part_of_parent(&pairing->pairs[child]))
			changes_add_moved_tree(pairing, child, 0);
	}
}

static void pair_explain(struct pairing *pairing, uint32_t at)
{
	const struct pair *pair = &pairing->pairs[at];
	struct part_list parts;

	if (is_same(pair_change(pair), 0)) {
		changes_add_moved_tree(pairing, at, 0);
		return;
	}
	parts = parts_make(pairing, at);
	parts_cancel(&parts);
	if (at != 0 && parts_are_mixed(&parts)) {
		changes_add(pairing, COST_WITH_CALLEES, pair, pair->total);
		changes_add_moved_tree(pairing, at, pair_change(pair));
	} else {
		for (size_t i = 0; i < parts.count; i++) {
			const struct part *part = &parts.items[i];
			const struct pair *child = &pairing->pairs[part->child];

			if (part->child == 0 && part->is_moved)
				explain_own_moved(pairing, at, &parts);
			else if (part->child == 0)
				explain_own(pairing, at, &parts);
			else if (part->is_moved)
				changes_add_moved_tree(pairing, part->child, 0);
			else if (is_in_both(child))
				pair_explain(pairing, part->child);
			else
				changes_add(pairing, is_in(child, LATE) ? COST_ADDED : COST_REMOVED,
					    child, child->total);
		}
	}
	free(parts.items);
}

static int by_size(const void *first, const void *second)
{
	const struct cost_change *a = first, *b = second;
	bool a_moved = a->kind == COST_MOVED, b_moved = b->kind == COST_MOVED;
	double a_size = fabs(a->new - a->base), b_size = fabs(b->new - b->base);
	int order;

	if (a_moved != b_moved)
		return a_moved ? 1 : -1;
	if (a_size != b_size)
		return a_size > b_size ? -1 : 1;
	order = strcmp(a->name, b->name);
	return order != 0 ? order : (int)a->layer - (int)b->layer;
}

/* If the moves of a function in several callers cancel out, nothing is left of them. */
static void changes_finish(struct cost_changes *changes)
{
	size_t kept = 0;

	for (size_t i = 0; i < changes->count; i++) {
		if (is_same(changes->items[i].base, changes->items[i].new))
			continue;
		changes->moved_count += changes->items[i].kind == COST_MOVED;
		changes->items[kept++] = changes->items[i];
	}
	changes->count = kept;
	changes->by_inlining &= changes->moved_count > 0;
	if (kept > 0)
		qsort(changes->items, kept, sizeof(*changes->items), by_size);
}

struct cost_changes cost_changes_make(const struct cost_side *base, const struct cost_side *new)
{
	bool has_one_top = only_top(base->tree) != 0 && only_top(new->tree) != 0;
	struct pairing pairing = {
		.pairs = xcalloc(base->tree->count + new->tree->count + 1, sizeof(*pairing.pairs)),
		.count = 1,
	};

	pairing.pairs[0] = (struct pair){
		.name = "all", .is_called = {[OLD] = true, [LATE] = true},
	};
	pairing_add(&pairing, base, OLD, has_one_top);
	pairing_add(&pairing, new, LATE, has_one_top);
	pair_align(&pairing, 0);
	pair_sum(&pairing, 0);
	pair_explain(&pairing, 0);
	changes_finish(&pairing.changes);
	free(pairing.pairs);
	return pairing.changes;
}

void cost_changes_free(struct cost_changes *changes)
{
	free(changes->items);
	*changes = (struct cost_changes){0};
}

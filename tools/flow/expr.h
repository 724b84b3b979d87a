/* SPDX-License-Identifier: MIT */
/* Composite states, as expressions over the names of objects in use:
 *
 *	ingres and (files or "disk 1") and not cpu*
 *
 * A name stands for all objects that it matches as a pattern, with '*' and '?', on any node;
 * "2:disk" for those of node 2. `not` binds closest, then `and`. Section 5.2 of the document that
 * lib/event/flow.h names. */
#ifndef TOOLS_FLOW_EXPR_H
#define TOOLS_FLOW_EXPR_H

#include "tools/flow/use.h"

#define FLOW_EXPR_TERMS_MAX 64

struct flow_expr_term {
	enum {FLOW_TERM_NAME, FLOW_TERM_NOT, FLOW_TERM_AND, FLOW_TERM_OR} kind;
	char *pattern;                  /* of a name */
	uint64_t *mask;                 /* its bits, once bound */
};

struct flow_expr {
	const char *text;
	struct flow_expr_term terms[FLOW_EXPR_TERMS_MAX]; /* operands before their operator */
	size_t count;
};

/* Parse an expression, which keeps a pointer to text. Returns NULL, or an error message with its
 * position that the caller frees. An empty expression holds for every state. */
char *flow_expr_parse(struct flow_expr *expr, const char *text);
void flow_expr_free(struct flow_expr *expr);

/* Whether the expression names the object; for flow_use_begin. */
bool flow_expr_names(const struct flow_expr *expr, const struct flow_named *object);

/* Bind the expression's names to the bits of this usage. */
void flow_expr_bind(struct flow_expr *expr, const struct flow_usage *use);

/* Create a usage with the run's objects that the expression names, and bind the expression to it.
 * The usage may be empty. */
void flow_expr_enter_run(struct flow_expr *expr, struct flow_usage *use, const struct flow_log *log,
			 uint32_t run);

/* Whether the bound expression holds for a state. */
bool flow_expr_holds(const struct flow_expr *expr, flow_state state, size_t words);

/* Whether the expression held for any sub-task of a network at any time. It must be bound to the
 * usage. */
bool flow_expr_held_in(const struct flow_expr *expr, struct flow_usage *use,
		       const struct flow_graph *graph);

/* The first name that matches no object of the log; NULL if there is none. */
const char *flow_expr_unknown(const struct flow_expr *expr, const struct flow_log *log);

#endif

/* Composite states, as expressions over the names of objects in use:
 *
 *	ingres and (files or "disk 1") and not cpu*
 *
 * A name stands for all objects that it matches as a pattern, with '*' and '?', on any node;
 * "2:disk" for those of node 2. `not` binds closest, then `and`. Section 5.2 of the document that
 * lib/net_event.h names. */
#ifndef TOOLS_NET_EXPR_H
#define TOOLS_NET_EXPR_H

#include "tools/net_use.h"

#define NET_EXPR_TERMS_MAX 64

struct net_expr_term {
	enum {NET_TERM_NAME, NET_TERM_NOT, NET_TERM_AND, NET_TERM_OR} kind;
	char *pattern;                  /* of a name */
	uint64_t *mask;                 /* its bits, once bound */
};

struct net_expr {
	const char *text;
	struct net_expr_term terms[NET_EXPR_TERMS_MAX]; /* operands before their operator */
	size_t count;
};

/* Parse an expression; text has to outlive it. Returns NULL, or what is wrong and where, in a text
 * that the caller frees. An empty expression holds for every state. */
char *net_expr_parse(struct net_expr *expr, const char *text);
void net_expr_free(struct net_expr *expr);

/* Whether it names an object: for net_use_begin. */
bool net_expr_names(const struct net_expr *expr, const struct net_object *object);

/* Find the bits of its names. They go for this use alone. */
void net_expr_bind(struct net_expr *expr, const struct net_usage *use);

/* Whether it holds for a state; it must be bound. */
bool net_expr_holds(const struct net_expr *expr, net_state state, size_t words);

/* The first of its names that no object of the log matches; NULL if there is none. */
const char *net_expr_unknown(const struct net_expr *expr, const struct net_log *log);

#endif

/* SPDX-License-Identifier: MIT */
/* A recursive-descent parser makes postfix terms, which a loop evaluates on a stack of booleans.
 * Nesting is bounded, because an expression may come from a log. */
#include "tools/flow/expr.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/text/string.h"
#include "tools/base/alloc.h"

#define NESTING_MAX 32

struct parser {
	struct flow_expr *expr;
	const char *at;
	const char *expected;           /* at the error; NULL: no error */
	unsigned nesting;
};

static void parse_or(struct parser *parser);

static void expr_skip_blanks(struct parser *parser)
{
	parser->at += strspn(parser->at, " \t");
}

static size_t word_length(const char *text)
{
	return strcspn(text, " \t()\"");
}

/* Skip the keyword if it comes next. Returns whether it did. */
static bool expr_parse_word(struct parser *parser, const char *word)
{
	expr_skip_blanks(parser);
	if (word_length(parser->at) != strlen(word) ||
	    strncmp(parser->at, word, strlen(word)) != 0)
		return false;
	parser->at += strlen(word);
	return true;
}

static void add_term(struct parser *parser, struct flow_expr_term term)
{
	if (parser->expected != NULL || parser->expr->count == FLOW_EXPR_TERMS_MAX) {
		free(term.pattern);
		if (parser->expected == NULL)
			parser->expected = "a shorter expression";
		return;
	}
	parser->expr->terms[parser->expr->count++] = term;
}

static void add_name(struct parser *parser, const char *name, size_t length)
{
	const struct flow_expr_term term = {.kind = FLOW_TERM_NAME,
					    .pattern = xstrndup(name, length)};

	add_term(parser, term);
}

static bool is_operator(const char *word, size_t length)
{
	return (length == 3 && strncmp(word, "and", 3) == 0) ||
		(length == 2 && strncmp(word, "or", 2) == 0);
}

static void parse_name(struct parser *parser)
{
	bool quoted = *parser->at == '"';
	const char *start = parser->at + quoted;
	size_t length = quoted ? strcspn(start, "\"") : word_length(start);

	if (length == 0 || (quoted && start[length] == '\0') ||
	    (!quoted && is_operator(start, length))) {
		parser->expected = quoted ? "a closing quote" : "a name, `not` or '('";
		return;
	}
	add_name(parser, start, length);
	parser->at = start + length + quoted;
}

static void parse_factor(struct parser *parser)
{
	if (parser->expected != NULL)
		return;
	if (++parser->nesting > NESTING_MAX) {
		parser->expected = "less nesting";
	} else if (expr_parse_word(parser, "not")) {
		parse_factor(parser);
		add_term(parser, (struct flow_expr_term){.kind = FLOW_TERM_NOT});
	} else if (*parser->at == '(') {
		parser->at++;
		parse_or(parser);
		expr_skip_blanks(parser);
		if (*parser->at == ')')
			parser->at++;
		else if (parser->expected == NULL)
			parser->expected = "`and`, `or` or ')'";
	} else {
		parse_name(parser);
	}
	parser->nesting--;
}

static void parse_and(struct parser *parser)
{
	parse_factor(parser);
	while (parser->expected == NULL && expr_parse_word(parser, "and")) {
		parse_factor(parser);
		add_term(parser, (struct flow_expr_term){.kind = FLOW_TERM_AND});
	}
}

static void parse_or(struct parser *parser)
{
	parse_and(parser);
	while (parser->expected == NULL && expr_parse_word(parser, "or")) {
		parse_and(parser);
		add_term(parser, (struct flow_expr_term){.kind = FLOW_TERM_OR});
	}
}

char *flow_expr_parse(struct flow_expr *expr, const char *text)
{
	struct parser parser = {.expr = expr, .at = text};

	*expr = (struct flow_expr){.text = text};
	expr_skip_blanks(&parser);
	if (*parser.at == '\0')
		return NULL;
	parse_or(&parser);
	expr_skip_blanks(&parser);
	if (parser.expected == NULL && *parser.at != '\0')
		parser.expected = "`and`, `or` or the end";
	if (parser.expected == NULL)
		return NULL;
	flow_expr_free(expr);
	return xasprintf("'%s': %s expected at character %zu", text, parser.expected,
			 (size_t)(parser.at - text) + 1);
}

void flow_expr_free(struct flow_expr *expr)
{
	for (size_t i = 0; i < expr->count; i++) {
		free(expr->terms[i].pattern);
		free(expr->terms[i].mask);
	}
	expr->count = 0;
}

static bool matches(const char *pattern, const struct flow_named *object)
{
	char node[8];

	if (text_glob(pattern, object->name))
		return true;
	snprintf(node, sizeof(node), "%u:", object->node);
	return strncmp(pattern, node, strlen(node)) == 0 &&
		text_glob(pattern + strlen(node), object->name);
}

bool flow_expr_names(const struct flow_expr *expr, const struct flow_named *object)
{
	for (size_t i = 0; i < expr->count; i++) {
		if (expr->terms[i].kind == FLOW_TERM_NAME &&
		    matches(expr->terms[i].pattern, object))
			return true;
	}
	return false;
}

void flow_expr_bind(struct flow_expr *expr, const struct flow_usage *use)
{
	for (size_t i = 0; i < expr->count; i++) {
		if (expr->terms[i].kind == FLOW_TERM_NAME) {
			struct flow_expr_term *term = &expr->terms[i];

			free(term->mask);
			term->mask = xcalloc(use->words, sizeof(*term->mask));
			for (size_t bit = 0; bit < use->objects.count; bit++) {
				if (matches(term->pattern,
					    &use->log->objects.items[use->objects.items[bit]]))
					term->mask[bit / FLOW_WORD_BITS] |= 1ull
									    << bit % FLOW_WORD_BITS;
			}
		}
	}
}

static bool names_object(void *context, const struct flow_named *object)
{
	return flow_expr_names(context, object);
}

void flow_expr_enter_run(struct flow_expr *expr, struct flow_usage *use, const struct flow_log *log,
			 uint32_t run)
{
	if (use->log == log && use->run == run)
		return;
	flow_use_free(use);
	flow_use_begin(use, log, run, names_object, expr);
	flow_expr_bind(expr, use);
}

static bool overlaps(const uint64_t *mask, flow_state state, size_t words)
{
	uint64_t common = 0;

	for (size_t i = 0; i < words; i++)
		common |= mask[i] & state[i];
	return common != 0;
}

static bool combine(const struct flow_expr_term *operator, bool left, bool right)
{
	return operator->kind == FLOW_TERM_AND ? left && right : left || right;
}

bool flow_expr_holds(const struct flow_expr *expr, flow_state state, size_t words)
{
	bool stack[FLOW_EXPR_TERMS_MAX + 1] = {true};
	size_t depth = 0;

	for (size_t i = 0; i < expr->count; i++) {
		const struct flow_expr_term *term = &expr->terms[i];

		if (term->kind == FLOW_TERM_NAME) {
			stack[depth++] = overlaps(term->mask, state, words);
		} else if (term->kind == FLOW_TERM_NOT) {
			stack[depth - 1] = !stack[depth - 1];
		} else {
			depth--;
			stack[depth - 1] = combine(term, stack[depth - 1], stack[depth]);
		}
	}
	return stack[0];
}

struct search {
	const struct flow_expr *expr;
	size_t words;
	bool is_found;
};

static void check_step(void *context, const struct flow_use_step *step)
{
	struct search *search = context;

	search->is_found = search->is_found ||
		flow_expr_holds(search->expr, step->after, search->words) ||
		(step->created != NULL &&
		 flow_expr_holds(search->expr, step->created, search->words));
}

bool flow_expr_held_in(const struct flow_expr *expr, struct flow_usage *use,
		       const struct flow_graph *graph)
{
	struct search search = {.expr = expr, .words = use->words};

	flow_use_walk(use, graph, check_step, &search);
	return search.is_found;
}

const char *flow_expr_unknown(const struct flow_expr *expr, const struct flow_log *log)
{
	for (size_t i = 0; i < expr->count; i++) {
		size_t object = 0;

		if (expr->terms[i].kind != FLOW_TERM_NAME)
			continue;
		while (object < log->objects.count &&
		       !matches(expr->terms[i].pattern, &log->objects.items[object]))
			object++;
		if (object == log->objects.count)
			return expr->terms[i].pattern;
	}
	return NULL;
}

/* SPDX-License-Identifier: MIT */
/* Expressions of states: evaluation and errors. */
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "tests/unit/tools/flow_fixture.h"
#include "tools/flow/expr.h"

static void assert_wrong(const char *text, const char *part)
{
	struct flow_expr expr;
	char *wrong = flow_expr_parse(&expr, text);

	assert_non_null(wrong);
	assert_non_null(strstr(wrong, part));
	assert_int_equal(expr.count, 0);
	free(wrong);
}

TEST(wrong_expression_is_rejected_with_the_error_position)
{
	char deep[200];

	assert_wrong("and", "a name");
	assert_wrong("a or or b", "a name");
	assert_wrong("a and", "expected at character 6");
	assert_wrong("a b", "expected at character 3");
	assert_wrong("(a or b", "')'");
	assert_wrong("a or \"b", "a closing quote");
	assert_wrong("not", "a name");
	assert_wrong("a and (not)", "a name");
	memset(deep, '(', sizeof(deep) - 1);
	deep[sizeof(deep) - 1] = '\0';
	assert_wrong(deep, "less nesting");
	memset(deep, 0, sizeof(deep));
	for (size_t i = 0; i + 5 < sizeof(deep); i += 4)
		memcpy(deep + i, "not ", 4);
	strcat(deep, "a");
	assert_wrong(deep, "less nesting");
}

static bool holds(const char *text, uint64_t state)
{
	struct flow_session session;
	struct flow_usage use;
	struct flow_expr expr;
	bool result;

	flow_trace_session(fixture_ingres, INGRES_EVENTS, &session);
	assert_null(flow_expr_parse(&expr, text));
	flow_use_begin(&use, session.log, 0, NULL, NULL);
	flow_expr_bind(&expr, &use);
	result = flow_expr_holds(&expr, &state, use.words);
	flow_use_free(&use);
	flow_expr_free(&expr);
	flow_session_close(&session);
	return result;
}

TEST(not_precedes_and_which_precedes_or)
{
	const uint64_t cpu = 1, port = 2, disk = 4;

	assert_true(holds("cpu or port and disk", cpu));
	assert_false(holds("(cpu or port) and disk", cpu));
	assert_true(holds("not cpu or port", port));
	assert_false(holds("not (cpu or port)", port));
	assert_true(holds("not cpu and port", port));
	assert_true(holds("not not cpu", cpu | disk));
	assert_true(holds("", 0));
	assert_true(holds("\"p*t\"", port));
	assert_true(holds("0:disk", disk));
	assert_false(holds("1:disk", disk));
}

TEST(name_without_an_object_is_reported)
{
	struct flow_session session;
	struct flow_expr expr;

	flow_trace_session(fixture_ingres, INGRES_EVENTS, &session);
	assert_null(flow_expr_parse(&expr, "cpu and ingress"));
	assert_string_equal(flow_expr_unknown(&expr, session.log), "ingress");
	flow_expr_free(&expr);
	assert_null(flow_expr_parse(&expr, "cpu and ingr*"));
	assert_null(flow_expr_unknown(&expr, session.log));
	flow_expr_free(&expr);
	flow_session_close(&session);
}

/* SPDX-License-Identifier: MIT */
/* The tables of `bareline flow load`: Little's law passes, fails or has no verdict. */
#include "tests/unit/unit.h"

#include "tests/unit/tools/flow_fixture.h"
#include "tools/topic/flow/flow.h"

static const struct flow_event whole[] = {
	EVENT(100, ACTION, 1, 0, .thread = 1),
	EVENT(100, START, 1, 0, .thread = 1, .object = 1),
	EVENT(140, STOP, 1, 0, .thread = 1, .object = 1),
	EVENT(140, FINISH, 1, 0, .thread = 1),
};

/* The recording ends before the interaction. */
static const struct flow_event cut_short[] = {
	EVENT(100, ACTION, 1, 0, .thread = 1),
	EVENT(100, START, 1, 0, .thread = 1, .object = 1),
	EVENT(140, STOP, 1, 0, .thread = 1, .object = 1),
};

static struct fixture fixture;
static struct tables tables;

static enum flow_load_verdict load(const struct flow_event *events, size_t count, const char *kind)
{
	struct flow_expr expr = {0};
	enum flow_load_verdict verdict;

	fixture_open(&fixture, events, count);
	tables_init(&tables, "");
	if (kind != NULL)
		assert_null(flow_expr_parse(&expr, kind));
	verdict = topic_flow_load(&tables, &fixture.session,
				  &(struct flow_load_request){
					  .texts = &kind, .kinds = &expr,
					  .kind_count = kind != NULL ? 1 : 0});
	flow_expr_free(&expr);
	return verdict;
}

static const struct cell *law(size_t row)
{
	const struct table *table = tables_find(&tables, "load");

	assert_true(row < table->row_count);
	return table_cell(table, row, table_column(table, "law"));
}

static void close_all(void)
{
	tables_free(&tables);
	fixture_close(&fixture);
}

TEST(littles_law_passes_for_a_complete_interaction)
{
	assert_int_equal(load(whole, COUNT(whole), NULL), FLOW_LOAD_HOLDS);
	assert_true(law(0)->has_value);
	assert_string_equal(law(0)->text, "exact");
	close_all();
}

TEST(incomplete_interaction_has_no_verdict_and_fails)
{
	assert_int_equal(load(cut_short, COUNT(cut_short), NULL), FLOW_LOAD_NO_INTERACTION);
	assert_false(law(0)->has_value);
	close_all();
}

TEST(log_without_interactions_fails)
{
	assert_int_equal(load(NULL, 0, NULL), FLOW_LOAD_NO_INTERACTION);
	assert_int_equal(tables_find(&tables, "load")->row_count, 0);
	close_all();
}

TEST(kind_without_interactions_has_no_verdict_but_does_not_fail)
{
	assert_int_equal(load(whole, COUNT(whole), "disk"), FLOW_LOAD_HOLDS);
	assert_true(law(0)->has_value);
	assert_false(law(1)->has_value);
	close_all();
}

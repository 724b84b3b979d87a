/* SPDX-License-Identifier: MIT */
/* The last sections of an explanation, made by hand: an operation on bare metal, and commands. */
#include "tests/unit/unit.h"

#include <string.h>

#include "tools/topic/explain/explain.h"
#include "tools/topic/explain/how.h"
#include "tools/topic/explain/metal.h"

struct side {
	struct wire_bench bench_info;
	struct wire_series series_info;
	struct bench bench;
	struct series series;
	struct call_node nodes[2];
	struct explained explained;
	struct explanation explanation;
};

/* A side whose only function executes these instructions in one operation. */
static void side_make(struct side *side, const char *bench, const char *point, const char *differs,
		      uint64_t insns)
{
	*side = (struct side){
		.bench_info = {.name = bench, .summary = "one operation", .differs = differs},
		.series_info = {.point = point, .stage = ""},
		.nodes = {{.name = ""}, {.depth = 1, .name = "work", .self_insns = insns}},
	};
	side->bench = (struct bench){.info = &side->bench_info};
	side->series = (struct series){.info = &side->series_info};
	side->explained = (struct explained){
		.bench = &side->bench, .series = &side->series, .status = EXPLAINED_EXACTLY,
		.operations = 1, .sampled_insns = insns,
		.tree = {.nodes = side->nodes, .count = 2, .insns = insns},
	};
	side->explanation = (struct explanation){.items = &side->explained, .count = 1};
}

static const char *finding(const struct tables *tables)
{
	const struct table *table = tables_find(tables, "explain.metal");

	assert_non_null(table);
	return table->finding;
}

static void metal_make(struct tables *tables, const struct side *here, const struct side *metal)
{
	tables_init(tables, "");
	topic_explain_metal(tables, &here->explanation, &metal->explanation, true);
}

TEST(the_same_work_on_bare_metal_has_a_ratio)
{
	struct side here, metal;
	struct tables tables;
	const struct table *table;

	side_make(&here, "entry.null_syscall", "path=syscall", "getppid", 320);
	side_make(&metal, "entry.null_syscall", "path=syscall", "", 64);
	metal_make(&tables, &here, &metal);
	assert_string_equal(finding(&tables),
			    "64 instructions; the 320 above are 5.00 times as many");
	table = tables_find(&tables, "explain.metal");
	assert_non_null(table);
	assert_int_equal(table->row_count, 1);
	assert_string_equal(table_text(table, 0, 1), "work");
	assert_non_null(strstr(row_remark(&table->rows[0]), "Linux also: "));
	tables_free(&tables);
}

TEST(other_work_on_bare_metal_has_no_ratio)
{
	struct side here, metal;
	struct tables tables;
	const struct table *table;

	side_make(&here, "fault.no_execute", "ring=3 action=trap", "a signal", 4065);
	side_make(&metal, "fault.no_execute", "ring=3 action=trap", "", 22);
	metal_make(&tables, &here, &metal);
	assert_string_equal(finding(&tables), "22 instructions, not the same work");
	table = tables_find(&tables, "explain.metal");
	assert_non_null(strstr(row_remark(&table->rows[0]), "Linux only: "));
	tables_free(&tables);
}

TEST(the_same_code_in_a_guest_has_a_ratio)
{
	struct side here, metal;
	struct tables tables;

	side_make(&here, "irq.self_ipi", "ring=0", "", 8100);
	side_make(&metal, "irq.self_ipi", "ring=0", "", 30);
	metal_make(&tables, &here, &metal);
	assert_string_equal(finding(&tables),
			    "30 instructions; the 8100 above are 270 times as many");
	tables_free(&tables);
}

TEST(an_operation_that_bare_metal_lacks_has_no_section)
{
	struct side here, metal;
	struct tables tables;

	side_make(&here, "os.futex", "between=threads", "a futex", 4481);
	side_make(&metal, "os.pipe", "ring=3", "", 598);
	metal_make(&tables, &here, &metal);
	assert_null(tables_find(&tables, "explain.metal"));
	tables_free(&tables);
}

/* ---- How it was counted ---- */

static const char *fact(const struct tables *tables, const char *name, const char *of)
{
	const struct table *table = tables_find(tables, name);

	for (size_t i = 0; table != NULL && i < table->row_count; i++) {
		if (strcmp(table_text(table, i, 0), of) == 0)
			return table_text(table, i, 1);
	}
	return "";
}

static struct result *result_make(const char *kernel)
{
	struct result *result = result_new();

	result_add(result, &(struct wire_record){
		.kind = WIRE_manifest,
		.manifest = {.build = "1a", .compiler = "gcc 12", .kernel = kernel},
	});
	result_link(result, &(struct log_account){0});
	return result;
}

TEST(facts_of_both_runs_are_stated_once_if_they_are_equal)
{
	struct result *base = result_make("6.1"), *new = result_make("6.12");
	const struct explain_source sources[] = {
		{"base", base, "QEMU 7.2", "bareline explain a -o b"},
		{"new", new, "QEMU 7.2", "bareline explain a -o n"},
	};
	struct tables tables;

	tables_init(&tables, "");
	topic_explain_how(&tables, sources, 2, "bareline explain --compare b n", "files");
	assert_string_equal(fact(&tables, "explain.how", "kernel"), "base: 6.1; new: 6.12");
	assert_string_equal(fact(&tables, "explain.how", "machine"), "QEMU 7.2");
	assert_string_equal(fact(&tables, "explain.how", "build"), "1a, compiled by gcc 12");
	assert_string_equal(fact(&tables, "explain.how", "files"), "files");
	assert_string_equal(fact(&tables, "explain.commands", "new"), "bareline explain a -o n");
	assert_string_equal(fact(&tables, "explain.commands", "difference"),
			    "bareline explain --compare b n");
	tables_free(&tables);
	result_free(new);
	result_free(base);
}

TEST(a_run_that_cannot_be_booted_again_has_no_command)
{
	struct result *result = result_make("");
	const struct explain_source source = {"", result, "", NULL};
	struct tables tables;

	tables_init(&tables, "");
	topic_explain_how(&tables, &source, 1, "bareline explain --compare b n", NULL);
	assert_int_equal(tables_find(&tables, "explain.commands")->row_count, 0);
	assert_string_equal(fact(&tables, "explain.how", "kernel"), "");
	tables_free(&tables);
	result_free(result);
}

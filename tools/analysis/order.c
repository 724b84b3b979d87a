/* SPDX-License-Identifier: MIT */
/* Pairs are given by name; curves by the benchmark and the parameter along which they rise. */
#include "tools/analysis/order.h"

#include <string.h>

#define NULL_CALL "entry.null_syscall", "path=syscall", ""
#define TRAP(ring, page) \
	"fault.not_present", "ring=" ring " action=trap page_bytes=" page, "total"
#define MAP(ring, page) "fault.not_present", "ring=" ring " action=map page_bytes=" page, "total"
#define FIRST_TOUCH(ring, page) "fault.demand_zero", "ring=" ring " page_bytes=" page, ""

/* The whole does everything that the part does, and more. */
static const struct order {
	struct metric_name part, whole;
} orders[] = {
	{{"selftest.add_chain", "", ""}, {"selftest.mul_chain", "", ""}},
	{{"selftest.add_chain", "", ""}, {"selftest.l1_load", "", ""}},
	{{"entry.round_trip", "path=none", ""}, {"entry.round_trip", "path=syscall", ""}},
	{{"entry.round_trip", "path=none", ""}, {"entry.round_trip", "path=int_gate", ""}},
	{{"entry.round_trip", "path=syscall", ""}, {NULL_CALL}},
	{{"entry.round_trip", "path=int_gate", ""}, {"entry.null_syscall", "path=int_gate", ""}},
	{{NULL_CALL}, {"entry.mitigation", "mitigation=cr3", ""}},
	{{NULL_CALL}, {"entry.mitigation", "mitigation=ibrs", ""}},
	{{NULL_CALL}, {"entry.mitigation", "mitigation=ibpb", ""}},
	{{NULL_CALL}, {"entry.mitigation", "mitigation=verw", ""}},
	{{TRAP("0", "4096")}, {MAP("0", "4096")}},
	{{TRAP("3", "4096")}, {MAP("3", "4096")}},
	{{MAP("0", "4096")}, {FIRST_TOUCH("0", "4096")}},
	{{MAP("3", "4096")}, {FIRST_TOUCH("3", "4096")}},
	{{FIRST_TOUCH("0", "4096")}, {FIRST_TOUCH("0", "2097152")}},
	{{FIRST_TOUCH("3", "4096")}, {FIRST_TOUCH("3", "2097152")}},
	{{"os.switch_thread", "ring=0 state=none", ""},
	 {"os.switch_space", "ring=0 state=none pcid=off", ""}},
	{{"os.switch_thread", "ring=0 state=none", ""},
	 {"os.switch_thread", "ring=3 state=none", ""}},
	{{"os.switch_thread", "ring=3 state=none", ""},
	 {"os.switch_space", "ring=3 state=none pcid=off", ""}},
	{{"os.thread_create", "stack=pooled", ""}, {"os.thread_run", "stack=pooled", ""}},
	{{"os.thread_create", "stack=fresh", ""}, {"os.thread_run", "stack=fresh", ""}},
	{{"os.process_create", "size_bytes=4096", ""}, {"os.process_run", "size_bytes=4096", ""}},
	{{"os.process_create", "size_bytes=4096", ""},
	 {"os.process_create", "size_bytes=1048576", ""}},
};

static const struct {
	const char *bench, *parameter;
} curves[] = {
	{"mem.latency", "size_bytes"}, {"mem.tlb", "pages"},
};

/* The violations found so far. */
struct found {
	struct order_violation *violations;
	size_t count, max, checked;
};

static void check(struct found *found, const struct metric *part, const struct metric *whole,
		  double ratio)
{
	struct stats least = metric_stats(part), most = metric_stats(whole);
	double low = least.has_interval ? least.median_low : least.median;
	double high = most.has_interval ? most.median_high : most.median;

	found->checked++;
	if (high >= low * ratio)
		return;
	if (found->count < found->max)
		found->violations[found->count] = (struct order_violation){part, whole};
	found->count++;
}

/* Whether two metrics differ in one parameter only, and the second metric has the larger value. */
static bool continues(const struct metric *a, const struct metric *b, const char *parameter)
{
	bool has_more = false;

	if (a->parameter_count != b->parameter_count || strcmp(a->stage, b->stage) != 0)
		return false;
	for (size_t i = 0; i < a->parameter_count; i++) {
		if (strcmp(a->parameters[i].name, parameter) == 0)
			has_more = b->parameters[i].number > a->parameters[i].number;
		else if (strcmp(a->parameters[i].value, b->parameters[i].value) != 0)
			return false;
	}
	return has_more;
}

static void check_curve(struct found *found, const struct metrics *metrics, const char *bench,
			const char *parameter)
{
	size_t count;
	const struct metric *curve = metrics_of(metrics, bench, &count);

	for (size_t i = 0; i + 1 < count; i++) {
		if (metric_has_samples(&curve[i]) && metric_has_samples(&curve[i + 1]) &&
		    continues(&curve[i], &curve[i + 1], parameter))
			check(found, &curve[i], &curve[i + 1], ORDER_CURVE_RATIO);
	}
}

size_t order_check(const struct metrics *metrics, struct order_violation *violations, size_t max,
		   size_t *checked)
{
	struct found found = {.violations = violations, .max = max};

	for (size_t i = 0; i < sizeof(orders) / sizeof(orders[0]); i++) {
		const struct metric_name *part = &orders[i].part, *whole = &orders[i].whole;
		const struct metric *less = metrics_find(metrics, part->bench, part->point,
							 part->stage);
		const struct metric *more = metrics_find(metrics, whole->bench, whole->point,
							 whole->stage);

		if (less != NULL && more != NULL)
			check(&found, less, more, ORDER_PAIR_RATIO);
	}
	for (size_t i = 0; i < sizeof(curves) / sizeof(curves[0]); i++)
		check_curve(&found, metrics, curves[i].bench, curves[i].parameter);
	*checked = found.checked;
	return found.count;
}

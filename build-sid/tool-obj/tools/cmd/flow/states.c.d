build-sid/tool-obj/tools/cmd/flow/states.c.o: tools/cmd/flow/states.c \
 lib/text/string.h tools/base/alloc.h tools/base/arguments.h \
 lib/option/option.h lib/text/fmt.h tools/base/exit_status.h \
 tools/cmd/flow/commands.h tools/cmd/table_output.h tools/table/table.h \
 tools/analysis/name_index.h tools/base/number_map.h tools/base/arena.h \
 tools/stats/stats.h tools/table/chart.h tools/flow/filter.h \
 lib/text/patterns.h tools/flow/expr.h tools/flow/use.h \
 tools/flow/graph.h tools/flow/interaction.h tools/flow/log.h \
 lib/event/flow.h lib/wire/wire.h lib/wire/wire.def lib/wire/flow.def \
 tools/record/log.h tools/flow/order.h tools/flow/session.h \
 tools/analysis/loss.h tools/record/result.h tools/flow/nodes/open.h \
 tools/topic/flow/flow.h tools/flow/load/sample.h tools/flow/path.h \
 tools/flow/tree/tree.h
lib/text/string.h:
tools/base/alloc.h:
tools/base/arguments.h:
lib/option/option.h:
lib/text/fmt.h:
tools/base/exit_status.h:
tools/cmd/flow/commands.h:
tools/cmd/table_output.h:
tools/table/table.h:
tools/analysis/name_index.h:
tools/base/number_map.h:
tools/base/arena.h:
tools/stats/stats.h:
tools/table/chart.h:
tools/flow/filter.h:
lib/text/patterns.h:
tools/flow/expr.h:
tools/flow/use.h:
tools/flow/graph.h:
tools/flow/interaction.h:
tools/flow/log.h:
lib/event/flow.h:
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
tools/record/log.h:
tools/flow/order.h:
tools/flow/session.h:
tools/analysis/loss.h:
tools/record/result.h:
tools/flow/nodes/open.h:
tools/topic/flow/flow.h:
tools/flow/load/sample.h:
tools/flow/path.h:
tools/flow/tree/tree.h:

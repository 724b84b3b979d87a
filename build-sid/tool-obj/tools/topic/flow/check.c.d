build-sid/tool-obj/tools/topic/flow/check.c.o: tools/topic/flow/check.c \
 tools/flow/ground_truth.h tools/flow/session.h tools/analysis/loss.h \
 tools/record/result.h lib/wire/wire.h lib/wire/wire.def \
 lib/wire/flow.def tools/base/arena.h tools/record/log.h \
 tools/flow/interaction.h tools/flow/log.h lib/event/flow.h \
 tools/base/number_map.h tools/flow/order.h tools/flow/sums.h \
 tools/flow/expr.h tools/flow/use.h tools/flow/graph.h tools/flow/path.h \
 tools/topic/flow/flow.h tools/flow/load/sample.h tools/flow/tree/tree.h \
 tools/table/table.h tools/analysis/name_index.h tools/stats/stats.h \
 tools/table/chart.h
tools/flow/ground_truth.h:
tools/flow/session.h:
tools/analysis/loss.h:
tools/record/result.h:
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
tools/base/arena.h:
tools/record/log.h:
tools/flow/interaction.h:
tools/flow/log.h:
lib/event/flow.h:
tools/base/number_map.h:
tools/flow/order.h:
tools/flow/sums.h:
tools/flow/expr.h:
tools/flow/use.h:
tools/flow/graph.h:
tools/flow/path.h:
tools/topic/flow/flow.h:
tools/flow/load/sample.h:
tools/flow/tree/tree.h:
tools/table/table.h:
tools/analysis/name_index.h:
tools/stats/stats.h:
tools/table/chart.h:

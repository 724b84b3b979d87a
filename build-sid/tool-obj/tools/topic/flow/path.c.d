build-sid/tool-obj/tools/topic/flow/path.c.o: tools/topic/flow/path.c \
 tools/topic/flow/flow.h tools/flow/expr.h tools/flow/use.h \
 tools/flow/graph.h tools/flow/interaction.h tools/flow/log.h \
 lib/event/flow.h lib/wire/wire.h lib/wire/wire.def lib/wire/flow.def \
 tools/base/arena.h tools/base/number_map.h tools/record/log.h \
 tools/flow/order.h tools/flow/load/sample.h tools/flow/session.h \
 tools/analysis/loss.h tools/record/result.h tools/flow/path.h \
 tools/flow/tree/tree.h tools/table/table.h tools/analysis/name_index.h \
 tools/stats/stats.h tools/table/chart.h tools/flow/blockers.h \
 tools/flow/gain.h tools/flow/near.h tools/flow/nodes/clocks.h
tools/topic/flow/flow.h:
tools/flow/expr.h:
tools/flow/use.h:
tools/flow/graph.h:
tools/flow/interaction.h:
tools/flow/log.h:
lib/event/flow.h:
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
tools/base/arena.h:
tools/base/number_map.h:
tools/record/log.h:
tools/flow/order.h:
tools/flow/load/sample.h:
tools/flow/session.h:
tools/analysis/loss.h:
tools/record/result.h:
tools/flow/path.h:
tools/flow/tree/tree.h:
tools/table/table.h:
tools/analysis/name_index.h:
tools/stats/stats.h:
tools/table/chart.h:
tools/flow/blockers.h:
tools/flow/gain.h:
tools/flow/near.h:
tools/flow/nodes/clocks.h:

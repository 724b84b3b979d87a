build-sid/tool-obj/tools/flow/load/resource.c.o: \
 tools/flow/load/resource.c tools/flow/load/resource.h \
 tools/flow/load/littles_law.h tools/flow/log.h lib/event/flow.h \
 lib/wire/wire.h lib/wire/wire.def lib/wire/flow.def tools/base/arena.h \
 tools/base/number_map.h tools/record/log.h tools/flow/session.h \
 tools/analysis/loss.h tools/record/result.h tools/flow/interaction.h \
 tools/flow/order.h tools/base/alloc.h tools/flow/load/groups.h \
 tools/flow/sums.h tools/flow/expr.h tools/flow/use.h tools/flow/graph.h \
 tools/flow/path.h
tools/flow/load/resource.h:
tools/flow/load/littles_law.h:
tools/flow/log.h:
lib/event/flow.h:
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
tools/base/arena.h:
tools/base/number_map.h:
tools/record/log.h:
tools/flow/session.h:
tools/analysis/loss.h:
tools/record/result.h:
tools/flow/interaction.h:
tools/flow/order.h:
tools/base/alloc.h:
tools/flow/load/groups.h:
tools/flow/sums.h:
tools/flow/expr.h:
tools/flow/use.h:
tools/flow/graph.h:
tools/flow/path.h:

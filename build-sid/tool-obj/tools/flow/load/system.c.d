build-sid/tool-obj/tools/flow/load/system.c.o: tools/flow/load/system.c \
 tools/flow/load/system.h tools/flow/expr.h tools/flow/use.h \
 tools/flow/graph.h tools/flow/interaction.h tools/flow/log.h \
 lib/event/flow.h lib/wire/wire.h lib/wire/wire.def lib/wire/flow.def \
 tools/base/arena.h tools/base/number_map.h tools/record/log.h \
 tools/flow/order.h tools/flow/load/littles_law.h tools/flow/session.h \
 tools/analysis/loss.h tools/record/result.h
tools/flow/load/system.h:
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
tools/flow/load/littles_law.h:
tools/flow/session.h:
tools/analysis/loss.h:
tools/record/result.h:

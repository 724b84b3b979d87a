build-sid/tool-obj/tools/flow/ground_truth.c.o: tools/flow/ground_truth.c \
 tools/flow/ground_truth.h tools/flow/session.h tools/analysis/loss.h \
 tools/record/result.h lib/wire/wire.h lib/wire/wire.def \
 lib/wire/flow.def tools/base/arena.h tools/record/log.h \
 tools/flow/interaction.h tools/flow/log.h lib/event/flow.h \
 tools/base/number_map.h tools/flow/order.h tools/flow/sums.h \
 tools/flow/expr.h tools/flow/use.h tools/flow/graph.h tools/flow/path.h
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

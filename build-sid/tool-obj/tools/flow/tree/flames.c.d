build-sid/tool-obj/tools/flow/tree/flames.c.o: tools/flow/tree/flames.c \
 tools/base/alloc.h tools/flame/flames.h tools/flow/duration.h \
 tools/flow/log.h lib/event/flow.h lib/wire/wire.h lib/wire/wire.def \
 lib/wire/flow.def tools/base/arena.h tools/base/number_map.h \
 tools/record/log.h tools/flow/tree/tree.h tools/flow/path.h \
 tools/flow/graph.h tools/flow/interaction.h tools/flow/order.h \
 tools/flow/session.h tools/analysis/loss.h tools/record/result.h \
 tools/flow/use.h
tools/base/alloc.h:
tools/flame/flames.h:
tools/flow/duration.h:
tools/flow/log.h:
lib/event/flow.h:
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
tools/base/arena.h:
tools/base/number_map.h:
tools/record/log.h:
tools/flow/tree/tree.h:
tools/flow/path.h:
tools/flow/graph.h:
tools/flow/interaction.h:
tools/flow/order.h:
tools/flow/session.h:
tools/analysis/loss.h:
tools/record/result.h:
tools/flow/use.h:

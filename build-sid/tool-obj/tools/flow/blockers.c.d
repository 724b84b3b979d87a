build-sid/tool-obj/tools/flow/blockers.c.o: tools/flow/blockers.c \
 tools/flow/blockers.h tools/flow/graph.h tools/flow/interaction.h \
 tools/flow/log.h lib/event/flow.h lib/wire/wire.h lib/wire/wire.def \
 lib/wire/flow.def tools/base/arena.h tools/base/number_map.h \
 tools/record/log.h tools/flow/order.h
tools/flow/blockers.h:
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

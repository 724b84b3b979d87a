build-sid/tool-obj/tools/flow/nodes/crossings.c.o: \
 tools/flow/nodes/crossings.c tools/flow/nodes/crossings.h \
 tools/flow/log.h lib/event/flow.h lib/wire/wire.h lib/wire/wire.def \
 lib/wire/flow.def tools/base/arena.h tools/base/number_map.h \
 tools/record/log.h tools/flow/interaction.h tools/flow/order.h
tools/flow/nodes/crossings.h:
tools/flow/log.h:
lib/event/flow.h:
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
tools/base/arena.h:
tools/base/number_map.h:
tools/record/log.h:
tools/flow/interaction.h:
tools/flow/order.h:

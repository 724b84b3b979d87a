build-sid/tool-obj/tools/flow/interaction.c.o: tools/flow/interaction.c \
 tools/flow/interaction.h tools/flow/log.h lib/event/flow.h \
 lib/wire/wire.h lib/wire/wire.def lib/wire/flow.def tools/base/arena.h \
 tools/base/number_map.h tools/record/log.h tools/flow/order.h \
 tools/base/alloc.h
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
tools/base/alloc.h:

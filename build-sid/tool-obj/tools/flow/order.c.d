build-sid/tool-obj/tools/flow/order.c.o: tools/flow/order.c \
 tools/flow/order.h tools/flow/log.h lib/event/flow.h lib/wire/wire.h \
 lib/wire/wire.def lib/wire/flow.def tools/base/arena.h \
 tools/base/number_map.h tools/record/log.h tools/base/alloc.h \
 tools/flow/ties.h
tools/flow/order.h:
tools/flow/log.h:
lib/event/flow.h:
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
tools/base/arena.h:
tools/base/number_map.h:
tools/record/log.h:
tools/base/alloc.h:
tools/flow/ties.h:

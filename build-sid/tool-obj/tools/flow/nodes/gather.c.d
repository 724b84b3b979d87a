build-sid/tool-obj/tools/flow/nodes/gather.c.o: tools/flow/nodes/gather.c \
 tools/flow/nodes/gather.h tools/flow/log.h lib/event/flow.h \
 lib/wire/wire.h lib/wire/wire.def lib/wire/flow.def tools/base/arena.h \
 tools/base/number_map.h tools/record/log.h tools/base/alloc.h \
 tools/stats/clock_bounds.h
tools/flow/nodes/gather.h:
tools/flow/log.h:
lib/event/flow.h:
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
tools/base/arena.h:
tools/base/number_map.h:
tools/record/log.h:
tools/base/alloc.h:
tools/stats/clock_bounds.h:

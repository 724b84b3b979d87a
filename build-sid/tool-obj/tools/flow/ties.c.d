build-sid/tool-obj/tools/flow/ties.c.o: tools/flow/ties.c \
 tools/flow/ties.h tools/flow/log.h lib/event/flow.h lib/wire/wire.h \
 lib/wire/wire.def lib/wire/flow.def tools/base/arena.h \
 tools/base/number_map.h tools/record/log.h tools/base/alloc.h
tools/flow/ties.h:
tools/flow/log.h:
lib/event/flow.h:
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
tools/base/arena.h:
tools/base/number_map.h:
tools/record/log.h:
tools/base/alloc.h:

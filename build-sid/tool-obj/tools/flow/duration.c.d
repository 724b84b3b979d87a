build-sid/tool-obj/tools/flow/duration.c.o: tools/flow/duration.c \
 tools/flow/duration.h tools/flow/log.h lib/event/flow.h lib/wire/wire.h \
 lib/wire/wire.def lib/wire/flow.def tools/base/arena.h \
 tools/base/number_map.h tools/record/log.h
tools/flow/duration.h:
tools/flow/log.h:
lib/event/flow.h:
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
tools/base/arena.h:
tools/base/number_map.h:
tools/record/log.h:

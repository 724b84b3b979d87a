build-sid/tool-obj/tools/flow/write.c.o: tools/flow/write.c \
 tools/flow/write.h lib/wire/wire.h lib/wire/wire.def lib/wire/flow.def \
 tools/base/out.h tools/flow/log.h lib/event/flow.h tools/base/arena.h \
 tools/base/number_map.h tools/record/log.h
tools/flow/write.h:
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
tools/base/out.h:
tools/flow/log.h:
lib/event/flow.h:
tools/base/arena.h:
tools/base/number_map.h:
tools/record/log.h:

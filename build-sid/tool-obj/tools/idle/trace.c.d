build-sid/tool-obj/tools/idle/trace.c.o: tools/idle/trace.c \
 tools/idle/trace.h lib/event/idle.h tools/record/result.h \
 lib/wire/wire.h lib/wire/wire.def lib/wire/flow.def tools/base/arena.h \
 tools/record/log.h lib/wire/samples.h
tools/idle/trace.h:
lib/event/idle.h:
tools/record/result.h:
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
tools/base/arena.h:
tools/record/log.h:
lib/wire/samples.h:

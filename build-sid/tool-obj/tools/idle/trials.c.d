build-sid/tool-obj/tools/idle/trials.c.o: tools/idle/trials.c \
 tools/idle/trials.h tools/idle/gaps.h tools/idle/trace.h \
 lib/event/idle.h tools/record/result.h lib/wire/wire.h lib/wire/wire.def \
 lib/wire/flow.def tools/base/arena.h tools/record/log.h \
 tools/base/alloc.h
tools/idle/trials.h:
tools/idle/gaps.h:
tools/idle/trace.h:
lib/event/idle.h:
tools/record/result.h:
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
tools/base/arena.h:
tools/record/log.h:
tools/base/alloc.h:

build-sid/tool-obj/tools/idle/gaps.c.o: tools/idle/gaps.c \
 tools/idle/gaps.h tools/idle/trace.h lib/event/idle.h \
 tools/record/result.h lib/wire/wire.h lib/wire/wire.def \
 lib/wire/flow.def tools/base/arena.h tools/record/log.h \
 tools/base/alloc.h tools/base/sort.h tools/base/utf8.h
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
tools/base/sort.h:
tools/base/utf8.h:

build-sid/tool-obj/tools/idle/noise.c.o: tools/idle/noise.c \
 tools/idle/noise.h tools/record/result.h lib/wire/wire.h \
 lib/wire/wire.def lib/wire/flow.def tools/base/arena.h \
 tools/record/log.h lib/wire/samples.h tools/base/alloc.h
tools/idle/noise.h:
tools/record/result.h:
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
tools/base/arena.h:
tools/record/log.h:
lib/wire/samples.h:
tools/base/alloc.h:

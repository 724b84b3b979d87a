build-sid/tool-obj/tools/record/kernel_line.c.o: \
 tools/record/kernel_line.c tools/record/kernel_line.h \
 tools/record/result.h lib/wire/wire.h lib/wire/wire.def \
 lib/wire/flow.def tools/base/arena.h tools/record/log.h \
 tools/base/alloc.h
tools/record/kernel_line.h:
tools/record/result.h:
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
tools/base/arena.h:
tools/record/log.h:
tools/base/alloc.h:

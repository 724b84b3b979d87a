build-sid/tool-obj/tools/compare/kernel_lines.c.o: \
 tools/compare/kernel_lines.c tools/compare/kernel_lines.h \
 tools/record/result.h lib/wire/wire.h lib/wire/wire.def \
 lib/wire/flow.def tools/base/arena.h tools/record/log.h \
 tools/base/alloc.h tools/record/kernel_line.h
tools/compare/kernel_lines.h:
tools/record/result.h:
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
tools/base/arena.h:
tools/record/log.h:
tools/base/alloc.h:
tools/record/kernel_line.h:

build-sid/tool-obj/tools/results/baseline.c.o: tools/results/baseline.c \
 tools/results/baseline.h tools/record/result.h lib/wire/wire.h \
 lib/wire/wire.def lib/wire/flow.def tools/base/arena.h \
 tools/record/log.h tools/base/alloc.h tools/base/exit_status.h \
 tools/base/file.h tools/base/utf8.h
tools/results/baseline.h:
tools/record/result.h:
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
tools/base/arena.h:
tools/record/log.h:
tools/base/alloc.h:
tools/base/exit_status.h:
tools/base/file.h:
tools/base/utf8.h:

build-sid/tool-obj/tools/analysis/loss.c.o: tools/analysis/loss.c \
 tools/analysis/loss.h tools/record/result.h lib/wire/wire.h \
 lib/wire/wire.def lib/wire/flow.def tools/base/arena.h \
 tools/record/log.h tools/base/alloc.h tools/base/sort.h
tools/analysis/loss.h:
tools/record/result.h:
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
tools/base/arena.h:
tools/record/log.h:
tools/base/alloc.h:
tools/base/sort.h:

build-sid/tool-obj/tools/analysis/timing.c.o: tools/analysis/timing.c \
 tools/analysis/timing.h tools/record/result.h lib/wire/wire.h \
 lib/wire/wire.def lib/wire/flow.def tools/base/arena.h \
 tools/record/log.h tools/stats/stats.h tools/analysis/clock_step.h \
 tools/base/alloc.h tools/base/sort.h
tools/analysis/timing.h:
tools/record/result.h:
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
tools/base/arena.h:
tools/record/log.h:
tools/stats/stats.h:
tools/analysis/clock_step.h:
tools/base/alloc.h:
tools/base/sort.h:

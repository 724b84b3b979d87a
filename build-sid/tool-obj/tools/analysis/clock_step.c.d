build-sid/tool-obj/tools/analysis/clock_step.c.o: \
 tools/analysis/clock_step.c tools/analysis/clock_step.h \
 tools/record/result.h lib/wire/wire.h lib/wire/wire.def \
 lib/wire/flow.def tools/base/arena.h tools/record/log.h \
 tools/base/sort.h
tools/analysis/clock_step.h:
tools/record/result.h:
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
tools/base/arena.h:
tools/record/log.h:
tools/base/sort.h:

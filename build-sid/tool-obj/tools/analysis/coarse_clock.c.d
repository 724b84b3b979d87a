build-sid/tool-obj/tools/analysis/coarse_clock.c.o: \
 tools/analysis/coarse_clock.c tools/analysis/coarse_clock.h \
 tools/record/result.h lib/wire/wire.h lib/wire/wire.def \
 lib/wire/flow.def tools/base/arena.h tools/record/log.h \
 tools/analysis/timing.h tools/stats/stats.h tools/record/point.h \
 tools/stats/proportion.h
tools/analysis/coarse_clock.h:
tools/record/result.h:
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
tools/base/arena.h:
tools/record/log.h:
tools/analysis/timing.h:
tools/stats/stats.h:
tools/record/point.h:
tools/stats/proportion.h:
